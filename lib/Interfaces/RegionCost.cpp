//===- RegionCost.cpp - What lies inside of an operation ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/TaskOpInterface.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <limits>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// One computation; functions are looked up and computed once in it.
class RegionCost {
public:
  explicit RegionCost(llvm::function_ref<int64_t(Type)> sizeOf)
      : sizeOf(sizeOf) {}

  /// The regions of `op`, or what it calls.
  OpCost compute(Operation *op);

private:
  OpCost computeCall(CallOpInterface call);
  OpCost computeRegion(Region &region, bool yieldsResults);
  OpCost computeBlock(Block &block, bool yieldsResults);
  OpCost computeNested(Operation *op);
  int64_t computeInteriorPeak(Block &block, bool yieldsResults,
                              ArrayRef<int64_t> workspaces);
  int64_t getStorageBytes(Type type) const;

  llvm::function_ref<int64_t(Type)> sizeOf;
  SymbolTableCollection symbolTables;
  llvm::DenseMap<Operation *, OpCost> callees;
  llvm::DenseSet<Operation *> active;
};
} // namespace

int64_t RegionCost::getStorageBytes(Type type) const {
  if (!isa<ShapedType>(type))
    return 0;
  return sizeOf ? sizeOf(type) : getTypeBytes(type).value_or(0);
}

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
      cost.bytesRead = saturatingAdd(cost.bytesRead, getStorageBytes(type));
    for (Type type : call->getResultTypes())
      cost.bytesWritten =
          saturatingAdd(cost.bytesWritten, getStorageBytes(type));
    return cost;
  }
  if (auto it = callees.find(function); it != callees.end())
    return it->second;
  if (!active.insert(function).second)
    return OpCost();
  OpCost cost = computeRegion(function.getFunctionBody(), true);
  active.erase(function);
  callees.try_emplace(function, cost);
  return cost;
}

OpCost RegionCost::compute(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return computeCall(call);
  OpCost cost;
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  // Regions of an operation with branches that are no loop exclude each other;
  // those of others run in turn.
  bool areAlternatives = !loop && isa<RegionBranchOpInterface>(op);
  for (Region &region : op->getRegions()) {
    OpCost regionCost = computeRegion(region, /*yieldsResults=*/!loop);
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

OpCost RegionCost::computeRegion(Region &region, bool yieldsResults) {
  // Blocks of unstructured control flow: each once, one after the other.
  OpCost cost;
  for (Block &block : region)
    cost += computeBlock(block, yieldsResults);
  return cost;
}

OpCost RegionCost::computeNested(Operation *op) {
  if (isa<CallOpInterface, LoopLikeOpInterface, RegionBranchOpInterface>(op))
    return compute(op);
  return getOpCost(op);
}

OpCost RegionCost::computeBlock(Block &block, bool yieldsResults) {
  OpCost cost;
  SmallVector<int64_t> workspaces;
  for (Operation &op : block) {
    OpCost nested;
    if (!op.hasTrait<OpTrait::IsTerminator>())
      nested = computeNested(&op);
    workspaces.push_back(nested.workspaceBytes);
    cost += nested;
  }
  cost.workspaceBytes = computeInteriorPeak(block, yieldsResults, workspaces);
  return cost;
}

int64_t RegionCost::computeInteriorPeak(Block &block, bool yieldsResults,
                                        ArrayRef<int64_t> workspaces) {
  // A storage made in the block: where it is made and last used.
  struct Storage {
    int64_t bytes;
    size_t first, last;
  };
  SmallVector<Storage> storages;
  llvm::DenseMap<Value, size_t> storageOf;
  llvm::DenseMap<Operation *, size_t> positions;
  for (auto [position, op] : llvm::enumerate(block))
    positions.try_emplace(&op, position);
  size_t end = positions.size();

  for (Operation &op : block) {
    if (preparesDestination(&op))
      continue;
    size_t position = positions.lookup(&op);
    for (OpResult result : op.getResults()) {
      size_t storage;
      if (OpOperand *viewed = getViewedOperand(result)) {
        auto it = storageOf.find(viewed->get());
        // A view of what lies outside.
        if (it == storageOf.end())
          continue;
        storage = it->second;
      } else {
        int64_t bytes = getStorageBytes(result.getType());
        if (bytes == 0 || op.hasTrait<OpTrait::ConstantLike>())
          continue;
        storage = storages.size();
        storages.push_back({bytes, position, position});
      }
      storageOf.try_emplace(result, storage);
      for (Operation *user : result.getUsers()) {
        // A use in another block of the region: alive to the end of this one.
        Operation *ancestor = block.findAncestorOpInBlock(*user);
        size_t use = ancestor ? positions.lookup(ancestor) : end - 1;
        Storage &used = storages[storage];
        used.last = std::max(used.last, use);
        bool isYield = ancestor && ancestor->hasTrait<OpTrait::IsTerminator>();
        // Counted as a result of the operation around, by whoever asks.
        if (isYield && yieldsResults)
          used.bytes = 0;
      }
    }
  }

  SmallVector<int64_t> made(end, 0), freed(end, 0);
  for (const Storage &storage : storages) {
    made[storage.first] = saturatingAdd(made[storage.first], storage.bytes);
    freed[storage.last] = saturatingAdd(freed[storage.last], storage.bytes);
  }
  int64_t live = 0, peak = 0;
  for (size_t position = 0; position < end; ++position) {
    live = saturatingAdd(live, made[position]);
    peak = std::max(peak, saturatingAdd(live, workspaces[position]));
    // Once saturated it stays so: what was added is not known any more.
    if (live != std::numeric_limits<int64_t>::max())
      live -= freed[position];
  }
  return peak;
}

OpCost mlir::remat::getRegionCost(Operation *op,
                                  llvm::function_ref<int64_t(Type)> sizeOf) {
  return RegionCost(sizeOf).compute(op);
}
