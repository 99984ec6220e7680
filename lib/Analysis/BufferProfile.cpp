//===- BufferProfile.cpp - What a function on buffers needs ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/BufferProfile.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// What running something does to the allocated bytes, counted from 0.
struct Effect {
  /// The largest sum on the way.
  int64_t peak = 0;
  /// The sum afterwards.
  int64_t change = 0;
};

class BufferWalk {
public:
  explicit BufferWalk(const Target &target) : target(target) {}

  FailureOr<Effect> ofFunction(func::FuncOp function);
  LogicalResult addArguments(func::FuncOp function);
  LogicalResult addConstants(func::FuncOp function);
  int64_t residentBytes = 0;

private:
  LogicalResult addResident(Location loc, Type type);
  FailureOr<Effect> ofRegion(Region &region);
  FailureOr<Effect> ofOp(Operation *op);
  FailureOr<Effect> ofRegions(Operation *op);
  FailureOr<int64_t> getBytes(Location loc, Type type);

  const Target &target;
  llvm::SmallPtrSet<Operation *, 4> active;
  /// Functions and globals whose constants are counted.
  llvm::SmallPtrSet<Operation *, 8> counted;
};

} // namespace

FailureOr<int64_t> BufferWalk::getBytes(Location loc, Type type) {
  if (std::optional<int64_t> bytes = target.getStorageBytes(type))
    return *bytes;
  return emitError(loc) << "the size of a buffer of type " << type
                        << " is not known before the step runs, or does not "
                           "fit into 64 bits; give it a static shape";
}

LogicalResult BufferWalk::addResident(Location loc, Type type) {
  FailureOr<int64_t> bytes = getBytes(loc, type);
  if (failed(bytes))
    return failure();
  if (llvm::AddOverflow(residentBytes, *bytes, residentBytes))
    return emitError(loc) << "arguments and constants together need more than "
                             "2^63 bytes";
  return success();
}

LogicalResult BufferWalk::addArguments(func::FuncOp function) {
  for (Type type : function.getArgumentTypes())
    if (isa<BaseMemRefType>(type) &&
        failed(addResident(function.getLoc(), type)))
      return failure();
  return success();
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

/// Runs `next` after what `effect` stands for.
static LogicalResult append(Location loc, Effect &effect, Effect next) {
  int64_t peak;
  if (llvm::AddOverflow(effect.change, next.peak, peak) ||
      llvm::AddOverflow(effect.change, next.change, effect.change))
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
  return effect;
}

/// Regions of which one runs, or none; and loops.
FailureOr<Effect> BufferWalk::ofRegions(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    FailureOr<Effect> before = ofRegion(loop.getBefore());
    FailureOr<Effect> after = ofRegion(loop.getAfter());
    if (failed(before) || failed(after))
      return failure();
    Effect turn = *before;
    if (failed(append(op->getLoc(), turn, *after)))
      return failure();
    if (turn.change > 0)
      return op->emitOpError("allocates ")
             << turn.change
             << " bytes more than it frees in each turn; how many turns there "
                "are is not known before it runs";
    // The last turn ends with the condition.
    if (failed(append(op->getLoc(), turn, *before)))
      return failure();
    return Effect{turn.peak, before->change};
  }

  Effect effect;
  for (Region &region : op->getRegions()) {
    FailureOr<Effect> next = ofRegion(region);
    if (failed(next))
      return failure();
    if (isa<LoopLikeOpInterface>(op) && next->change > 0)
      return op->emitOpError("allocates ")
             << next->change
             << " bytes more than it frees in each turn; how many turns there "
                "are is not known before it runs";
    bool first = region.getRegionNumber() == 0;
    effect.peak = std::max(effect.peak, next->peak);
    effect.change =
        first ? next->change : std::max(effect.change, next->change);
  }
  // A loop may run no turn, an `if` without `else` may do nothing.
  if (isa<LoopLikeOpInterface>(op))
    effect.change = 0;
  return effect;
}

FailureOr<Effect> BufferWalk::ofOp(Operation *op) {
  Location loc = op->getLoc();
  if (isa<memref::AllocOp, bufferization::CloneOp>(op)) {
    FailureOr<int64_t> bytes = getBytes(loc, op->getResult(0).getType());
    if (failed(bytes))
      return failure();
    return Effect{*bytes, *bytes};
  }
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    Value buffer = dealloc.getMemref();
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    FailureOr<int64_t> bytes = getBytes(loc, buffer.getType());
    if (failed(bytes))
      return failure();
    return Effect{0, -*bytes};
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, call.getCalleeAttr());
    // What is declared only is a kernel or a library's: it is taken to keep no
    // memory.
    return callee && !callee.isExternal() ? ofFunction(callee)
                                          : FailureOr<Effect>(Effect());
  }
  // Payloads are scalars.
  if (isa<linalg::LinalgOp>(op) || op->getNumRegions() == 0)
    return Effect();
  return ofRegions(op);
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
  if (failed(walk.addArguments(function)) ||
      failed(walk.addConstants(function)))
    return failure();
  FailureOr<Effect> effect = walk.ofFunction(function);
  if (failed(effect))
    return failure();
  BufferProfile profile;
  profile.residentBytes = walk.residentBytes;
  profile.bytesAtReturn = effect->change;
  if (llvm::AddOverflow(walk.residentBytes, effect->peak, profile.peakBytes))
    return function.emitOpError(
        "needs more than 2^63 bytes for its arguments and buffers together");
  return profile;
}

FailureOr<int64_t> mlir::remat::computeResidentBytes(func::FuncOp function,
                                                     const Target &target) {
  BufferWalk walk(target);
  if (failed(walk.addArguments(function)) ||
      failed(walk.addConstants(function)))
    return failure();
  return walk.residentBytes;
}
