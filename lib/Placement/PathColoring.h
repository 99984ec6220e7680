//===- PathColoring.h - Sharing along longest paths -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_PATHCOLORING_H
#define REMAT_LIB_PLACEMENT_PATHCOLORING_H

#include "TaskOrder.h"

namespace mlir::remat::placement {

/// Removes longest paths from the tasks, and finds on each buffer's path where
/// it begins and is free again.
class PathColoring {
public:
  PathColoring(const TaskOrder &order, size_t bufferCount, unsigned maxPaths);

  bool mayShare(uint32_t a, uint32_t b) const {
    return colors[a] >= 0 && colors[a] == colors[b] &&
           (freed[a] <= begins[b] || freed[b] <= begins[a]);
  }

private:
  /// Behind the end of every path.
  static constexpr int32_t never = INT32_MAX;

  void findPath();
  void colorPath(int32_t color);

  const TaskOrder &order;
  const size_t numTasks;
  std::vector<bool> isTaken;
  /// The buffers with the task as their only entry.
  std::vector<llvm::SmallVector<uint32_t, 1>> made;
  /// Uncolored tasks that make buffers: zero ends the search for paths.
  size_t numMakers = 0;
  // By buffer; places are positions on the path of its color.
  std::vector<int32_t> colors, begins, freed;
  // Of the current path.
  std::vector<uint32_t> path;
  std::vector<int32_t> places;
  // Scratch by task.
  std::vector<int32_t> lengths, next, reached;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_PATHCOLORING_H
