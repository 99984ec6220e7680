//===- EventSearch.cpp - A local search over schedules --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSearch.h"

#include "Auto/WindowSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

#define DEBUG_TYPE "remat-event-search"

using namespace llvm;
using namespace mlir::remat::planner;

/// Chooses a few ops and replaces all their runs by the best ones
/// (WindowSearch.h).
class EventSearch::WindowMoves {
public:
  explicit WindowMoves(EventSearch &search)
      : search(search), model(*search.model), schedule(search.schedule),
        window(model) {}

  static bool areFor(const StepModel &model) {
    // A window visits each run of the step. On larger steps repair uses that
    // work better.
    constexpr Slot maxSize = 4096;
    return model.size() > 0 && model.size() <= maxSize && !model.hasDropped;
  }

  /// Seeks less time around a random event or, if `isForPeak`, any runs that
  /// fit around the peak.
  bool tryWindow(bool isForPeak) {
    const std::vector<Event> events = schedule.allEvents();
    search.scanned += 8 + model.size() + events.size();
    if (events.empty() && !isForPeak)
      return false;
    constexpr size_t mostOps = 8;
    SplitMix64 &random = search.random;
    const Event center =
        isForPeak ? eventAtPeak() : events[random.below(events.size())];
    chooseOps(isForPeak ? 1 + random.below(mostOps) : mostOps, center, events);
    const size_t changes = search.log.size();
    const double time = schedule.extraTime();
    const int64_t count = schedule.eventCount();
    std::vector<Event> before;
    double toBeat = isForPeak ? std::numeric_limits<double>::infinity() : 0;
    for (const Event &event : events)
      if (is_contained(ops, event.op)) {
        before.push_back(event);
        toBeat += model.ops[event.op].time;
        search.remove(event);
      }
    if (before.empty() && !isForPeak)
      return false;
    WindowOptions options;
    options.mayReorder = search.options.mayReorder;
    const WindowAnswer answer =
        window.run(schedule, ops, toBeat, search.timeEpsilon, before, options);
    // States are visited several times.
    search.scanned += 10 * answer.states + 2 * answer.stages;
    auto isWanted = [&](const EventSchedule &other) {
      return other.fits() &&
             (isForPeak || search.isBetter(other.extraTime(),
                                           other.eventCount(), time, count));
    };
    if (answer.isBetter && apply(answer, isWanted)) {
      LLVM_DEBUG(dbgs() << "window of " << ops.size() << " ops: extra time "
                        << time << " to " << schedule.extraTime() << ", peak "
                        << schedule.peak() << "\n");
      return true;
    }
    // Usually nothing is better. For the peak, slots outside of the window may
    // be over the limit, too.
    search.undo(changes);
    return false;
  }

private:
  /// The run with the peak.
  Event eventAtPeak() const {
    const Slot slot = schedule.peakSlot();
    ArrayRef<EventSchedule::Run> runs = schedule.runsAt(slot);
    assert(!runs.empty() && "nothing runs at the peak");
    const auto *most =
        llvm::max_element(runs, [](const auto &a, const auto &b) {
          return a.relative < b.relative;
        });
    return {slot, std::min(most->op, model.size() - 1)};
  }

  bool isFull() const { return ops.size() == maxOps; }

  /// Adds an op to the window unless full or useless there.
  void take(Slot op) {
    const bool isUseful =
        model.ops[op].canRunAgain ? model.ops[op].madeBytes > 0 : takesRunOnce;
    if (isUseful && !isFull() && !is_contained(ops, op))
      ops.push_back(op);
  }

  void takeOpsRunningNear(Event center, ArrayRef<Event> events) {
    const size_t at = llvm::lower_bound(events, center) - events.begin();
    for (size_t i = 0; i != events.size() && !isFull(); ++i) {
      if (i < at)
        take(events[at - 1 - i].op);
      if (at + i < events.size())
        take(events[at + i].op);
    }
  }

  void takeOpsAround(Slot op) {
    for (Slot i = 1; i != model.size() && !isFull(); ++i) {
      if (i <= op)
        take(op - i);
      if (op + i < model.size())
        take(op + i);
    }
  }

