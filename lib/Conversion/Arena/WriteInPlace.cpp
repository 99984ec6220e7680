//===- WriteInPlace.cpp - remat-write-in-place ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATWRITEINPLACE
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-arena"

using namespace mlir;
using namespace mlir::remat;

/// The buffer that `value` is a view of.
static Value getBase(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// The allocation with exactly the elements of `value` in order, or null.
static memref::AllocOp getWholeAllocation(Value value) {
  auto isPlain = [](Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    return type && type.hasStaticShape() && type.getLayout().isIdentity();
  };
  while (isPlain(value)) {
    Operation *definition = value.getDefiningOp();
    if (auto alloc = dyn_cast_or_null<memref::AllocOp>(definition))
      return alloc;
    if (!isa_and_nonnull<memref::ExpandShapeOp, memref::CollapseShapeOp>(
            definition))
      return nullptr;
    value = definition->getOperand(0);
  }
  return nullptr;
}

/// Whether another value may hold the buffer after `user` ran.
static bool leaksOperand(OpOperand &use) {
  Operation *user = use.getOwner();
  return user->hasTrait<OpTrait::IsTerminator>() ||
         isa<RegionBranchOpInterface, memref::ExtractAlignedPointerAsIndexOp,
             bufferization::ToTensorOp, UnrealizedConversionCastOp>(user) ||
         (isa<memref::StoreOp>(user) && use.getOperandNumber() == 0) ||
         llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// Whether `user` may still run after its ancestor `ancestor`: one of the ops
/// up to it is unknown, or has values other than numbers and buffers (tokens
/// and streams of the gpu, async and nvgpu dialects).
static bool mayRunLater(Operation *user, Operation *ancestor) {
  auto isToken = [](Type type) {
    return !isa<BuiltinDialect>(type.getDialect());
  };
  for (Operation *op = user;; op = op->getParentOp()) {
    if (!op->isRegistered() ||
        isa<memref::DmaStartOp, affine::AffineDmaStartOp>(op) ||
        llvm::any_of(op->getOperandTypes(), isToken) ||
        llvm::any_of(op->getResultTypes(), isToken))
      return true;
    if (op == ancestor)
      return false;
  }
}

/// Collects uses of `buffer` and its views, without those that make views;
/// false if it flows elsewhere.
static bool collectUses(Value buffer, SmallVectorImpl<OpOperand *> &uses) {
  SmallVector<Value> work = {buffer};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      auto view = dyn_cast<ViewLikeOpInterface>(user);
      if (view && view.getViewSource() == value) {
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            work.push_back(result);
        continue;
      }
      if (leaksOperand(use))
        return false;
      uses.push_back(&use);
    }
  }
  return true;
}

namespace {
/// The order of a block's ops under any concurrency: by paths of dependences.
/// Two ops depend on each other if both use a buffer and one of them writes it.
class DependenceOrder {
public:
  explicit DependenceOrder(Block &block);

  /// Whether all of `before` come before `op`, all of the block. O(operations
  /// before it).
  bool comeBefore(const llvm::SmallDenseSet<Operation *, 4> &before,
                  Operation *op) const;
  /// Treats `from` as `into` from now on.
  void merge(Value into, Value from) {
    for (const Access &access : accesses.lookup(from))
      add(access.op, into, access.writes);
    accesses.erase(from);
  }
  /// Before `op` is erased.
  void forget(Operation *op) {
    for (auto [buffer, writes] : buffersOf.lookup(op))
      if (auto found = accesses.find(buffer); found != accesses.end())
        llvm::erase_if(found->second,
                       [&](const Access &access) { return access.op == op; });
    buffersOf.erase(op);
  }

private:
  struct Access {
    Operation *op;
    bool writes;
  };
  void add(Operation *op, Value buffer, bool writes) {
    accesses[buffer].push_back({op, writes});
    buffersOf[op].push_back({buffer, writes});
  }

  llvm::DenseMap<Value, SmallVector<Access>> accesses;
  llvm::DenseMap<Operation *, SmallVector<std::pair<Value, bool>>> buffersOf;
};
} // namespace

DependenceOrder::DependenceOrder(Block &block) {
  for (Operation &op : block)
    op.walk([&](MemoryEffectOpInterface nested) {
      // A deallocation depends on a buffer's uses, but nothing depends on it.
      if (isa<memref::DeallocOp, memref::AllocOp>(nested))
        return;
      SmallVector<MemoryEffects::EffectInstance> effects;
      nested.getEffects(effects);
      for (const MemoryEffects::EffectInstance &effect : effects)
        if (Value value = effect.getValue())
          if (isa<BaseMemRefType>(value.getType()))
            add(&op, getBase(value),
                isa<MemoryEffects::Write>(effect.getEffect()));
    });
}

bool DependenceOrder::comeBefore(
    const llvm::SmallDenseSet<Operation *, 4> &before, Operation *op) const {
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> work = {op};
  size_t left = before.size();
  while (!work.empty() && left > 0) {
    Operation *reached = work.pop_back_val();
    auto buffers = buffersOf.find(reached);
    if (buffers == buffersOf.end())
      continue;
    for (auto [buffer, writes] : buffers->second) {
      auto all = accesses.find(buffer);
      // A merged buffer: listed under the other as well.
      if (all == accesses.end())
        continue;
      for (const Access &access : all->second)
        if ((writes || access.writes) && access.op->isBeforeInBlock(reached) &&
            seen.insert(access.op).second) {
          left -= before.contains(access.op);
          work.push_back(access.op);
        }
    }
  }
  return left == 0;
}

