//===- MathToCalls.cpp - Transcendental functions from libm ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATMATHTOCALLS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

namespace {

/// One exact (or once rounded) instruction: the same however LLVM vectorizes.
bool isExact(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp, math::FloorOp, math::FmaOp, math::RoundEvenOp,
             math::RsqrtOp, math::SqrtOp, math::TruncOp, math::IsNaNOp,
             math::IsInfOp, math::IsFiniteOp, math::IsNormalOp>(op);
}

struct MathToCalls : remat::impl::RematMathToCallsBase<MathToCalls> {
  void runOnOperation() override {
    // Powers by integers are products: not libm's.
    RewritePatternSet powers(&getContext());
    math::populateExpansionPatterns(powers, {"ipowi", "fpowi"});
    if (failed(applyPatternsGreedily(getOperation(), std::move(powers))))
      return signalPassFailure();
    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           scf::SCFDialect, vector::VectorDialect,
                           BuiltinDialect>();
    target.addDynamicallyLegalDialect<math::MathDialect>(isExact);
    if (failed(
            applyPartialConversion(getOperation(), target, std::move(calls))))
      signalPassFailure();
  }
};

} // namespace
