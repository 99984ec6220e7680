//===- ChainBound.h - What reversing a chain takes --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CHAINBOUND_H
#define REMAT_LIB_PLANNER_CHAINBOUND_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// Time that any plan spends on running links of a chain again.
struct ChainBound {
  /// In the unit of the graph's times; 0 if there is no chain, or it fits.
  double extraTime = 0;
  /// Runs of links again.
  int64_t reruns = 0;
  /// For people.
  std::string reason;
};

/// Bounds the time of plans within `budget` bytes by the chain on a longest
/// path of the graph whose values are read again in the reverse order:
/// reversing it with a number of slots takes as many runs as Revolve makes
/// (Griewank and Walther 2000). Proof: docs/internals/bounds.md. O((V + E) log
/// V).
ChainBound boundChain(const Graph &graph, int64_t budget);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CHAINBOUND_H
