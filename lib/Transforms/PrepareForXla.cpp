//===- PrepareForXla.cpp - What XLA does to a step by itself
//---------------===//
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

bool mlir::remat::isolateScatterInits(func::FuncOp function) {
  bool isChanged = false;
  function.walk([&](Operation *op) {
    if (hlo::getOpKind(op) != OpKind::SelectAndScatter ||
        op->getNumOperands() != 3)
      return;
    Operation *init = op->getOperand(2).getDefiningOp();
    if (!init || !hlo::isConstant(init))
      return;
    OpBuilder builder(op);
    auto barrier = BarrierOp::create(builder, op->getLoc(), op->getOperand(2));
    op->setOperand(2, barrier.getResult(0));
    isChanged = true;
  });
  return isChanged;
}
