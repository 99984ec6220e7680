//===- EmulationWarps.cpp - What the lanes of a warp do together ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"
#include "Gpu/Emulation.h"
#include "remat/Conversion/GpuAddresses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::emulation;

/// The emulator's numbers of element types.
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

static Value shuffleScalar(EmulatorBuilder &b, gpu::ShuffleOp op, Value value,
                           Value validAddress) {
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = b.getIntegerType(width), i64 = b.getI64Type();
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(b, bits, value);
  if (width < 64)
    value = arith::ExtUIOp::create(b, i64, value);
  Value mode = b.makeI32(op.getMode() == gpu::ShuffleMode::XOR    ? 0
                         : op.getMode() == gpu::ShuffleMode::UP   ? 1
                         : op.getMode() == gpu::ShuffleMode::DOWN ? 2
                                                                  : 3);
  Value result =
      b.call("rematEmulatorShuffle", i64,
             {value, op.getOffset(), op.getWidth(), mode, validAddress});
  if (width < 64)
    result = arith::TruncIOp::create(b, bits, result);
  if (isa<FloatType>(type))
    result = arith::BitcastOp::create(b, type, result);
  return result;
}

static FailureOr<bool> emulate(gpu::ShuffleOp op, EmulatorBuilder &b) {
  Type type = op.getValue().getType();
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() > 64)
    return op.emitError("shuffles more than 64 bits, which is not emulated");
  Value slot = b.makeSlot(op, b.getI32Type());
  Value address = b.makeSlotAddress(slot);
  Value result;
  if (auto vector = dyn_cast<VectorType>(type)) {
    result = arith::ConstantOp::create(b, b.getZeroAttr(vector));
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      Value element = vector::ExtractOp::create(b, op.getValue(), i);
      element = shuffleScalar(b, op, element, address);
      result = vector::InsertOp::create(b, element, result, i);
    }
  } else {
    result = shuffleScalar(b, op, op.getValue(), address);
  }
  Value valid = memref::LoadOp::create(b, slot, ValueRange());
  valid = arith::TruncIOp::create(b, b.getI1Type(), valid);
  return replace(op, {result, valid});
}

static FailureOr<bool> emulate(nvgpu::LdMatrixOp op, EmulatorBuilder &b) {
  Type element = cast<MemRefType>(op.getSrcMemref().getType()).getElementType();
  int64_t bits = isa<VectorType>(element) ? 0 : element.getIntOrFloatBitWidth();
  int64_t lanesBits = cast<VectorType>(op.getRes().getType()).getNumElements() *
                      getElementTypeOrSelf(op.getRes()).getIntOrFloatBitWidth();
  if (bits == 0 || lanesBits != 32 * int64_t(op.getNumTiles()))
    return op.emitError("does not load 32 bits a tile for each lane, which is "
                        "not emulated");
  Value slot = b.makeSlot(op, op.getRes().getType());
  b.call("rematEmulatorLoadMatrix", Type(),
         {b.makeAddress(op.getSrcMemref(), op.getIndices()),
          b.makeI32(op.getNumTiles()), b.makeI32(op.getTranspose()),
          b.makeSlotAddress(slot)});
  return replace(op, memref::LoadOp::create(b, slot, ValueRange()).getResult());
}

/// The shapes with emulated fragments: m 16, n 8 with k 8 or 16 for 16 bits, 4
/// or 8 for tf32; m and n 8 with k 4 for f64.
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

static FailureOr<bool> emulate(nvgpu::MmaSyncOp op, EmulatorBuilder &b) {
  if (!hasKnownShape(op))
    return op.emitError(
        "multiplies matrices of a shape or of types that are not emulated");
  SmallVector<Value> operands;
  auto store = [&](Value value) {
    Value slot = b.makeSlot(op, value.getType());
    memref::StoreOp::create(b, value, slot, ValueRange());
    operands.push_back(b.makeSlotAddress(slot));
  };
  store(op.getMatrixA());
  store(op.getMatrixB());
  store(op.getMatrixC());
  Value result = b.makeSlot(op, op.getRes().getType());
  operands.push_back(b.makeSlotAddress(result));
  operands.push_back(b.makeI32(op.getMmaShapeAsArray()[2]));
  for (Value matrix : {op.getMatrixA(), op.getMatrixC()})
    operands.push_back(
        b.makeI32(*getElementNumber(getElementTypeOrSelf(matrix))));
  b.call("rematEmulatorMultiply", Type(), operands);
  return replace(op,
                 memref::LoadOp::create(b, result, ValueRange()).getResult());
}

