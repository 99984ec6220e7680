//===- PlanKeepingPasses.h - Upstream's passes, behind a plan ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BUFFERIZE_PLANKEEPINGPASSES_H
#define REMAT_BUFFERIZE_PLANKEEPINGPASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <memory>

namespace mlir::remat {

/// Upstream's canonicalizer for a step that is planned and not freed yet. It
/// leaves out `CombineIfs`, which makes one branch of two neighbors with the
/// same condition: buffers would be alive together, or no more apart, and the
/// step would need more or less than planned.
std::unique_ptr<Pass> createPlanKeepingCanonicalizer();

/// Upstream's inliner, without the canonicalizer that it runs on callees and
/// callers by default: it could merge values that a plan keeps apart.
std::unique_ptr<Pass> createPlanKeepingInliner();

/// The labels of the patterns that `createPlanKeepingCanonicalizer` leaves out.
ArrayRef<std::string> getPlanBreakingPatterns();

/// What `createPlanKeepingCanonicalizer` applies: the patterns of the loaded
/// dialects and registered ops.
FrozenRewritePatternSet getPlanKeepingPatterns(MLIRContext *context);
/// And how.
GreedyRewriteConfig getPlanKeepingConfig();

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_PLANKEEPINGPASSES_H