  void takeOperandsAndReaders() {
    for (size_t i = 0; i != ops.size() && !isFull(); ++i) {
      const Slot op = ops[i];
      for (StorageId storage : model.reads(op))
        take(model.storages[storage].producer);
      for (StorageId storage : model.makes(op))
        for (const EventSchedule::Touch &touch : schedule.touches(storage))
          if (opOfMoment(touch.moment) < model.size())
            take(opOfMoment(touch.moment));
    }
  }

  void takeMakersOfAlive(Moment moment) {
    // Alive then, or alive unless remade.
    SmallVector<Slot, 64> makers;
    for (const auto &[i, storage] : enumerate(model.storages)) {
      ArrayRef<EventSchedule::Touch> touches = schedule.touches(i);
      if (storage.canBeRemade && touches.front().moment < moment &&
          touches.back().moment > moment)
        makers.push_back(storage.producer);
    }
    search.scanned += model.storages.size();
    while (!makers.empty() && !isFull()) {
      std::swap(makers[search.random.below(makers.size())], makers.back());
      take(makers.pop_back_val());
    }
  }

  /// Chooses up to `size` related ops around a run.
  void chooseOps(size_t size, Event center, ArrayRef<Event> events) {
    ops.clear();
    maxOps = size;
    SplitMix64 &random = search.random;
    takesRunOnce = search.options.mayReorder && random.chance(0.5);
    take(center.op);
    switch (random.below(4)) {
    case 0:
      return takeOpsRunningNear(center, events);
    case 1:
      return takeOpsAround(center.op);
    case 2:
      return takeOperandsAndReaders();
    default:
      return takeMakersOfAlive(momentOf(center));
    }
  }

  /// Applies an answer that the window counts as better.
  bool apply(const WindowAnswer &answer,
             function_ref<bool(const EventSchedule &)> isWanted) {
    if (answer.firsts.empty()) {
      for (const Event &event : answer.events)
        search.add(event);
      return isWanted(schedule);
    }
    ScheduleRuns runs = schedule.allRuns();
    for (const Event &first : answer.firsts)
      runs.firstSlots[first.op] = first.at;
    append_range(runs.events, answer.events);
    llvm::sort(runs.events);
    EventSchedule other(model, schedule.getLimit(), runs);
    // As much work as touching everything.
    search.scanned += 8 * model.operands.size();
    if (!isWanted(other))
      return false;
    search.replaceSchedule(std::move(other));
    return true;
  }

  EventSearch &search;
  const StepModel &model;
  const EventSchedule &schedule;
  WindowSearch window;
  // The current window.
  SmallVector<Slot, 8> ops;
  size_t maxOps = 0;
  bool takesRunOnce = false;
};

void EventSearch::destroy() {
  std::vector<Event> events = schedule.allEvents();
  scanned += 8 + model->size() + events.size();
  if (events.empty())
    return;
  // Neighbors in time or in the step, or any. Small sets are repaired faster.
  const int64_t kind = random.below(3);
  const int64_t size = 1 + random.below(int64_t(2) << random.below(6));
  if (kind == 2) {
    for (int64_t hits = std::min<int64_t>(size, 6); hits > 0 && !events.empty();
         --hits) {
      size_t hit = random.below(events.size());
      if (!isRequired(events[hit]))
        remove(events[hit]);
      events[hit] = events.back();
      events.pop_back();
    }
    return;
  }
  const size_t begin = random.below(events.size());
  const size_t end = std::min<size_t>(events.size(), begin + size);
  if (kind == 1) {
    // The events at these places in sorted order.
    auto isLess = [](const Event &a, const Event &b) {
      return std::tie(a.op, a.at) < std::tie(b.op, b.at);
    };
    std::nth_element(events.begin(), events.begin() + begin, events.end(),
                     isLess);
    std::partial_sort(events.begin() + begin, events.begin() + end,
                      events.end(), isLess);
  }
  for (size_t i = begin; i != end; ++i)
    if (random.chance(0.8) && !isRequired(events[i]))
      remove(events[i]);
}

