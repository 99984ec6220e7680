//===- ApplyOptions.h - How a plan becomes IR -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_APPLYOPTIONS_H
#define REMAT_TRANSFORMS_APPLYOPTIONS_H

#include "remat/Planner/Graph.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::remat {

/// How a plan becomes IR.
struct ApplyOptions {
  /// A recomputed group waits for a value: pass it through the group's barrier
  /// to later readers instead of naming it by `after`, for compilers that drop
  /// unread operands of a barrier.
  bool passesTies = false;
  /// A copy back is awaited by an op of its own, before the first reader: for
  /// pipelines that keep the order. Other compilers wait where it is read.
  bool awaitsFetches = false;
  /// Recomputed elementwise results go through barriers, for which the rest of
  /// the group waits, where readers that compute them themselves would keep
  /// more bytes alive: for compilers that fuse.
  bool holdsElementwise = false;
  /// Before these steps one barrier takes all that is alive; a compiler that
  /// schedules by itself moves nothing across.
  llvm::DenseSet<size_t> cuts;
  /// Tasks for which the compiler copies arguments (`Target::copiesArguments`):
  /// the last cut before them takes these, too.
  llvm::DenseSet<planner::TaskId> copyingTasks;
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_APPLYOPTIONS_H
