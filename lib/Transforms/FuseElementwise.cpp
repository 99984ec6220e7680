//===- FuseElementwise.cpp - remat-fuse-elementwise -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFUSEELEMENTWISE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class FuseElementwise
    : public PreparationPass<
          remat::impl::RematFuseElementwiseBase<FuseElementwise>> {
public:
  using PreparationPass::PreparationPass;

private:
  LogicalResult run(func::FuncOp function) override;
};
} // namespace

/// Whether `op` has task attributes: fusion would lose or extend them.
static bool isAnnotated(Operation *op) {
  return llvm::any_of(
      ArrayRef<StringRef>{kPolicyAttrName, kCostAttrName, kPhaseAttrName},
      [&](StringRef name) { return op->hasAttr(name); });
}

static void partition(func::FuncOp function,
                      SmallVectorImpl<Operation *> &annotated,
                      SmallVectorImpl<Operation *> &others) {
  function.getBody().walk([&](Operation *op) {
    (isAnnotated(op) ? annotated : others).push_back(op);
  });
}

/// Runs upstream's linalg-fuse-elementwise-ops: a producer with one reader goes
/// into it, unless either is annotated. Fails if an annotated op is lost:
/// upstream folds fills without asking.
static LogicalResult fuse(func::FuncOp function) {
  SmallVector<Operation *> annotated, others;
  partition(function, annotated, others);
  size_t numAnnotated = annotated.size();
  RewritePatternSet patterns(function.getContext());
  linalg::populateElementwiseOpsFusionPatterns(patterns, [](OpOperand *fused) {
    Operation *producer = fused->get().getDefiningOp();
    return producer && producer->hasOneUse() && !isAnnotated(producer) &&
           !isAnnotated(fused->getOwner());
  });
  // Annotated ops are no roots: some patterns drop attributes.
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  if (failed(applyOpPatternsGreedily(others, std::move(patterns), config)))
    return failure();
  annotated.clear();
  others.clear();
  partition(function, annotated, others);
  return success(annotated.size() == numAnnotated);
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
