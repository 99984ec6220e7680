//===- StablehloModels.cpp - StableHLO's operations as tasks --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopModels.h"
#include "ModelUtils.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Dialect/Stubs/Stubs.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// The costs of a region's operations, one after the other.
static OpCost sumCosts(Region &region) {
  OpCost cost;
  for (Operation &op : region.getOps())
    cost += getOpCost(&op);
  return cost;
}

/// The bytes that `op` moves as in XLA's HloCostAnalysis: of a part of a
/// tensor, that part.
static OpCost getMoves(Operation *op, OpKind kind) {
  OpCost cost;
  auto operandBytes = [&](unsigned index) {
    return index < op->getNumOperands()
               ? sumBytes(op->getOperand(index).getType())
               : 0;
  };
  switch (kind) {
  case OpKind::Barrier:
  case OpKind::Constant:
  case OpKind::Declaration:
  case OpKind::GetTupleElement:
  case OpKind::Query:
  case OpKind::Terminator:
  case OpKind::Token:
  case OpKind::Tuple:
    return cost;
  case OpKind::Branch:
    for (Region &region : op->getRegions()) {
      OpCost branch = sumCosts(region);
      cost.bytesRead = std::max(cost.bytesRead, branch.bytesRead);
      cost.bytesWritten = std::max(cost.bytesWritten, branch.bytesWritten);
    }
    return cost;
  case OpKind::Loop:
  case OpKind::Region:
    for (Region &region : op->getRegions())
      cost += sumCosts(region);
    return cost *= hlo::getTripCount(op).value_or(1);
  case OpKind::DynamicSlice:
  case OpKind::Slice:
    return getCopyCost(sumBytes(op->getResultTypes()));
  case OpKind::DynamicUpdateSlice:
    return getCopyCost(operandBytes(1));
  case OpKind::Gather:
    cost = getCopyCost(sumBytes(op->getResultTypes()));
    addSaturating(cost.bytesRead, operandBytes(1));
    return cost;
  case OpKind::Scatter: {
    // Operands, indices, updates: reads the updates and their counterparts.
    unsigned inputs = op->getNumOperands() / 2;
    int64_t updates = sumBytes(op->getOperands().take_back(inputs).getTypes());
    return {0, saturatingAdd(saturatingMul(updates, 2), operandBytes(inputs)),
            updates, 0};
  }
  default:
    break;
  }
  if (op->getNumResults() != 0 &&
      llvm::all_of(op->getResults(), hlo::getViewedOperand))
    return cost;
  return {0, sumBytes(op->getOperandTypes()), sumBytes(op->getResultTypes()),
          0};
}

namespace {
/// Every operation of the table in Stablehlo.h.
struct StablehloModel : public TaskModel<StablehloModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost = getMoves(op, hlo::getOpKind(op));
    cost.flops = hlo::getFlops(op);
    return cost;
  }
  bool mayRunAgain(Operation *op) const { return hlo::mayRunAgain(op); }
  OpOperand *getViewedOperand(Operation *, OpResult result) const {
    return hlo::getViewedOperand(result);
  }
};

/// Attaches the models to a dialect's operations, stub or real.
class AttachModels : public DialectExtensionBase {
public:
  explicit AttachModels(StringRef dialect)
      : DialectExtensionBase(ArrayRef(dialect)), dialect(dialect) {}

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const final {
    hlo::forEachOp(dialect, [&](StringRef name, const hlo::OpInfo &info) {
      // The real dialects omit operations of other versions.
      if (std::optional<RegisteredOperationName> registered =
              RegisteredOperationName::lookup(name, context)) {
        registered->attachInterface<StablehloModel>();
        if (info.kind == hlo::OpKind::Loop)
          attachHloLoopModel(*registered);
      }
    });
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<AttachModels>(*this);
  }

private:
  StringRef dialect;
};
} // namespace

template <typename Stub> static void addModels(DialectRegistry &registry) {
  registry.addExtension(TypeID::get<Stub>(), std::make_unique<AttachModels>(
                                                 Stub::getDialectNamespace()));
}

void mlir::remat::registerStablehloModels(DialectRegistry &registry) {
  addModels<StablehloStubDialect>(registry);
  addModels<ChloStubDialect>(registry);
  addModels<MhloStubDialect>(registry);
  addModels<SdyStubDialect>(registry);
}
