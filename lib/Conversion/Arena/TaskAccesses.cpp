//===- TaskAccesses.cpp - Which op accesses which buffer ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/TaskAccesses.h"

#include "Arena/BufferLives.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::remat;
using placement::TaskAccess;

static bool isMemref(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

namespace {
class AccessCollector {
public:
  AccessCollector(func::FuncOp function,
                  const llvm::DenseMap<Value, uint32_t> &bufferOf,
                  uint32_t numBuffers)
      : function(function), bufferOf(bufferOf), numBuffers(numBuffers),
        world(numBuffers), numObjects(numBuffers + 1) {}

  FailureOr<FunctionTasks> run();

private:
  void findObjects();
  void addBase(Value base, const BufferViewFlowAnalysis &flow);
  std::optional<uint32_t> getObject(Value base);

  LogicalResult addOp(Operation *op);
  LogicalResult addEffects(Operation *op);
  void addEffect(const MemoryEffects::EffectInstance &effect);
  LogicalResult checkAddress(Operation *op);
  void addMemory(Value memref, bool reads, bool writes) {
    auto found = objectsOf.find(memref);
    // Of unknown origin.
    isBarrier |= found == objectsOf.end();
    if (reads && found != objectsOf.end())
      llvm::append_range(access.reads, found->second);
    if (writes && found != objectsOf.end())
      llvm::append_range(access.writes, found->second);
  }
  /// Adds reads of `op`'s memrefs, and writes if it `writes`.
  void addOperands(Operation *op, bool writes) {
    for (Value operand : op->getOperands())
      if (isMemref(operand))
        addMemory(operand, /*reads=*/true, writes);
  }

  func::FuncOp function;
  const llvm::DenseMap<Value, uint32_t> &bufferOf;
  const uint32_t numBuffers;
  /// Read by every task, written by barriers.
  const uint32_t world;
  uint32_t numObjects;
  /// What a memref may be or be part of.
  llvm::DenseMap<Value, SmallVector<uint32_t, 1>> objectsOf;
  llvm::StringMap<uint32_t> globals;
  /// The objects of task results.
  llvm::DenseMap<Value, uint32_t> resultObjects;
  // Of the current task.
  TaskAccess access;
  bool isBarrier = false;
};
} // namespace

/// None for constants: they are never written, so they order nothing.
std::optional<uint32_t> AccessCollector::getObject(Value base) {
  if (auto found = bufferOf.find(base); found != bufferOf.end())
    return found->second;
  if (auto get = base.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        get, get.getNameAttr());
    if (global && global.getConstant())
      return std::nullopt;
    auto [entry, isNew] = globals.try_emplace(get.getName(), numObjects);
    numObjects += isNew;
    return entry->second;
  }
  return numObjects++;
}

/// Follows `base` to its possible aliases and parts; other buffers are none.
void AccessCollector::addBase(Value base, const BufferViewFlowAnalysis &flow) {
  const std::optional<uint32_t> object = getObject(base);
  SmallVector<Value> work{base};
  llvm::DenseSet<Value> seen{base};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    SmallVector<uint32_t, 1> &objects = objectsOf[value];
    if (object)
      objects.push_back(*object);
    auto next = flow.find(value);
    if (next == flow.end())
      continue;
    for (Value view : next->second)
      if (!bufferOf.contains(view) && seen.insert(view).second)
        work.push_back(view);
  }
}

void AccessCollector::findObjects() {
  BufferViewFlowAnalysis flow(function);
  auto visit = [&](Value value) {
    if (isMemref(value) &&
        (bufferOf.contains(value) || flow.mayBeTerminalBuffer(value)))
      addBase(value, flow);
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      visit(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          visit(argument);
  });
}

void AccessCollector::addEffect(const MemoryEffects::EffectInstance &effect) {
  Value value = effect.getValue();
  if (isa<MemoryEffects::Allocate>(effect.getEffect()))
    return;
  if (!value || !isMemref(value)) {
    isBarrier = true;
    return;
  }
  if (isa<MemoryEffects::Free>(effect.getEffect())) {
    // Accesses alone end a buffer's use; other memory is really freed.
    auto found = objectsOf.find(value);
    if (found == objectsOf.end() ||
        llvm::any_of(found->second,
                     [&](uint32_t object) { return object >= numBuffers; }))
      addMemory(value, /*reads=*/false, /*writes=*/true);
    return;
  }
  bool writes = isa<MemoryEffects::Write>(effect.getEffect());
  addMemory(value, !writes, writes);
}

LogicalResult AccessCollector::checkAddress(Operation *op) {
  if (!isa<memref::ExtractAlignedPointerAsIndexOp, bufferization::ToTensorOp,
           UnrealizedConversionCastOp>(op))
    return success();
  for (Value operand : op->getOperands()) {
    auto found = objectsOf.find(operand);
    if (found != objectsOf.end() &&
        llvm::any_of(found->second,
                     [&](uint32_t object) { return object < numBuffers; }))
      return op->emitOpError("takes the address of a buffer, so that what "
                             "accesses it later is not known; place buffers "
                             "before that");
  }
  return success();
}

/// Adds the effects of `op` itself, without its regions.
LogicalResult AccessCollector::addEffects(Operation *op) {
  if (failed(checkAddress(op)))
    return failure();
  for (Value operand : op->getOperands())
    if (auto found = resultObjects.find(operand); found != resultObjects.end())
      access.reads.push_back(found->second);
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      addEffect(effect);
    return success();
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return success();
  bool isCall = isa<CallOpInterface, gpu::LaunchFuncOp>(op);
  isBarrier |= !isCall || llvm::none_of(op->getOperands(), isMemref);
  addOperands(op, /*writes=*/true);
  return success();
}

/// Adds the accesses of `op` and its regions to the current task.
LogicalResult AccessCollector::addOp(Operation *op) {
  access = TaskAccess();
  isBarrier = false;
  access.isSequence = runsInOrder(op);
  if (isa<func::ReturnOp>(op)) {
    addOperands(op, /*writes=*/false);
    isBarrier = true;
  }
  WalkResult result =
      op->walk([&](Operation *inner) { return WalkResult(addEffects(inner)); });
  return failure(result.wasInterrupted());
}

static void makeUnique(SmallVectorImpl<uint32_t> &list) {
  llvm::sort(list);
  list.erase(llvm::unique(list), list.end());
}

FailureOr<FunctionTasks> AccessCollector::run() {
  FunctionTasks tasks;
  if (function.isExternal())
    return tasks;
  if (!function.getBody().hasOneBlock())
    return function.emitOpError(
        "has a body of several blocks, in which the order of accesses cannot "
        "be told; place buffers before control flow is lowered to branches");
  findObjects();
  for (Operation &op : function.getBody().front()) {
    if (failed(addOp(&op)))
      return failure();
    if (!isBarrier && access.reads.empty() && access.writes.empty())
      continue;
    for (Value result : op.getResults()) {
      resultObjects[result] = numObjects;
      access.writes.push_back(numObjects++);
    }
    if (isBarrier)
      access.writes.push_back(world);
    else
      access.reads.push_back(world);
    makeUnique(access.reads);
    makeUnique(access.writes);
    tasks.ops.push_back(&op);
    tasks.accesses.push_back(std::move(access));
  }
  return tasks;
}

FailureOr<FunctionTasks> mlir::remat::collectTaskAccesses(
    func::FuncOp function, const llvm::DenseMap<Value, uint32_t> &bufferOf,
    uint32_t numBuffers) {
  return AccessCollector(function, bufferOf, numBuffers).run();
}