static FailureOr<bool> emulate(nvgpu::DeviceAsyncCopyOp op,
                               EmulatorBuilder &b) {
  const int64_t elementBytes =
      remat::getElementBytes(getElementTypeOrSelf(op.getDst()));
  int64_t bytes = op.getDstElements().getSExtValue() * elementBytes;
  Value sourceBytes = b.makeI64(bytes);
  if (Value elements = op.getSrcElements())
    sourceBytes = arith::MulIOp::create(
        b, arith::IndexCastOp::create(b, b.getI64Type(), elements),
        b.makeI64(elementBytes));
  b.call("rematEmulatorCopyAsync", Type(),
         {b.makeAddress(op.getDst(), op.getDstIndices()),
          b.makeAddress(op.getSrc(), op.getSrcIndices()), b.makeI64(bytes),
          sourceBytes});
  return replace(op, b.makeI32(0));
}

static FailureOr<bool> emulate(nvgpu::DeviceAsyncCreateGroupOp op,
                               EmulatorBuilder &b) {
  b.call("rematEmulatorCommitCopies", Type(), {});
  return replace(op, b.makeI32(0));
}

static FailureOr<bool> emulate(nvgpu::DeviceAsyncWaitOp op,
                               EmulatorBuilder &b) {
  b.call("rematEmulatorWaitForCopies", Type(),
         b.makeI32(op.getNumGroups().value_or(0)));
  return replace(op, {});
}

/// Stores `value`, a struct, which no memref holds, in stack memory of its own.
static Value spill(Operation *op, Value value, EmulatorBuilder &b) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpBuilder::InsertionGuard guard(b);
  Value place;
  {
    ImplicitLocOpBuilder entry(op->getLoc(), &function.front().front());
    place = LLVM::AllocaOp::create(
        entry, b.getPointerType(), value.getType(),
        LLVM::ConstantOp::create(entry, entry.getI32Type(), 1));
  }
  LLVM::StoreOp::create(b, value, place);
  return place;
}

static FailureOr<bool> emulate(NVVM::WgmmaMmaAsyncOp op, EmulatorBuilder &b) {
  NVVM::MMAShapeAttr shape = op.getShape();
  const bool isBf16 = op.getTypeA() == NVVM::WGMMATypes::bf16;
  if (shape.getM() != 64 || shape.getK() != 16 ||
      (!isBf16 && op.getTypeA() != NVVM::WGMMATypes::f16) ||
      op.getTypeB() != op.getTypeA() ||
      op.getTypeD() != NVVM::WGMMATypes::f32 ||
      op.getScaleD() != NVVM::WGMMAScaleOut::one ||
      op.getScaleA() != NVVM::WGMMAScaleIn::one ||
      op.getScaleB() != NVVM::WGMMAScaleIn::one)
    return op.emitError(
        "multiplies matrices of a shape or of types that are not emulated");
  // Done at once: its operands may not change before the next wait.
  Value sums = spill(op, op.getInouts(), b);
  b.call("rematEmulatorMultiplyShared", Type(),
         {op.getDescriptorA(), op.getDescriptorB(), sums,
          b.makeI32(shape.getN()), b.makeI32(isBf16 ? 2 : 1),
          b.makeI32(op.getLayoutA() == NVVM::MMALayout::col),
          b.makeI32(op.getLayoutB() == NVVM::MMALayout::row)});
  Type type = op.getResults().getType();
  return replace(op, LLVM::LoadOp::create(b, type, sums).getResult());
}

/// The wait of ContractionWgmma.cpp.
static FailureOr<bool> emulate(LLVM::InlineAsmOp op, EmulatorBuilder &b) {
  if (op.getAsmString() != kWaitForWgmma)
    return op.emitError("is assembly that is not emulated");
  Type type = op.getResultTypes().front();
  Value sums = LLVM::UndefOp::create(b, type);
  for (auto [i, value] : llvm::enumerate(op.getOperands()))
    sums = LLVM::InsertValueOp::create(b, sums, value, static_cast<int64_t>(i));
  return replace(op, sums);
}

FailureOr<bool> emulation::emulateWarpOp(Operation *op, EmulatorBuilder &b) {
  return llvm::TypeSwitch<Operation *, FailureOr<bool>>(op)
      .Case<gpu::ShuffleOp, nvgpu::LdMatrixOp, nvgpu::MmaSyncOp,
            nvgpu::DeviceAsyncCopyOp, nvgpu::DeviceAsyncCreateGroupOp,
            nvgpu::DeviceAsyncWaitOp>(
          [&](auto warpOp) { return emulate(warpOp, b); })
      .Case<NVVM::WgmmaMmaAsyncOp, LLVM::InlineAsmOp>(
          [&](auto product) { return emulate(product, b); })
      // Nothing is in the background.
      .Case<NVVM::WgmmaFenceAlignedOp, NVVM::WgmmaGroupSyncAlignedOp,
            NVVM::WgmmaWaitGroupSyncOp, NVVM::FenceProxyOp>(
          [](Operation *order) { return replace(order, {}); })
      .Default([](Operation *) { return false; });
}
