//===- SettleLoops.cpp - remat-settle-loops -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettleLoops.h"
#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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

/// Whether `region` of `loop` runs for certain. Of bounds below zero it depends
/// on their signs.
static bool hasTurn(LoopLikeOpInterface loop, Region *region) {
  if (auto whileOp = dyn_cast<scf::WhileOp>(*loop))
    return region == &whileOp.getBefore();
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> upper = loop.getLoopUpperBounds();
  return lower && upper &&
         llvm::all_of(llvm::zip_equal(*lower, *upper), [](auto bounds) {
           std::optional<int64_t> from =
               getConstantIntValue(std::get<0>(bounds));
           std::optional<int64_t> to = getConstantIntValue(std::get<1>(bounds));
           return from && to && 0 <= *from && *from < *to;
         });
}

/// Whether `isWanted` holds of `op` or an op inside.
static bool hasOp(Operation *op, function_ref<bool(Operation *)> isWanted) {
  return op
      ->walk([&](Operation *inner) {
        return isWanted(inner) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` or an op inside makes a tensor or a buffer.
static bool needsStorage(Operation *op) {
  return hasOp(op, [](Operation *inner) {
    return !isFolded(inner) &&
           llvm::any_of(inner->getResultTypes(),
                        llvm::IsaPred<TensorType, BaseMemRefType>);
  });
}

/// Whether `op` or an op inside makes a tensor of a buffer, or a buffer of a
/// tensor. To upstream, the latter is pure, but a buffer that is written in a
/// turn is a copy of the turn.
static bool mayShareBuffer(Operation *op) {
  return hasOp(op, [](Operation *inner) {
    return isa<bufferization::ToBufferOp, bufferization::ToTensorOp>(inner);
  });
}

/// Moves out invariant ops, those with a storage of their own only from regions
/// that `mayHoistStorages` names. Returns how many.
static size_t hoist(LoopLikeOpInterface loop,
                    function_ref<bool(Region *)> mayHoistStorages) {
  return moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *region) {
        return (!needsStorage(op) || mayHoistStorages(region)) &&
               !mayShareBuffer(op) && isMemoryEffectFree(op) &&
               isSpeculatable(op);
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

/// Also ops with a storage, where the loop has a turn: in one without, they
/// would need memory that the step as it stands does not.
static size_t hoistAll(func::FuncOp function) {
  size_t moved = 0;
  for (LoopLikeOpInterface loop : getLoops(function))
    moved += hoist(loop, [&](Region *region) { return hasTurn(loop, region); });
  return moved;
}

/// Whether `holds` is true of all values from outside of `op` that it reads.
static bool readsOnly(Operation *op, function_ref<bool(Value)> holds) {
  bool all = llvm::all_of(op->getOperands(), holds);
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    all &= holds(captured->get());
  });
  return all;
}

/// A tensor that `op` reads as an operand or inside, or null.
static OpOperand *findReadTensor(Operation *op) {
  auto isTensor = [](OpOperand &operand) {
    return isa<TensorType>(operand.get().getType());
  };
  OpOperand *found = llvm::find_if(op->getOpOperands(), isTensor);
  if (found != op->getOpOperands().end())
    return found;
  found = nullptr;
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    if (!found && isTensor(*captured))
      found = captured;
  });
  return found;
}

static Value shield(OpBuilder &builder, Value value) {
  return BarrierOp::create(builder, value.getLoc(), ValueRange(value))
      .getResult(0);
}

/// A splat as a fill of a storage behind a barrier.
static void holdSplat(tensor::SplatOp splat) {
  OpBuilder builder(splat);
  Value empty =
      tensor::EmptyOp::create(builder, splat.getLoc(), splat.getType(),
                              /*dynamicSizes=*/{});
  auto fill = linalg::FillOp::create(builder, splat.getLoc(), splat.getInput(),
                                     shield(builder, empty));
  fill->setDiscardableAttrs(splat->getDiscardableAttrDictionary());
  splat.replaceAllUsesWith(fill.getResult(0));
  splat.erase();
}

/// Puts barriers before what is written inside `op`, into storages made there.
static void holdInside(Operation *op) {
  SmallVector<tensor::SplatOp> splats;
  op->walk([&](Operation *inner) {
    if (auto splat = dyn_cast<tensor::SplatOp>(inner);
        splat && splat.getType().hasStaticShape())
      splats.push_back(splat);
    auto empty = dyn_cast<tensor::EmptyOp>(inner);
    if (!empty || inner == op)
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(empty);
    Value shielded = shield(builder, empty);
    empty->getResult(0).replaceAllUsesExcept(shielded,
                                             shielded.getDefiningOp());
  });
  for (tensor::SplatOp splat : splats)
    holdSplat(splat);
}

/// Puts a barrier before what `op` reads, or what it writes. An op without
/// tensors from outside holds what is inside.
static void hold(Operation *op) {
  if (OpOperand *read = findReadTensor(op)) {
    OpBuilder builder(op);
    read->set(shield(builder, read->get()));
    return;
  }
  holdInside(op);
}

/// Ties invariant ops of `region` to each turn: code motion moves no barrier.
/// Ops without a storage may leave; ops that read only these are invariant.
static void holdInvariants(LoopLikeOpInterface loop, Region *region) {
  llvm::DenseSet<Value> leaving;
  auto isInvariant = [&](Value value) {
    return leaving.contains(value) || loop.isDefinedOutsideOfLoop(value);
  };
  for (Block &block : *region)
    for (Operation &op :
         llvm::make_early_inc_range(block.without_terminator())) {
      if (!isMemoryEffectFree(&op) || !readsOnly(&op, isInvariant))
        continue;
      // An empty tensor is a storage where it is written.
      if (needsStorage(&op) && !isa<tensor::EmptyOp>(op))
        hold(&op);
      else
        leaving.insert_range(op.getResults());
    }
}

void mlir::remat::holdLoopInvariants(func::FuncOp function) {
  for (LoopLikeOpInterface loop : getLoops(function))
    for (Region *region : loop.getLoopRegions())
      holdInvariants(loop, region);
}

LogicalResult SettleLoops::run(func::FuncOp function) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, "unit", /*lossResult=*/-1);
  return failed(options) ? failure() : settleLoops(function, *options);
}

LogicalResult mlir::remat::settleLoops(func::FuncOp function,
                                       const GraphBuilderOptions &options) {
  OwningOpRef<func::FuncOp> hoisted = cloneForTrial(function);
  bool isAccepted = true;
  if (hoistAll(*hoisted) != 0) {
    FailureOr<MemoryProfile> before = getIsolatedProfile(function, options);
    FailureOr<MemoryProfile> after = getIsolatedProfile(*hoisted, options);
    if (failed(before) || failed(after))
      return failure();
    isAccepted = after->simulation.peak <= before->simulation.peak;
    if (isAccepted)
      function.getBody().takeBody(hoisted->getBody());
  }
  for (LoopLikeOpInterface loop : getLoops(function)) {
    if (!isAccepted)
      hoist(loop, [](Region *) { return false; });
    for (Region *region : loop.getLoopRegions())
      if (!isAccepted || !hasTurn(loop, region))
        holdInvariants(loop, region);
  }
  return success();
}
