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
  /// The root values that must be alive then, largest first. If one of several
  /// tasks must run then, those of the task that needs least.
  std::vector<ValueId> live;

  /// The workspace of the task, in bytes.
  int64_t getWorkspace(const Graph &graph) const;
};

/// The largest sum of bytes that must be alive together at some step of every
/// plan, resident bytes and workspace included. Such sums are: the inputs and
/// outputs of a task, with the values made once that must be kept across it;
/// the inputs of a task when the last of them is made; all results at the end.
/// Bounds.cpp has the proofs. O(V + E) set operations on bit vectors of the
/// values that are made once.
PeakBound lowerBoundPeak(const Graph &graph);

/// A proven lower bound on the time of every valid plan within a budget.
struct TimeBound {
  /// In the unit of the graph's times; infinite if no plan is within the budget
  /// and the search noticed.
  double time = 0;
  /// The reason in words: the recomputation that is needed, and why.
  std::string reason;
};

/// A lower bound on the time of every valid plan within the budget of
/// `problem`: every task once (in its fastest variant), plus the least
/// recomputation that makes room at a moment of every plan, the first run of a
/// task. Values that are alive or needed then, and do not fit within the
/// budget, must be made again. Smallest cuts find the best relaxation with a
/// price on bytes and, if that is little work, the best whole set. Without a
/// budget: every task once. docs/internals/bounds.md has the proof. Times that
/// are not multiples of a common unit are rounded down, by at most 1e-8 of the
/// recomputed time and 1e-12 of the whole.
///
/// O(V + E) for each moment examined, and some smallest cuts for the most
/// promising ones: all moments of small graphs, some of large ones, for about a
/// tenth of a second of work beside lowerBoundPeak and O((V + E) log V).
TimeBound lowerBoundTime(const Problem &problem);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
