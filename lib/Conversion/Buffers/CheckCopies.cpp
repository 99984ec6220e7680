//===- CheckCopies.cpp - Nothing disturbs a copy --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/CheckCopies.h"
#include "Buffers/BaseBuffer.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATCHECKCOPIES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
/// A copy that has started and is not known to have ended.
struct OpenCopy {
  explicit OpenCopy(CopyStartOp start)
      : start(start), source(findBaseBuffers(start.getSource())),
        target(findBaseBuffers(start.getTarget())) {}

  CopyStartOp start;
  SmallVector<BaseBuffer> source, target;
};

/// A read or a write of a buffer.
struct BufferAccess {
  SmallVector<BaseBuffer> buffers;
  bool writes;
};

/// Walks one block.
class CopyChecker {
public:
  LogicalResult run(Block &block);

private:
  LogicalResult check(Operation *op, const OpenCopy &copy,
                      ArrayRef<BufferAccess> accesses);
  LogicalResult finish(CopyDoneOp done);

  SmallVector<OpenCopy> open;
  llvm::DenseSet<std::pair<Value, Value>> started;
};
} // namespace

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

/// Adds the accesses of `op`, without its regions; to free a buffer is to write
/// it, and an effect on no value in particular may be on any operand.
static void addAccesses(Operation *op,
                        SmallVectorImpl<BufferAccess> &accesses) {
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      const bool writes = !isa<MemoryEffects::Read>(effect.getEffect());
      if (Value value = effect.getValue()) {
        if (isBuffer(value))
          accesses.push_back({findBaseBuffers(value), writes});
        continue;
      }
      for (Value operand : op->getOperands())
        if (isBuffer(operand))
          accesses.push_back({findBaseBuffers(operand), writes});
    }
    return;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isa<ViewLikeOpInterface>(op))
    return;
  const bool isReturn = op->hasTrait<OpTrait::ReturnLike>();
  for (Value operand : op->getOperands())
    if (isBuffer(operand))
      accesses.push_back({findBaseBuffers(operand), !isReturn});
}

/// Whether one of `left` may overlap one of `right`.
static bool mayOverlap(ArrayRef<BaseBuffer> left, ArrayRef<BaseBuffer> right) {
  return llvm::any_of(left, [&](const BaseBuffer &a) {
    return llvm::any_of(right, [&](const BaseBuffer &b) {
      return !areDisjoint(a, b, /*disjointArguments=*/true);
    });
  });
}

/// Rejects an op that disturbs a copy that is under way.
LogicalResult CopyChecker::check(Operation *op, const OpenCopy &copy,
                                 ArrayRef<BufferAccess> accesses) {
  for (const BufferAccess &access : accesses) {
    StringRef complaint;
    if (access.writes && mayOverlap(access.buffers, copy.source))
      complaint = "writes, or frees, bytes that are still being copied";
    else if (mayOverlap(access.buffers, copy.target))
      complaint = access.writes
                      ? "writes, or frees, bytes that a copy still writes"
                      : "reads bytes before their copy has ended";
    if (complaint.empty())
      continue;
    InFlightDiagnostic diag = op->emitOpError(complaint);
    diag << "; put the copy's remat.copy_done before it";
    diag.attachNote(copy.start->getLoc()) << "the copy starts here";
    return diag;
  }
  return success();
}

LogicalResult CopyChecker::finish(CopyDoneOp done) {
  if (!started.contains({done.getSource(), done.getTarget()}))
    return done.emitOpError("waits for a copy that was not started; put a "
                            "remat.copy_start of the same buffers before it, "
                            "in the same block");
  llvm::erase_if(open, [&](OpenCopy &copy) {
    return copy.start.getSource() == done.getSource() &&
           copy.start.getTarget() == done.getTarget();
  });
  return success();
}

/// Whether `op` may have a buffer of the host for an operand or a result.
static bool maySeeHost(Operation *op) {
  if (isa<memref::MemorySpaceCastOp>(op))
    return false;
  return isa<memref::AllocOp, memref::DeallocOp, CopyStartOp, CopyDoneOp,
             ViewLikeOpInterface, RegionBranchOpInterface>(op) ||
         op->hasTrait<OpTrait::ReturnLike>();
}

LogicalResult mlir::remat::checkHostBuffers(func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isInHostMemory(type))
      return function.emitOpError("has argument ")
             << index << " of type " << type
             << ", in the host's memory, and a step's arguments are on the "
                "device; copy it inside of the step";
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (isInHostMemory(type))
      return function.emitOpError("has result ")
             << index << " of type " << type
             << ", in the host's memory, and a step's results are on the "
                "device; copy it back before the return";
  auto check = [](Operation *op) {
    const bool seesHost = llvm::any_of(op->getOperandTypes(), isInHostMemory) ||
                          llvm::any_of(op->getResultTypes(), isInHostMemory);
    if (!seesHost || maySeeHost(op))
      return WalkResult::advance();
    return WalkResult(op->emitOpError(
        "uses a buffer in the host's memory (#remat.host), which is only "
        "copied; copy it to the device before (remat.copy_start)"));
  };
  return failure(function.walk(check).wasInterrupted());
}

LogicalResult CopyChecker::run(Block &block) {
  for (Operation &op : block) {
    if (auto done = dyn_cast<CopyDoneOp>(op)) {
      if (failed(finish(done)))
        return failure();
      continue;
    }
    if (!open.empty()) {
      SmallVector<BufferAccess> accesses;
      op.walk([&](Operation *inner) { addAccesses(inner, accesses); });
      for (const OpenCopy &copy : open)
        if (failed(check(&op, copy, accesses)))
          return failure();
    }
    if (auto start = dyn_cast<CopyStartOp>(op)) {
      started.insert({start.getSource(), start.getTarget()});
      open.emplace_back(start);
    }
  }
  if (open.empty())
    return success();
  return open.front().start->emitOpError(
      "starts a copy that nothing waits for; put a remat.copy_done of the same "
      "buffers before they are used again");
}

namespace {
struct CheckCopies : remat::impl::RematCheckCopiesBase<CheckCopies> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(checkHostBuffers(getOperation())))
      return signalPassFailure();
    WalkResult result = getOperation().walk(
        [](Block *block) { return WalkResult(CopyChecker().run(*block)); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
