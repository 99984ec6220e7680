//===- XlaGpuTarget.cpp - What XLA makes of a step on a GPU ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are those of docs/xla.md, cited as (F1), (F2), … where they are
// applied.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Targets/Target.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

namespace {
/// What was read off XLA or fitted to what it compiles.
struct Calibration {
  /// XLA's kXlaAllocatedBufferAlignBytes on GPUs.
  int64_t alignment = 128;
  /// What XLA sets aside for a cuBLASLt call on Hopper: 32 MiB (its
  /// GemmConfig's default), read in buffer assignments of all public steps.
  int64_t dotWorkspace = int64_t(32) << 20;
  /// Ops that several readers would each have to compute before XLA stores the
  /// value instead: fitted to BERT's GELU, whose expansion it stores, and to
  /// the residual sums of GPT-2, which it does not.
  int64_t largestSharedExpansion = 400;
};
constexpr Calibration calibration;

/// Finds the fused ops of one block.
class FusionAnalysis {
public:
  explicit FusionAnalysis(Block &block) : block(block) {}

  FusedOps run();

private:
  bool isDead(Operation *op) const;
  void visit(Operation *op);
  void storeLargeExpansions();

  Block &block;
  FusedOps fused;
  llvm::DenseSet<Operation *> dead;
  /// Values that somebody reads from memory.
  llvm::DenseSet<Value> stored;
};
} // namespace

/// (F2) A transpose that moves no more than two dimensions of extent over one:
/// XLA folds it into the layout of what it reads or into the product that
/// reads it.
static bool isFreeTranspose(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::Transpose || op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return false;
  return llvm::count_if(type.getShape(),
                        [](int64_t extent) { return extent > 1; }) <= 2;
}

/// The operand that `result` is another name of, free transposes included.
static OpOperand *getAliasedOperand(OpResult result) {
  if (OpOperand *viewed = remat::getViewedOperand(result))
    return viewed;
  return isFreeTranspose(result.getOwner())
             ? &result.getOwner()->getOpOperand(0)
             : nullptr;
}

static bool isAlias(Operation *op) {
  return op->getNumResults() > 0 &&
         llvm::all_of(op->getResults(), [](OpResult result) {
           return getAliasedOperand(result) != nullptr;
         });
}

/// (F3) Whether XLA can compute `op` inside of its readers.
static bool isFusible(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  switch (hlo::getOpKind(op)) {
  case OpKind::Elementwise:
  case OpKind::Broadcast:
  case OpKind::Transpose:
  case OpKind::Slice:
  case OpKind::Pad:
  case OpKind::Reverse:
  case OpKind::Concatenate:
  case OpKind::DynamicSlice:
    return true;
  default:
    return false;
  }
}

/// (F3) Whether the kernel of `op` can compute the operand instead of reading
/// it from memory.
static bool computesOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  switch (hlo::getOpKind(op)) {
  case OpKind::Reduce:
  case OpKind::ReduceWindow:
  case OpKind::Gather:
    return true;
  case OpKind::DynamicUpdateSlice:
    // The first operand is written in place.
    return operand.getOperandNumber() != 0;
  default:
    return isFusible(op);
  }
}

/// Whether nobody wants what `op` makes: XLA removes it.
bool FusionAnalysis::isDead(Operation *op) const {
  return op->getNumResults() > 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return dead.contains(user); });
}

void FusionAnalysis::visit(Operation *op) {
  if (isDead(op)) {
    dead.insert(op);
    fused.insert(op);
    return;
  }
  if (isAlias(op)) {
    fused.insert(op);
    // What passes an optimization barrier is a buffer.
    bool isBarrier =
        isa<BarrierOp>(op) || hlo::getOpKind(op) == OpKind::Barrier;
    for (OpResult result : op->getResults())
      if (isBarrier || stored.contains(result))
        stored.insert(getAliasedOperand(result)->get());
    return;
  }
  // (F2) Constants and iotas are generated where they are read.
  OpKind kind = hlo::getOpKind(op);
  if (kind == OpKind::Constant || kind == OpKind::Iota) {
    fused.insert(op);
    return;
  }
  if (isFusible(op) && !stored.contains(op->getResult(0)))
    fused.insert(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!computesOperand(operand))
      stored.insert(operand.get());
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    stored.insert(captured->get());
  });
}

/// How many ops read `value`, views looked through; two stand for more.
static unsigned countReaders(Value value) {
  unsigned readers = 0;
  for (OpOperand &use : value.getUses()) {
    bool isAliased = false;
    for (OpResult result : use.getOwner()->getResults())
      if (getAliasedOperand(result) == &use) {
        isAliased = true;
        readers += countReaders(result);
      }
    readers += !isAliased;
    if (readers > 1)
      break;
  }
  return readers;
}

/// (F7)
void FusionAnalysis::storeLargeExpansions() {
  llvm::DenseMap<Operation *, int64_t> expansions;
  for (Operation &op : block) {
    if (!fused.contains(&op))
      continue;
    int64_t expansion = isAlias(&op) ? 0 : 1;
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp())
        expansion += expansions.lookup(producer);
    if (expansion > calibration.largestSharedExpansion && isFusible(&op) &&
        !isAlias(&op) && countReaders(op.getResult(0)) > 1)
      fused.erase(&op);
    else
      expansions[&op] = expansion;
  }
}

FusedOps FusionAnalysis::run() {
  for (Operation &op : llvm::reverse(block))
    visit(&op);
  storeLargeExpansions();
  return std::move(fused);
}

namespace {
class XlaGpuTarget final : public Target {
public:
  StringRef getName() const override { return "xla-gpu"; }
  StringRef getSummary() const override {
    return "XLA on GPUs: elementwise ops fused, results resident, a workspace "
           "a matrix product";
  }
  int64_t getStorageAlignment() const override { return calibration.alignment; }
  bool needsIsolatedDestinations() const override { return false; }
  bool fuses() const override { return true; }
  FusedOps findFusedOps(Block &block) const override {
    return FusionAnalysis(block).run();
  }
  /// (F6)
  int64_t getWorkspaceBytes(Operation *op) const override {
    return hlo::getOpKind(op) == OpKind::Dot ? calibration.dotWorkspace : 0;
  }
  std::optional<int64_t> getStorageBytes(Type type) const override {
    // Tokens are an order and no data.
    if (auto opaque = dyn_cast<OpaqueType>(type))
      if (opaque.getTypeData() == "token")
        return 0;
    return Target::getStorageBytes(type);
  }
};
} // namespace

const Target &mlir::remat::getXlaGpuTarget() {
  static const XlaGpuTarget target;
  return target;
}
