//===- MemoryProfile.cpp - What a function needs as it stands -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/MemoryProfile.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<MemoryProfile>
mlir::remat::computeMemoryProfile(func::FuncOp function,
                                  const GraphBuilderOptions &options) {
  FailureOr<FunctionGraph> functionGraph =
      buildFunctionGraph(function, options);
  if (failed(functionGraph))
    return failure();
  llvm::Expected<planner::Simulation> simulation = planner::simulate(
      functionGraph->graph, planner::baseSteps(functionGraph->graph));
  if (!simulation)
    return function.emitOpError() << llvm::toString(simulation.takeError());
  return MemoryProfile{std::move(*functionGraph), std::move(*simulation)};
}
