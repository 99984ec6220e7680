//===- ScfLoopModels.cpp - scf.for and scf.while as counted loops ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopModels.h"
#include "Loops/LoopParts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static CarriedValue getForCarried(scf::ForOp loop, unsigned number) {
  return {loop.getInitArgs()[number], loop.getNumControlOperands() + number,
          loop.getRegionIterArg(number), loop.getYieldedValues()[number],
          loop->getResult(number)};
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
  if (counted.trips > maxCountedTurns)
    return std::nullopt;
  counted.counter = cast<BlockArgument>(loop.getInductionVar());
  counted.first = *lower;
  counted.step = *step;
  for (unsigned number = 0; number != loop.getNumResults(); ++number)
    counted.carried.push_back(getForCarried(loop, number));
  return counted;
}

namespace {
struct ForModel final
    : public CountedLoopOpInterface::ExternalModel<ForModel, scf::ForOp> {
  std::optional<CountedLoop> getCountedLoop(Operation *op) const {
    return getCountedFor(cast<scf::ForOp>(op));
  }
  std::optional<CarriedValue> getCarriedValue(Operation *op,
                                              OpResult result) const {
    return getForCarried(cast<scf::ForOp>(op), result.getResultNumber());
  }
  std::string explainUncounted(Operation *op) const;
  std::unique_ptr<LoopEmitter> createLoopEmitter(Operation *) const {
    return createTensorLoopEmitter();
  }
};

/// One that counts becomes an `scf.for` before planning.
struct WhileModel final
    : public CountedLoopOpInterface::ExternalModel<WhileModel, scf::WhileOp> {
  std::optional<CarriedValue> getCarriedValue(Operation *op,
                                              OpResult result) const;
  Operation *replaceByCountedLoop(Operation *op) const {
    return upliftWhile(cast<scf::WhileOp>(op));
  }
};
} // namespace

std::string ForModel::explainUncounted(Operation *op) const {
  auto loop = cast<scf::ForOp>(op);
  if (!getConstantIntValue(loop.getLowerBound()) ||
      !getConstantIntValue(loop.getUpperBound()) ||
      !getConstantIntValue(loop.getStep()))
    return "the bounds of the loop are not constant";
  if (loop.getStaticTripCount() && loop.getStaticTripCount()->isZero())
    return "the loop has no turn";
  return remat::detail::explainUncounted();
}

std::optional<CarriedValue> WhileModel::getCarriedValue(Operation *op,
                                                        OpResult result) const {
  auto loop = cast<scf::WhileOp>(op);
  const unsigned number = result.getResultNumber();
  auto before =
      dyn_cast<BlockArgument>(loop.getConditionOp().getArgs()[number]);
  if (!before || before.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  const unsigned carried = before.getArgNumber();
  return CarriedValue{loop.getInits()[carried], carried,
                      loop.getAfterArguments()[number],
                      loop.getYieldOp()->getOperand(carried), result};
}

void mlir::remat::registerScfLoopModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForOp::attachInterface<ForModel>(*context);
    scf::WhileOp::attachInterface<WhileModel>(*context);
  });
}
