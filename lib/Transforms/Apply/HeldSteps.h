//===- HeldSteps.h - Reruns that are not fused ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_HELDSTEPS_H
#define REMAT_LIB_TRANSFORMS_APPLY_HELDSTEPS_H

#include "Apply/PlanRewrite.h"

namespace mlir::remat {

/// Returns the elementwise steps that, where they are reruns, must not be
/// computed in their readers. A rerun has other readers than the first run had,
/// and a compiler may compute it in these. What it reads then lives as long as
/// its results would: instead of them, or beside them where one of several
/// readers needs them stored. The steps are those where that is more than
/// planned. O(steps and their values).
llvm::DenseSet<size_t> findHeldSteps(const PlanRewrite &rewrite);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_HELDSTEPS_H
