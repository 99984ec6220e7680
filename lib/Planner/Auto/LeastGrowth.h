//===- LeastGrowth.h - An order that grows least ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_LEASTGROWTH_H
#define REMAT_LIB_PLANNER_LEASTGROWTH_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A topological order that always takes the task after which the fewest bytes
/// are alive, among the 256 that became ready last; ties by their place in the
/// base order. O(V · 256 · degree).
std::vector<TaskId> leastGrowthOrder(const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_LEASTGROWTH_H
