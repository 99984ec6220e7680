//===- HloLoopModels.cpp - stablehlo.while as a counted loop --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopModels.h"
#include "Loops/LoopParts.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

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

/// None if the regions are malformed: a stub does not verify them.
static std::optional<CarriedValue> getHloCarried(Operation *op,
                                                 unsigned number) {
  if (op->getNumRegions() != 2 || !op->getRegion(1).hasOneBlock())
    return std::nullopt;
  Block &body = op->getRegion(1).front();
  if (op->getNumOperands() <= number || op->getNumResults() <= number ||
      body.getNumArguments() <= number || body.empty() ||
      body.back().getNumOperands() <= number)
    return std::nullopt;
  return CarriedValue{op->getOperand(number), number, body.getArgument(number),
                      body.back().getOperand(number), op->getResult(number)};
}

static std::optional<CountedLoop> getCountedWhile(Operation *op) {
  std::optional<hlo::LoopCounter> counter = hlo::getLoopCounter(op);
  if (!counter || counter->trips <= 0 || counter->trips > maxCountedTurns ||
      op->getNumResults() != op->getNumOperands())
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

namespace {
/// A fallback model, tied to no operation, inherits no default.
struct HloLoopModel final
    : public CountedLoopOpInterface::FallbackModel<HloLoopModel> {
  std::optional<CountedLoop> getCountedLoop(Operation *op) const {
    return getCountedWhile(op);
  }
  std::optional<CarriedValue> getCarriedValue(Operation *op,
                                              OpResult result) const {
    return getHloCarried(op, result.getResultNumber());
  }
  std::string explainUncounted(Operation *) const {
    return remat::detail::explainUncounted();
  }
  std::unique_ptr<LoopEmitter> createLoopEmitter(Operation *) const {
    return createHloLoopEmitter();
  }
  Operation *replaceByCountedLoop(Operation *op) const { return op; }
};
} // namespace

void mlir::remat::attachHloLoopModel(RegisteredOperationName loop) {
  loop.attachInterface<HloLoopModel>();
}
