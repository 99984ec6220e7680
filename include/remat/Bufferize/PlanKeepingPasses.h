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

#include <memory>

namespace mlir::remat {

/// Upstream's canonicalizer for a planned step: on tensors, or on buffers whose
/// frees are explicit. It leaves out the patterns by which a step needs more or
/// less than planned:
/// - `CombineIfs` makes one branch of two neighbors with the same condition, so
///   that tensors are alive together, or are no more;
/// - `WhileMoveIfDown` moves a branch behind the condition of a loop, which
/// then
///   carries what the branch reads;
/// - `SimplifyDeadAlloc` and `SimplifyClones` drop buffers, with their frees.
std::unique_ptr<Pass> createPlanKeepingCanonicalizer();

/// Upstream's inliner, without the canonicalizer that it runs on callees and
/// callers by default: it could merge values that a plan keeps apart.
std::unique_ptr<Pass> createPlanKeepingInliner();

/// The labels of the patterns that `createPlanKeepingCanonicalizer` leaves out.
ArrayRef<std::string> getPlanBreakingPatterns();

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_PLANKEEPINGPASSES_H
