//===- RegionCost.cpp - What lies inside of an operation ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <limits>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// One computation; in it, functions are looked up and computed once.
class RegionCost {
public:
  /// The regions of `op`, or what it calls.
  OpCost compute(Operation *op);

private:
  OpCost computeCall(CallOpInterface call);
  OpCost computeRegion(Region &region);

  SymbolTableCollection symbolTables;
  llvm::DenseMap<Operation *, OpCost> callees;
  llvm::DenseSet<Operation *> active;
};
} // namespace

/// The larger of each figure.
static OpCost max(const OpCost &a, const OpCost &b) {
  OpCost cost;
  cost.flops = std::max(a.flops, b.flops);
  cost.bytesRead = std::max(a.bytesRead, b.bytesRead);
  cost.bytesWritten = std::max(a.bytesWritten, b.bytesWritten);
  cost.workspaceBytes = std::max(a.workspaceBytes, b.workspaceBytes);
  return cost;
}

OpCost RegionCost::computeCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  if (!function || function.isExternal()) {
    // Nothing is known but what goes in and out.
    OpCost cost;
    for (Type type : call->getOperandTypes())
      if (isa<ShapedType>(type))
        cost.bytesRead =
            saturatingAdd(cost.bytesRead, getTypeBytes(type).value_or(0));
    for (Type type : call->getResultTypes())
      if (isa<ShapedType>(type))
        cost.bytesWritten =
            saturatingAdd(cost.bytesWritten, getTypeBytes(type).value_or(0));
    return cost;
  }
  if (auto it = callees.find(function); it != callees.end())
    return it->second;
  if (!active.insert(function).second)
    return OpCost();
  OpCost cost = computeRegion(function.getFunctionBody());
  active.erase(function);
  callees.try_emplace(function, cost);
  return cost;
}

OpCost RegionCost::compute(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return computeCall(call);
  OpCost cost;
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  // Regions of an operation with branches that is no loop exclude each other;
  // those of others run in turn.
  bool areAlternatives = !loop && isa<RegionBranchOpInterface>(op);
  for (Region &region : op->getRegions()) {
    OpCost regionCost = computeRegion(region);
    if (areAlternatives)
      cost = max(cost, regionCost);
    else
      cost += regionCost;
  }
  if (loop)
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      cost *= trips->isIntN(63) ? static_cast<int64_t>(trips->getZExtValue())
                                : std::numeric_limits<int64_t>::max();
  return cost;
}

OpCost RegionCost::computeRegion(Region &region) {
  // Blocks of unstructured control flow count once, one after the other.
  OpCost cost;
  for (Block &block : region)
    for (Operation &op : block) {
      // An unregistered terminator has no traits to tell it by.
      if (&op == &block.back() && op.mightHaveTrait<OpTrait::IsTerminator>())
        continue;
      // Asking these would start a computation that knows nothing of this one.
      if (isa<CallOpInterface, LoopLikeOpInterface, RegionBranchOpInterface>(
              op))
        cost += compute(&op);
      else
        cost += getOpCost(&op);
    }
  return cost;
}

OpCost mlir::remat::getRegionCost(Operation *op) {
  return RegionCost().compute(op);
}
