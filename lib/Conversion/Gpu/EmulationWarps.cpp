//===- EmulationWarps.cpp - What the lanes of a warp do together ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Emulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::emulation;

/// Element types as the emulator's functions number them.
static std::optional<int64_t> getElementNumber(Type type) {
  if (type.isF32())
    return 0;
  if (type.isF16())
    return 1;
  if (type.isBF16())
    return 2;
  if (type.isF64())
    return 3;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static Value shuffleScalar(ImplicitLocOpBuilder &b, gpu::ShuffleOp op,
                           Value value, Value validAddress, Calls &calls) {
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = b.getIntegerType(width), i64 = b.getI64Type();
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(b, bits, value);
  if (width < 64)
    value = arith::ExtUIOp::create(b, i64, value);
  Value mode = makeI32(b, op.getMode() == gpu::ShuffleMode::XOR    ? 0
                          : op.getMode() == gpu::ShuffleMode::UP   ? 1
                          : op.getMode() == gpu::ShuffleMode::DOWN ? 2
                                                                   : 3);
  Value result =
      calls.call(b, "rematEmulatorShuffle", i64,
                 {value, op.getOffset(), op.getWidth(), mode, validAddress});
  if (width < 64)
    result = arith::TruncIOp::create(b, bits, result);
  if (isa<FloatType>(type))
    result = arith::BitcastOp::create(b, type, result);
  return result;
}

static FailureOr<bool> emulate(gpu::ShuffleOp op, Calls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Type type = op.getValue().getType();
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() > 64)
    return op.emitError("shuffles more than 64 bits, which is not emulated");
  Value slot = makeSlot(op, b.getI32Type());
  Value address = makeSlotAddress(b, slot);
  Value result;
  if (auto vector = dyn_cast<VectorType>(type)) {
    result = arith::ConstantOp::create(b, b.getZeroAttr(vector));
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      Value element = vector::ExtractOp::create(b, op.getValue(), i);
      element = shuffleScalar(b, op, element, address, calls);
      result = vector::InsertOp::create(b, element, result, i);
    }
  } else {
    result = shuffleScalar(b, op, op.getValue(), address, calls);
  }
  Value valid = memref::LoadOp::create(b, slot, ValueRange());
  valid = arith::TruncIOp::create(b, b.getI1Type(), valid);
  op.getShuffleResult().replaceAllUsesWith(result);
  op.getValid().replaceAllUsesWith(valid);
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static FailureOr<bool> emulate(nvgpu::LdMatrixOp op, Calls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Type element = cast<MemRefType>(op.getSrcMemref().getType()).getElementType();
  int64_t bits = isa<VectorType>(element) ? 0 : element.getIntOrFloatBitWidth();
  int64_t lanesBits = cast<VectorType>(op.getRes().getType()).getNumElements() *
                      getElementTypeOrSelf(op.getRes()).getIntOrFloatBitWidth();
  if (bits == 0 || lanesBits != 32 * int64_t(op.getNumTiles()))
    return op.emitError("does not load 32 bits a tile for each lane, which is "
                        "not emulated");
  Value slot = makeSlot(op, op.getRes().getType());
  calls.call(b, "rematEmulatorLoadMatrix", Type(),
             {makeAddress(b, op.getSrcMemref(), op.getIndices()),
              makeI32(b, op.getNumTiles()), makeI32(b, op.getTranspose()),
              makeSlotAddress(b, slot)});
  op.getRes().replaceAllUsesWith(
      memref::LoadOp::create(b, slot, ValueRange()).getResult());
  op.erase();
  return true;
}

/// The shapes whose fragments the emulator knows: with m of 16 and n of 8, k of
/// 8 and 16 for 16 bits, of 4 and 8 for tf32; m and n of 8 and k of 4 for f64.
static bool hasKnownShape(nvgpu::MmaSyncOp op) {
  auto [m, n, k] = op.getMmaShapeAsArray();
  Type input = getElementTypeOrSelf(op.getMatrixA());
  Type output = getElementTypeOrSelf(op.getMatrixC());
  if (input.isF64())
    return output.isF64() && m == 8 && n == 8 && k == 4;
  if (m != 16 || n != 8)
    return false;
  if (input.isF32())
    return output.isF32() && op.getTf32Enabled() && (k == 4 || k == 8);
  if (input.isF16())
    return (output.isF16() || output.isF32()) && (k == 8 || k == 16);
  return input.isBF16() && output.isF32() && (k == 8 || k == 16);
}

