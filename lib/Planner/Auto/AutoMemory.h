//===- AutoMemory.h - What searches leave to others -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_AUTOMEMORY_H
#define REMAT_LIB_PLANNER_AUTOMEMORY_H

#include "Graph/CanonicalGraph.h"
#include "Graph/OfferedPlans.h"

#include <map>
#include <set>

namespace mlir::remat::planner {

/// The graph that `auto` searches if orders are free.
struct CanonicalStep {
  CanonicalNumbering numbering;
  Graph graph;
};

/// Data that `auto` keeps of a graph for searches with other budgets.
struct AutoMemory {
  /// The other strategies' offers, by name: as starts, and consulted.
  std::map<std::string, OfferedPlans> starts, consulted;
  /// Plans found so far: places to start from.
  PlanArchive found;
  /// The largest budget for which no order alone was found.
  int64_t needsMoreThanOrder = 0;
  /// Budgets for which the exact search gave up.
  std::set<int64_t> tooHard;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_AUTOMEMORY_H
