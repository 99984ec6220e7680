//===- SettleLoops.cpp - remat-settle-loops -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATSETTLELOOPS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class SettleLoops
    : public PreparationPass<remat::impl::RematSettleLoopsBase<SettleLoops>> {
public:
  using PreparationPass::PreparationPass;

private:
  LogicalResult run(func::FuncOp function) override;
};
} // namespace

/// Innermost first, as code motion wants them.
static SmallVector<LoopLikeOpInterface> getLoops(func::FuncOp function) {
  SmallVector<LoopLikeOpInterface> loops;
  function.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  return loops;
}

static size_t hoistAll(func::FuncOp function) {
  size_t moved = 0;
  for (LoopLikeOpInterface loop : getLoops(function))
    moved += moveLoopInvariantCode(loop);
  return moved;
}

/// Moves out ops without storage of their own.
static void hoistWithoutStorage(LoopLikeOpInterface loop) {
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        bool storage = !isFolded(op) && llvm::any_of(op->getResultTypes(),
                                                     llvm::IsaPred<TensorType>);
        return !storage && isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

static bool readsOnlyFromOutside(Operation *op, LoopLikeOpInterface loop) {
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  bool outside = llvm::all_of(op->getOperands(), isOutside);
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    outside &= isOutside(captured->get());
  });
  return outside;
}

/// Ties invariant ops of the body to each turn: code motion moves no barrier.
static void holdInvariants(LoopLikeOpInterface loop) {
  for (Region *region : loop.getLoopRegions())
    for (Block &block : *region)
      for (Operation &op : llvm::make_early_inc_range(block)) {
        auto *operand = llvm::find_if(op.getOpOperands(), [](OpOperand &each) {
          return isa<TensorType>(each.get().getType());
        });
        if (operand == op.getOpOperands().end() || &op == &block.back() ||
            isFolded(&op) || !readsOnlyFromOutside(&op, loop) ||
            !isMemoryEffectFree(&op))
          continue;
        OpBuilder builder(&op);
        operand->set(
            BarrierOp::create(builder, op.getLoc(), ValueRange(operand->get()))
                .getResult(0));
      }
}

LogicalResult SettleLoops::run(func::FuncOp function) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, "unit", /*lossResult=*/-1);
  if (failed(options))
    return failure();
  OwningOpRef<func::FuncOp> hoisted = cloneForTrial(function);
  if (hoistAll(*hoisted) == 0)
    return success();
  FailureOr<MemoryProfile> before = getIsolatedProfile(function, *options);
  FailureOr<MemoryProfile> after = getIsolatedProfile(*hoisted, *options);
  if (failed(before) || failed(after))
    return failure();
  if (after->simulation.peak <= before->simulation.peak) {
    function.getBody().takeBody(hoisted->getBody());
    return success();
  }
  for (LoopLikeOpInterface loop : getLoops(function)) {
    hoistWithoutStorage(loop);
    holdInvariants(loop);
  }
  return success();
}
