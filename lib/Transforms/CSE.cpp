//===- CSE.cpp - remat-cse ------------------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Transforms/CSE.h"
#include "PassSetup.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATCSE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// While the pass runs.
static constexpr StringLiteral kPlaceAttrName = "remat.place";

/// To upstream, a buffer made of a tensor is pure. But it may be written
/// between two equal ones, and each is a copy then.
static void tellBuffersApart(func::FuncOp function) {
  Builder builder(function.getContext());
  int64_t place = 0;
  function.walk([&](Operation *op) {
    if (isa<bufferization::ToBufferOp, bufferization::ToTensorOp>(op))
      op->setAttr(kPlaceAttrName, builder.getI64IntegerAttr(place++));
  });
}

namespace {
class StepCSE : public PreparationPass<remat::impl::RematCSEBase<StepCSE>> {
public:
  using PreparationPass::PreparationPass;

private:
  LogicalResult run(func::FuncOp function) override {
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(function);
    tellBuffersApart(function);
    eliminateCommonSubExpressions(rewriter, dominance, function);
    function.walk([](Operation *op) { op->removeAttr(kPlaceAttrName); });
    return success();
  }
};
} // namespace
