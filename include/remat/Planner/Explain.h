//===- Explain.h - Why a plan keeps or remakes a value ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_EXPLAIN_H
#define REMAT_PLANNER_EXPLAIN_H

#include "remat/Planner/Simulator.h"

namespace mlir::remat::planner {

/// An alternative plan.
struct WhatIf : ScheduleFigures {
  std::vector<Step> steps;
};

/// Drops the value and makes it again before a step that reads it.
struct DropWhatIf : WhatIf {
  /// The step of the present plan before which it is made again.
  int32_t beforeStep = 0;
  /// The added steps, at most 32: one, and those for its missing operands.
  int32_t runs = 0;
  /// Storages that live longer for it than in the present plan, by id.
  std::vector<ValueId> heldOperands;
};

/// The life of a value, in steps of one schedule.
struct ValueLife {
  int32_t made = 0;
  /// The last step that reads it; the one that makes it if none does.
  int32_t lastRead = 0;
  /// After the step that makes it.
  bool isRead = false;
};

struct Explanation {
  /// The value that owns the storage.
  ValueId value = 0;
  /// The task that makes it; the first one of several.
  TaskId task = 0;
  int64_t bytes = 0;
  /// In the base order.
  ValueLife before;
  /// There, a forward task makes it and a backward task reads it.
  bool crossesBoundary = false;
  bool isAtPeakBefore = false;

  /// The plan's storages of it, by time; several if it is made again.
  std::vector<Copy> copies;
  /// The steps that read each of `copies`, ascending.
  std::vector<std::vector<int32_t>> readers;
  /// The steps of the plan that run `task`, ascending.
  std::vector<int32_t> runs;
  /// Alive at the peak of the plan.
  int64_t bytesAtPeak = 0;
  /// The plan's peak if it took no bytes: a bound on every treatment.
  int64_t peakWithout = 0;

  /// The plan without its recomputations and those that only serve them. None
  /// if it is made once, or without such a plan.
  std::optional<WhatIf> keep;
  /// Of the plans that drop it once more, the one of smallest peak, then least
  /// time. None without a distant reader, or if its task may not run again or
  /// is pinned `save`.
  std::optional<DropWhatIf> drop;
};

/// Explains the plan's treatment of the storage of `value`, and the effect of
/// others, each simulated: at most a few dozen plans. Errors: those of
/// `simulate`; a value without a writer.
llvm::Expected<Explanation> explain(const Graph &graph, const Plan &plan,
                                    ValueId value);

/// `steps` without repeated runs that nothing reads. O(steps + reads).
std::vector<Step> withoutUselessRuns(const Graph &graph,
                                     llvm::ArrayRef<Step> steps);

/// Whether a task runs more than once; times, being rounded, cannot tell.
/// O(steps).
bool runsTasksAgain(const Plan &plan);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_EXPLAIN_H
