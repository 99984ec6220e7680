//===- ApplyOutcome.cpp - From a step and its plan to IR ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/MemoryProfile.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-rematerialize"

using namespace mlir;
using namespace mlir::remat;

/// Whether the rewritten function needs what was planned.
static LogicalResult checkResult(func::FuncOp function,
                                 const GraphBuilderOptions &options,
                                 const FunctionOutcome &outcome) {
  FailureOr<MemoryProfile> after = computeMemoryProfile(function, options);
  if (failed(after))
    return failure();
  const int64_t peak = after->simulation.peak;
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "' needs " << peak
                          << " bytes after the rewrite\n");
  if (peak <= outcome.budget && peak == outcome.plan.peak)
    return success();
  return function.emitOpError()
         << "needs " << peak << " bytes after the rewrite, but "
         << outcome.plan.peak << " bytes were planned for a budget of "
         << outcome.budget
         << " bytes; this is a defect of the rewrite, please report it";
}

LogicalResult mlir::remat::applyOutcome(const PreparedStep &step,
                                        const RematerializeOptions &options,
                                        const FunctionOutcome &outcome) {
  func::FuncOp function = step.function;
  if (!outcome.hasPlan())
    return function.emitOpError("is given an outcome without a plan to apply; "
                                "look at its status first");
  if (outcome.isUnchanged)
    return success();
  FusionChoices choices =
      applyPlan(function, step.functionGraph, outcome.plan, outcome.rewrite);
  function->setAttr(kBudgetAttrName,
                    Builder(function).getI64IntegerAttr(outcome.budget));
  setTargetOf(function, *options.graph.target);
  GraphBuilderOptions graph = options.graph;
  graph.fusionChoices = &choices;
  return checkResult(function, graph, outcome);
}
