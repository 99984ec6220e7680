//===- Cuts.h - Where all that is alive passes a barrier --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_CUTS_H
#define REMAT_LIB_TRANSFORMS_CUTS_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat {

/// The steps of `plan` before which to cut: the first cut at the boundary
/// between forward and backward, the others so that they part what follows in
/// equal times. Fewer than `count` where the plan is too short, none within
/// steps that run again. Where phases are not known the first cut is where the
/// most is alive. O(steps).
llvm::DenseSet<size_t> chooseCuts(const planner::Graph &graph,
                                  const planner::Plan &plan, int64_t count);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_CUTS_H
