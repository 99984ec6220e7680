//===- DeadCode.cpp - What would get storages for nothing -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadCode.h"
#include "PlanBreakingPatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Whether `buffer` is only written and freed, also through casts.
static bool isUnread(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<memref::StoreOp>(user);
    return isa<memref::DeallocOp>(user) ||
           (store && store.getValueToStore() != buffer) ||
           (isa<memref::CastOp>(user) && isUnread(user->getResult(0)));
  });
}

static void eraseWithUsers(Operation *op) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    eraseWithUsers(user);
  op->erase();
}

/// Erases buffers that are only written and freed, with the writes.
static void eraseUnreadBuffers(func::FuncOp function) {
  SmallVector<memref::AllocOp> unread;
  function.walk([&](memref::AllocOp alloc) {
    if (isUnread(alloc))
      unread.push_back(alloc);
  });
  for (memref::AllocOp alloc : unread)
    eraseWithUsers(alloc);
}

void mlir::remat::eraseDeadOps(Region &region) {
  // Last to first, so that readers die before what they read is met.
  for (Block &block : llvm::reverse(region))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseDeadOps(inner);
    }
}

/// Whether a loop from `lower` to `upper` has at most one turn for certain.
static bool hasAtMostOneTurn(OpFoldResult lower, OpFoldResult upper,
                             OpFoldResult step) {
  std::optional<int64_t> from = getConstantIntValue(lower);
  std::optional<int64_t> to = getConstantIntValue(upper);
  std::optional<int64_t> by = getConstantIntValue(step);
  int64_t span;
  return from && to && by && *by > 0 && !llvm::SubOverflow(*to, *from, span) &&
         span <= *by;
}

/// Whether upstream's patterns put the body of `op` in its place, or a branch
/// that is taken for certain.
static bool isDecided(Operation *op) {
  if (auto region = dyn_cast<scf::ExecuteRegionOp>(op))
    return region.getRegion().hasOneBlock() && !region.getNoInline();
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return matchPattern(op->getOperand(0), m_Constant());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return hasAtMostOneTurn(loop.getLowerBound(), loop.getUpperBound(),
                            loop.getStep());
  auto loop = dyn_cast<scf::ForallOp>(op);
  if (!loop || (loop.getMapping() && !loop.getMapping()->empty()))
    return false;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(),
                       loop.getMixedStep()))
    if (hasAtMostOneTurn(lower, upper, step))
      return true;
  return false;
}

/// Whether the bounds of `loop` are further apart than its type tells, so that
/// upstream's patterns take it for a loop without a turn.
static bool hasWrappedSpan(scf::ForOp loop) {
  APInt from, to;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&from)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&to)))
    return false;
  bool isWrapped = false;
  (void)to.ssub_ov(from, isWrapped);
  return isWrapped;
}

/// Whether upstream's patterns drop a result or a region of `op`, or `op`
/// around its body.
static bool hasDeadParts(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && hasWrappedSpan(loop))
    return false;
  if (isDecided(op))
    return true;
  if (!isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op))
    return false;
  return llvm::any_of(op->getResults(), [](OpResult result) {
    return result.use_empty() && isa<TensorType>(result.getType());
  });
}

/// Whether `op` computes scalars alone.
static bool isScalar(Operation *op) {
  return op->getNumResults() > 0 && op->getNumRegions() == 0 && isPure(op) &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return type.isIntOrIndexOrFloat(); });
}

static bool readsTensor(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>);
}

/// Folds scalars: some decide branches and turns, others are the last readers
/// of tensors. The arithmetic in a linalg op is neither.
static void foldScalars(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isScalar(op) ||
        (isa<linalg::LinalgOp>(op->getParentOp()) && !readsTensor(op)))
      return;
    OpBuilder builder(op);
    SmallVector<Value> folded;
    // None if the op was changed in place.
    if (succeeded(builder.tryFold(op, folded)) && !folded.empty())
      op->replaceAllUsesWith(folded);
  });
}

/// Replaces selects that are decided: they would become ops of elements.
static void foldSelects(func::FuncOp function) {
  function.walk([](arith::SelectOp select) {
    BoolAttr condition;
    Value decided;
    if (select.getTrueValue() == select.getFalseValue())
      decided = select.getTrueValue();
    else if (matchPattern(select.getCondition(), m_Constant(&condition)))
      decided =
          condition.getValue() ? select.getTrueValue() : select.getFalseValue();
    if (decided && isa<TensorType>(select.getType()))
      select.replaceAllUsesWith(decided);
  });
}

/// Lets upstream's patterns drop the dead parts of branches and loops.
static void dropDeadParts(func::FuncOp function) {
  SmallVector<Operation *> partlyDead;
  function.walk([&](Operation *op) {
    if (hasDeadParts(op))
      partlyDead.push_back(op);
  });
  if (partlyDead.empty())
    return;
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  scf::ExecuteRegionOp::getCanonicalizationPatterns(patterns, context);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  scf::ForallOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  scf::IndexSwitchOp::getCanonicalizationPatterns(patterns, context);
  scf::WhileOp::getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(false);
  const FrozenRewritePatternSet kept(std::move(patterns),
                                     getPlanBreakingPatterns());
  // A limit of rounds is no failure.
  (void)applyOpPatternsGreedily(partlyDead, kept, config);
}

/// Ops, results and block arguments of `function`.
static size_t countParts(func::FuncOp function) {
  size_t count = 0;
  function.walk([&](Operation *op) {
    count += 1 + op->getNumResults();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        count += block.getNumArguments();
  });
  return count;
}

void mlir::remat::eraseDeadCode(func::FuncOp function) {
  // What goes may have been the last reader of a loop's or a branch's result.
  size_t count = countParts(function);
  for (size_t before = count + 1; count != before;) {
    before = count;
    foldScalars(function);
    foldSelects(function);
    eraseDeadOps(function.getBody());
    eraseUnreadBuffers(function);
    dropDeadParts(function);
    eraseDeadOps(function.getBody());
    count = countParts(function);
  }
}
