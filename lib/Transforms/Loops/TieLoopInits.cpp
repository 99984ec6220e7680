//===- TieLoopInits.cpp - Zeros made where their loop starts --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/TieLoopInits.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// The constant that `value` repeats, or null.
static Value getRepeatedConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || hlo::getOpKind(op) != OpKind::Broadcast ||
      op->getNumOperands() != 1)
    return Value();
  Value repeated = op->getOperand(0);
  Operation *maker = repeated.getDefiningOp();
  return maker && hlo::isConstant(maker) ? repeated : Value();
}

/// The value that is made last in the block of the loop, of those that it
/// starts from and its turns read, or null. What a loop around hands its turn
/// is there from the start of the turn.
static Value findLastRead(Operation *loop) {
  Value last;
  auto visit = [&](Value value) {
    if (value.getParentBlock() != loop->getBlock())
      return;
    Operation *maker = value.getDefiningOp();
    if (!maker) {
      const bool isOfTurn = !isa<func::FuncOp>(loop->getParentOp());
      if (isOfTurn && !last)
        last = value;
      return;
    }
    if (hlo::isConstant(maker) || getRepeatedConstant(value))
      return;
    Operation *lastMaker = last ? last.getDefiningOp() : nullptr;
    if (!lastMaker || lastMaker->isBeforeInBlock(maker))
      last = value;
  };
  llvm::for_each(loop->getOperands(), visit);
  visitUsedValuesDefinedAbove(
      loop->getRegions(), [&](OpOperand *captured) { visit(captured->get()); });
  return last;
}

static void tieInitsOf(Operation *loop) {
  llvm::MapVector<Value, unsigned> constants;
  SmallVector<OpOperand *> inits;
  for (OpOperand &operand : loop->getOpOperands())
    if (Value constant = getRepeatedConstant(operand.get())) {
      inits.push_back(&operand);
      constants.insert({constant, constants.size()});
    }
  Value last = inits.empty() ? Value() : findLastRead(loop);
  if (!last)
    return;
  SmallVector<Value> tied = llvm::to_vector(llvm::make_first_range(constants));
  tied.push_back(last);
  OpBuilder builder(loop);
  auto tie = BarrierOp::create(builder, loop->getLoc(), tied);
  for (OpOperand *init : inits) {
    Operation *zeros = init->get().getDefiningOp();
    Operation *own = builder.clone(*zeros);
    own->setOperand(0, tie.getResult(constants.lookup(zeros->getOperand(0))));
    init->set(own->getResult(0));
    if (zeros->use_empty())
      zeros->erase();
  }
  last.replaceUsesWithIf(tie.getResults().back(), [&](OpOperand &use) {
    return loop->isAncestor(use.getOwner());
  });
}

void mlir::remat::tieLoopInits(func::FuncOp function) {
  SmallVector<Operation *> loops;
  function.walk([&](Operation *op) {
    if (hlo::getOpKind(op) == OpKind::Loop)
      loops.push_back(op);
  });
  llvm::for_each(loops, tieInitsOf);
}
