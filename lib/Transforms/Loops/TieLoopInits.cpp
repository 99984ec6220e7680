//===- TieLoopInits.cpp - Zeros made where their loop starts --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/TieLoopInits.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/Sharding.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

namespace {
class BlockTies {
public:
  explicit BlockTies(Block &block);

  /// Ties the inits of `loop`, an op of the block.
  void tie(Operation *loop);

  void eraseUnread();

private:
  Value findLastRead(Operation *loop) const;

  Block &block;
  /// Made of constants, and in a function's block of arguments, by ops that
  /// their readers can compute.
  llvm::DenseSet<Value> thereFromStart;
  llvm::SetVector<Operation *> replaced;
};
} // namespace

/// The ops that repeat a scalar constant to make `value`, the broadcast of the
/// constant last; none where it is made otherwise.
static SmallVector<Operation *, 2> getRepeats(Value value) {
  SmallVector<Operation *, 2> repeats;
  while (Operation *op = value.getDefiningOp()) {
    if (!hlo::repeatsOperand(op))
      break;
    repeats.push_back(op);
    value = op->getOperand(0);
  }
  Operation *op = value.getDefiningOp();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  const bool isScalarConstant =
      op && hlo::isConstant(op) && type && type.getRank() == 0;
  // This op alone can be cloned with the shape of the init.
  if (!isScalarConstant || repeats.empty() ||
      repeats.back()->getName().getStringRef() != "stablehlo.broadcast_in_dim")
    repeats.clear();
  return repeats;
}

/// XLA sinks what no turn changes into the loop.
static bool isChanged(OpOperand &init) {
  Operation *loop = init.getOwner();
  const unsigned position = init.getOperandNumber();
  if (loop->getNumRegions() != 2 || !loop->getRegion(1).hasOneBlock())
    return false;
  Block &body = loop->getRegion(1).front();
  return position < body.getNumArguments() &&
         position < body.back().getNumOperands() &&
         body.back().getOperand(position) != body.getArgument(position);
}

BlockTies::BlockTies(Block &block) : block(block) {
  // What a loop around hands its turn is only there in the turn.
  if (isa<func::FuncOp>(block.getParentOp()))
    thereFromStart.insert(block.args_begin(), block.args_end());
  for (Operation &op : block) {
    const OpKind kind = hlo::getOpKind(&op);
    static constexpr OpKind computedByReaders[] = {
        OpKind::Constant,    OpKind::Iota,      OpKind::Elementwise,
        OpKind::Broadcast,   OpKind::Reshape,   OpKind::Transpose,
        OpKind::Slice,       OpKind::Pad,       OpKind::Reverse,
        OpKind::Concatenate, OpKind::Annotation};
    // Values of blocks around are there, too.
    auto isThere = [&](Value operand) {
      return operand.getParentBlock() != &this->block ||
             thereFromStart.contains(operand);
    };
    if (llvm::is_contained(computedByReaders, kind) &&
        llvm::all_of(op.getOperands(), isThere))
      thereFromStart.insert(op.result_begin(), op.result_end());
  }
}

/// The value that is made last, of those that the loop starts from and that its
/// turns read, or null.
Value BlockTies::findLastRead(Operation *loop) const {
  Value last;
  auto visit = [&](Value value) {
    if (value.getParentBlock() != &block || thereFromStart.contains(value))
      return;
    Operation *maker = value.getDefiningOp();
    Operation *lastMaker = last ? last.getDefiningOp() : nullptr;
    if (!last || (maker && (!lastMaker || lastMaker->isBeforeInBlock(maker))))
      last = value;
  };
  llvm::for_each(loop->getOperands(), visit);
  visitUsedValuesDefinedAbove(
      loop->getRegions(), [&](OpOperand *captured) { visit(captured->get()); });
  return last;
}

void BlockTies::tie(Operation *loop) {
  SmallVector<std::pair<OpOperand *, Operation *>> inits;
  llvm::MapVector<Value, unsigned> constants;
  for (OpOperand &operand : loop->getOpOperands()) {
    if (!isChanged(operand))
      continue;
    const SmallVector<Operation *, 2> repeats = getRepeats(operand.get());
    if (repeats.empty())
      continue;
    Operation *broadcast = repeats.back();
    constants.insert({broadcast->getOperand(0), constants.size()});
    inits.push_back({&operand, broadcast});
    replaced.insert(repeats.rbegin(), repeats.rend());
  }
  Value last = inits.empty() ? Value() : findLastRead(loop);
  if (!last)
    return;
  SmallVector<Value> tied = llvm::to_vector(llvm::make_first_range(constants));
  tied.push_back(last);
  OpBuilder builder(loop);
  auto barrier = BarrierOp::create(builder, loop->getLoc(), tied);
  for (auto [init, broadcast] : inits) {
    // A scalar is broadcast to any shape.
    Operation *own = builder.clone(*broadcast);
    own->setOperand(
        0, barrier.getResult(constants.lookup(broadcast->getOperand(0))));
    own->getResult(0).setType(init->get().getType());
    // The shape of the init has its own sharding, where the chain changed it.
    Operation *maker = init->get().getDefiningOp();
    for (StringRef name : kShardingAttrNames) {
      own->removeDiscardableAttr(name);
      if (Attribute sharding = maker->getDiscardableAttr(name))
        own->setDiscardableAttr(name, sharding);
    }
    init->set(own->getResult(0));
  }
  last.replaceUsesWithIf(barrier.getResults().back(), [&](OpOperand &use) {
    return loop->isAncestor(use.getOwner());
  });
}

void BlockTies::eraseUnread() {
  for (Operation *op : llvm::reverse(replaced))
    if (op->use_empty())
      op->erase();
}

void mlir::remat::tieLoopInits(func::FuncOp function) {
  llvm::MapVector<Block *, SmallVector<Operation *>> loops;
  function.walk([&](Operation *op) {
    if (hlo::getOpKind(op) == OpKind::Loop)
      loops[op->getBlock()].push_back(op);
  });
  for (auto &[block, ofBlock] : loops) {
    BlockTies ties(*block);
    for (Operation *loop : ofBlock)
      ties.tie(loop);
    ties.eraseUnread();
  }
}
