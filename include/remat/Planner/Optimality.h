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

/// The proven quality of a plan for a problem.
struct Optimality {
  /// A lower bound on the time of every plan within the budget; for a plan with
  /// the smallest peak, within that peak.
  TimeBound bound;
  /// The time of the plan above the bound, in percent of the time of the
  /// forward tasks (none if they take no time) and of all tasks.
  std::optional<double> gapForwardPercent;
  double gapStepPercent = 0;
  /// As `Plan::provedOptimal`, by the search or because a bound is met.
  bool proved = false;
  /// In words: "proved optimal", or the distance from the bound.
  std::string summary;
};

/// Assesses the answer `plan` to `problem` by the proofs of its search and by
/// bounds. Without a budget, it is one with the smallest peak. O(bounds).
Optimality assess(const Problem &problem, const Plan &plan);

/// Assesses a plan that takes `time` by `bound` alone. `forward` and `step` are
/// the times of the forward tasks and of all tasks, each run once. O(1).
Optimality compareWithBound(TimeBound bound, double time, double forward,
                            double step);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_OPTIMALITY_H
