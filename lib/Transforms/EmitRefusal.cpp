//===- EmitRefusal.cpp - The error of a budget that cannot be met ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNotes.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;

InFlightDiagnostic mlir::remat::emitRefusal(func::FuncOp function,
                                            const FunctionGraph &functionGraph,
                                            const planner::CrowdedPlace &place,
                                            const llvm::Twine &headline,
                                            ArrayRef<std::string> advice) {
  // By its location alone: an op's own diagnostic can print the whole op.
  InFlightDiagnostic diag = emitError(getLineOnly(function.getLoc()))
                            << headline;
  noteCrowdedPlace(diag, function, functionGraph, place);
  noteAdvice(diag, advice);
  return diag;
}

void mlir::remat::emitRefusal(const PreparedStep &step,
                              const RematerializeOptions &options,
                              const FunctionOutcome &outcome) {
  assert(outcome.isRefusal() && "there is a plan");
  func::FuncOp function = step.function;
  const FunctionGraph &functionGraph = step.functionGraph;
  emitRefusal(function, functionGraph,
              planner::findCrowdedPlace(functionGraph.graph, outcome),
              planner::describeRefusal(outcome,
                                       "'" + function.getName().str() + "'",
                                       options.strategy),
              describeAdvice(functionGraph, outcome.advice,
                             options.spelling.value_or(OptionSpelling())));
}
