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

#include "EventSearch.h"
#include "WindowSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

SmallVector<Slot, 16> EventSearch::chooseWindow(size_t size, int &kindOut) {
  SmallVector<Slot, 16> ops;
  auto take = [&](Slot op) {
    static bool onceOps = !getenv("WIN_NOONCE");
    const bool isUseful = model->ops[op].canRunAgain
                              ? model->ops[op].madeBytes > 0
                              : onceOps && options.mayReorder;
    if (ops.size() < size && isUseful && !is_contained(ops, op))
      ops.push_back(op);
  };
  const std::vector<Event> events = schedule.allEvents();
  scanned += model->size() + events.size();
  const size_t at = random.below(events.size());
  const Event event = events[at];
  const int64_t kind = random.below(4);
  kindOut = kind;
  take(event.op);
  if (kind == 0) {
    // Those that run again about then.
    for (size_t reach = 1; reach <= events.size() && ops.size() < size;
         ++reach) {
      if (reach <= at)
        take(events[at - reach].op);
      if (at + reach < events.size())
        take(events[at + reach].op);
    }
  } else if (kind == 1) {
    // A stretch of the step.
    for (Slot reach = 1; reach <= model->size() && ops.size() < size; ++reach) {
      if (reach <= event.op)
        take(event.op - reach);
      if (event.op + reach < model->size())
        take(event.op + reach);
    }
  } else if (kind == 2) {
    // What it reads, what reads it, and so on.
    for (size_t i = 0; i != ops.size() && ops.size() < size; ++i) {
      const Slot op = ops[i];
      for (StorageId storage : model->reads(op))
        take(model->storages[storage].producer);
      for (StorageId storage : model->makes(op))
        for (const EventSchedule::Touch &touch : schedule.touches(storage))
          if (touch.kind == TouchKind::Reads &&
              opOfMoment(touch.moment) < model->size())
            take(opOfMoment(touch.moment));
    }
  } else {
    // What could be alive then, or is.
    SmallVector<Slot, 64> others;
    const Moment moment = momentOf(event);
    scanned += model->storages.size();
    for (Slot op = 0; op != model->size(); ++op) {
      if (!model->ops[op].canRunAgain || model->ops[op].madeBytes == 0)
        continue;
      for (StorageId storage : model->makes(op)) {
        ArrayRef<EventSchedule::Touch> touches = schedule.touches(storage);
        if (touches.front().moment < moment &&
            touches.back().moment > moment) {
          others.push_back(op);
          break;
        }
      }
    }
    while (ops.size() < size && !others.empty()) {
      const size_t i = random.below(others.size());
      take(others[i]);
      others[i] = others.back();
      others.pop_back();
    }
  }
  return ops;
}

bool EventSearch::solveWindow(WindowSearch &window, ArrayRef<Slot> ops,
                              WindowAnswer &answer) {
  const size_t logged = log.size();
  std::vector<Event> before;
  double toBeat = 0;
  for (Slot op : ops) {
    if (!model->ops[op].canRunAgain)
      continue;
    ArrayRef<EventSchedule::Touch> touches =
        schedule.touches(model->makes(op).front());
    for (const EventSchedule::Touch &touch : drop_begin(touches))
      if (touch.kind == TouchKind::Makes) {
        before.push_back({slotOfMoment(touch.moment), op});
        toBeat += model->ops[op].time;
      }
  }
  if (before.empty())
    return false;
  const double time = schedule.extraTime();
  for (const Event &event : before)
    remove(event);
  WindowLimits limits;
  limits.mayReorder = options.mayReorder && !getenv("WIN_NOMOVE");
  if (const char *v = getenv("WIN_WIDTH"))
    limits.width = atoi(v);
  if (const char *v = getenv("WIN_STATES"))
    limits.states = atoi(v);
  answer =
      window.run(schedule, ops, toBeat, timeEpsilon, before, limits);
  if (answer.isBetter && !answer.firsts.empty()) {
    ScheduleRuns runs = schedule.allRuns();
    for (const Event &first : answer.firsts)
      runs.firstSlots[first.op] = first.at;
    llvm::append_range(runs.events, answer.events);
    llvm::sort(runs.events);
    EventSchedule other(*model, schedule.getLimit(), runs);
    if (other.fits() && isBetter(other.extraTime(), other.eventCount(), time,
                                 schedule.eventCount() + before.size())) {
      const uint64_t done = work();
      schedule = std::move(other);
      scanned = 8 * (done - std::min(done, schedule.work()));
      scanned += 8 * model->operands.size();
      return true;
    }
    errs() << "WINDOW WRONG (moved) fits " << other.fits() << " time " << other.extraTime() << " was " << time << "\n";
  } else if (answer.isBetter) {
    for (const Event &event : answer.events)
      add(event);
    if (schedule.fits() &&
        isBetter(schedule.extraTime(), answer.events.size(), time,
                 before.size()))
      return true;
    errs() << "WINDOW WRONG fits " << schedule.fits() << " time " << schedule.extraTime() << " was " << time << "\n";
  }
  undo(logged);
  return false;
}

void EventSearch::improveByWindows(uint64_t workAllowed) {
  if (model->size() == 0 || model->hasDropped)
    return;
  const uint64_t begin = work();
  WindowSearch window(*model);
  size_t size = 8;
  if (const char *v = getenv("WIN_SIZE"))
    size = atoi(v);
  int64_t tried = 0, better = 0, exact = 0, states = 0;
  double time = schedule.extraTime();
  for (int64_t round = 0; schedule.eventCount() > 0; ++round) {
    const uint64_t spent = work() - begin;
    if (spent >= workAllowed || control->shouldStop())
      break;
    if (round % 64 == 0)
      control->report(double(spent) / double(workAllowed));
    log.clear();
    WindowAnswer answer;
    ++tried;
    int k;
    bool did = solveWindow(window, chooseWindow(size, k), answer);
    scanned += 8 * answer.states;
    states += answer.states;
    exact += answer.isExact;
    if (!did)
      continue;
    ++better;
    prune(/*isRandom=*/false);
    control->setBest(schedule.peak(),
                     model->graph.baseTime() + schedule.extraTime(), true);
  }
  log.clear();
  if (getenv("WIN_LOG"))
    errs() << "windows " << tried << " exact " << exact << " better " << better
           << " states " << states << " time " << time << " -> "
           << schedule.extraTime() << " work " << work() - begin << "\n";
}