static FailureOr<bool> emulate(nvgpu::MmaSyncOp op, Calls &calls) {
  if (!hasKnownShape(op))
    return op.emitError(
        "multiplies matrices of a shape or of types that are not emulated");
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> operands;
  auto store = [&](Value value) {
    Value slot = makeSlot(op, value.getType());
    memref::StoreOp::create(b, value, slot, ValueRange());
    operands.push_back(makeSlotAddress(b, slot));
  };
  store(op.getMatrixA());
  store(op.getMatrixB());
  store(op.getMatrixC());
  Value result = makeSlot(op, op.getRes().getType());
  operands.push_back(makeSlotAddress(b, result));
  operands.push_back(makeI32(b, op.getMmaShapeAsArray()[2]));
  for (Value matrix : {op.getMatrixA(), op.getMatrixC()})
    operands.push_back(
        makeI32(b, *getElementNumber(getElementTypeOrSelf(matrix))));
  calls.call(b, "rematEmulatorMultiply", Type(), operands);
  op.getRes().replaceAllUsesWith(
      memref::LoadOp::create(b, result, ValueRange()).getResult());
  op.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

static FailureOr<bool> emulate(nvgpu::DeviceAsyncCopyOp op, Calls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Type element = cast<MemRefType>(op.getDst().getType()).getElementType();
  int64_t elementBytes = 0;
  if (auto vector = dyn_cast<VectorType>(element))
    elementBytes =
        vector.getNumElements() * (vector.getElementTypeBitWidth() / 8);
  else
    elementBytes = element.getIntOrFloatBitWidth() / 8;
  int64_t bytes = op.getDstElements().getSExtValue() * elementBytes;
  Value sourceBytes = makeI64(b, bytes);
  if (Value elements = op.getSrcElements())
    sourceBytes = arith::MulIOp::create(
        b, arith::IndexCastOp::create(b, b.getI64Type(), elements),
        makeI64(b, elementBytes));
  calls.call(b, "rematEmulatorCopyAsync", Type(),
             {makeAddress(b, op.getDst(), op.getDstIndices()),
              makeAddress(b, op.getSrc(), op.getSrcIndices()),
              makeI64(b, bytes), sourceBytes});
  // Not op.getResult(): the token's type is converted by now.
  op->getResult(0).replaceAllUsesWith(makeI32(b, 0));
  op.erase();
  return true;
}

static bool emulate(nvgpu::DeviceAsyncCreateGroupOp op, Calls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  calls.call(b, "rematEmulatorCommitCopies", Type(), {});
  op->getResult(0).replaceAllUsesWith(makeI32(b, 0));
  op.erase();
  return true;
}

static bool emulate(nvgpu::DeviceAsyncWaitOp op, Calls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  calls.call(b, "rematEmulatorWaitForCopies", Type(),
             makeI32(b, op.getNumGroups().value_or(0)));
  op.erase();
  return true;
}

FailureOr<bool> emulation::emulateWarpOp(Operation *op, Calls &calls) {
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return emulate(shuffle, calls);
  if (auto load = dyn_cast<nvgpu::LdMatrixOp>(op))
    return emulate(load, calls);
  if (auto product = dyn_cast<nvgpu::MmaSyncOp>(op))
    return emulate(product, calls);
  if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op))
    return emulate(copy, calls);
  if (auto group = dyn_cast<nvgpu::DeviceAsyncCreateGroupOp>(op))
    return emulate(group, calls);
  if (auto wait = dyn_cast<nvgpu::DeviceAsyncWaitOp>(op))
    return emulate(wait, calls);
  return false;
}
