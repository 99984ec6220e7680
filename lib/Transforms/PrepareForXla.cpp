//===- PrepareForXla.cpp - Before a step is planned for XLA ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrepareForXla.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

void mlir::remat::forwardLoopInvariants(func::FuncOp function) {
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

/// Hands `init` on to the op before which `builder` stands only when `updates`
/// is there: both through one barrier. Returns what stands for them.
static std::pair<Value, Value> tie(OpBuilder &builder, Location loc, Value init,
                                   Value updates) {
  auto barrier = BarrierOp::create(builder, loc, ValueRange{init, updates});
  return {barrier.getResult(0), barrier.getResult(1)};
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && hlo::isConstant(op);
}

static bool isolateSelectAndScatter(Operation *op) {
  if (op->getNumOperands() != 3 || !isConstant(op->getOperand(2)))
    return false;
  OpBuilder builder(op);
  auto [init, source] =
      tie(builder, op->getLoc(), op->getOperand(2), op->getOperand(1));
  op->setOperand(1, source);
  op->setOperand(2, init);
  return true;
}

/// One operand, indices and updates: the form of gradients of gathers.
static bool isolateScatter(Operation *op) {
  if (op->getNumOperands() != 3)
    return false;
  Operation *zeros = op->getOperand(0).getDefiningOp();
  if (!zeros || hlo::getOpKind(zeros) != OpKind::Broadcast ||
      zeros->getNumOperands() != 1 || !isConstant(zeros->getOperand(0)))
    return false;
  OpBuilder builder(op);
  auto [init, updates] =
      tie(builder, op->getLoc(), zeros->getOperand(0), op->getOperand(2));
  Operation *ownZeros = builder.clone(*zeros);
  ownZeros->setOperand(0, init);
  op->setOperand(0, ownZeros->getResult(0));
  op->setOperand(2, updates);
  return true;
}

bool mlir::remat::isolateScatterInits(func::FuncOp function) {
  bool isChanged = false;
  for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
    OpKind kind = hlo::getOpKind(&op);
    if (kind == OpKind::SelectAndScatter)
      isChanged |= isolateSelectAndScatter(&op);
    else if (kind == OpKind::Scatter)
      isChanged |= isolateScatter(&op);
  }
  return isChanged;
}
