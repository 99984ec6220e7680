//===- TaskOrder.h - What data dependence orders ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_TASKORDER_H
#define REMAT_LIB_PLACEMENT_TASKORDER_H

#include "remat/Placement/Sharing.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::remat::placement {

/// The dependences of a step's tasks, and where each buffer begins and ends.
struct TaskOrder {
  /// O(accesses).
  TaskOrder(llvm::ArrayRef<TaskAccess> tasks, size_t bufferCount);

  /// Calls `visit(a, b, isDoneBefore)` for positions a < b in `accessed`, in an
  /// order set by the tasks alone, until it returns false. Returns whether it
  /// never did.
  bool
  visitPairs(llvm::function_ref<bool(uint32_t, uint32_t, bool)> visit) const;

  /// By task: direct dependents, all after it; none twice in a row.
  std::vector<llvm::SmallVector<uint32_t, 4>> successors;
  /// By task: TaskAccess::isSequence.
  std::vector<bool> isSequence;
  // By buffer.
  std::vector<llvm::SmallVector<uint32_t, 1>> entries;
  std::vector<llvm::SmallVector<uint32_t, 2>> exits;
  /// Accessed buffers by first, then last access: none is done before one to
  /// its left.
  std::vector<uint32_t> accessed;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_TASKORDER_H
