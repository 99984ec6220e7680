//===- LowerWarpOps.cpp - Warp-wide reductions and products of bf16 -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Launch.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERBF16MMA
#define GEN_PASS_DEF_REMATGPULOWERWARPOPS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// Lowers reductions of elements of up to `shuffleBits` bits.
static LogicalResult lowerReductions(Operation *op, unsigned shuffleBits) {
  RewritePatternSet patterns(op->getContext());
  populateGpuBreakDownSubgroupReducePatterns(patterns, shuffleBits);
  populateGpuLowerSubgroupReduceToShufflePatterns(patterns, kWarpThreads,
                                                  shuffleBits);
  populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
      patterns, kWarpThreads, shuffleBits);
  populateGpuAllReducePatterns(patterns);
  return applyPatternsGreedily(op, std::move(patterns));
}

LogicalResult mlir::remat::lowerWarpReductions(Operation *op) {
  // In this order: the patterns widen elements to the shuffle's bits, and 64
  // bits take two shuffles.
  for (unsigned shuffleBits : {32, 64})
    if (failed(lowerReductions(op, shuffleBits)))
      return failure();
  return success();
}

namespace {

/// One instruction for every float type of a GPU.
struct LowerFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    // LLVM's vectors have one dimension.
    auto vector = dyn_cast<VectorType>(op.getType());
    if ((vector && vector.getRank() != 1) ||
        !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
            getElementTypeOrSelf(op.getType())))
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::FMAOp>(op, op.getA(), op.getB(),
                                             op.getC());
    return success();
  }
};

struct LowerWarpOps : remat::impl::RematGpuLowerWarpOpsBase<LowerWarpOps> {
  void runOnOperation() override {
    if (failed(lowerWarpReductions(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateGpuShufflePatterns(patterns);
    patterns.add<LowerFma>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

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
