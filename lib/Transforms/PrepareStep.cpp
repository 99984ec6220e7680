//===- PrepareStep.cpp - A function as it is planned ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IsolateDestinations.h"
#include "NamedOps.h"
#include "PrepareForXla.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-prepare"

using namespace mlir;
using namespace mlir::remat;

/// The function as a compiler that moves ops by itself will take it: ready for
/// a plan, unless it fits as it stands.
static FailureOr<MemoryProfile> profileMoved(func::FuncOp function,
                                             const GraphBuilderOptions &options,
                                             std::optional<int64_t> enough,
                                             int64_t &peakAsItStands) {
  forwardLoopInvariants(function);
  FailureOr<MemoryProfile> profile = computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  peakAsItStands = profile->simulation.peak;
  if (enough && peakAsItStands <= *enough)
    return profile;
  isolateScatterInits(function);
  GraphBuilderOptions graphOptions = options;
  graphOptions.sharesResults = false;
  return computeMemoryProfile(function, graphOptions);
}

FailureOr<PreparedStep>
mlir::remat::prepareStep(func::FuncOp function,
                         const GraphBuilderOptions &options,
                         std::optional<int64_t> enough, StringRef explain) {
  markNamedOps(function, explain);
  llvm::scope_exit unmark([&] { unmarkNamedOps(function); });
  PreparedStep step;
  step.function = function;
  if (options.target->needsIsolatedDestinations() &&
      failed(isolateDestinations(function)))
    return failure();
  const bool isMoved = options.target->movesOps();
  FailureOr<MemoryProfile> profile =
      isMoved ? profileMoved(function, options, enough, step.peakAsItStands)
              : computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  if (!isMoved)
    step.peakAsItStands = profile->simulation.peak;
  step.functionGraph = std::move(profile->functionGraph);
  step.before = std::move(profile->simulation);
  step.named = findMarkedOps(function);
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "' for "
                          << options.target->getName() << ": "
                          << step.functionGraph.tasks.size() << " tasks, peak "
                          << step.peakAsItStands << " bytes as it stands, "
                          << step.before.peak << " bytes prepared\n");
  return step;
}
