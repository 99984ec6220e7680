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

/// Upstream's canonicalizer for a planned step on tensors. It joins no branches
/// with the same condition, and keeps unused results of loops and branches: a
/// plan counts them, and some loops need more without.
std::unique_ptr<Pass> createPlanKeepingCanonicalizer();

/// The same for a step on buffers whose frees are explicit: it drops no buffer.
/// Before the frees, any canonicalizer may end a buffer's life early.
std::unique_ptr<Pass> createBufferKeepingCanonicalizer();

/// Upstream's inliner, without the canonicalizer that it runs on callees and
/// callers by default: it could merge values that a plan keeps apart.
std::unique_ptr<Pass> createPlanKeepingInliner();

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_PLANKEEPINGPASSES_H
