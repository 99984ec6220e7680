//===- WindowMoves.cpp - Windows of the local search ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of EventSearch that chooses windows and applies what is found.
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

bool EventSearch::mayTryWindows() const {
  // They take work for each run of the step: on larger ones that is better
  // spent on repair.
  constexpr Slot maxSize = 4096;
  return model->size() > 0 && model->size() <= maxSize && !model->hasDropped;
}

Event EventSearch::eventAtPeak() const {
  const Slot slot = schedule.peakSlot();
  const EventSchedule::Run *most = nullptr;
  for (const EventSchedule::Run &run : schedule.runsAt(slot))
    if (!most || run.relative > most->relative)
      most = &run;
  return {slot, std::min(most->op, model->size() - 1)};
}

/// Adds ops until the window is full.
void EventSearch::growWindow(SmallVectorImpl<Slot> &ops, size_t size,
                             Event center, ArrayRef<Event> events) {
  const bool onceToo = options.mayReorder && random.chance(0.5);
  auto take = [&](Slot op) {
    const bool isUseful =
        model->ops[op].canRunAgain ? model->ops[op].madeBytes > 0 : onceToo;
    if (isUseful && ops.size() < size && !is_contained(ops, op))
      ops.push_back(op);
  };
  take(center.op);
  switch (random.below(4)) {
  case 0: {
    // What runs again about then.
    const size_t at = llvm::lower_bound(events, center) - events.begin();
    for (size_t i = 0; i != events.size() && ops.size() != size; ++i) {
      if (i < at)
        take(events[at - 1 - i].op);
      if (at + i < events.size())
        take(events[at + i].op);
    }
    return;
  }
  case 1:
    // A stretch of the step.
    for (Slot i = 1; i != model->size() && ops.size() != size; ++i) {
      if (i <= center.op)
        take(center.op - i);
      if (center.op + i < model->size())
        take(center.op + i);
    }
    return;
  case 2:
    // What it reads, what reads that, and so on.
    for (size_t i = 0; i != ops.size() && ops.size() != size; ++i) {
      const Slot op = ops[i];
      for (StorageId storage : model->reads(op))
        take(model->storages[storage].producer);
      for (StorageId storage : model->makes(op))
        for (const EventSchedule::Touch &touch : schedule.touches(storage))
          if (opOfMoment(touch.moment) < model->size())
            take(opOfMoment(touch.moment));
    }
    return;
  default: {
    // What makes something that is alive then, or could be.
    const Moment moment = momentOf(center);
    SmallVector<Slot, 64> makers;
    for (const StepModel::Storage &storage : model->storages) {
      ArrayRef<EventSchedule::Touch> touches =
          schedule.touches(&storage - model->storages.data());
      if (storage.canBeRemade && touches.front().moment < moment &&
          touches.back().moment > moment)
        makers.push_back(storage.producer);
    }
    scanned += model->storages.size();
    while (!makers.empty() && ops.size() != size) {
      std::swap(makers[random.below(makers.size())], makers.back());
      take(makers.pop_back_val());
    }
  }
  }
}

bool EventSearch::tryWindow(WindowSearch &window, bool isForPeak) {
  const std::vector<Event> events = schedule.allEvents();
  scanned += 8 + model->size() + events.size();
  if (events.empty() && !isForPeak)
    return false;
  const Event center =
      isForPeak ? eventAtPeak() : events[random.below(events.size())];
  constexpr size_t maxOps = 8;
  SmallVector<Slot, maxOps> ops;
  growWindow(ops, isForPeak ? 1 + random.below(maxOps) : maxOps, center,
             events);

  const size_t logged = log.size();
  const double time = schedule.extraTime();
  const int64_t count = schedule.eventCount();
  std::vector<Event> before;
  double toBeat = 0;
  for (const Event &event : events)
    if (is_contained(ops, event.op)) {
      before.push_back(event);
      toBeat += model->ops[event.op].time;
      remove(event);
    }
  if (before.empty() && !isForPeak)
    return false;
  if (isForPeak)
    toBeat = std::numeric_limits<double>::infinity();
  WindowOptions windowOptions;
  windowOptions.mayReorder = options.mayReorder;
  const WindowAnswer answer = window.run(schedule, ops, toBeat, timeEpsilon,
                                         before, windowOptions, WindowLimits());
  // A state is looked at several times.
  scanned += 10 * answer.states + 2 * answer.stages;
  auto isWanted = [&](const EventSchedule &other) {
    return other.fits() &&
           (isForPeak ||
            isBetter(other.extraTime(), other.eventCount(), time, count));
  };
  if (answer.isBetter && answer.firsts.empty()) {
    for (const Event &event : answer.events)
      add(event);
    if (isWanted(schedule))
      return true;
  } else if (answer.isBetter) {
    ScheduleRuns runs = schedule.allRuns();
    for (const Event &first : answer.firsts)
      runs.firstSlots[first.op] = first.at;
    append_range(runs.events, answer.events);
    llvm::sort(runs.events);
    EventSchedule other(*model, schedule.getLimit(), runs);
    // As much work as touching it all.
    scanned += 8 * model->operands.size();
    if (isWanted(other)) {
      replaceSchedule(std::move(other));
      log.clear();
      return true;
    }
  }
  // Without `isForPeak` that is because there is nothing better; with it, what
  // the window does not touch can be over the limit, too.
  undo(logged);
  return false;
}

void EventSearch::polish(uint64_t workAllowed) {
  if (!mayTryWindows())
    return;
  const uint64_t begin = work();
  // Where the search before has left nothing, that shows soon.
  constexpr int patience = 50;
  WindowSearch window(*model);
  for (int failures = 0; failures != patience && schedule.eventCount() > 0;) {
    if (work() - begin >= workAllowed || control->shouldStop())
      break;
    log.clear();
    if (!tryWindow(window)) {
      ++failures;
      continue;
    }
    failures = 0;
    // What it has made room for.
    prune();
    control->setBest(schedule.peak(),
                     model->graph.baseTime() + schedule.extraTime(), true);
  }
  log.clear();
}
