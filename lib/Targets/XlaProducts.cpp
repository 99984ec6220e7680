//===- XlaProducts.cpp - Products that are added to what a loop carries ---===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XlaFusion.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// Whether the one reader of `product`, but for its layout, adds it to what the
/// loop of `body` carries.
static bool isAddedToCarried(Operation *product, Block &body) {
  Operation *terminator = body.getTerminator();
  Value value = product->getResult(0);
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (user->getBlock() != &body || user->getNumResults() != 1)
      return false;
    if (OpKind kind = hlo::getOpKind(user);
        kind == OpKind::Transpose || kind == OpKind::Reshape) {
      value = user->getResult(0);
      continue;
    }
    if (user->getName().getStringRef() != "stablehlo.add")
      return false;
    Value sum = user->getResult(0);
    return llvm::any_of(user->getOperands(), [&](Value operand) {
      auto argument = dyn_cast<BlockArgument>(operand);
      return argument && argument.getOwner() == &body && operand.hasOneUse() &&
             argument.getArgNumber() < terminator->getNumOperands() &&
             terminator->getOperand(argument.getArgNumber()) == sum;
    });
  }
  return false;
}

static int64_t getMovedBytes(Operation *product) {
  int64_t bytes = 0;
  for (Type type : product->getOperandTypes())
    bytes = saturatingAdd(bytes, getTypeBytes(type).value_or(INT64_MAX));
  return saturatingAdd(
      bytes, getTypeBytes(product->getResult(0).getType()).value_or(INT64_MAX));
}

/// Whether XLA computes both products as one: they share an operand, and are
/// alike but for the other.
static bool areMerged(Operation *left, Operation *right) {
  if (left->getName() != right->getName() ||
      left->getAttrDictionary() != right->getAttrDictionary() ||
      std::min(getMovedBytes(left), getMovedBytes(right)) >
          xlaGpuCalibration.largestMergedProduct)
    return false;
  return left->getOperand(0) == right->getOperand(0) ||
         left->getOperand(1) == right->getOperand(1);
}

AddedProducts mlir::remat::findXlaAddedProducts(Block &body) {
  AddedProducts added;
  for (Operation &op : body)
    if (isXlaMatrixProduct(&op) && op.getNumResults() == 1 &&
        isAddedToCarried(&op, body))
      added.insert({&op, nullptr});
  // In program order: the first of a kernel stands for it.
  for (auto left = added.begin(); left != added.end(); ++left)
    for (auto right = std::next(left); right != added.end(); ++right)
      if (!right->second && areMerged(left->first, right->first)) {
        if (!left->second)
          left->second = left->first;
        right->second = left->second;
      }
  return added;
}
