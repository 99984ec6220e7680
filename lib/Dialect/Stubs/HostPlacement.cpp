//===- HostPlacement.cpp - StableHLO values on the host -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/HostPlacement.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

static constexpr StringLiteral kPlacementCall = "annotate_device_placement";
static constexpr StringLiteral kPlacementAttr = "_xla_buffer_placement";

StringRef mlir::remat::hlo::getPlacement(Operation *op) {
  if (getCallTarget(op) != kPlacementCall)
    return {};
  auto attributes =
      dyn_cast_or_null<DictionaryAttr>(op->getAttr("mhlo.frontend_attributes"));
  auto placement =
      attributes ? attributes.getAs<StringAttr>(kPlacementAttr) : StringAttr();
  return placement ? placement.getValue() : StringRef();
}

static bool isHostMemory(StringRef memory) {
  return memory == kHostMemory || memory == "unpinned_host";
}

/// XLA refuses placements of other than one value.
static bool isOfOneValue(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1;
}

bool mlir::remat::hlo::copiesToHost(Operation *op) {
  return isHostMemory(getPlacement(op)) && isOfOneValue(op);
}

static bool isHostArgument(BlockArgument argument) {
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto memory = function && argument.getOwner()->isEntryBlock()
                    ? function.getArgAttrOfType<StringAttr>(
                          argument.getArgNumber(), "mhlo.memory_kind")
                    : StringAttr();
  return memory && isHostMemory(memory.getValue());
}

/// What the body of a `stablehlo.while` hands on as value `number`, or null.
static Value getYielded(Operation *loop, unsigned number) {
  // Behind the condition.
  constexpr unsigned body = 1;
  if (loop->getNumRegions() <= body || loop->getRegion(body).empty())
    return Value();
  Block &block = loop->getRegion(body).front();
  return !block.empty() && number < block.back().getNumOperands()
             ? block.back().getOperand(number)
             : Value();
}

/// Appends the values that share memory with `value`.
static void addSources(Value value, SmallVectorImpl<Value> &sources) {
  auto addCarried = [&](Operation *loop, unsigned number) {
    if (number < loop->getNumOperands())
      sources.push_back(loop->getOperand(number));
    if (Value yielded = getYielded(loop, number))
      sources.push_back(yielded);
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (parent && getOpKind(parent) == OpKind::Loop)
      addCarried(parent, argument.getArgNumber());
    return;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (!getPlacement(op).empty() || op->getNumOperands() == 0)
    return;
  if (OpOperand *viewed = remat::getViewedOperand(result)) {
    sources.push_back(viewed->get());
    return;
  }
  switch (getOpKind(op)) {
  case OpKind::Barrier:
    if (result.getResultNumber() < op->getNumOperands())
      sources.push_back(op->getOperand(result.getResultNumber()));
    break;
  case OpKind::DynamicUpdateSlice:
    llvm::append_range(sources, op->getOperands().take_front(2));
    break;
  case OpKind::DynamicSlice:
  case OpKind::Slice:
  case OpKind::Reshape:
    sources.push_back(op->getOperand(0));
    break;
  case OpKind::Loop:
    addCarried(op, result.getResultNumber());
    break;
  default:
    break;
  }
}

bool mlir::remat::hlo::copiesFromHost(Operation *op) {
  if (getPlacement(op) != kDeviceMemory || !isOfOneValue(op))
    return false;
  llvm::DenseSet<Value> visited;
  SmallVector<Value> worklist = {op->getOperand(0)};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!visited.insert(value).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *maker = value.getDefiningOp();
    if ((maker && copiesToHost(maker)) ||
        (argument && isHostArgument(argument)))
      return true;
    addSources(value, worklist);
  }
  return false;
}

llvm::DenseSet<Value> mlir::remat::hlo::findHostValues(Operation *root) {
  llvm::DenseSet<Value> found;
  SmallVector<Value> worklist;
  auto add = [&](Value value) {
    if (found.insert(value).second)
      worklist.push_back(value);
  };
  // By what lies in the memory of each value.
  llvm::DenseMap<Value, SmallVector<Value, 1>> sharing;
  auto addSharing = [&](Value value) {
    SmallVector<Value> sources;
    addSources(value, sources);
    for (Value source : sources)
      sharing[source].push_back(value);
  };
  root->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (isHostArgument(argument))
            add(argument);
    if (copiesToHost(op))
      llvm::for_each(op->getResults(), add);
  });
  if (worklist.empty())
    return found;
  root->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), addSharing);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), addSharing);
  });
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (Value other : sharing.lookup(value))
      add(other);
    // The buffer that a host slice is written into is on the host, too, and so
    // is a loop's start value without another reader.
    auto result = dyn_cast<OpResult>(value);
    Operation *op = result ? result.getOwner() : nullptr;
    const OpKind kind = op ? getOpKind(op) : OpKind::Unknown;
    if (kind == OpKind::DynamicUpdateSlice &&
        (isa<BlockArgument>(op->getOperand(0)) ||
         op->getOperand(0).hasOneUse()))
      add(op->getOperand(0));
    else if (kind == OpKind::Loop &&
             result.getResultNumber() < op->getNumOperands() &&
             op->getOperand(result.getResultNumber()).hasOneUse())
      add(op->getOperand(result.getResultNumber()));
  }
  return found;
}

Value mlir::remat::hlo::createPlacement(OpBuilder &builder, Location loc,
                                        Value value, StringRef memory) {
  const NamedAttribute placement =
      builder.getNamedAttr(kPlacementAttr, builder.getStringAttr(memory));
  const NamedAttribute attributes[] = {
      builder.getNamedAttr("api_version", builder.getI32IntegerAttr(1)),
      builder.getNamedAttr("call_target_name",
                           builder.getStringAttr(kPlacementCall)),
      builder.getNamedAttr("has_side_effect", builder.getBoolAttr(true)),
      builder.getNamedAttr("mhlo.frontend_attributes",
                           builder.getDictionaryAttr(placement))};
  OperationState state(loc, "stablehlo.custom_call", value, value.getType(),
                       attributes);
  return builder.create(state)->getResult(0);
}
