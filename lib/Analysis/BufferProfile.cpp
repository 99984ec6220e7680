//===- BufferProfile.cpp - What a function on buffers needs ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/BufferProfile.h"
#include "GivenWorkspace.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/UnknownSize.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Change of the allocated bytes, counted from 0.
struct Effect {
  int64_t peak = 0;
  /// Excludes `scoped`.
  int64_t change = 0;
  /// Freed where the innermost automatic scope ends.
  int64_t scoped = 0;
};

class BufferWalk {
public:
  explicit BufferWalk(const Target &target) : target(target) {}

  FailureOr<Effect> ofFunction(func::FuncOp function);
  /// Adds arguments and constants.
  LogicalResult addResidents(func::FuncOp function);
  int64_t residentBytes = 0;
  /// Buffers are as bufferization makes them: without the workspaces of ops,
  /// and with no stack but that of code on buffers.
  bool isJustBufferized = false;
  /// Counts the host's memory instead of the device's.
  bool countsHost = false;

private:
  LogicalResult addConstants(func::FuncOp function);
  LogicalResult addResident(Location loc, Type type);
  FailureOr<Effect> ofRegion(Region &region);
  FailureOr<Effect> ofOp(Operation *op);
  FailureOr<Effect> ofRegions(Operation *op);
  FailureOr<Effect> ofCall(func::CallOp call);
  FailureOr<Effect> ofEffects(Operation *op);
  FailureOr<int64_t> getBytes(Location loc, Type type);
  FailureOr<int64_t> getAllocatedBytes(Location loc, Value buffer);

  const Target &target;
  llvm::SmallPtrSet<Operation *, 4> active;
  /// Functions and globals whose constants are counted.
  llvm::SmallPtrSet<Operation *, 8> counted;
};

} // namespace

FailureOr<int64_t> BufferWalk::getBytes(Location loc, Type type) {
  if (std::optional<int64_t> bytes = target.getStorageBytes(type))
    return *bytes;
  return emitError(loc) << "the size of a buffer of type " << type << " "
                        << describeUnknownSize(type);
}

/// Compiled code allocates multiples of the alignment that is asked for.
FailureOr<int64_t> BufferWalk::getAllocatedBytes(Location loc, Value buffer) {
  FailureOr<int64_t> bytes = getBytes(loc, buffer.getType());
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  const auto alignment =
      static_cast<int64_t>(alloc ? alloc.getAlignment().value_or(1) : 1);
  if (failed(bytes) || alignment <= 1 || *bytes % alignment == 0)
    return bytes;
  int64_t rounded;
  if (llvm::AddOverflow(*bytes, alignment - *bytes % alignment, rounded))
    return emitError(loc) << "a buffer of type " << buffer.getType()
                          << " with its alignment of " << alignment
                          << " needs more than 2^63 bytes";
  return rounded;
}

LogicalResult BufferWalk::addResident(Location loc, Type type) {
  if (isInHostMemory(type))
    return success();
  FailureOr<int64_t> bytes = getBytes(loc, type);
  if (failed(bytes))
    return failure();
  if (llvm::AddOverflow(residentBytes, *bytes, residentBytes))
    return emitError(loc) << "arguments and constants together need more than "
                             "2^63 bytes";
  return success();
}

LogicalResult BufferWalk::addResidents(func::FuncOp function) {
  for (Type type : function.getArgumentTypes())
    if (isa<BaseMemRefType>(type) &&
        failed(addResident(function.getLoc(), type)))
      return failure();
  return addConstants(function);
}

LogicalResult BufferWalk::addConstants(func::FuncOp function) {
  if (!counted.insert(function).second)
    return success();
  WalkResult result = function.walk([&](Operation *op) -> WalkResult {
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
          op, get.getNameAttr());
      if (global && counted.insert(global).second)
        return addResident(op->getLoc(), global.getType());
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              op, call.getCalleeAttr()))
        return addConstants(callee);
    }
    return success();
  });
  return failure(result.wasInterrupted());
}

