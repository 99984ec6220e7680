//===- Heuristics.h - The best of several orders ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_HEURISTICS_H
#define REMAT_LIB_PLACEMENT_HEURISTICS_H

#include "remat/Placement/Place.h"

namespace mlir::remat::placement {

/// How far heuristics go.
struct HeuristicLimits {
  /// A size that is good enough: nothing is tried beyond it.
  int64_t target = 0;
  /// Buffers and holes that may be looked at, in all.
  uint64_t workLimit = 0;
};

/// A placement and what found it.
struct HeuristicResult {
  Placement placement;
  std::string algorithm;
};

/// Returns what `placeBestFitInTimeOrder` does with buffers that start at once
/// in this order.
Placement placeBestFitInTimeOrder(const Problem &problem,
                                  std::vector<uint32_t> order);

/// Returns the best of `placeBestFitInTimeOrder` and of first and best fit in
/// the orders of `Orders`, as far as the work limit allows. The problem has
/// passed `check`, and is not empty.
HeuristicResult placeByHeuristics(const Problem &problem,
                                  const HeuristicLimits &limits);

/// Makes a placement smaller where a local search over orders for first fit
/// can: places a buffer earlier, mostly one of those that end highest, all
/// others in the order of their offsets. Takes half of the work limit at most.
void improveByLocalSearch(const Problem &problem, const HeuristicLimits &limits,
                          HeuristicResult &result);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_HEURISTICS_H