namespace {
class InPlaceWriter {
public:
  explicit InPlaceWriter(bool parallelSafe) : parallelSafe(parallelSafe) {}
  void run(Operation *op);

private:
  bool writeOver(Operation *op, Value source, OpOperand &target);
  memref::DeallocOp findEnd(Operation *op, Value source, memref::AllocOp alloc);
  void erase(Operation *op) {
    if (auto found = orders.find(op->getBlock()); found != orders.end())
      found->second->forget(op);
    op->erase();
  }

  const bool parallelSafe;
  llvm::DenseMap<Block *, std::unique_ptr<DependenceOrder>> orders;
};
} // namespace

/// The allocation of `target`, which `op` writes, if all other uses come later.
/// Else null.
static memref::AllocOp getFreshAllocation(Operation *op, OpOperand &target) {
  auto alloc = target.get().getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != op->getBlock() ||
      !alloc.getType().hasStaticShape())
    return nullptr;
  for (OpOperand &use : target.get().getUses()) {
    Operation *ancestor =
        op->getBlock()->findAncestorOpInBlock(*use.getOwner());
    // A use in another block of the body runs at an unknown time.
    if (!ancestor ||
        (&use != &target && (ancestor == op || ancestor->isBeforeInBlock(op))))
      return nullptr;
  }
  return alloc;
}

/// The deallocation of `alloc` if `op` uses it last, and reads it only as
/// `source`, element by element where it writes. Else null.
memref::DeallocOp InPlaceWriter::findEnd(Operation *op, Value source,
                                         memref::AllocOp alloc) {
  Block *block = op->getBlock();
  SmallVector<OpOperand *> uses;
  if (alloc->getBlock() != block || !collectUses(alloc.getResult(), uses))
    return nullptr;
  memref::DeallocOp dealloc;
  llvm::SmallDenseSet<Operation *, 4> others;
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    if (auto free = dyn_cast<memref::DeallocOp>(user)) {
      // Under a condition, or twice: leave it alone.
      if (dealloc || free->getBlock() != block)
        return nullptr;
      dealloc = free;
      continue;
    }
    if (user == op) {
      if (use->get() != source)
        return nullptr;
      continue;
    }
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!ancestor || ancestor == op || !ancestor->isBeforeInBlock(op) ||
        mayRunLater(user, ancestor))
      return nullptr;
    others.insert(ancestor);
  }
  if (!dealloc || !op->isBeforeInBlock(dealloc))
    return nullptr;
  if (!parallelSafe || others.empty())
    return dealloc;
  std::unique_ptr<DependenceOrder> &order = orders[block];
  if (!order)
    order = std::make_unique<DependenceOrder>(*block);
  return order->comeBefore(others, op) ? dealloc : nullptr;
}

/// Lets `op` overwrite `source` instead of `target`, if both allow it.
bool InPlaceWriter::writeOver(Operation *op, Value source, OpOperand &target) {
  memref::AllocOp fresh = getFreshAllocation(op, target);
  memref::AllocOp old = getWholeAllocation(source);
  if (!fresh || !old || fresh == old || source.getType() != fresh.getType() ||
      old.getAlignment().value_or(1) < fresh.getAlignment().value_or(1))
    return false;
  memref::DeallocOp dealloc = findEnd(op, source, old);
  if (!dealloc)
    return false;
  LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                          << " writes over the buffer made at " << old.getLoc()
                          << "\n");
  dealloc.erase();
  for (Operation *user : llvm::to_vector(fresh->getUsers()))
    if (auto free = dyn_cast<memref::DeallocOp>(user))
      free.getMemrefMutable().assign(old.getResult());
  for (auto &[block, order] : orders)
    order->merge(old.getResult(), fresh.getResult());
  fresh.replaceAllUsesWith(source);
  fresh.erase();
  return true;
}

/// Whether `op` computes each element of `target` from one element of each
/// operand, and reads none of `target`.
static bool isElementwise(linalg::LinalgOp op, OpOperand &target) {
  return op.hasPureBufferSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(&target).isPermutation() &&
         !op.payloadUsesValueFromOperand(&target);
}

/// Whether `op` reads `source` only where it writes `target`.
static bool readsWhereItWrites(linalg::LinalgOp op, Value source,
                               OpOperand &target) {
  AffineMap map = op.getMatchingIndexingMap(&target);
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() != source ||
           (op.isDpsInput(&operand) &&
            op.getMatchingIndexingMap(&operand) == map);
  });
}

void InPlaceWriter::run(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    if (writeOver(op, copy.getSource(), copy.getTargetMutable()))
      erase(op);
    return;
  }
  auto linalgOp = cast<linalg::LinalgOp>(op);
  for (OpOperand &target : linalgOp.getDpsInitsMutable()) {
    if (!isElementwise(linalgOp, target))
      continue;
    for (OpOperand *input : linalgOp.getDpsInputOperands())
      if (readsWhereItWrites(linalgOp, input->get(), target) &&
          writeOver(op, input->get(), target))
        break;
  }
  if (auto copy = dyn_cast<linalg::CopyOp>(op);
      copy && copy.getInputs()[0] == copy.getOutputs()[0])
    erase(op);
}

namespace {
struct WriteInPlace : remat::impl::RematWriteInPlaceBase<WriteInPlace> {
  using RematWriteInPlaceBase::RematWriteInPlaceBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      // Ops with a workspace keep their buffers and must not be erased.
      if (isa<linalg::LinalgOp, memref::CopyOp>(op) &&
          !isa<WithWorkspaceOp>(op->getParentOp()))
        ops.push_back(op);
    });
    InPlaceWriter writer(parallelSafe);
    for (Operation *op : ops)
      writer.run(op);
  }
};
} // namespace
