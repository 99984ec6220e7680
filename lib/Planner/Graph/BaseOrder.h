//===- BaseOrder.h - Orders that dependences allow --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_BASEORDER_H
#define REMAT_LIB_PLANNER_BASEORDER_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A topological order, as far as there is one.
struct TaskOrder {
  std::vector<TaskId> tasks;
  /// By task: how many inputs it still waits for at the end. Positive for the
  /// tasks that `tasks` lacks because they depend on a cycle.
  std::vector<int32_t> missing;
};

/// Orders all tasks. Of the tasks that are ready, the one with the smallest
/// rank always comes next. O((V+E) log V).
TaskOrder orderByRank(const Graph &graph, llvm::ArrayRef<int64_t> rank);

/// The base order of a graph that has none, as `Graph::baseOrder` defines it.
/// The graph needs its adjacency only. O((V+E) log V).
TaskOrder deriveBaseOrder(const Graph &graph);

/// A cycle among the tasks with `missing` inputs, of which there is one, in the
/// direction of the data.
std::vector<TaskId> findCycle(const Graph &graph,
                              llvm::ArrayRef<int32_t> missing);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_BASEORDER_H