void EventSearch::disturbOrder() {
  constexpr Slot reach = 20;
  for (int64_t i = random.below(8); i >= 0; --i) {
    const Slot op = random.below(model->size());
    Slot to = 0;
    switch (random.below(3)) {
    case 0: // Where its operands have just been made.
      for (StorageId storage : model->reads(op))
        to = std::max(to,
                      slotOfMoment(schedule.touches(storage).front().moment));
      break;
    case 1: // Where its results are about to be read.
      to = model->size() - 1;
      for (StorageId storage : model->makes(op))
        if (schedule.touches(storage).size() > 1)
          to = std::min(to, slotOfMoment(schedule.touches(storage)[1].moment));
      break;
    default:
      to = schedule.firstSlot(op) + random.below(2 * reach + 1) - reach;
    }
    if (to >= 0 && to < model->size() && schedule.canMoveFirst(op, to))
      moveFirst(op, to);
  }
}

void EventSearch::improve(uint64_t workAllowed) {
  if (model->size() == 0 || schedule.eventCount() == 0)
    return;
  const uint64_t begin = work();
  // Trying all candidates pays only for few.
  const bool isLarge = model->size() > 512;
  double time = schedule.extraTime();
  double bestTime = time;
  int64_t bestCount = schedule.eventCount();
  ScheduleRuns best = schedule.allRuns();
  bool isBest = true;
  const double hottest =
      0.6 * std::max(0.001 * model->graph.forwardTime(), time / bestCount);
  for (int64_t round = 0;; ++round) {
    const uint64_t spent = work() - begin;
    if (spent >= workAllowed || control->shouldStop() || bestCount == 0 ||
        control->isAtFloor(model->graph.baseTime() + bestTime))
      break;
    const double done = double(spent) / double(workAllowed);
    if (round % 64 == 0)
      control->report(done);
    const double temperature = hottest * (1 - done);
    log.clear();
    destroy();
    if (options.mayReorder && random.chance(0.8))
      disturbOrder();
    RepairOptions repairOptions;
    repairOptions.isRandom = true;
    repairOptions.isLazy = isLarge || random.chance(0.5);
    repairOptions.flip = random.chance(0.6) ? 0.15 : 0;
    repairOptions.maxTime = 1.1 * time + temperature;
    const bool fits = repairWith(repairOptions);
    if (fits)
      prune(/*isRandom=*/true);
    const double newTime = schedule.extraTime();
    const double chance = random.fraction();
    if (!fits || newTime - time > 2 * temperature * chance * chance) {
      undo(0);
      continue;
    }
    time = newTime;
    isBest = false;
    if (isBetter(time, schedule.eventCount(), bestTime, bestCount)) {
      bestTime = time;
      bestCount = schedule.eventCount();
      best = schedule.allRuns();
      isBest = true;
      control->setBest(schedule.peak(), model->graph.baseTime() + time, true);
      LLVM_DEBUG(dbgs() << "round " << round << ": extra time " << time << ", "
                        << bestCount << " events\n");
    }
  }
  log.clear();
  if (!isBest)
    replaceSchedule(EventSchedule(*model, schedule.getLimit(), best));
}

void EventSearch::polish(uint64_t workAllowed) {
  if (!WindowMoves::areFor(*model))
    return;
  const uint64_t begin = work();
  // A fruitless window search ends soon.
  constexpr int patience = 50;
  WindowMoves windows(*this);
  for (int failures = 0; failures != patience && schedule.eventCount() > 0;) {
    if (work() - begin >= workAllowed || control->shouldStop())
      break;
    log.clear();
    if (!windows.tryWindow(/*isForPeak=*/false)) {
      ++failures;
      continue;
    }
    failures = 0;
    // The window may have made room for this.
    prune();
    control->setBest(schedule.peak(),
                     model->graph.baseTime() + schedule.extraTime(), true);
  }
  log.clear();
}

void EventSearch::descendAtOnce(uint64_t maxWork, int64_t floor) {
  const int64_t peak = schedule.peak();
  RepairOptions repairOptions;
  repairOptions.isLazy = true;
  repairOptions.maxWork = maxWork;
  schedule.setLimit(floor);
  log.clear();
  repairWith(repairOptions);
  if (schedule.peak() > peak)
    undo(0);
}

