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
  /// What a group of steps that run again waits for goes through the group's
  /// barrier, and later readers read it there, instead of being named by
  /// `after`: for compilers that drop what nobody reads of a barrier.
  bool passesTies = false;
  /// Before these steps all that is alive passes one barrier, so that a
  /// compiler that schedules by itself moves nothing across.
  llvm::DenseSet<size_t> cuts;
};

/// Rewrites the function that `functionGraph` was built from so that it runs
/// the steps of `plan`, which must be valid for the graph (`planner::verify`).
/// Each step becomes a copy of its task's op with the destinations and views
/// that it reads, in the order of the steps; a task that runs again reads its
/// operands through a `remat.barrier`, one for each group of such steps, tied
/// to what the group's reader waits for. Fused ops are copied for the first
/// reader of each instance of what they read. `functionGraph` is of no use
/// afterwards.
///
/// Returns, where the target of `functionGraph` fuses, what its choices are for
/// the result. Cannot fail. O(steps · (operands + fused ops read) +
/// cuts · steps).
FusionChoices applyPlan(func::FuncOp function,
                        const FunctionGraph &functionGraph,
                        const planner::Plan &plan,
                        const ApplyOptions &options = {});

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_APPLYPLAN_H
