//===- CopyStreams.cpp - Copies beside a step's stream --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/CopyStreams.h"
#include "Buffers/LeaveHostMemory.h"
#include "remat/Conversion/GpuAddresses.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::remat;

/// Pinned memory begins at a page, in bytes.
static constexpr int64_t kPinnedAlignment = 4096;

/// Makes a stream at the entry.
Value CopyStreams::makeToken() {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(token);
  return gpu::WaitOp::create(b, token.getType(), ValueRange()).getAsyncToken();
}

Value CopyStreams::getStream(Value ofToken) {
  Value &stream = streams[ofToken];
  if (!stream) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(ofToken);
    stream = makeStream(b, ofToken);
  }
  return stream;
}

void CopyStreams::call(StringRef name, ValueRange operands) {
  SmallVector<Type> types(operands.getTypes());
  declareFunction(function->getParentOfType<ModuleOp>(), name, types);
  func::CallOp::create(b, name, TypeRange(), operands);
}

Value CopyStreams::callForPointer(StringRef name, ValueRange operands) {
  SmallVector<Type> types(operands.getTypes());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  declareFunction(function->getParentOfType<ModuleOp>(), name, types, pointer);
  return func::CallOp::create(b, name, pointer, operands).getResult(0);
}

LogicalResult CopyStreams::checkPlace(Operation *op) {
  if (op->getBlock() == &function.getBody().front())
    return success();
  return op->emitOpError("is inside of another operation; copies between "
                         "device and host start and end in the function's own "
                         "block");
}

/// gpu-to-llvm copies as many bytes as there are elements.
static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

LogicalResult CopyStreams::rewrite(CopyStartOp start) {
  if (failed(checkPlace(start)))
    return failure();
  if (!isContiguous(start.getSource()) || !isContiguous(start.getTarget()))
    return start.emitOpError("copies a buffer with a layout of its own; only "
                             "contiguous buffers are copied to the host and "
                             "back");
  Value &copyToken =
      isInHostMemory(start.getTarget().getType()) ? outToken : backToken;
  if (!copyToken)
    copyToken = makeToken();
  Value copyStream = getStream(copyToken);
  // The source is written, or the target's bytes are free, behind what stands
  // before.
  Value before = callForPointer("mgpuEventCreate", {});
  call("mgpuEventRecord", {before, getStream(token)});
  call("mgpuStreamWaitEvent", {copyStream, before});
  call("mgpuEventDestroy", before);
  gpu::MemcpyOp::create(b, copyToken.getType(), copyToken, start.getTarget(),
                        start.getSource());
  Value event = callForPointer("mgpuEventCreate", {});
  call("mgpuEventRecord", {event, copyStream});
  lastCopies[{start.getSource(), start.getTarget()}] = copies.size();
  copies.push_back({start, event});
  return success();
}

LogicalResult CopyStreams::rewrite(CopyDoneOp done) {
  if (failed(checkPlace(done)))
    return failure();
  auto found = lastCopies.find({done.getSource(), done.getTarget()});
  if (found == lastCopies.end())
    return done.emitOpError("waits for a copy that was not started; put a "
                            "remat.copy_start of the same buffers before it");
  Copy &copy = copies[found->second];
  Value stream = getStream(token);
  call("mgpuStreamWaitEvent", {stream, copy.event});
  copy.lastWait = &*std::prev(b.getInsertionPoint());
  done.erase();
  return success();
}

LogicalResult CopyStreams::rewrite(memref::AllocOp alloc) {
  auto type = cast<MemRefType>(leaveHostMemory(alloc.getType()));
  const std::optional<int64_t> bytes = remat::getStorageBytes(type);
  if (!bytes || !type.getLayout().isIdentity())
    return alloc.emitOpError("allocates a buffer of the host that has a layout "
                             "of its own or a size that is not known; give it "
                             "a static shape and no layout");
  if (alloc.getAlignment().value_or(1) > kPinnedAlignment)
    return alloc.emitOpError("asks for an alignment of ")
           << *alloc.getAlignment() << " bytes, and pinned memory has "
           << kPinnedAlignment << "; ask for at most that";
  Value block = callForPointer(
      "rematCudaAllocateHost",
      arith::ConstantIntOp::create(b, b.getI64Type(), *bytes).getResult());
  LLVMTypeConverter converter(b.getContext());
  Value descriptor =
      MemRefDescriptor::fromStaticShape(b, b.getLoc(), converter, type, block);
  // The memory space tells directions apart until all copies are rewritten.
  Value buffer =
      UnrealizedConversionCastOp::create(b, alloc.getType(), descriptor)
          .getResult(0);
  alloc.replaceAllUsesWith(buffer);
  alloc.erase();
  return success();
}

void CopyStreams::rewrite(memref::DeallocOp dealloc) {
  call("rematCudaFreeHost",
       {makeAddress(b, dealloc.getMemref()), getStream(token)});
  dealloc.erase();
}

LogicalResult CopyStreams::finish() {
  for (const Copy &copy : copies) {
    if (!copy.lastWait)
      return copy.start->emitOpError(
          "starts a copy that nothing waits for; put a remat.copy_done of the "
          "same buffers before they are used again");
    b.setInsertionPointAfter(copy.lastWait);
    b.setLoc(copy.lastWait->getLoc());
    call("mgpuEventDestroy", copy.event);
    copy.start->erase();
  }
  leaveHostMemory(function);
  b.setInsertionPoint(function.getBody().front().getTerminator());
  b.setLoc(function.getLoc());
  for (Value copyToken : {outToken, backToken})
    if (copyToken)
      gpu::WaitOp::create(b, Type(), copyToken);
  return success();
}
