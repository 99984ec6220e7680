//===- Bounds.h - Lower bounds on the peak and time of plans ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_BOUNDS_H
#define REMAT_PLANNER_BOUNDS_H

#include "remat/Planner/Problem.h"

#include <string>

namespace mlir::remat::planner {

/// A proven lower bound on the peak of every valid plan.
struct PeakBound {
  /// Resident bytes included.
  int64_t bytes = 0;
  /// The bound binds at a run of this task. None if it binds at the end of the
  /// step or if there are only resident bytes.
  std::optional<TaskId> task;
  /// The root values that must be alive then, largest first. Where one of
  /// several tasks must run then, those of the one that needs least.
  std::vector<ValueId> live;

  /// What the task needs beside all of them while it runs, in bytes.
  int64_t getWorkspace(const Graph &graph) const;
};

/// What must be alive together at some step of any plan, resident bytes and
/// workspace included: the inputs and outputs of a task with what is made once
/// and has to be kept across it; the inputs of a task at the moment when the
/// last of them is made; all results at the end. Bounds.cpp has the proofs.
/// O(V + E) set operations on bit vectors of the values that are made once.
PeakBound lowerBoundPeak(const Graph &graph);

/// A proven lower bound on the time of every valid plan within a budget.
struct TimeBound {
  /// In the unit of the graph's times; infinite if it was seen that no plan is
  /// within the budget.
  double time = 0;
  /// In words, for people: what has to be recomputed, and why.
  std::string reason;
};

/// What no valid plan within the budget of `problem` can go below: every task
/// once (in its fastest variant), and on top of that the least recomputation
/// that makes room at some moment that every plan has: the first run of a task.
/// What is alive or needed then and does not fit within the budget must be made
/// again. The best relaxation with a price on bytes, by smallest cuts, and
/// where it is little work the best whole set. Without a budget: every task
/// once. docs/internals/bounds.md has the proof. Times that are not multiples
/// of a common unit are rounded down, by 1e-8 of what is made again at most and
/// 1e-12 of the whole.
///
/// O(V + E) for each moment that is looked at and some smallest cuts for those
/// that promise most: all moments of small graphs, some of large ones, for
/// about a tenth of a second of work beside lowerBoundPeak and O((V + E) log
/// V).
TimeBound lowerBoundTime(const Problem &problem);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
