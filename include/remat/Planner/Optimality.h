//===- Optimality.h - How far a plan can be from the best -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_OPTIMALITY_H
#define REMAT_PLANNER_OPTIMALITY_H

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// What is proved of a plan that was made for a problem.
struct Optimality {
  /// What no plan within the budget can go below. Of a plan with the smallest
  /// peak: no plan within that peak.
  TimeBound bound;
  /// The time of the plan above the bound, in percent of the time of the
  /// forward tasks (none if they take no time) and of all tasks.
  std::optional<double> gapForwardPercent;
  double gapStepPercent = 0;
  /// As `Plan::provedOptimal`, by the search or by a bound that is met.
  bool proved = false;
  /// In words: "proved optimal", or how far from that.
  std::string summary;
};

/// What is proved of `plan`, which `solve` made for `problem`: never more than
/// the search or a bound proves. Without a budget in the problem, the plan is
/// one with the smallest peak. O(bounds of Bounds.h).
Optimality assess(const Problem &problem, const Plan &plan);

/// What is known of a plan that takes `time`, of which only `bound` is proved:
/// no plan is faster. `forward` and `step` are the times of the forward tasks
/// and of all tasks, each run once. O(1).
Optimality compareWithBound(TimeBound bound, double time, double forward,
                            double step);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_OPTIMALITY_H
