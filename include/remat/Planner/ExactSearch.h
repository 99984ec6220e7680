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

/// What is known of a small step.
struct ExactAnswer {
  enum class Outcome {
    /// `steps` is the best valid plan there is.
    Optimal,
    /// No valid plan is within the budget. Without a budget: there is no valid
    /// plan at all, because of pins.
    Infeasible,
    /// The search reached a limit, was stopped, or does not support the graph;
    /// `reason` says which. `steps` may still hold a valid plan.
    GaveUp
  };
  Outcome outcome = Outcome::GaveUp;
  std::vector<Step> steps;
  /// The simulated peak and time of `steps`.
  int64_t peak = 0;
  double time = 0;
  /// Proven for every outcome: no valid plan has a smaller peak. 0 for a budget
  /// that can be met.
  int64_t peakBound = 0;
  /// With a budget, for every outcome: no valid plan within it takes less time
  /// (infinite if there is none). Without one: the same for plans with the peak
  /// `peak` if the outcome is Optimal; otherwise 0.
  double timeBound = 0;
  /// States made.
  uint64_t work = 0;
  /// Why it gave up.
  std::string reason;
};

/// Searches all valid plans in the sense of `verify`: every order, every
/// recomputation. With a budget it looks for the fastest plan within it,
/// without one for the fastest plan of the smallest peak. Ties go to fewer
/// steps, then to a fixed order that follows base positions.
///
/// A* over states: which tasks have run, of those that run once, and the other
/// values in memory. It drops values only where a task does not fit otherwise,
/// by minimal sets. The heuristic, the time of all tasks that must still run,
/// is consistent. Bisection finds the smallest peak: each search for a budget
/// finds a plan or tells the next larger budget to try.
///
/// It ends after `workLimit` states of about 150 bytes each, 2^22 at most, or
/// an interrupt or time limit of the problem's search options. It gives up on
/// graphs with more than 127 tasks to follow or 128 values that may be dropped
/// and made again, and on variants that leave out accumulating outputs.
///
/// Times are compared in units of 2^-40 of their sum; plans that differ by less
/// count as equal. The problem must have passed its `check`.
ExactAnswer searchExactly(const Problem &problem, uint64_t workLimit);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_EXACTSEARCH_H
