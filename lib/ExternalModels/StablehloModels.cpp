//===- StablehloModels.cpp - StableHLO's operations as tasks --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

static int64_t sumBytes(ValueRange values) {
  int64_t bytes = 0;
  for (Value value : values)
    bytes = saturatingAdd(bytes, getBytesOrZero(value));
  return bytes;
}

/// What the operations of a region move, one after the other.
static OpCost sumCosts(Region &region) {
  OpCost cost;
  for (Operation &op : region.getOps())
    cost += getOpCost(&op);
  return cost;
}

/// Bytes that `op` moves, its flops aside. As XLA's HloCostAnalysis counts,
/// what reads or writes a part of a tensor moves that part.
static OpCost getMoves(Operation *op, OpKind kind) {
  OpCost cost;
  auto operandBytes = [&](unsigned index) {
    return index < op->getNumOperands() ? getBytesOrZero(op->getOperand(index))
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
  case OpKind::Loop: {
    for (Region &region : op->getRegions())
      cost += sumCosts(region);
    cost *= hlo::getTripCount(op).value_or(1);
    return cost;
  }
  case OpKind::Branch:
    for (Region &region : op->getRegions()) {
      OpCost branch = sumCosts(region);
      cost.bytesRead = std::max(cost.bytesRead, branch.bytesRead);
      cost.bytesWritten = std::max(cost.bytesWritten, branch.bytesWritten);
    }
    return cost;
  case OpKind::Region:
    for (Region &region : op->getRegions())
      cost += sumCosts(region);
    return cost;
  case OpKind::DynamicSlice:
  case OpKind::Slice:
    cost.bytesRead = cost.bytesWritten = sumBytes(op->getResults());
    return cost;
  case OpKind::DynamicUpdateSlice:
    cost.bytesRead = cost.bytesWritten = operandBytes(1);
    return cost;
  case OpKind::Gather:
    cost.bytesWritten = sumBytes(op->getResults());
    cost.bytesRead = saturatingAdd(cost.bytesWritten, operandBytes(1));
    return cost;
  case OpKind::Scatter: {
    // Operands, indices, updates: the updates and what they are combined with.
    unsigned inputs = op->getNumOperands() / 2;
    int64_t updates = sumBytes(op->getOperands().take_back(inputs));
    cost.bytesRead =
        saturatingAdd(saturatingMul(updates, 2), operandBytes(inputs));
    cost.bytesWritten = updates;
    return cost;
  }
  default:
    break;
  }
  if (llvm::all_of(op->getResults(),
                   [](OpResult result) {
                     return hlo::getViewedOperand(result) != nullptr;
                   }) &&
      op->getNumResults() != 0)
    return cost;
  cost.bytesRead = sumBytes(op->getOperands());
  cost.bytesWritten = sumBytes(op->getResults());
  return cost;
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

/// Attaches the model to the operations of a dialect, be it the stub or the
/// real one.
class AttachModels : public DialectExtensionBase {
public:
  explicit AttachModels(StringRef dialect)
      : DialectExtensionBase({dialect}), dialect(dialect) {}

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const final {
    hlo::forEachOp(dialect, [&](StringRef name, const hlo::OpInfo &) {
      // The real dialects leave out what belongs to another version.
      if (std::optional<RegisteredOperationName> registered =
              RegisteredOperationName::lookup(name, context))
        registered->attachInterface<StablehloModel>();
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

void mlir::remat::registerStablehloExternalModels(DialectRegistry &registry) {
  addModels<StablehloStubDialect>(registry);
  addModels<ChloStubDialect>(registry);
  addModels<MhloStubDialect>(registry);
  addModels<SdyStubDialect>(registry);
}
