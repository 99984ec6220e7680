//===- FuseElementwise.cpp - remat-fuse-elementwise -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFUSEELEMENTWISE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class FuseElementwise
    : public remat::impl::RematFuseElementwiseBase<FuseElementwise> {
public:
  using RematFuseElementwiseBase::RematFuseElementwiseBase;

  void runOnOperation() override {
    if (failed(forEachFunction(getOperation(), [&](func::FuncOp function) {
          return run(function);
        })))
      signalPassFailure();
  }

private:
  LogicalResult run(func::FuncOp function);
};
} // namespace

/// The linalg-fuse-elementwise-ops of upstream: a producer with one reader goes
/// into it.
static LogicalResult fuse(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  linalg::populateElementwiseOpsFusionPatterns(patterns, [](OpOperand *fused) {
    Operation *producer = fused->get().getDefiningOp();
    return producer && producer->hasOneUse();
  });
  return applyPatternsGreedily(function, std::move(patterns));
}

LogicalResult FuseElementwise::run(func::FuncOp function) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, /*lossResult=*/-1);
  if (failed(options))
    return failure();
  OwningOpRef<func::FuncOp> fused = cloneForTrial(function);
  if (failed(fuse(*fused)))
    return success();
  FailureOr<MemoryProfile> before = getIsolatedProfile(function, *options);
  FailureOr<MemoryProfile> after = getIsolatedProfile(*fused, *options);
  if (failed(before) || failed(after))
    return failure();
  const planner::Simulation &old = before->simulation;
  const planner::Simulation &now = after->simulation;
  bool gains = now.peak < old.peak || now.time < old.time;
  bool loses = now.peak > old.peak || now.time > old.time;
  if (gains && !loses)
    function.getBody().takeBody(fused->getBody());
  return success();
}