/// Runs `next` after `effect`.
static LogicalResult append(Location loc, Effect &effect, Effect next) {
  int64_t held, peak;
  if (llvm::AddOverflow(effect.change, effect.scoped, held) ||
      llvm::AddOverflow(held, next.peak, peak) ||
      llvm::AddOverflow(effect.change, next.change, effect.change) ||
      llvm::AddOverflow(effect.scoped, next.scoped, effect.scoped))
    return emitError(loc) << "the buffers live here need more than 2^63 bytes";
  effect.peak = std::max(effect.peak, peak);
  return success();
}

FailureOr<Effect> BufferWalk::ofRegion(Region &region) {
  Effect effect;
  if (region.empty())
    return effect;
  if (!region.hasOneBlock())
    return region.getParentOp()->emitOpError(
        "has a body of several blocks, whose buffers cannot be counted before "
        "it runs; run this before control flow is lowered to branches");
  for (Operation &op : region.front()) {
    FailureOr<Effect> next = ofOp(&op);
    if (failed(next) || failed(append(op.getLoc(), effect, *next)))
      return failure();
  }
  if (region.getParentOp()->hasTrait<OpTrait::AutomaticAllocationScope>())
    effect.scoped = 0;
  return effect;
}

/// Fails if a loop holds more at the end of a turn than at its start.
static LogicalResult checkTurn(Operation *loop, const Effect &turn) {
  int64_t growth;
  if (llvm::AddOverflow(turn.change, turn.scoped, growth) || growth <= 0)
    return success();
  return loop->emitOpError("allocates ")
         << growth
         << " bytes more than it frees in each turn; how many turns there are "
            "is not known before it runs";
}

/// Loops, and regions of which at most one runs.
FailureOr<Effect> BufferWalk::ofRegions(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    FailureOr<Effect> before = ofRegion(loop.getBefore());
    FailureOr<Effect> after = ofRegion(loop.getAfter());
    if (failed(before) || failed(after))
      return failure();
    // The last turn ends with the condition.
    Effect turn = *before;
    if (failed(append(op->getLoc(), turn, *after)) ||
        failed(checkTurn(op, turn)) ||
        failed(append(op->getLoc(), turn, *before)))
      return failure();
    return Effect{turn.peak, before->change, before->scoped};
  }
  Effect effect;
  for (Region &region : op->getRegions()) {
    FailureOr<Effect> next = ofRegion(region);
    if (failed(next))
      return failure();
    if (isa<LoopLikeOpInterface>(op) && failed(checkTurn(op, *next)))
      return failure();
    bool first = region.getRegionNumber() == 0;
    effect.peak = std::max(effect.peak, next->peak);
    effect.change =
        first ? next->change : std::max(effect.change, next->change);
    effect.scoped = std::max(effect.scoped, next->scoped);
  }
  // A loop may run no turn; an `if` may have no `else`.
  if (isa<LoopLikeOpInterface>(op))
    effect.change = 0;
  return effect;
}

