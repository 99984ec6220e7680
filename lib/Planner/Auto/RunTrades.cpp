//===- RunTrades.cpp - Some runs for others -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a step of equal layers the last few bytes at the peak are a knapsack: four
// small tensors are made again where one large tensor and a tiny one take less
// time. Repair pays for bytes one by one, and windows rarely hold all ops of
// such a trade. Runs of ops with equal bytes and time are one class here, so
// that few numbers describe a trade.
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <map>

#define DEBUG_TYPE "remat-event-search"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Runs of ops that make as many bytes in as much time.
struct RunClass {
  int64_t bytes = 0;
  double time = 0;
  SmallVector<Event, 8> runs;
};

/// The cheapest choice of runs that frees some bytes: by depth-first search,
/// classes with the least time for a byte first, bounded by what the rest needs
/// at the rate of its best class.
class Cover {
public:
  explicit Cover(std::vector<RunClass> given) : classes(std::move(given)) {
    llvm::stable_sort(classes, [](const RunClass &a, const RunClass &b) {
      return a.time * double(b.bytes) < b.time * double(a.bytes);
    });
  }

  /// The runs that free at least `bytes` in less than `maxTime`; empty if none
  /// do, or none among the first choices.
  std::vector<Event> choose(int64_t bytes, double maxTime) {
    best.clear();
    bestTime = maxTime;
    nodes = 0;
    counts.assign(classes.size(), 0);
    visit(0, bytes, 0, 0);
    std::vector<Event> chosen;
    for (const auto &[i, count] : enumerate(best))
      append_range(chosen, ArrayRef(classes[i].runs).take_front(count));
    return chosen;
  }
  uint64_t visited() const { return nodes; }

private:
  static constexpr size_t maxRuns = 8;
  static constexpr uint64_t maxNodes = 4096;

  void visit(size_t at, int64_t missing, double time, size_t runs) {
    if (missing <= 0) {
      if (time < bestTime) {
        bestTime = time;
        best = counts;
      }
      return;
    }
    if (at == classes.size() || ++nodes > maxNodes)
      return;
    const RunClass &next = classes[at];
    if (time + next.time / double(next.bytes) * double(missing) >= bestTime)
      return;
    const int64_t enough = (missing - 1) / next.bytes + 1;
    const int64_t most = std::min<int64_t>(
        {enough, int64_t(next.runs.size()), int64_t(maxRuns - runs)});
    for (int64_t count = most; count >= 0; --count) {
      counts[at] = count;
      visit(at + 1, missing - count * next.bytes,
            time + double(count) * next.time, runs + count);
    }
    counts[at] = 0;
  }

  std::vector<RunClass> classes;
  SmallVector<int64_t, 16> counts, best;
  double bestTime = 0;
  uint64_t nodes = 0;
};
} // namespace

class EventSearch::RunTrades {
public:
  explicit RunTrades(EventSearch &search)
      : search(search), model(*search.model), schedule(search.schedule) {}

  /// Makes trades until none saves time or `work` is spent.
  void run(uint64_t work) {
    const uint64_t begin = search.work();
    while (tradeOnce([&] {
      return search.work() - begin >= work || search.control->shouldStop();
    })) {
      search.prune();
      search.log.clear();
    }
  }

private:
  static constexpr size_t maxRemoved = 8;

  /// Makes the first trade that saves time: fewer runs of expensive classes
  /// first.
  bool tradeOnce(function_ref<bool()> mustEnd) {
    const std::vector<Event> events = schedule.allEvents();
    search.scanned += 8 + model.size() + events.size();
    std::map<std::pair<double, int64_t>, SmallVector<Event, 8>> classes;
    for (const Event &event : events) {
      const StepModel::Op &op = model.ops[event.op];
      if (op.time > 0)
        classes[{-op.time, op.madeBytes}].push_back(event);
    }
    for (auto first = classes.begin(); first != classes.end(); ++first)
      for (size_t count = 1;
           count <= std::min(maxRemoved, first->second.size()); ++count) {
        SmallVector<Event, 8> removed(
            ArrayRef(first->second).take_front(count));
        if (mustEnd())
          return false;
        if (trade(removed))
          return true;
        // One of another class, too.
        for (auto second = std::next(first); second != classes.end();
             ++second) {
          if (mustEnd())
            return false;
          removed.push_back(second->second.front());
          if (trade(removed))
            return true;
          removed.pop_back();
        }
      }
    return false;
  }

  /// Replaces these runs by others that take less time; false if it finds none.
  bool trade(ArrayRef<Event> runs) {
    const double before = schedule.extraTime();
    search.log.clear();
    for (const Event &event : runs)
      search.remove(event);
    // Behind the first peak there may be others.
    constexpr int maxPeaks = 4;
    for (int i = 0; i != maxPeaks && !schedule.fits(); ++i) {
      const double left = before - search.timeEpsilon - schedule.extraTime();
      const std::vector<Event> others = coverPeak(runs, left);
      if (others.empty())
        break;
      for (const Event &event : others)
        search.add(event);
    }
    if (schedule.fits() && schedule.extraTime() < before - search.timeEpsilon) {
      LLVM_DEBUG(dbgs() << "traded " << runs.size() << " runs: extra time "
                        << before << " to " << schedule.extraTime() << "\n");
      return true;
    }
    search.undo(0);
    return false;
  }

  /// The runs of other ops that bring the peak to the limit in the least time
  /// below `maxTime`; empty if there are none.
  std::vector<Event> coverPeak(ArrayRef<Event> removed, double maxTime) {
    const Slot slot = schedule.peakSlot();
    Cover cover(classesAt(slot, removed));
    std::vector<Event> chosen =
        cover.choose(schedule.peak() - schedule.getLimit(), maxTime);
    search.scanned += cover.visited();
    return chosen;
  }

  /// Ops that alone can run again behind a slot, by class, without those of
  /// `removed`.
  std::vector<RunClass> classesAt(Slot slot, ArrayRef<Event> removed) {
    search.gather(slot, RepairOptions());
    std::map<Slot, Slot> at;
    for (const Candidate &candidate : search.candidates) {
      const Event event = candidate.event;
      if (candidate.kind != Candidate::Drop ||
          any_of(removed, [&](const Event &e) { return e.op == event.op; }))
        continue;
      // The earliest place serves all readers.
      auto [found, isNew] = at.try_emplace(event.op, event.at);
      if (!isNew)
        found->second = std::min(found->second, event.at);
    }
    std::map<std::pair<int64_t, double>, RunClass> classes;
    for (const auto &[op, slotOfRun] : at) {
      const Event event = {slotOfRun, op};
      search.scanned += 8;
      search.closure.clear();
      if (schedule.contains(event) ||
          !search.close(op, slotOfRun, momentOf(slot, 0), 0) ||
          search.closure.size() != 1)
        continue;
      int64_t bytes = 0;
      for (StorageId storage : model.makes(op))
        if (schedule.spansSlot(storage, slot))
          bytes += model.storages[storage].bytes;
      if (bytes == 0)
        continue;
      RunClass &found = classes[{bytes, model.ops[op].time}];
      found.bytes = bytes;
      found.time = model.ops[op].time;
      found.runs.push_back(event);
    }
    std::vector<RunClass> result;
    result.reserve(classes.size());
    for (auto &[key, found] : classes)
      result.push_back(std::move(found));
    return result;
  }

  EventSearch &search;
  const StepModel &model;
  const EventSchedule &schedule;
};

void EventSearch::tradeRuns(uint64_t workAllowed) {
  if (model->hasDropped || !schedule.fits())
    return;
  RunTrades(*this).run(workAllowed);
}
