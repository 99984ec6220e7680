//===- IntegerOps.cpp - Integers that ops compute -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/IntegerOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::remat;

std::optional<unsigned> mlir::remat::getIntegerWidth(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getRank() == 0)
    type = tensor.getElementType();
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? std::optional(integer.getWidth()) : std::nullopt;
}

std::optional<APInt> mlir::remat::getConstantInteger(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  auto dense =
      op ? dyn_cast_or_null<DenseIntElementsAttr>(hlo::getConstantValue(op))
         : DenseIntElementsAttr();
  if (!dense)
    matchPattern(value, m_Constant(&dense));
  if (!dense || dense.getNumElements() != 1)
    return std::nullopt;
  return *dense.getValues<APInt>().begin();
}

SmallVector<Value> mlir::remat::getIntegerOperands(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getDpsInputs();
  return op->getOperands();
}

/// Of an op on tensors of one element, by its body.
static std::optional<APInt> evaluateLinalgOp(linalg::LinalgOp op,
                                             ArrayRef<APInt> inputs) {
  if (op.getNumLoops() != 0 || op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBlock();
  llvm::DenseMap<Value, APInt> known;
  for (auto [argument, integer] :
       llvm::zip_first(body->getArguments().take_front(inputs.size()), inputs))
    known[argument] = integer;
  auto get = [&](Value value) -> std::optional<APInt> {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    return getConstantInteger(value);
  };
  for (Operation &inner : body->without_terminator()) {
    if (inner.getNumResults() != 1)
      return std::nullopt;
    SmallVector<APInt, 3> operands;
    for (Value operand : getIntegerOperands(&inner)) {
      std::optional<APInt> integer = get(operand);
      if (!integer)
        return std::nullopt;
      operands.push_back(std::move(*integer));
    }
    if (getConstantInteger(inner.getResult(0)))
      continue;
    std::optional<APInt> made = evaluateIntegerOp(&inner, operands);
    if (!made)
      return std::nullopt;
    known[inner.getResult(0)] = std::move(*made);
  }
  return get(body->getTerminator()->getOperand(0));
}

std::optional<APInt> mlir::remat::evaluateIntegerOp(Operation *op,
                                                    ArrayRef<APInt> operands) {
  const std::optional<unsigned> width =
      op->getNumResults() == 1 ? getIntegerWidth(op->getResult(0).getType())
                               : std::nullopt;
  if (!width)
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case([&](arith::AddIOp) { return operands[0] + operands[1]; })
      .Case([&](arith::SubIOp) { return operands[0] - operands[1]; })
      .Case([&](arith::MulIOp) { return operands[0] * operands[1]; })
      .Case([&](arith::DivSIOp) -> std::optional<APInt> {
        bool isOverflow = operands[1].isZero();
        if (isOverflow)
          return std::nullopt;
        APInt quotient = operands[0].sdiv_ov(operands[1], isOverflow);
        return isOverflow ? std::nullopt : std::optional(std::move(quotient));
      })
      .Case([&](arith::MaxSIOp) {
        return llvm::APIntOps::smax(operands[0], operands[1]);
      })
      .Case([&](arith::MinSIOp) {
        return llvm::APIntOps::smin(operands[0], operands[1]);
      })
      .Case([&](arith::CmpIOp compare) {
        return APInt(1, arith::applyCmpPredicate(compare.getPredicate(),
                                                 operands[0], operands[1]));
      })
      .Case([&](arith::SelectOp) {
        return operands[0].isZero() ? operands[2] : operands[1];
      })
      .Case([&](arith::IndexCastOp) { return operands[0].sextOrTrunc(*width); })
      .Case([&](arith::ExtSIOp) { return operands[0].sext(*width); })
      .Case([&](arith::ExtUIOp) { return operands[0].zext(*width); })
      .Case([&](arith::TruncIOp) { return operands[0].trunc(*width); })
      .Case<tensor::ExtractOp, tensor::FromElementsOp>([&](Operation *) {
        return operands.size() == 1 ? std::optional(operands[0]) : std::nullopt;
      })
      .Case([&](linalg::LinalgOp inner) {
        return evaluateLinalgOp(inner, operands);
      })
      .Default([&](Operation *other) {
        return hlo::evaluateIntegers(other, operands);
      });
}
