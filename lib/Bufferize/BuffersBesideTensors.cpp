//===- BuffersBesideTensors.cpp - Of a step on tensors --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuffersBesideTensors.h"
#include "remat/Bufferize/FreeOwnedBuffers.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::remat;

bool remat::isOnTensors(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return llvm::any_of(llvm::concat<const Type>(op->getOperandTypes(),
                                                     op->getResultTypes()),
                            llvm::IsaPred<TensorType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isPlain(MemRefType type) {
  return type.hasStaticShape() && type.getLayout().isIdentity();
}

static bool isPlainInDefaultSpace(MemRefType type) {
  return isPlain(type) && !type.getMemorySpace();
}

/// The stack is memory, too, but no run measures it and no arena holds it.
static void allocateStack(func::FuncOp function) {
  function.walk([](memref::AllocaOp alloca) {
    if (!isPlainInDefaultSpace(alloca.getType()))
      return;
    OpBuilder builder(alloca);
    auto alloc = memref::AllocOp::create(
        builder, alloca.getLoc(), alloca.getType(), alloca.getAlignmentAttr());
    alloca.replaceAllUsesWith(alloc.getResult());
    alloca.erase();
  });
}

/// A clone is an allocation and a copy, as it is lowered.
static void allocateClones(func::FuncOp function) {
  function.walk([](bufferization::CloneOp clone) {
    auto type = dyn_cast<MemRefType>(clone.getOutput().getType());
    if (!type || !isPlainInDefaultSpace(type))
      return;
    OpBuilder builder(clone);
    Value copy = memref::AllocOp::create(builder, clone.getLoc(), type);
    memref::CopyOp::create(builder, clone.getLoc(), clone.getInput(), copy);
    clone.replaceAllUsesWith(copy);
    clone.erase();
  });
}

/// So is a buffer of another size, of the part that both have.
static void allocateReallocs(func::FuncOp function) {
  function.walk([](memref::ReallocOp realloc) {
    auto type = cast<MemRefType>(realloc.getType());
    auto source = dyn_cast<MemRefType>(realloc.getSource().getType());
    if (!source || !isPlainInDefaultSpace(source) ||
        !isPlainInDefaultSpace(type))
      return;
    OpBuilder builder(realloc);
    Location loc = realloc.getLoc();
    Value made =
        memref::AllocOp::create(builder, loc, type, realloc.getAlignmentAttr());
    const int64_t common = std::min(source.getDimSize(0), type.getDimSize(0));
    auto getCommonPart = [&](Value buffer) -> Value {
      return memref::SubViewOp::create(
          builder, loc, buffer, ArrayRef<OpFoldResult>(builder.getIndexAttr(0)),
          ArrayRef<OpFoldResult>(builder.getIndexAttr(common)),
          ArrayRef<OpFoldResult>(builder.getIndexAttr(1)));
    };
    if (common > 0)
      memref::CopyOp::create(builder, loc, getCommonPart(realloc.getSource()),
                             getCommonPart(made));
    // It takes the source over. On another path, the program may free it.
    if (isFreedByHand(realloc.getSource()))
      memref::DeallocOp::create(builder, loc, realloc.getSource());
    realloc.replaceAllUsesWith(made);
    realloc.erase();
  });
}

/// Other names would only hide who owns a buffer and how long it lives.
static void dropDistinctNames(func::FuncOp function) {
  function.walk([](memref::DistinctObjectsOp op) {
    op->replaceAllUsesWith(op.getOperands());
    op.erase();
  });
}

void remat::makeAllocations(func::FuncOp function) {
  dropDistinctNames(function);
  allocateStack(function);
  allocateClones(function);
  allocateReallocs(function);
}

void remat::copyReturnedBuffers(func::ReturnOp op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !isPlain(type))
      continue;
    Value root = operand.get();
    while (auto view = root.getDefiningOp<ViewLikeOpInterface>())
      root = view.getViewSource();
    if (!isa<BlockArgument>(root) && !root.getDefiningOp<memref::GetGlobalOp>())
      continue;
    Value copy = memref::AllocOp::create(builder, op.getLoc(), type);
    memref::CopyOp::create(builder, op.getLoc(), operand.get(), copy);
    operand.set(copy);
  }
}
