//===- LowerBf16Mma.cpp - Products of bf16 fragments ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERBF16MMA
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// Whether `op` is 16x8x16, bf16 to f32.
static bool isBf16(nvgpu::MmaSyncOp op) {
  return getElementTypeOrSelf(op.getMatrixA()).isBF16() &&
         getElementTypeOrSelf(op.getMatrixC()).isF32() &&
         op.getMmaShapeAsArray() == std::array<int64_t, 3>{16, 8, 16};
}

/// The registers of a fragment of `count` pairs.
static SmallVector<Value> packPairs(ImplicitLocOpBuilder &b, Value fragment,
                                    int64_t count) {
  SmallVector<Value> registers;
  for (int64_t i = 0; i < count; ++i)
    registers.push_back(LLVM::BitcastOp::create(
        b, b.getI32Type(), vector::ExtractOp::create(b, fragment, i)));
  return registers;
}

static void lower(nvgpu::MmaSyncOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> sums;
  for (int64_t i = 0; i < 4; ++i)
    sums.push_back(vector::ExtractOp::create(b, op.getMatrixC(),
                                             ArrayRef<int64_t>{i / 2, i % 2}));
  auto result = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(4, b.getF32Type()));
  Value product = NVVM::MmaOp::create(
      b, result, packPairs(b, op.getMatrixA(), 4),
      packPairs(b, op.getMatrixB(), 2), sums, ArrayRef<int64_t>{16, 8, 16},
      /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
      std::array{NVVM::MMATypes::bf16, NVVM::MMATypes::bf16},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  Type type = op.getResult().getType();
  Value vector = arith::ConstantOp::create(b, type, b.getZeroAttr(type));
  for (int64_t i = 0; i < 4; ++i)
    vector =
        vector::InsertOp::create(b, LLVM::ExtractValueOp::create(b, product, i),
                                 vector, ArrayRef<int64_t>{i / 2, i % 2});
  op.getResult().replaceAllUsesWith(vector);
  op.erase();
}

namespace {
struct GpuLowerBf16Mma
    : remat::impl::RematGpuLowerBf16MmaBase<GpuLowerBf16Mma> {
  void runOnOperation() override {
    SmallVector<nvgpu::MmaSyncOp> ops;
    getOperation().walk([&](nvgpu::MmaSyncOp op) {
      if (isBf16(op))
        ops.push_back(op);
    });
    for (nvgpu::MmaSyncOp op : ops)
      lower(op);
  }
};
} // namespace
