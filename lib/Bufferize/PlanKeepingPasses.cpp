//===- PlanKeepingPasses.cpp - Upstream's passes, behind a plan -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/PlanKeepingPasses.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::remat;

/// The end of a pattern's label up to arguments of a template. Labels are names
/// of types, and compilers spell an anonymous namespace in their own ways.
static StringRef getShortName(const RewritePattern &pattern) {
  return pattern.getDebugName().split('<').first.rsplit("::").second;
}

static std::vector<std::string> findPlanBreakingPatterns() {
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
  llvm::StringMap<std::vector<std::string>> found;
  for (const auto &pattern : patterns.getNativePatterns())
    found[getShortName(*pattern)].push_back(pattern->getDebugName().str());
  std::vector<std::string> labels;
  for (StringRef name : {"CombineIfs", "SimplifyClones", "SimplifyDeadAlloc",
                         "WhileMoveIfDown"}) {
    assert(found.contains(name) && "upstream has renamed a pattern");
    llvm::append_range(labels, found[name]);
  }
  return labels;
}

ArrayRef<std::string> remat::getPlanBreakingPatterns() {
  static const std::vector<std::string> labels = findPlanBreakingPatterns();
  return labels;
}

std::unique_ptr<Pass> remat::createPlanKeepingCanonicalizer() {
  // The defaults of the canonicalizer's flags, not of the class: more would
  // merge equal blocks.
  const GreedyRewriteConfig config =
      GreedyRewriteConfig()
          .setUseTopDownTraversal()
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return createCanonicalizerPass(config, getPlanBreakingPatterns());
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
