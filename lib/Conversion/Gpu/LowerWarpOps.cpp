//===- LowerWarpOps.cpp - Warp-wide reductions ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/LowerWarpOps.h"
#include "Gpu/KernelBuilder.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::remat {
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
