//===- OneStream.cpp - Device work in program order -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/CheckCopies.h"
#include "Gpu/CopyStreams.h"
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

/// CUDA's least alignment of allocations, in bytes.
static constexpr int64_t kDeviceAlignment = 256;

static constexpr llvm::StringLiteral kReadName = "rematCudaRead";

static bool isDeviceWork(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return !isOnHost(load.getMemRef());
  return isa<gpu::LaunchFuncOp, gpu::WaitOp, memref::AllocOp, memref::DeallocOp,
             memref::CopyOp, CopyStartOp, CopyDoneOp>(op);
}

/// Whether `op` would access device memory on the host.
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

/// Rejects accesses to a device's buffer that bypass the stream.
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
      : function(function), b(function.getLoc(), function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult rewrite(Operation *op);
  LogicalResult rewriteAlloc(memref::AllocOp alloc);
  void rewriteCopy(memref::CopyOp copy);
  void rewriteLaunch(gpu::LaunchFuncOp launch);
  LogicalResult rewriteLoad(memref::LoadOp load);
  LogicalResult rewriteWait(gpu::WaitOp wait);

  func::FuncOp function;
  ImplicitLocOpBuilder b;
  /// The stream: all work on it waits for this token.
  Value token;
  std::optional<CopyStreams> copies;
};

} // namespace

LogicalResult Streamer::rewriteAlloc(memref::AllocOp alloc) {
  const int64_t alignment = alloc.getAlignment().value_or(1);
  if (alignment > kDeviceAlignment)
    return alloc.emitError("asks for an alignment of ")
           << alignment << " bytes, and allocations on a device have "
           << kDeviceAlignment
           << "; place the buffers with an alignment of at most that";
  auto onDevice =
      gpu::AllocOp::create(b, alloc.getType(), token.getType(), token,
                           alloc.getDynamicSizes(), alloc.getSymbolOperands());
  alloc.replaceAllUsesWith(onDevice.getMemref());
  alloc.erase();
  return success();
}

/// `buffer`, contiguous, rebased to its first element: gpu-to-llvm copies from
/// the aligned pointer and ignores offsets.
static Value rebase(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) || offset == 0)
    return buffer;
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  LLVMTypeConverter converter(b.getContext());
  Value descriptor = MemRefDescriptor::fromStaticShape(
      b, b.getLoc(), converter, plain, remat::makeAddress(b, buffer));
  return UnrealizedConversionCastOp::create(b, plain, descriptor).getResult(0);
}

void Streamer::rewriteCopy(memref::CopyOp copy) {
  Value source = rebase(b, copy.getSource());
  Value target = rebase(b, copy.getTarget());
  gpu::MemcpyOp::create(b, token.getType(), token, target, source);
  copy.erase();
}

void Streamer::rewriteLaunch(gpu::LaunchFuncOp launch) {
  gpu::LaunchFuncOp::create(
      b, launch.getKernelAttr(), launch.getGridSizeOperandValues(),
      launch.getBlockSizeOperandValues(), launch.getDynamicSharedMemorySize(),
      launch.getKernelOperands(), token.getType(), ValueRange(token));
  launch.erase();
}

/// The host reads the element into its own memory.
LogicalResult Streamer::rewriteLoad(memref::LoadOp load) {
  Type element = load.getType();
  if (!element.isIntOrIndexOrFloat())
    return load.emitError("reads an element of type ")
           << element
           << " from a device; the host can read integers, indices and floats";
  Value onHost;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&function.getBody().front());
    onHost = memref::AllocaOp::create(b, MemRefType::get({}, element));
  }
  SmallVector<Value> operands = {
      makeStream(b, token), makeAddress(b, onHost),
      makeElementAddress(b, load.getMemRef(), load.getIndices()),
      arith::ConstantIntOp::create(b, b.getI64Type(),
                                   remat::getElementBytes(element))};
  SmallVector<Type> types(ValueRange(operands).getTypes());
  declareFunction(function->getParentOfType<ModuleOp>(), kReadName, types);
  func::CallOp::create(b, kReadName, TypeRange(), operands);
  Value value = memref::LoadOp::create(b, onHost);
  load.replaceAllUsesWith(value);
  load.erase();
  return success();
}

/// Ops that asked for a stream get the common one.
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
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  if (auto start = dyn_cast<CopyStartOp>(op))
    return copies->rewrite(start);
  if (auto done = dyn_cast<CopyDoneOp>(op))
    return copies->rewrite(done);
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    return isInHostMemory(alloc.getType()) ? copies->rewrite(alloc)
                                           : rewriteAlloc(alloc);
  }
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return rewriteLoad(load);
  if (auto wait = dyn_cast<gpu::WaitOp>(op))
    return rewriteWait(wait);
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op);
      dealloc && isInHostMemory(dealloc.getMemref().getType())) {
    copies->rewrite(dealloc);
  } else if (dealloc) {
    gpu::DeallocOp::create(b, token.getType(), token, dealloc.getMemref());
    dealloc.erase();
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    rewriteCopy(copy);
  } else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
             !launch.getAsyncToken()) {
    rewriteLaunch(launch);
  }
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
  if (failed(checkHostBuffers(function)))
    return failure();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError(
        "has more than one block; its work can follow one stream only where "
        "control flow is structured (scf)");
  b.setInsertionPointToStart(&function.getBody().front());
  token = gpu::WaitOp::create(b, gpu::AsyncTokenType::get(b.getContext()),
                              ValueRange())
              .getAsyncToken();
  copies.emplace(function, token, b);
  WalkResult checked = function.walk(
      [](Operation *op) -> WalkResult { return checkHostWork(op); });
  if (checked.wasInterrupted())
    return failure();
  for (Operation *op : ops)
    if (failed(rewrite(op)))
      return failure();
  b.setInsertionPoint(function.getBody().front().getTerminator());
  b.setLoc(function.getLoc());
  gpu::WaitOp::create(b, Type(), token);
  return copies->finish();
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