FailureOr<Effect> BufferWalk::ofCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (callee && !callee.isExternal())
    return ofFunction(callee);
  // Assume that a kernel or library keeps no memory but its results, and needs
  // none that the user does not say.
  if (llvm::any_of(call.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return call.emitOpError("returns a buffer of a function without a body; "
                            "whether it allocates is not known");
  Effect effect;
  if (isJustBufferized)
    effect.peak = getNestedWorkspace(call, target);
  return effect;
}

/// Whether an op without described effects allocates nothing. Calls through
/// pointers and unknown ops may; ops with regions pass on theirs.
static bool isKnownToAllocateNothing(Operation *op) {
  if (isa<CallOpInterface>(op))
    return false;
  return !llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         isa<ViewLikeOpInterface>(op);
}

/// The effects of `op` on buffers, without its regions.
FailureOr<Effect> BufferWalk::ofEffects(Operation *op) {
  Effect effect;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface) {
    if (isKnownToAllocateNothing(op))
      return effect;
    return op->emitOpError("may allocate buffers in a way that is not known "
                           "before it runs");
  }
  SmallVector<MemoryEffects::EffectInstance> instances;
  interface.getEffects(instances);
  llvm::SmallSetVector<Value, 2> allocated, scoped, freed;
  for (const MemoryEffects::EffectInstance &instance : instances) {
    bool allocates = isa<MemoryEffects::Allocate>(instance.getEffect());
    if (!allocates && !isa<MemoryEffects::Free>(instance.getEffect()))
      continue;
    Value value = instance.getValue();
    // Tensors are no buffers yet.
    if (value && isa<TensorType>(value.getType()))
      continue;
    if (!value || !isa<BaseMemRefType>(value.getType()))
      return op->emitOpError(allocates ? "allocates" : "frees")
             << " memory that is no memref; it cannot be counted";
    if (isInHostMemory(value.getType()) != countsHost)
      continue;
    bool isScoped = isa<SideEffects::AutomaticAllocationScopeResource>(
        instance.getResource());
    (!allocates ? freed : isScoped ? scoped : allocated).insert(value);
  }
  if (!freed.empty() && !(allocated.empty() && scoped.empty()))
    return op->emitOpError("frees one buffer and allocates another, both of "
                           "which may be there at once or be the same; lower "
                           "it first (--expand-realloc)");
  // `unit` is the effect of one byte.
  auto add = [&](Location loc, Value buffer, Effect unit) -> LogicalResult {
    FailureOr<int64_t> bytes = getAllocatedBytes(loc, buffer);
    if (failed(bytes))
      return failure();
    return append(
        loc, effect,
        {unit.peak * *bytes, unit.change * *bytes, unit.scoped * *bytes});
  };
  for (Value buffer : allocated)
    if (failed(add(buffer.getLoc(), buffer, {1, 1, 0})))
      return failure();
  for (Value buffer : scoped)
    if (!isJustBufferized && failed(add(buffer.getLoc(), buffer, {1, 0, 1})))
      return failure();
  for (Value buffer : freed) {
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    if (failed(add(op->getLoc(), buffer, {0, -1, 0})))
      return failure();
  }
  return effect;
}

FailureOr<Effect> BufferWalk::ofOp(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return ofCall(call);
  if (isa<bufferization::DeallocOp>(op))
    return op->emitOpError("frees what conditions at run time select; lower it "
                           "first (--convert-bufferization-to-memref)");
  FailureOr<Effect> effect = ofEffects(op);
  if (succeeded(effect) && isJustBufferized &&
      failed(append(op->getLoc(), *effect,
                    Effect{getNestedWorkspace(op, target), 0, 0})))
    return failure();
  // Payloads are scalars.
  if (failed(effect) || isa<linalg::LinalgOp>(op) || op->getNumRegions() == 0)
    return effect;
  FailureOr<Effect> inside = ofRegions(op);
  if (failed(inside) || failed(append(op->getLoc(), *effect, *inside)))
    return failure();
  return effect;
}

FailureOr<Effect> BufferWalk::ofFunction(func::FuncOp function) {
  if (!active.insert(function).second)
    return function.emitOpError(
        "calls itself: how deep is not known before it runs");
  FailureOr<Effect> effect = ofRegion(function.getBody());
  active.erase(function);
  return effect;
}

FailureOr<BufferProfile>
mlir::remat::computeBufferProfile(func::FuncOp function, const Target &target) {
  BufferWalk walk(target);
  if (failed(walk.addResidents(function)))
    return failure();
  FailureOr<Effect> effect = walk.ofFunction(function);
  if (failed(effect))
    return failure();
  BufferProfile profile;
  profile.residentBytes = walk.residentBytes;
  if (llvm::AddOverflow(walk.residentBytes, effect->peak, profile.peakBytes))
    return function.emitOpError(
        "needs more than 2^63 bytes for its arguments and buffers together");
  BufferWalk ofHost(target);
  ofHost.countsHost = true;
  FailureOr<Effect> host = ofHost.ofFunction(function);
  if (failed(host))
    return failure();
  profile.hostPeakBytes = host->peak;
  return profile;
}

FailureOr<int64_t> mlir::remat::computeAllocatedPeak(func::FuncOp function,
                                                     const Target &target) {
  BufferWalk walk(target);
  walk.isJustBufferized = true;
  FailureOr<Effect> effect = walk.ofFunction(function);
  if (failed(effect))
    return failure();
  return effect->peak;
}

FailureOr<int64_t> mlir::remat::computeResidentBytes(func::FuncOp function,
                                                     const Target &target) {
  BufferWalk walk(target);
  if (failed(walk.addResidents(function)))
    return failure();
  return walk.residentBytes;
}
