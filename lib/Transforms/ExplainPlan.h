//===- ExplainPlan.h - Why the plan does what with a value ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_EXPLAINPLAN_H
#define REMAT_LIB_TRANSFORMS_EXPLAINPLAN_H

#include "NamedOps.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Ask.h"
#include "remat/Report/SearchMonitor.h"

#include <string>

namespace mlir::remat {

/// What is asked, and about which plan.
struct ExplainRequest {
  /// A place, a name in a location, the name of an op.
  std::string what;
  /// What that means, as `findMarkedOps` finds it.
  llvm::ArrayRef<NamedOp> named;
  /// What the plan answers; its time limit is for explaining.
  planner::Ask ask;
  const planner::Plan &plan;
  int64_t budget = 0;
  /// May be null.
  SearchMonitor *monitor = nullptr;
};

/// Emits a remark at each op that is asked about, with what the plan does with
/// its values, and one with what a byte more or less of budget would change. Of
/// many values, the largest are explained and the others counted. The ops of
/// the graph must still be there. An interrupt skips what is left, with a
/// warning.
void explainPlan(func::FuncOp function, const FunctionGraph &functionGraph,
                 const ExplainRequest &request);

/// Why `task` may not run again, and who says so; empty if it may.
std::string getObstacle(const FunctionGraph &functionGraph,
                        planner::TaskId task);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_EXPLAINPLAN_H
