//===- PlanKeepingPasses.cpp - Upstream's passes, behind a plan -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/PlanKeepingPasses.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

/// Labels are names of types, and compilers spell an anonymous namespace in
/// their own ways: compares the end only. In a context of its own, since
/// pipelines are built without one.
static std::vector<std::string> findPlanBreakingPatterns() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<scf::SCFDialect>();
  RewritePatternSet patterns(&context);
  scf::IfOp::getCanonicalizationPatterns(patterns, &context);
  std::vector<std::string> labels;
  for (const auto &pattern : patterns.getNativePatterns())
    if (pattern->getDebugName().ends_with("::CombineIfs"))
      labels.push_back(pattern->getDebugName().str());
  assert(!labels.empty() && "upstream has renamed CombineIfs");
  return labels;
}

ArrayRef<std::string> remat::getPlanBreakingPatterns() {
  static const std::vector<std::string> labels = findPlanBreakingPatterns();
  return labels;
}

FrozenRewritePatternSet remat::getPlanKeepingPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  return FrozenRewritePatternSet(std::move(patterns),
                                 getPlanBreakingPatterns());
}

GreedyRewriteConfig remat::getPlanKeepingConfig() {
  // The defaults of the canonicalizer's flags, not of the class: more would
  // merge equal blocks.
  return GreedyRewriteConfig()
      .setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
}

std::unique_ptr<Pass> remat::createPlanKeepingCanonicalizer() {
  return createCanonicalizerPass(getPlanKeepingConfig(),
                                 getPlanBreakingPatterns());
}

std::unique_ptr<Pass> remat::createPlanKeepingInliner() {
  std::unique_ptr<Pass> pass = createInlinerPass();
  // As an option, so that the pass says so as text, too.
  LogicalResult isSet = pass->initializeOptions(
      "default-pipeline=", [](const Twine &) { return failure(); });
  assert(succeeded(isSet) && "the inliner has this option");
  (void)isSet;
  return pass;
}
