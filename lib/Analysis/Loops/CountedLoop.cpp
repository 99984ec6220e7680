//===- CountedLoop.cpp - Loops that count their turns ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CountedLoop.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

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
  if (counted.trips > mostTurns)
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
  if (!counter || counter->trips <= 0 || counter->trips > mostTurns)
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
