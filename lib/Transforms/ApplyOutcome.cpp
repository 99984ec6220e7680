//===- ApplyOutcome.cpp - From a plan to IR -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/PlanApplier.h"
#include "Loops/TieLoopInits.h"
#include "PassSetup.h"
#include "SettleLoops.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-rematerialize"

using namespace mlir;
using namespace mlir::remat;

/// Checks that the rewritten function needs the planned bytes.
static LogicalResult checkResult(func::FuncOp function,
                                 const GraphBuilderOptions &options,
                                 const FunctionOutcome &outcome,
                                 int64_t placedOnHost) {
  FailureOr<MemoryProfile> after = computeMemoryProfile(function, options);
  if (failed(after))
    return failure();
  const int64_t peak = after->simulation.peak;
  const int64_t onHost = saturatingAdd(outcome.plan.hostPeak, placedOnHost);
  if (after->hostPeak != onHost)
    return function.emitOpError()
           << "needs " << after->hostPeak
           << " bytes of the host after the rewrite, but " << onHost
           << " bytes were planned; this is a defect of the rewrite, please "
              "report it";
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "' needs " << peak
                          << " bytes after the rewrite\n");
  // What a loop starts from may have no other reader left.
  const bool mayNeedLess = hasLoops(function);
  if (peak <= outcome.budget &&
      (peak == outcome.plan.peak || (mayNeedLess && peak < outcome.plan.peak)))
    return success();
  return function.emitOpError()
         << "needs " << peak << " bytes after the rewrite, but "
         << outcome.plan.peak << " bytes were planned for a budget of "
         << outcome.budget
         << " bytes; this is a defect of the rewrite, please report it";
}

/// Says what the function was planned for. `placedOnHost` bytes lie on the host
/// by StableHLO's own placements.
static void setPlanAttributes(func::FuncOp function,
                              const RematerializeOptions &options,
                              const FunctionOutcome &outcome,
                              int64_t placedOnHost) {
  const int64_t chosenOnHost =
      outcome.stacks ? outcome.stacks->hostBytes : int64_t(0);
  // Of an earlier plan.
  function->removeAttr(kArenaPlanAttrName);
  Builder builder(function);
  function->setAttr(kBudgetAttrName, builder.getI64IntegerAttr(outcome.budget));
  function->removeAttr(kHostBudgetAttrName);
  if (outcome.host.isAvailable())
    function->setAttr(kHostBudgetAttrName,
                      builder.getI64IntegerAttr(saturatingAdd(
                          outcome.host.budget, placedOnHost - chosenOnHost)));
  function->removeAttr(kLinkBandwidthAttrName);
  const Device &device = *options.graph.costModel.device;
  if (!outcome.plan.parkings.empty() && device.hasRealTimes())
    function->setAttr(kLinkBandwidthAttrName,
                      builder.getF64FloatAttr(outcome.host.link.bandwidth *
                                              device.unitsPerSecond));
  setTargetOf(function, *options.graph.target);
}

LogicalResult mlir::remat::applyOutcome(const PreparedStep &step,
                                        const RematerializeOptions &options,
                                        const FunctionOutcome &outcome) {
  func::FuncOp function = step.function;
  if (!outcome.hasPlan())
    return function.emitOpError("is given an outcome without a plan to apply; "
                                "look at its status first");
  const bool isMoved = options.graph.target->movesOps();
  // Bytes on the host: chosen stacks, and the function's own placements.
  const int64_t placedOnHost =
      getPlacedHostBytes(function, *options.graph.target);
  if (outcome.keepsOrder) {
    if (outcome.stacks && outcome.stacks->hostBytes > 0) {
      setPlanAttributes(function, options, outcome, placedOnHost);
      if (failed(checkResult(function, options.graph, outcome, placedOnHost)))
        return failure();
    }
    // Other stacks have other zeros.
    if (isMoved && !outcome.isUnchanged)
      tieLoopInits(function);
    return success();
  }
  PlanApplier applier(function, step.functionGraph, outcome.plan,
                      outcome.rewrite);
  FusionChoices choices = applier.apply();
  applier.keepPhasesOfLoops(options.graph.lossResult);
  if (!isMoved)
    holdLoopInvariants(function);
  setPlanAttributes(function, options, outcome, placedOnHost);
  GraphBuilderOptions graph = options.graph;
  graph.fusionChoices = &choices;
  if (failed(checkResult(function, graph, outcome, placedOnHost)))
    return failure();
  // Last: the ops of the ties are in no choice that was made for the plan.
  if (isMoved)
    tieLoopInits(function);
  return success();
}
