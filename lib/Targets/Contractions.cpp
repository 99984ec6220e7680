//===- Contractions.cpp - Which ops sum products --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/Contractions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

/// The block argument behind `value`, extended or not; else null.
static BlockArgument getExtendedArgument(Value value) {
  if (auto extension = value.getDefiningOp<arith::ExtFOp>())
    value = extension.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// Whether the payload adds the product of its first two arguments to its
/// third.
static bool isMultiplyAdd(Block *body) {
  Operation *yield = body->getTerminator();
  if (body->getNumArguments() != 3 || yield->getNumOperands() != 1)
    return false;
  auto sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value held = body->getArgument(2);
  Value term = sum.getLhs() == held ? sum.getRhs() : sum.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product || (sum.getLhs() != held && sum.getRhs() != held))
    return false;
  BlockArgument a = getExtendedArgument(product.getLhs());
  BlockArgument b = getExtendedArgument(product.getRhs());
  return a && b && a.getOwner() == body && b.getOwner() == body &&
         a.getArgNumber() + b.getArgNumber() == 1;
}

bool mlir::remat::isContraction(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 2 && op.getNumDpsInits() == 1 &&
         op.getNumReductionLoops() > 0 && isMultiplyAdd(op.getBlock());
}
