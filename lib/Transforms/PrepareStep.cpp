//===- PrepareStep.cpp - A function as it is planned ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedOps.h"
#include "PassSetup.h"
#include "ShortenHostCopies.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Bufferize/IsolateDestinations.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-prepare"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// Reads values that a `stablehlo.while` hands on unchanged before the loop,
/// not behind it. XLA does too, so they have no storage of their own. O(ops).
static void forwardLoopInvariants(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (hlo::getOpKind(op) != OpKind::Loop || op->getNumRegions() != 2 ||
        !op->getRegion(1).hasOneBlock() ||
        op->getNumOperands() != op->getNumResults())
      return;
    Block &body = op->getRegion(1).front();
    if (body.getNumArguments() != op->getNumResults() ||
        body.back().getNumOperands() != op->getNumResults())
      return;
    for (auto [result, init, argument, handedOn] :
         llvm::zip_equal(op->getResults(), op->getOperands(),
                         body.getArguments(), body.back().getOperands()))
      if (handedOn == argument && result.getType() == init.getType())
        result.replaceAllUsesWith(init);
  });
}

/// Delays `init` until `updates` exist, by a barrier. Returns both behind it.
static std::pair<Value, Value> tie(OpBuilder &builder, Location loc, Value init,
                                   Value updates) {
  auto barrier = BarrierOp::create(builder, loc, ValueRange{init, updates});
  return {barrier.getResult(0), barrier.getResult(1)};
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && hlo::isConstant(op);
}

static void isolateSelectAndScatter(Operation *op) {
  if (op->getNumOperands() != 3 || !isConstant(op->getOperand(2)))
    return;
  OpBuilder builder(op);
  auto [init, source] =
      tie(builder, op->getLoc(), op->getOperand(2), op->getOperand(1));
  op->setOperand(1, source);
  op->setOperand(2, init);
}

/// One operand, indices and updates: a gather's gradient.
static void isolateScatter(Operation *op) {
  if (op->getNumOperands() != 3)
    return;
  Operation *zeros = op->getOperand(0).getDefiningOp();
  if (!zeros || hlo::getOpKind(zeros) != OpKind::Broadcast ||
      zeros->getNumOperands() != 1 || !isConstant(zeros->getOperand(0)))
    return;
  OpBuilder builder(op);
  auto [init, updates] =
      tie(builder, op->getLoc(), zeros->getOperand(0), op->getOperand(2));
  Operation *ownZeros = builder.clone(*zeros);
  ownZeros->setOperand(0, init);
  op->setOperand(0, ownZeros->getResult(0));
  op->setOperand(2, updates);
}

/// Ties the zeros that a `stablehlo.scatter` or a
/// `stablehlo.select_and_scatter` writes into to its updates by one barrier.
/// Otherwise XLA merges them with equal zeros (a rectifier's comparison, in the
/// gradient of max pooling), makes them at the start, and stores them from
/// forward to backward. Free, and changes no result. O(ops).
static void isolateScatterInits(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
    const OpKind kind = hlo::getOpKind(&op);
    if (kind == OpKind::SelectAndScatter)
      isolateSelectAndScatter(&op);
    else if (kind == OpKind::Scatter)
      isolateScatter(&op);
  }
}

/// Profiles the function as a compiler that moves ops itself takes it: ready
/// for a plan, unless it fits as it stands.
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
  shortenHostCopies(function);
  GraphBuilderOptions graphOptions = options;
  graphOptions.sharesResults = false;
  // The plan ties them to where they stand.
  graphOptions.hoistsHostCopies = false;
  // Cuts keep the copies from readers behind them.
  graphOptions.keepsGathered = false;
  return computeMemoryProfile(function, graphOptions);
}

FailureOr<PreparedStep>
mlir::remat::prepareStep(func::FuncOp function,
                         const GraphBuilderOptions &options,
                         std::optional<int64_t> enough, StringRef explain) {
  if (parksValues(function))
    return function.emitOpError(
        "already parks values on the host; plan the original step instead");
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
