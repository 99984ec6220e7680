//===- EventSearch.cpp - A local search over schedules --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without large-neighborhood search, overheads rise by 2.2 points on MLIR
// steps, 1.3 on nets and 0.5 on published graphs. Of its parts, each by itself,
// on MLIR steps: destroying neighbors in time 0.4, in the step 0.1 (graphs:
// 0.3), any 0.5; moving first runs 1.5; random scores 0.6, other choices for
// operands 0.3, annealing 0.7, pruning 0.6. Another seed changes the mean by up
// to 0.3, so that less than this is no proof. The final windows: under 0.01.
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

#define DEBUG_TYPE "remat-event-search"

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

/// Larger closures make no good moves. Long steps have longer ones.
static size_t maxClosureOf(const StepModel &model) {
  return std::clamp<size_t>(model.size() / 8, 48, 256);
}

EventSearch::EventSearch(const StepModel &model, int64_t limit,
                         SearchControl &control, Options options,
                         const ScheduleRuns &initial)
    : model(&model), control(&control), options(options),
      maxClosure(maxClosureOf(model)), schedule(model, limit, initial),
      random(options.seed) {
  addRequired();
}

void EventSearch::add(Event event) {
  schedule.add(event);
  log.push_back({Change::Add, event, 0});
}

void EventSearch::remove(Event event) {
  schedule.remove(event);
  log.push_back({Change::Remove, event, 0});
}

void EventSearch::moveFirst(Slot op, Slot to) {
  log.push_back({Change::Move, {to, op}, schedule.firstSlot(op)});
  schedule.moveFirst(op, to);
}

void EventSearch::undo(size_t count) {
  while (log.size() > count) {
    Change change = log.back();
    log.pop_back();
    switch (change.kind) {
    case Change::Add:
      schedule.remove(change.event);
      break;
    case Change::Remove:
      schedule.add(change.event);
      break;
    case Change::Move:
      schedule.moveFirst(change.event.op, change.from);
      break;
    }
  }
}

void EventSearch::replaceSchedule(EventSchedule other) {
  // The new schedule counts work from zero.
  const uint64_t done = work();
  schedule = std::move(other);
  scanned = 8 * (done - std::min(done, schedule.work()));
  log.clear();
}

bool EventSearch::isBetter(double time, int64_t count, double bestTime,
                           int64_t bestCount) const {
  if (time < bestTime - timeEpsilon)
    return true;
  return time <= bestTime + timeEpsilon && count < bestCount;
}

bool EventSearch::isBanned(StorageId storage, size_t touch, Slot at) const {
  // The end of the step reads results from any copy.
  if (!model->storages[storage].isDropped || at < model->boundary ||
      at == model->size())
    return false;
  ArrayRef<EventSchedule::Touch> touches = schedule.touches(storage);
  while (touches[touch].kind != TouchKind::Makes)
    --touch;
  return slotOfMoment(touches[touch].moment) < model->boundary;
}

bool EventSearch::isRequired(Event event) const {
  if (!model->hasDropped || event.at < model->boundary)
    return false;
  return any_of(model->makes(event.op), [&](StorageId storage) {
    if (!model->storages[storage].isDropped)
      return false;
    ArrayRef<EventSchedule::Touch> touches = schedule.touches(storage);
    size_t own = schedule.lowerTouch(storage, momentOf(event));
    bool isRead =
        own + 1 != touches.size() && touches[own + 1].kind == TouchKind::Reads;
    return isRead && isBanned(storage, own - 1, event.at);
  });
}

void EventSearch::addRequired() {
  double total = 0;
  for (const StepModel::Op &op : model->ops)
    total += op.time;
  if (total > 0)
    timeEpsilon = 1e-9 * total / model->size();
  if (!model->hasDropped)
    return;
  for (StorageId storage = 0, e = model->storages.size(); storage != e;
       ++storage) {
    const StepModel::Storage &dropped = model->storages[storage];
    if (!dropped.isDropped || !dropped.canBeRemade)
      continue;
    for (size_t i = 1; i != schedule.touches(storage).size(); ++i) {
      const EventSchedule::Touch touch = schedule.touches(storage)[i];
      const Slot at = slotOfMoment(touch.moment);
      if (touch.kind != TouchKind::Reads || !isBanned(storage, i, at))
        continue;
      closure.clear();
      if (close(dropped.producer, at, momentOf(model->boundary, 0), 0))
        for (const Event &event : closure)
          schedule.add(event);
      break;
    }
  }
}

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
    repairOptions.limits.maxTime = 1.1 * time + temperature;
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
  const auto tryWindow = makeWindowMoves();
  if (!tryWindow)
    return;
  const uint64_t begin = work();
  // A fruitless window search ends soon.
  constexpr int patience = 50;
  for (int failures = 0; failures != patience && schedule.eventCount() > 0;) {
    if (work() - begin >= workAllowed || control->shouldStop())
      break;
    log.clear();
    if (!tryWindow(/*isForPeak=*/false)) {
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

void EventSearch::descendAtOnce(uint64_t maxWork, int64_t floor,
                                int64_t toBeat) {
  const int64_t peak = schedule.peak();
  const ScheduleRuns start = schedule.allRuns();
  RepairOptions repairOptions;
  repairOptions.isLazy = true;
  repairOptions.limits.maxWork = maxWork;
  schedule.setLimit(floor);
  log.clear();
  repairWith(repairOptions);
  if (schedule.peak() > peak)
    undo(0);
  // A limit that is too low fills the memory with runs that gain nothing.
  for (int64_t part = 8; part <= 64; part *= 2)
    while (!shouldStop(repairOptions.limits)) {
      const int64_t reached = schedule.peak();
      const int64_t known = std::min(reached, toBeat);
      const int64_t aim = known - known / part;
      if (aim <= floor || aim == known)
        break;
      if (reached / 2 > known)
        return;
      const ScheduleRuns best = schedule.allRuns();
      replaceSchedule(EventSchedule(*model, aim, start));
      repairWith(repairOptions);
      LLVM_DEBUG(dbgs() << "aimed at " << aim << ", reached " << schedule.peak()
                        << "\n");
      if (schedule.peak() < known)
        continue;
      replaceSchedule(EventSchedule(*model, reached, best));
      if (reached > known)
        return;
      break;
    }
}

void EventSearch::descend(uint64_t workAllowed, int64_t floor, int64_t toBeat) {
  if (workAllowed == 0)
    return;
  // The smallest peaks can take all of a phase again.
  const size_t usualClosure = maxClosure;
  maxClosure = std::max<size_t>(maxClosure, 256);
  const uint64_t begin = work();
  // There may be no time for many repairs.
  const bool isLarge = isAlwaysLazy(*model);
  if (isLarge || workAllowed / 512 < uint64_t(model->size()))
    descendAtOnce(SaturatingMultiplyAdd(workAllowed, uint64_t(32), begin),
                  floor, isLarge ? toBeat : 0);
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
  const auto tryWindow = options.mayRecompute ? makeWindowMoves() : nullptr;
  while (smallest > floor) {
    const uint64_t spent = work() - begin;
    if (spent >= workAllowed || control->shouldStop())
      break;
    control->report(double(spent) / double(workAllowed));
    schedule.setLimit(std::max<int64_t>(smallest - step, floor));
    log.clear();
    const bool isFine = step <= std::max<int64_t>(smallest / 64, 1);
    if (isFine && tryWindow && random.chance(0.5)) {
      if (tryWindow(/*isForPeak=*/true))
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
