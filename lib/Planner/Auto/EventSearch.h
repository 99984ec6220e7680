//===- EventSearch.h - A local search over schedules ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Goes on from a repaired schedule: large-neighborhood search takes a part of
// the plan away and repairs it in another way, windows choose a few ops' runs
// exactly.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSEARCH_H
#define REMAT_LIB_PLANNER_EVENTSEARCH_H

#include "Auto/EventRepair.h"

namespace mlir::remat::planner {

class EventSearch : private EventRepair {
public:
  using EventRepair::EventRepair;
  using EventRepair::getSchedule;
  using EventRepair::isAlwaysLazy;
  using EventRepair::Options;
  using EventRepair::prune;
  using EventRepair::repair;
  using EventRepair::setLimit;
  using EventRepair::work;

  /// Destroys a random part of the schedule, repairs and prunes it, again and
  /// again, and keeps the fastest schedule. It does up to `work` more. The
  /// schedule fits, before and after.
  void improve(uint64_t work);
  /// Tries windows (WindowSearch.h) until `work` more is done or many in a row
  /// find nothing better. The schedule never becomes slower. Does nothing on
  /// steps of more than 4096 ops and where tasks are pinned recompute.
  void polish(uint64_t work);
  /// Looks for a smaller peak: lowers the limit as far as it can, to `floor` at
  /// most. Afterwards the limit is the schedule's peak, which is not above the
  /// one before. Does nothing without work. Steps of more than 2048 ops, and
  /// those with little work for their size, first come down in one repair that
  /// may take 32 times as much.
  void descend(uint64_t work, int64_t floor = 0);
  /// Replaces extra runs by runs of ops with smaller places (`placeOf`, by op)
  /// that take the same time and serve as well at the peak that there would be
  /// without the run. Time (but for the rounding of its sum), number of runs
  /// and peak stay the same. The schedule fits, before and after. Looks at each
  /// run once, those with the largest places first, until `work` more is done.
  /// Returns how many it replaced. Does nothing where tasks are pinned
  /// recompute.
  int64_t settleTies(llvm::ArrayRef<int32_t> placeOf, uint64_t work);

private:
  /// Removes a random part of the events.
  void destroy();
  /// Moves a few first runs at random.
  void disturbOrder();
  /// Where the operands of the op have just been made, and where its results
  /// are about to be read.
  Slot earliestSlot(Slot op) const;
  Slot latestSlot(Slot op) const;
  /// Comes down to `floor` in one lazy repair.
  void descendAtOnce(uint64_t maxWork, int64_t floor);
  /// Replaces a run by one of the same time with a smaller place; false if
  /// there is none.
  bool exchange(Event event, llvm::ArrayRef<int32_t> placeOf);
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSEARCH_H
