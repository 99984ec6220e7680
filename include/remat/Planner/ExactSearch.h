//===- ExactSearch.h - The best of all valid plans --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
    /// No valid plan within the budget, or none at all because of pins.
    Infeasible,
    /// Reached a limit, was stopped, or cannot treat the graph; see `reason`.
    /// `steps` may still hold a valid plan.
    GaveUp
  };
  Outcome outcome = Outcome::GaveUp;
  std::vector<Step> steps;
  /// The simulated peak and time of `steps`.
  int64_t peak = 0;
  double time = 0;
  /// No valid plan has a smaller peak; proven for every outcome. 0 for a budget
  /// that can be met.
  int64_t peakBound = 0;
  /// With a budget: no valid plan within it is faster (infinite if there is
  /// none). Without: the same at the peak `peak` if Optimal, else 0.
  double timeBound = 0;
  /// States made.
  uint64_t work = 0;
  std::string reason;
};

/// Searches all valid plans in the sense of `verify`, all orders and
/// recomputations, for the fastest within the budget or, without one, the
/// fastest of the smallest peak. Ties go to fewer steps, then to a fixed order
/// that follows base positions.
///
/// A* over states: the tasks done, of those that run once, and the other values
/// in memory. Drops values only where a task does not fit otherwise, by minimal
/// sets. The heuristic, the time of all tasks still to run, is consistent.
/// Bisection finds the smallest peak: each search finds a plan or the next
/// larger budget to try.
///
/// Ends after `workLimit` states of about 150 bytes, 2^22 at most, or by the
/// problem's interrupt or time limit. Gives up on graphs with more than 127
/// tasks to follow or 128 values that may be dropped and made again, and on
/// variants without an accumulating output. Compares times in units of 2^-40 of
/// their sum. The problem must have passed `check`.
ExactAnswer searchExactly(const Problem &problem, uint64_t workLimit);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_EXACTSEARCH_H
