//===- InteriorPeak.cpp - What an op's regions need -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops, branches and calls are measured on buffers (InteriorProbe). The
// regions of tasks, and of what upstream cannot bufferize, are counted as they
// read: the model follows storages, not values. A destination-passing op
// overwrites an init that nothing else uses, and a loop carries tensors in the
// storages of its results, which the outer block counts.
//
//===----------------------------------------------------------------------===//

#include "InteriorPeak.h"
#include "FusedBlock.h"
#include "GivenWorkspace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class InteriorPeak {
public:
  InteriorPeak(const Target &target, const DeviceShares &shares,
               InteriorProbe &probe)
      : target(target), shares(shares), probe(probe) {}

  std::optional<int64_t> ofOp(Operation *op);
  /// A diagnostic says why there is no peak.
  bool hasFailed = false;

private:
  std::optional<int64_t> ofBlock(Block &block);
  std::optional<int64_t> ofFusedBlock(Block &block, bool isLoop);
  std::optional<int64_t> ofFusedOp(Operation *op);
  std::optional<int64_t> ofCarriedByWhile(Operation *op, Block &block);
  /// The value in `block` that owns the storage of `value`, or null.
  Value getOwner(Value value, Block &block);

  const Target &target;
  const DeviceShares &shares;
  InteriorProbe &probe;
  /// Functions on the call stack: recursion has no static peak.
  llvm::SmallPtrSet<Operation *, 4> active;
};
} // namespace

/// The init that `result` overwrites, or null.
static OpOperand *getWrittenInit(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle.getTiedOpOperand(result);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loop.getTiedLoopInit(result);
  return nullptr;
}

Value InteriorPeak::getOwner(Value value, Block &block) {
  while (true) {
    if (value.getParentBlock() != &block || isa<BlockArgument>(value))
      return Value();
    auto result = cast<OpResult>(value);
    if (OpOperand *viewed = getViewedOperand(result)) {
      value = viewed->get();
      continue;
    }
    if (result.getOwner()->hasTrait<OpTrait::ConstantLike>())
      return Value();
    OpOperand *init = getWrittenInit(result);
    if (!init || !isa<TensorType>(init->get().getType()))
      return value;
    // Written in place, in a new or carried storage; other outer values are
    // copied.
    bool carried = isa<BlockArgument>(init->get()) &&
                   init->get().getParentBlock() == &block;
    if (!carried &&
        (!init->get().hasOneUse() || init->get().getParentBlock() != &block))
      return value;
    value = init->get();
  }
}

std::optional<int64_t> InteriorPeak::ofBlock(Block &block) {
  struct Interval {
    int64_t bytes, first, last;
  };
  llvm::MapVector<Value, Interval> storages;
  int64_t index = 0;
  for (Operation &op : block) {
    for (OpResult result : op.getResults()) {
      Value owner = getOwner(result, block);
      if (!owner)
        continue;
      std::optional<int64_t> bytes = target.getStorageBytes(owner.getType());
      if (!bytes)
        return std::nullopt;
      if (*bytes > 0)
        storages.try_emplace(owner, Interval{*bytes, index, index});
    }
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Value owner = getOwner(operand, block))
          if (auto *found = storages.find(owner); found != storages.end())
            found->second.last = index;
    });
    ++index;
  }
  // A branch makes its op's results, which the outer block counts.
  Operation *terminator = block.empty() ? nullptr : &block.back();
  if (terminator && terminator->mightHaveTrait<OpTrait::IsTerminator>() &&
      !isa<LoopLikeOpInterface>(block.getParentOp()))
    for (Value yielded : terminator->getOperands())
      storages.erase(getOwner(yielded, block));
  std::vector<int64_t> change(index + 1, 0);
  int64_t total = 0;
  for (auto &[value, interval] : storages) {
    if (llvm::AddOverflow(total, interval.bytes, total))
      return std::nullopt;
    change[interval.first] += interval.bytes;
    change[interval.last + 1] -= interval.bytes;
  }
  int64_t peak = 0;
  int64_t live = 0;
  for (auto [position, op] : llvm::enumerate(block)) {
    live += change[position];
    std::optional<int64_t> interior = ofOp(&op);
    int64_t need;
    const int64_t workspace =
        isKeptWhole(&op) ? 0 : getNestedWorkspace(&op, target);
    if (!interior || llvm::AddOverflow(live, *interior, need) ||
        llvm::AddOverflow(need, workspace, need))
      return std::nullopt;
    peak = std::max(peak, need);
  }
  return peak;
}

