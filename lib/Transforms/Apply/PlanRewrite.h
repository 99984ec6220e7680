//===- PlanRewrite.h - A plan, and where it is written ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_PLANREWRITE_H
#define REMAT_LIB_TRANSFORMS_APPLY_PLANREWRITE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Plan.h"
#include "remat/Transforms/ApplyOptions.h"

namespace mlir::remat {

/// The plan for a function's block, and where its steps are written: behind
/// the ops that stand there, before the terminator. All parts of the rewrite
/// write by the one builder.
struct PlanRewrite {
  PlanRewrite(func::FuncOp function, const FunctionGraph &functionGraph,
              const planner::Plan &plan, const ApplyOptions &options)
      : block(function.getBody().front()), functionGraph(functionGraph),
        plan(plan), options(options), builder(block.getTerminator()) {}

  const planner::Task &getTask(size_t step) const {
    return functionGraph.graph.tasks[plan.steps[step].task];
  }
  /// The ops of the step's task in the block as it was planned.
  const TaskOps &getOps(size_t step) const {
    return functionGraph.tasks[plan.steps[step].task];
  }

  Block &block;
  const FunctionGraph &functionGraph;
  const planner::Plan &plan;
  const ApplyOptions &options;
  OpBuilder builder;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_PLANREWRITE_H
