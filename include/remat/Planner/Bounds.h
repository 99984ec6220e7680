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

  /// Bytes that the task needs beside them while it runs.
  int64_t getWorkspace(const Graph &graph) const;
};

/// The largest set that must be alive together at some step of any plan, with
/// resident bytes and workspace: the inputs and outputs of a task and the
/// values that are made once before it and needed after it; the inputs of a
/// task when the last of them is made; all results at the end. Bounds.cpp has
/// the proofs. O(V + E) set operations on bit vectors of the values that are
/// made once.
PeakBound lowerBoundPeak(const Graph &graph);

/// A proven lower bound on the time of every valid plan within a budget.
struct TimeBound {
  /// In the unit of the graph's times; infinite if it is proven that no
  /// plan is within the budget.
  double time = 0;
  /// For people: what has to be recomputed, and why.
  std::string reason;
};

/// A lower bound for every valid plan within the budget of `problem`: the time
/// of all tasks once, in their fastest variants, and the least recomputation
/// that makes room at the first run of some task, which every plan has. Values
/// that are needed then or later and do not fit within the budget must be made
/// again. The recomputation is bounded by a relaxation with a price on bytes,
/// which smallest cuts solve, and by the best whole set if that takes little
/// work. Without a budget the bound is the time of all tasks once.
/// docs/strategies.md has the proof. Times that are not multiples of a common
/// unit are rounded down, by up to 1e-8 of the recomputation and 1e-12 of the
/// whole.
///
/// O(V + E) for each first run examined, and some smallest cuts for the most
/// promising ones: all first runs of small graphs, some of large ones, for
/// about a tenth of a second of work beside lowerBoundPeak and O((V + E) log
/// V).
TimeBound lowerBoundTime(const Problem &problem);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
