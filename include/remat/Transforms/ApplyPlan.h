//===- ApplyPlan.h - From a plan to IR --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_APPLYPLAN_H
#define REMAT_TRANSFORMS_APPLYPLAN_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat {

struct ApplyOptions {
  /// Passes the value that a group of steps that run again waits for through
  /// the group's barrier, to later readers, instead of naming it by `after`:
  /// for compilers that drop unread operands of a barrier.
  bool passesTies = false;
  /// Before these steps all that is alive passes one barrier, across which a
  /// compiler that schedules by itself moves nothing.
  llvm::DenseSet<size_t> cuts;
};

/// Rewrites the function of `functionGraph` to run the steps of `plan`, which
/// must be valid for the graph (`planner::verify`). Each step becomes a copy of
/// its task's op with the destinations and views that it reads; tasks that run
/// again read their operands through a `remat.barrier`, one for each group of
/// such steps, tied to what the group's reader waits for. Fused ops are copied
/// for the first reader of each instance of their operands. `functionGraph` is
/// of no use afterwards.
///
/// Returns the fusion choices for the result. Cannot fail.
/// O(steps · (operands + fused ops read) + cuts · steps).
FusionChoices applyPlan(func::FuncOp function,
                        const FunctionGraph &functionGraph,
                        const planner::Plan &plan,
                        const ApplyOptions &options = {});

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_APPLYPLAN_H
