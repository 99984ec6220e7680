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

/// Proven for every valid plan.
struct PeakBound {
  /// Resident bytes included.
  int64_t bytes = 0;
  /// Binds at a run of this task; none: at the end of the step, or with
  /// resident bytes alone.
  std::optional<TaskId> task;
  /// Root values that must be alive then, largest first; of several tasks that
  /// may run then, those of the one that needs least.
  std::vector<ValueId> live;
  /// Bytes of `live` that the host may hold.
  int64_t onHost = 0;

  /// Bytes of the task beside them.
  int64_t getWorkspace(const Graph &graph) const;
};

/// The largest set of storages alive together in any plan: inputs and outputs
/// of a task with the values kept across it, a task's inputs when the last of
/// them is made, or all results at the end. Proofs: Bounds.cpp. O(V + E)
/// operations on bit vectors of the values made once.
///
/// With a host budget, for any link: the larger of that bound less `hostBytes`,
/// and what one task, or all results, need at once.
PeakBound lowerBoundPeak(const Graph &graph, int64_t hostBytes = 0);

/// Whether plans keep a loop, a branch or a call whole: bounds and proofs hold
/// for such plans, not for all that the program could be turned into. O(tasks).
bool hasWholeTasks(const Graph &graph);

/// Proven for the step however its whole tasks run inside, and if they dissolve
/// into the ops around them: `lowerBoundPeak`, in which they need nothing but
/// one output at a time. Same complexity.
PeakBound lowerBoundPeakOfRuns(const Graph &graph, int64_t hostBytes = 0);

/// Proven for every valid plan within a budget.
struct TimeBound {
  /// In the unit of the graph's times; infinite if no plan can be within the
  /// budget.
  double time = 0;
  /// For people: the recomputation needed, and why.
  std::string reason;
};

/// Every task once, in its fastest variant, and the least recomputation that
/// makes room at the first run of some task: needed values that do not fit
/// beside it must be made again. Smallest cuts with a price on bytes bound that
/// and, where it is little work, the best whole set. Or the runs that reversing
/// a chain takes, if these take longer. Without a budget: every task once.
/// The host's budget counts as the device's, without waits.
/// Proof: docs/internals/bounds.md. Times without a common unit
/// round down, by at most 1e-8 of the recomputation and 1e-12 of the whole. O(V
/// + E) for each first run examined (all in small graphs) and cuts for the most
/// promising: about 0.1 s beside lowerBoundPeak and O((V + E) log V).
TimeBound lowerBoundTime(const Problem &problem);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
