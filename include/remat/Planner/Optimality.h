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

struct Optimality {
  /// Of plans within the budget, or within the smallest peak.
  TimeBound bound;
  /// Time above the bound, in percent of all forward tasks (none if they take
  /// no time) and of all tasks.
  std::optional<double> gapForwardPercent;
  double gapStepPercent = 0;
  /// As `Plan::provedOptimal`, by the search or a bound.
  bool proved = false;
  /// The bound and the proof are of plans that keep loops, branches and calls
  /// whole; the step run otherwise may take less.
  bool isOfWholeTasks = false;
  /// "proved optimal", or the distance from the bound; if `isOfWholeTasks`,
  /// among which plans.
  std::string summary;
};

/// Assesses `plan`, made for `problem`, by the proofs of its search and of
/// Bounds.h. Without a budget, the plan has the smallest peak.
Optimality assess(const Problem &problem, const Plan &plan);

/// Assesses the time of a plan of `graph` by `bound` alone. O(tasks).
Optimality compareWithBound(const Graph &graph, TimeBound bound, double time);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_OPTIMALITY_H