void EventSearch::descend(uint64_t workAllowed, int64_t floor) {
  if (workAllowed == 0)
    return;
  // The smallest peaks can take all of a phase again.
  const size_t usualClosure = maxClosure;
  maxClosure = std::max<size_t>(maxClosure, 256);
  const uint64_t begin = work();
  // There may be no time for many repairs.
  if (isAlwaysLazy(*model) || workAllowed / 512 < uint64_t(model->size()))
    descendAtOnce(SaturatingMultiplyAdd(workAllowed, uint64_t(32), begin),
                  floor);
  int64_t smallest = schedule.peak();
  // Lowers the limit faster while easy. Large steps need no randomness.
  int64_t step = std::max<int64_t>(smallest / 8, 1);
  auto keepSmallest = [&] {
    smallest = schedule.peak();
    step = std::min(step * 2, std::max<int64_t>(smallest / 8, 1));
    control->setBest(smallest, model->graph.baseTime() + schedule.extraTime(),
                     /*fits=*/true);
    LLVM_DEBUG(dbgs() << "peak " << smallest << ", extra time "
                      << schedule.extraTime() << "\n");
  };
  WindowMoves windows(*this);
  const bool mayTryWindows =
      options.mayRecompute && WindowMoves::areFor(*model);
  while (smallest > floor) {
    const uint64_t spent = work() - begin;
    if (spent >= workAllowed || control->shouldStop())
      break;
    control->report(double(spent) / double(workAllowed));
    schedule.setLimit(std::max<int64_t>(smallest - step, floor));
    log.clear();
    const bool isFine = step <= std::max<int64_t>(smallest / 64, 1);
    if (isFine && mayTryWindows && random.chance(0.5)) {
      if (windows.tryWindow(/*isForPeak=*/true))
        keepSmallest();
      else
        step = std::max<int64_t>(step - step / 4, 1);
      continue;
    }
    RepairOptions repairOptions;
    repairOptions.isLazy = model->size() > 512;
    if (isFine) {
      destroy();
      if (options.mayReorder && random.chance(0.8))
        disturbOrder();
      repairOptions.isRandom = true;
      repairOptions.isLazy |= random.chance(0.5);
      repairOptions.flip = random.chance(0.5) ? 0.15 : 0;
    }
    if (!repairWith(repairOptions)) {
      undo(0);
      step = std::max<int64_t>(step / 2, 1);
      continue;
    }
    keepSmallest();
  }
  log.clear();
  schedule.setLimit(smallest);
  maxClosure = usualClosure;
}

bool EventSearch::exchange(Event event, ArrayRef<int32_t> placeOf) {
  const int64_t peak = schedule.peak();
  const int32_t place = placeOf[event.op];
  const double time = model->ops[event.op].time;
  log.clear();
  remove(event);
  // Leaves useless runs to `prune`.
  std::vector<Event> others;
  if (!schedule.fits()) {
    const Slot slot = schedule.peakSlot();
    gather(slot, RepairOptions());
    for (const Candidate &candidate : candidates)
      if (candidate.kind == Candidate::Drop &&
          model->ops[candidate.event.op].time == time &&
          placeOf[candidate.event.op] < place)
        others.push_back(candidate.event);
    llvm::sort(others, [&](const Event &a, const Event &b) {
      return std::tuple(placeOf[a.op], a.at) < std::tuple(placeOf[b.op], b.at);
    });
    for (const Event &other : others) {
      scanned += 8;
      closure.clear();
      if (schedule.contains(other) ||
          !close(other.op, other.at, momentOf(slot, 0), 0) ||
          closure.size() != 1)
        continue;
      add(other);
      if (schedule.fits() && schedule.peak() == peak)
        return true;
      undo(1);
    }
  }
  undo(0);
  return false;
}

int64_t EventSearch::settleTies(ArrayRef<int32_t> placeOf,
                                uint64_t workAllowed) {
  if (!schedule.fits() || model->hasDropped)
    return 0;
  const uint64_t begin = work();
  int64_t exchanged = 0;
  std::vector<Event> events = schedule.allEvents();
  llvm::sort(events, [&](const Event &a, const Event &b) {
    return std::tuple(placeOf[a.op], a.at) > std::tuple(placeOf[b.op], b.at);
  });
  for (const Event &event : events) {
    if (work() - begin >= workAllowed || control->shouldStop())
      break;
    exchanged += exchange(event, placeOf);
  }
  log.clear();
  return exchanged;
}
