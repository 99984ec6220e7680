//===- OneStream.cpp - Device work in program order -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUONESTREAM
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// What CUDA aligns every allocation to at least, in bytes.
static constexpr int64_t kDeviceAlignment = 256;

static constexpr llvm::StringLiteral kReadName = "rematCudaRead";

static bool isDeviceWork(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return !isOnHost(load.getMemRef());
  return isa<gpu::LaunchFuncOp, gpu::WaitOp, memref::AllocOp, memref::DeallocOp,
             memref::CopyOp>(op);
}

/// Whether `op` would access, on the host, what lies on the device.
static bool accessesDevice(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || isDeviceWork(op))
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [](MemoryEffects::EffectInstance &instance) {
    Value value = instance.getValue();
    return value && isa<BaseMemRefType>(value.getType()) &&
           isa<MemoryEffects::Read, MemoryEffects::Write>(
               instance.getEffect()) &&
           !isOnHost(value);
  });
}

/// What would reach a device's buffer beside the stream.
static LogicalResult checkHostWork(Operation *op) {
  auto isBuffer = llvm::IsaPred<BaseMemRefType>;
  if (isa<CallOpInterface>(op) &&
      (llvm::any_of(op->getOperandTypes(), isBuffer) ||
       llvm::any_of(op->getResultTypes(), isBuffer)))
    return op->emitError("passes buffers on the device to a function that is "
                         "not inlined, which does not know the stream; give it "
                         "a body, without no_inline");
  if (accessesDevice(op))
    return op->emitError("accesses a buffer on the device from the host; only "
                         "memref.load, memref.store and memref.copy, and ops "
                         "that become kernels, can");
  return success();
}

namespace {

/// Rewrites one function.
class Streamer {
public:
  explicit Streamer(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult rewrite(Operation *op);
  LogicalResult rewriteAlloc(memref::AllocOp alloc);
  void rewriteDealloc(memref::DeallocOp dealloc);
  void rewriteCopy(memref::CopyOp copy);
  void rewriteLaunch(gpu::LaunchFuncOp launch);
  LogicalResult rewriteLoad(memref::LoadOp load);
  LogicalResult rewriteWait(gpu::WaitOp wait);

  func::FuncOp function;
  OpBuilder builder;
  /// Of the stream: what everything waits for that is to be on it.
  Value token;
};

} // namespace

LogicalResult Streamer::rewriteAlloc(memref::AllocOp alloc) {
  const int64_t alignment = alloc.getAlignment().value_or(1);
  if (alignment > kDeviceAlignment)
    return alloc.emitError("asks for an alignment of ")
           << alignment << " bytes, and allocations on a device have "
           << kDeviceAlignment
           << "; place the buffers with an alignment of at most that";
  auto onDevice = gpu::AllocOp::create(
      builder, alloc.getLoc(), alloc.getType(), token.getType(), token,
      alloc.getDynamicSizes(), alloc.getSymbolOperands());
  alloc.replaceAllUsesWith(onDevice.getMemref());
  alloc.erase();
  return success();
}

void Streamer::rewriteDealloc(memref::DeallocOp dealloc) {
  gpu::DeallocOp::create(builder, dealloc.getLoc(), token.getType(), token,
                         dealloc.getMemref());
  dealloc.erase();
}

/// `buffer`, contiguous, as a memref that begins where its first element is:
/// gpu-to-llvm copies from the aligned pointer on, and passes over offsets.
static Value rebase(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) || offset == 0)
    return buffer;
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  LLVMTypeConverter converter(builder.getContext());
  Value descriptor = MemRefDescriptor::fromStaticShape(
      builder, loc, converter, plain, remat::makeAddress(builder, loc, buffer));
  return UnrealizedConversionCastOp::create(builder, loc, plain, descriptor)
      .getResult(0);
}

void Streamer::rewriteCopy(memref::CopyOp copy) {
  Location loc = copy.getLoc();
  Value source = rebase(builder, loc, copy.getSource());
  Value target = rebase(builder, loc, copy.getTarget());
  gpu::MemcpyOp::create(builder, loc, token.getType(), token, target, source);
  copy.erase();
}

void Streamer::rewriteLaunch(gpu::LaunchFuncOp launch) {
  gpu::LaunchFuncOp::create(
      builder, launch.getLoc(), launch.getKernelAttr(),
      launch.getGridSizeOperandValues(), launch.getBlockSizeOperandValues(),
      launch.getDynamicSharedMemorySize(), launch.getKernelOperands(),
      token.getType(), ValueRange(token));
  launch.erase();
}

/// The host reads the element into memory of its own.
LogicalResult Streamer::rewriteLoad(memref::LoadOp load) {
  Type element = load.getType();
  if (!element.isIntOrIndexOrFloat())
    return load.emitError("reads an element of type ")
           << element
           << " from a device; the host can read integers, indices and floats";
  Location loc = load.getLoc();
  Value onHost;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&function.getBody().front());
    onHost =
        memref::AllocaOp::create(builder, loc, MemRefType::get({}, element));
  }
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Value> operands = {
      makeStream(builder, token), makeAddress(builder, loc, onHost),
      makeElementAddress(builder, loc, load.getMemRef(), load.getIndices()),
      arith::ConstantIntOp::create(builder, loc, builder.getI64Type(),
                                   remat::getElementBytes(element))};
  declareFunction(function->getParentOfType<ModuleOp>(), kReadName,
                  {pointer, pointer, pointer, builder.getI64Type()});
  func::CallOp::create(builder, loc, kReadName, TypeRange(), operands);
  Value value = memref::LoadOp::create(builder, loc, onHost);
  load.replaceAllUsesWith(value);
  load.erase();
  return success();
}

/// What asked for a stream of its own gets the one.
LogicalResult Streamer::rewriteWait(gpu::WaitOp wait) {
  if (!wait.getAsyncToken() || !wait.getAsyncDependencies().empty())
    return wait.emitError(
        "waits for other work than the function's own stream; "
        "this function has been made asynchronous before");
  wait.getAsyncToken().replaceAllUsesWith(token);
  wait.erase();
  return success();
}

LogicalResult Streamer::rewrite(Operation *op) {
  builder.setInsertionPoint(op);
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return rewriteAlloc(alloc);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return rewriteLoad(load);
  if (auto wait = dyn_cast<gpu::WaitOp>(op))
    return rewriteWait(wait);
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    rewriteDealloc(dealloc);
  else if (auto copy = dyn_cast<memref::CopyOp>(op))
    rewriteCopy(copy);
  else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
           !launch.getAsyncToken())
    rewriteLaunch(launch);
  return success();
}

LogicalResult Streamer::run() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isDeviceWork(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError(
        "has more than one block; its work can follow one stream only where "
        "control flow is structured (scf)");
  builder.setInsertionPointToStart(&function.getBody().front());
  token = gpu::WaitOp::create(builder, function.getLoc(),
                              gpu::AsyncTokenType::get(builder.getContext()),
                              ValueRange())
              .getAsyncToken();
  WalkResult checked = function.walk(
      [](Operation *op) -> WalkResult { return checkHostWork(op); });
  if (checked.wasInterrupted())
    return failure();
  for (Operation *op : ops)
    if (failed(rewrite(op)))
      return failure();
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  gpu::WaitOp::create(builder, function.getLoc(), Type(), token);
  return success();
}

namespace {
struct OneStream : remat::impl::RematGpuOneStreamBase<OneStream> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(Streamer(function).run()))
        return signalPassFailure();
  }
};
} // namespace