/// An scf.while whose regions carry the same tensors keeps them in the storages
/// of its results. Otherwise lowering copies them between the regions: both
/// sides are alive at once beside the results.
std::optional<int64_t> InteriorPeak::ofCarriedByWhile(Operation *op,
                                                      Block &block) {
  int64_t bytes = 0;
  auto loop = dyn_cast<scf::WhileOp>(op);
  if (!loop ||
      loop.getBefore().getArgumentTypes() == loop.getAfter().getArgumentTypes())
    return bytes;
  auto add = [&](Type type) {
    std::optional<int64_t> each = target.getStorageBytes(type);
    return each && !llvm::AddOverflow(bytes, *each, bytes);
  };
  for (Region &region : op->getRegions())
    if (!llvm::all_of(region.getArgumentTypes(), add))
      return std::nullopt;
  if (!llvm::all_of(block.getTerminator()->getOperandTypes(), add))
    return std::nullopt;
  return bytes;
}

std::optional<int64_t> InteriorPeak::ofFusedBlock(Block &block, bool isLoop) {
  const FusedBlock ops(block, target);
  // Values that a region hands on lie in the storages of the op's results,
  // which the outer block counts; a loop overwrites only dead ones.
  llvm::DenseMap<Value, int64_t> handedOn;
  for (OpOperand &operand : block.back().getOpOperands())
    handedOn.try_emplace(operand.get(), operand.getOperandNumber());
  auto isInCarried = [&](Value value, int64_t position) {
    auto found = handedOn.find(value);
    if (found == handedOn.end())
      return false;
    return !isLoop || found->second >= block.getNumArguments() ||
           ops.getLastRead(block.getArgument(found->second)) <= position;
  };
  struct Storage {
    int64_t bytes, first, last;
  };
  const AddedProducts added =
      isLoop ? target.findAddedProducts(block) : AddedProducts();
  llvm::MapVector<Value, Storage> storages;
  llvm::DenseMap<Value, Value> owners;
  int64_t total = 0;
  for (Operation &op : block) {
    if (ops.fused.contains(&op))
      continue;
    const auto *product = added.find(&op);
    if (product != added.end() && !product->second)
      continue;
    const int64_t position =
        ops.getPosition(product != added.end() ? product->second : &op);
    for (OpResult result : op.getResults()) {
      if (isInCarried(result, position) || isCarriedUnchanged(result))
        continue;
      std::optional<int64_t> bytes =
          target.getStorageBytes(shares.getType(result));
      if (!bytes)
        return std::nullopt;
      const int64_t last = std::max(position, ops.getLastRead(result));
      auto isFree = [&](Value overwritten) {
        auto owner = owners.find(overwritten);
        if (owner == owners.end())
          return false;
        const Storage &storage = storages.find(owner->second)->second;
        return storage.bytes == *bytes && storage.last <= position;
      };
      const SmallVector<Value, 2> overwritable =
          getOverwritable(result, ops.fused);
      auto overwritten = llvm::find_if(overwritable, isFree);
      if (overwritten != overwritable.end()) {
        const Value owner = owners.lookup(*overwritten);
        storages.find(owner)->second.last = last;
        owners[result] = owner;
        continue;
      }
      if (llvm::AddOverflow(total, *bytes, total))
        return std::nullopt;
      storages.try_emplace(result, Storage{*bytes, position, last});
      owners[result] = result;
    }
  }
  std::vector<int64_t> change(ops.size() + 1, 0);
  for (const auto &[value, storage] : storages) {
    change[storage.first] += storage.bytes;
    change[storage.last + 1] -= storage.bytes;
  }
  // What is carried is dead from its last reader to the op that makes what the
  // next turn gets.
  for (auto [value, number] : handedOn) {
    Operation *maker = value.getDefiningOp();
    if (!isLoop || !maker || maker->getBlock() != &block ||
        ops.fused.contains(maker) || number >= block.getNumArguments())
      continue;
    const int64_t dead = ops.getLastRead(block.getArgument(number)) + 1;
    const int64_t made = ops.getPosition(maker);
    if (dead >= made)
      continue;
    const int64_t bytes =
        target.getStorageBytes(shares.getType(value)).value_or(0);
    change[dead] -= bytes;
    change[made] += bytes;
  }
  int64_t peak = 0;
  int64_t live = 0;
  for (Operation &op : block) {
    live += change[ops.getPosition(&op)];
    if (ops.fused.contains(&op))
      continue;
    std::optional<int64_t> interior = ofFusedOp(&op);
    int64_t inside;
    int64_t need;
    if (!interior ||
        llvm::AddOverflow(*interior, getDeviceWorkspace(&op, target, shares),
                          inside))
      return std::nullopt;
    // What the user says includes what is inside.
    if (std::optional<int64_t> given = getGivenWorkspace(&op, target))
      inside = std::max(*interior, *given);
    if (llvm::AddOverflow(live, inside, need))
      return std::nullopt;
    peak = std::max(peak, need);
  }
  return peak;
}

