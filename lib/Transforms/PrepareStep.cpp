//===- PrepareStep.cpp - A function as it is planned ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrepareStep.h"
#include "PrepareForXla.h"
#include "remat/Transforms/IsolateDestinations.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<PreparedStep>
mlir::remat::prepareStep(func::FuncOp function,
                         const GraphBuilderOptions &options,
                         llvm::function_ref<bool(int64_t)> fits) {
  if (options.target->needsIsolatedDestinations() &&
      failed(isolateDestinations(function)))
    return failure();
  if (options.target->fuses())
    forwardLoopInvariants(function);
  FailureOr<MemoryProfile> profile = computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  PreparedStep step;
  if (options.target->fuses()) {
    step.peakAsItStands = profile->simulation.peak;
    if (!fits(step.peakAsItStands)) {
      isolateScatterInits(function);
      GraphBuilderOptions graphOptions = options;
      graphOptions.sharesResults = false;
      profile = computeMemoryProfile(function, graphOptions);
      if (failed(profile))
        return failure();
    }
  }
  step.functionGraph = std::move(profile->functionGraph);
  step.before = std::move(profile->simulation);
  return step;
}
