//===- WindowMoves.h - Windows of the local search --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWMOVES_H
#define REMAT_LIB_PLANNER_WINDOWMOVES_H

#include "Auto/EventRepair.h"
#include "Auto/WindowSearch.h"

namespace mlir::remat::planner {

/// Moves that choose a few ops and replace all their runs by the best ones
/// (WindowSearch.h).
class WindowMoves {
public:
  explicit WindowMoves(EventRepair &search)
      : search(search), model(search.getModel()),
        schedule(search.getSchedule()), window(model) {}

  /// Whether moves are made on such a step at all.
  static bool areFor(const StepModel &model);

  /// Looks for less time, around a random event.
  bool tryForTime() { return tryWindow(/*isForPeak=*/false); }
  /// Looks for any runs that fit, around the peak.
  bool tryForPeak() { return tryWindow(/*isForPeak=*/true); }

private:
  bool tryWindow(bool isForPeak);
  /// The run with the peak.
  Event eventAtPeak() const;
  /// Chooses up to `size` ops around a run that have something to do with each
  /// other.
  void chooseOps(size_t size, Event center, llvm::ArrayRef<Event> events);
  bool isFull() const { return ops.size() == maxOps; }
  /// Adds an op to the window unless that is full or the op is of no use in it.
  void take(Slot op);
  void takeOpsRunningNear(Event center, llvm::ArrayRef<Event> events);
  void takeOpsAround(Slot op);
  void takeOperandsAndReaders();
  void takeMakersOfAlive(Moment moment);
  /// Applies an answer that is better by the window's own account.
  bool apply(const WindowAnswer &answer,
             llvm::function_ref<bool(const EventSchedule &)> isWanted);

  EventRepair &search;
  const StepModel &model;
  const EventSchedule &schedule;
  WindowSearch window;
  // The window in hand.
  llvm::SmallVector<Slot, 8> ops;
  size_t maxOps = 0;
  bool takesRunOnce = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWMOVES_H
