//===- MemoryProfile.cpp - What a function needs as it stands -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/MemoryProfile.h"
#include "remat/Analysis/Parkings.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<MemoryProfile>
mlir::remat::computeMemoryProfile(func::FuncOp function,
                                  const GraphBuilderOptions &options) {
  FailureOr<FunctionGraph> functionGraph =
      buildFunctionGraph(function, options);
  if (failed(functionGraph))
    return failure();
  FailureOr<std::vector<planner::Parking>> parkings =
      options.target->parksOnHost() ? findParkings(function, *functionGraph)
                                    : FailureOr<std::vector<planner::Parking>>(
                                          std::vector<planner::Parking>());
  if (failed(parkings))
    return failure();
  llvm::Expected<planner::ParkedSimulation> simulation = planner::simulate(
      functionGraph->graph, planner::baseSteps(functionGraph->graph), *parkings,
      planner::HostLink::getInstant());
  if (!simulation)
    return function.emitOpError() << llvm::toString(simulation.takeError());
  const int64_t hostPeak = saturatingAdd(
      simulation->hostPeak, getPlacedHostBytes(function, *options.target));
  planner::Simulation onDevice = std::move(*simulation);
  if (!parkings->empty())
    onDevice.time = functionGraph->graph.baseTime();
  return MemoryProfile{std::move(*functionGraph), std::move(onDevice),
                       std::move(*parkings), hostPeak};
}
