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

/// Rewrites the function that `functionGraph` was built from so that it runs
/// the steps of `plan`, which must be valid for the graph (`planner::verify`).
/// Each step becomes a copy of its task's op with the destinations and views
/// that it reads, in the order of the steps; a task that runs again reads its
/// operands through a `remat.barrier`, one for each group of such steps, tied
/// by `after` to what the group's reader waits for. `functionGraph` is of no
/// use afterwards. Cannot fail. O(steps · operands).
void applyPlan(func::FuncOp function, const FunctionGraph &functionGraph,
               const planner::Plan &plan);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_APPLYPLAN_H
