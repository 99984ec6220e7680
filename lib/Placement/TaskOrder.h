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
class TaskOrder {
public:
  /// O(accesses).
  TaskOrder(llvm::ArrayRef<TaskAccess> tasks, size_t bufferCount);

  size_t getNumTasks() const { return successors.size(); }
  /// The tasks that depend on `task` directly, all after it; none twice in a
  /// row.
  llvm::ArrayRef<uint32_t> getSuccessors(uint32_t task) const {
    return successors[task];
  }
  llvm::ArrayRef<uint32_t> getEntries(uint32_t buffer) const {
    return entries[buffer];
  }
  llvm::ArrayRef<uint32_t> getExits(uint32_t buffer) const {
    return exits[buffer];
  }
  bool isSequence(uint32_t task) const { return sequences[task]; }
  /// The buffers that are accessed, by first and then by last access: none is
  /// done before one to its left.
  llvm::ArrayRef<uint32_t> getAccessedBuffers() const { return accessed; }

  /// Calls `visit(a, b, isDoneBefore)` for each two positions a < b of
  /// `getAccessedBuffers`, in an order that depends on the tasks alone, until
  /// it returns false. Returns whether it never did.
  using Visitor = llvm::function_ref<bool(uint32_t, uint32_t, bool)>;
  bool visitPairs(Visitor visit) const;

private:
  class Block;

  std::vector<llvm::SmallVector<uint32_t, 4>> successors;
  std::vector<bool> sequences;
  // By buffer.
  std::vector<llvm::SmallVector<uint32_t, 1>> entries;
  std::vector<llvm::SmallVector<uint32_t, 2>> exits;
  std::vector<uint32_t> accessed;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_TASKORDER_H
