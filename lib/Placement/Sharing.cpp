//===- Sharing.cpp - Sharing where ops run at once ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Sharing.h"

#include "TaskOrder.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

Error placement::makeTooManyConflictsError(size_t bufferCount) {
  return createStringError(
      "of " + Twine(bufferCount) + " buffers more than " +
      Twine(maxSharingConflicts) +
      " pairs must be kept apart so that independent ops may run at once; let "
      "buffers share in program order, or place the step in parts");
}

Error placement::addDependenceConflicts(ArrayRef<TaskAccess> tasks,
                                        Problem &problem) {
  const std::vector<Buffer> &buffers = problem.buffers;
  TaskOrder order(tasks, buffers.size());
  ArrayRef<uint32_t> accessed = order.getAccessedBuffers();
  bool isComplete =
      order.visitPairs([&](uint32_t first, uint32_t second, bool isDone) {
        uint32_t a = accessed[first], b = accessed[second];
        if (isDone || overlapInTime(buffers[a], buffers[b]))
          return true;
        problem.conflicts.emplace_back(std::min(a, b), std::max(a, b));
        return problem.conflicts.size() <= maxSharingConflicts;
      });
  if (!isComplete)
    return makeTooManyConflictsError(buffers.size());
  return Error::success();
}
