//===- LeanerOrder.h - An order that leaves fewer bytes alive ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_LEANERORDER_H
#define REMAT_LIB_PLANNER_LEANERORDER_H

#include "Graph/SearchControl.h"
#include "remat/Planner/Graph.h"

#include <vector>

namespace mlir::remat::planner {

/// The base order, or another that leaves clearly fewer bytes alive on average.
///
/// Its mirror: the base order up to its peak or its last forward task; then, as
/// reverse-mode differentiation does, those tasks first that read what was made
/// last before it. A backward pass that does not name its forward tasks can be
/// listed in a way that starts everything and ends nothing.
///
/// Then the better one with groups of tasks where they leave fewest bytes: a
/// net with a loss at every turn can run a turn's prediction just before its
/// gradient, and that right after.
///
/// The best so far once the control stops it. O(V log V + E).
std::vector<TaskId> leanerOrder(const Graph &graph, SearchControl &control);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_LEANERORDER_H
