//===- UnreadSteps.h - Runs that make nothing that is read ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_UNREADSTEPS_H
#define REMAT_LIB_PLANNER_UNREADSTEPS_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// The steps without those that make nothing that is read or a result, of tasks
/// that run elsewhere, too. No peak and no time is larger without them. A valid
/// plan stays valid if it keeps its first runs, or has no task pinned
/// `recompute`. O(steps + reads).
std::vector<Step> dropUnreadSteps(const Graph &graph,
                                  llvm::ArrayRef<Step> steps,
                                  bool keepsFirstRuns);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_UNREADSTEPS_H