std::optional<int64_t> InteriorPeak::ofFusedOp(Operation *op) {
  hlo::OpKind kind = hlo::getOpKind(op);
  bool isLoop = kind == hlo::OpKind::Loop;
  // Other regions (reductions, sorts) work on scalars.
  if (!isLoop && kind != hlo::OpKind::Branch && kind != hlo::OpKind::Region)
    return 0;
  int64_t peak = 0;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    std::optional<int64_t> blockPeak =
        region.hasOneBlock() ? ofFusedBlock(region.front(), isLoop)
                             : std::nullopt;
    if (!blockPeak)
      return std::nullopt;
    peak = std::max(peak, *blockPeak);
  }
  return peak;
}

std::optional<int64_t> InteriorPeak::ofOp(Operation *op) {
  if (target.fusesOps() && hlo::lookupOp(op))
    return ofFusedOp(op);
  if (!target.fusesOps() && isKeptWhole(op)) {
    FailureOr<std::optional<int64_t>> bytes = probe.measure(op);
    hasFailed |= failed(bytes);
    if (failed(bytes) || *bytes)
      return failed(bytes) ? std::nullopt : *bytes;
    // Upstream cannot bufferize it, so that it is counted as it reads.
  }
  auto regions = llvm::to_vector(llvm::make_pointer_range(op->getRegions()));
  Operation *callee = nullptr;
  int64_t peak = isKeptWhole(op) ? getNestedWorkspace(op, target) : 0;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    callee = SymbolTable::lookupNearestSymbolFrom(op, call.getCalleeAttr());
    if (callee && !active.insert(callee).second)
      return std::nullopt;
    if (callee)
      llvm::append_range(regions,
                         llvm::make_pointer_range(callee->getRegions()));
  }
  for (Region *region : regions) {
    if (region->empty())
      continue;
    // One block does not tell what lives across branches.
    if (!region->hasOneBlock())
      return std::nullopt;
    std::optional<int64_t> blockPeak = ofBlock(region->front());
    std::optional<int64_t> carried = ofCarriedByWhile(op, region->front());
    int64_t sum;
    if (!blockPeak || !carried || llvm::AddOverflow(*blockPeak, *carried, sum))
      return std::nullopt;
    peak = std::max(peak, sum);
  }
  if (callee)
    active.erase(callee);
  return peak;
}

FailureOr<std::optional<int64_t>>
mlir::remat::getInteriorPeak(Operation *op, const Target &target,
                             const DeviceShares &shares, InteriorProbe &probe) {
  InteriorPeak interior(target, shares, probe);
  std::optional<int64_t> bytes = interior.ofOp(op);
  if (interior.hasFailed)
    return failure();
  return bytes;
}
