//===- PlanKeepingPasses.cpp - Upstream's passes, behind a plan -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/PlanKeepingPasses.h"
#include "PlanBreakingPatterns.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::remat;

/// The end of a pattern's label up to arguments of a template. Labels are names
/// of types, and compilers spell an anonymous namespace in their own ways.
static StringRef getShortName(const RewritePattern &pattern) {
  return pattern.getDebugName().split('<').first.rsplit("::").second;
}

/// The labels of the patterns with these short names, in order.
static std::vector<std::string> findLabels(ArrayRef<StringRef> names) {
  // In a context of its own, since pipelines are built without one.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<bufferization::BufferizationDialect,
                      memref::MemRefDialect, scf::SCFDialect>();
  RewritePatternSet patterns(&context);
  bufferization::CloneOp::getCanonicalizationPatterns(patterns, &context);
  memref::AllocOp::getCanonicalizationPatterns(patterns, &context);
  memref::AllocaOp::getCanonicalizationPatterns(patterns, &context);
  memref::ReallocOp::getCanonicalizationPatterns(patterns, &context);
  scf::IfOp::getCanonicalizationPatterns(patterns, &context);
  scf::WhileOp::getCanonicalizationPatterns(patterns, &context);
  llvm::StringMap<llvm::SetVector<StringRef>> found;
  for (const auto &pattern : patterns.getNativePatterns())
    found[getShortName(*pattern)].insert(pattern->getDebugName());
  std::vector<std::string> labels;
  for (StringRef name : names) {
    // Without it, budgets would be broken silently.
    if (!found.contains(name))
      llvm::report_fatal_error("upstream has no pattern " + name +
                               " any more; see PlanBreakingPatterns.h");
    for (StringRef label : found[name])
      labels.push_back(label.str());
  }
  return labels;
}

ArrayRef<std::string> remat::getPlanBreakingPatterns() {
  static const std::vector<std::string> labels = findLabels(
      {"CombineIfs", "SimplifyClones", "SimplifyDeadAlloc", "WhileMoveIfDown"});
  return labels;
}

static std::unique_ptr<Pass>
createCanonicalizer(ArrayRef<std::string> without) {
  // The defaults of the canonicalizer's flags, not of the class: more would
  // merge equal blocks.
  const GreedyRewriteConfig config =
      GreedyRewriteConfig()
          .setUseTopDownTraversal()
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return createCanonicalizerPass(config, without);
}

std::unique_ptr<Pass> remat::createBufferKeepingCanonicalizer() {
  return createCanonicalizer(getPlanBreakingPatterns());
}

std::unique_ptr<Pass> remat::createPlanKeepingCanonicalizer() {
  static const std::vector<std::string> unusedResults =
      findLabels({"RemoveDeadRegionBranchOpSuccessorInputs"});
  std::vector<std::string> without = getPlanBreakingPatterns().vec();
  llvm::append_range(without, unusedResults);
  return createCanonicalizer(without);
}

std::unique_ptr<Pass> remat::createPlanKeepingInliner() {
  std::unique_ptr<Pass> pass = createInlinerPass();
  // As an option, so that the pass says so as text, too.
  if (failed(pass->initializeOptions("default-pipeline=",
                                     [](const Twine &) { return failure(); })))
    llvm::report_fatal_error("upstream's inliner has no default-pipeline");
  return pass;
}
