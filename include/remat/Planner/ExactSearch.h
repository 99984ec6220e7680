//===- ExactSearch.h - The best of all valid plans --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For small steps, and for windows of large ones.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_EXACTSEARCH_H
#define REMAT_PLANNER_EXACTSEARCH_H

#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

#include <string>

namespace mlir::remat::planner {

struct ExactAnswer {
  enum class Outcome {
    /// `steps` is the best valid plan there is.
    Optimal,
    /// No valid plan is within the budget (or, without a budget, none at all:
    /// pins can leave none).
    Infeasible,
    /// The limit was reached, or the graph has something that the search does
    /// not do (`reason`). `steps` may hold a valid plan all the same.
    GaveUp
  };
  Outcome outcome = Outcome::GaveUp;
  std::vector<Step> steps;
  /// Of `steps`, as simulated.
  int64_t peak = 0;
  double time = 0;
  /// No valid plan has a smaller peak: proved, whatever the outcome. With a
  /// budget that can be met it is 0.
  int64_t peakBound = 0;
  /// With a budget: no valid plan within it takes less time, whatever the
  /// outcome (infinite if there is none). Without one: no plan with the peak
  /// `peak` does, if the outcome is Optimal; else 0.
  double timeBound = 0;
  /// States made.
  uint64_t work = 0;
  /// In words, why it gave up.
  std::string reason;
};

/// Searches all valid plans, in the sense of `verify`: any order, any
/// recomputation. With a budget the answer is a plan within it of the least
/// time, without one a plan of the least time among those of the smallest peak;
/// ties go to fewer steps, then to a fixed order that follows base positions.
/// `keepOrder` admits only plans in which the first runs stand in base order.
///
/// A* over states (which tasks that run once have run, which other values are
/// held); a value is dropped only where a task would not fit otherwise, and
/// only by minimal sets. The heuristic is the time of all that must still run,
/// which is consistent. The smallest peak is found by a search on thresholds,
/// each of which either gives a plan or says what the next one is.
///
/// At most `workLimit` states are made, about 150 bytes each, and never more
/// than 2^22; an interrupt or time limit of the problem's search options ends
/// it as well. It gives up on more than 127 tasks that it has to follow (none
/// with `keepOrder`) or 128 values that may be dropped and made again, and on
/// variants of accumulating writers that leave out what accumulates.
///
/// Times are compared in units of 2^-40 of their sum: plans that differ by less
/// are equal to it. The problem must have passed its `check`.
ExactAnswer searchExactly(const Problem &problem, uint64_t workLimit,
                          bool keepOrder = false);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_EXACTSEARCH_H
