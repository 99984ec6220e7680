//===- CountedLoop.cpp - Loops that count their turns ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CountedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// More turns are not enumerated.
static constexpr int64_t mostTrips = 1 << 16;

bool CarriedValue::isReadOnce() const {
  Region *body = argument.getOwner()->getParent();
  Region &first = body->getParentOp()->getRegion(0);
  return argument.hasOneUse() &&
         (body == &first ||
          first.front().getArgument(argument.getArgNumber()).use_empty());
}

/// Whether numbers of turns, and what counts them, are exact in the type of
/// `counter`.
static bool countsExactly(Value counter, const hlo::LoopCounter &loop) {
  auto type = dyn_cast<RankedTensorType>(counter.getType());
  auto element =
      type ? dyn_cast<IntegerType>(type.getElementType()) : IntegerType();
  if (!element || !element.isSignless() || element.getWidth() < 32)
    return false;
  const int64_t way = loop.trips * loop.step;
  return llvm::isInt<32>(loop.first) && llvm::isInt<32>(way) &&
         llvm::isInt<32>(loop.first + way) && llvm::isInt<32>(-loop.first);
}

const CarriedValue *CountedLoop::findCarried(Value argument) const {
  auto found = llvm::find_if(carried, [&](const CarriedValue &each) {
    return each.argument == argument;
  });
  return found == carried.end() ? nullptr : found;
}

Value CountedLoop::skipInvariants(Value value) const {
  const CarriedValue *found = findCarried(value);
  return found && found->isInvariant() ? found->init : value;
}

static std::optional<CountedLoop> getCountedFor(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  int64_t distance;
  if (!lower || !upper || !step || *step <= 0 || *upper <= *lower ||
      (*lower < 0 && loop.getUnsignedCmp()) ||
      llvm::SubOverflow(*upper, *lower, distance))
    return std::nullopt;
  CountedLoop counted;
  counted.op = loop;
  counted.body = loop.getBody();
  counted.trips = (distance - 1) / *step + 1;
  if (counted.trips > mostTrips)
    return std::nullopt;
  counted.counter = cast<BlockArgument>(loop.getInductionVar());
  counted.first = *lower;
  counted.step = *step;
  for (auto [init, argument, yielded, result] : llvm::zip_equal(
           loop.getInitArgsMutable(), loop.getRegionIterArgs(),
           counted.body->getTerminator()->getOperands(), loop.getResults()))
    counted.carried.push_back(
        {init.get(), init.getOperandNumber(), argument, yielded, result});
  return counted;
}

static std::optional<CountedLoop> getCountedWhile(Operation *op) {
  std::optional<hlo::LoopCounter> counter = hlo::getLoopCounter(op);
  if (!counter || counter->trips <= 0 || counter->trips > mostTrips)
    return std::nullopt;
  CountedLoop counted;
  counted.op = op;
  counted.body = &op->getRegion(1).front();
  counted.trips = counter->trips;
  counted.counter = counted.body->getArgument(counter->number);
  if (!llvm::isInt<33>(counter->step) ||
      !countsExactly(counted.counter, *counter))
    return std::nullopt;
  counted.first = counter->first;
  counted.step = counter->step;
  for (auto [init, argument, yielded, result] :
       llvm::zip_equal(op->getOpOperands(), counted.body->getArguments(),
                       counted.body->back().getOperands(), op->getResults()))
    if (argument != counted.counter)
      counted.carried.push_back(
          {init.get(), init.getOperandNumber(), argument, yielded, result});
  return counted;
}

std::optional<CountedLoop> mlir::remat::getCountedLoop(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return getCountedFor(loop);
  return getCountedWhile(op);
}

/// Of an integer, or of a tensor of one.
static std::optional<unsigned> getWidth(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getRank() == 0)
    type = tensor.getElementType();
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? std::optional(integer.getWidth()) : std::nullopt;
}

/// The result of `op` for these operands.
static std::optional<APInt> evaluate(Operation *op, ArrayRef<APInt> operands,
                                     unsigned width) {
  return TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case([&](arith::AddIOp) { return operands[0] + operands[1]; })
      .Case([&](arith::SubIOp) { return operands[0] - operands[1]; })
      .Case([&](arith::MulIOp) { return operands[0] * operands[1]; })
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
      .Case([&](arith::IndexCastOp) { return operands[0].sextOrTrunc(width); })
      .Case([&](arith::ExtSIOp) { return operands[0].sext(width); })
      .Case([&](arith::ExtUIOp) { return operands[0].zext(width); })
      .Case([&](arith::TruncIOp) { return operands[0].trunc(width); })
      .Default([&](Operation *other) {
        return hlo::evaluateIntegers(other, operands);
      });
}

static bool getConstant(Value value, APInt &constant) {
  if (matchPattern(value, m_ConstantInt(&constant)))
    return true;
  Operation *op = value.getDefiningOp();
  auto dense =
      op ? dyn_cast_or_null<DenseIntElementsAttr>(hlo::getConstantValue(op))
         : DenseIntElementsAttr();
  if (!dense || dense.getNumElements() != 1)
    return false;
  constant = *dense.getValues<APInt>().begin();
  return true;
}

std::optional<SmallVector<APInt>> TurnIntegers::compute(Value value) {
  const std::optional<unsigned> width = getWidth(value.getType());
  if (!width)
    return std::nullopt;
  SmallVector<APInt> integers;
  if (value == loop.counter) {
    for (int64_t turn = 0; turn != loop.trips; ++turn)
      integers.push_back(
          APInt(64, loop.first + turn * loop.step, true).sextOrTrunc(*width));
    return integers;
  }
  APInt constant;
  if (getConstant(value, constant))
    return SmallVector<APInt>(loop.trips, constant.sextOrTrunc(*width));
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || !loop.isInside(value))
    return std::nullopt;
  SmallVector<const SmallVector<APInt> *> operands;
  for (Value operand : op->getOperands()) {
    // Computes it; the table may move what it returns.
    if (!get(operand))
      return std::nullopt;
  }
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  for (int64_t turn = 0; turn != loop.trips; ++turn) {
    SmallVector<APInt, 3> ofTurn;
    for (const SmallVector<APInt> *operand : operands)
      ofTurn.push_back((*operand)[turn]);
    std::optional<APInt> integer = evaluate(op, ofTurn, *width);
    if (!integer)
      return std::nullopt;
    integers.push_back(std::move(*integer));
  }
  return integers;
}

const SmallVector<APInt> *TurnIntegers::get(Value value) {
  value = loop.skipInvariants(value);
  auto found = known.find(value);
  if (found == known.end()) {
    std::optional<SmallVector<APInt>> computed = compute(value);
    found = known.try_emplace(value, std::move(computed)).first;
  }
  return found->second ? &*found->second : nullptr;
}
