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

struct HeuristicLimits {
  /// Stops at this size.
  int64_t target = 0;
  /// Limits the buffers and holes looked at.
  uint64_t workLimit = 0;
};

/// A placement and its algorithm.
struct HeuristicResult {
  Placement placement;
  std::string algorithm;
};

/// Like `placeBestFitInTimeOrder`, with ties between starts broken by `order`.
Placement placeBestFitInTimeOrder(const Problem &problem,
                                  std::vector<uint32_t> order);

/// Returns the best of `placeBestFitInTimeOrder` and of first and best fit in
/// the orders of `Orders`, within the work limit. The problem has passed
/// `check` and is not empty.
HeuristicResult placeByHeuristics(const Problem &problem,
                                  const HeuristicLimits &limits);

/// Shrinks a placement by local search over orders for first fit: places a
/// buffer earlier, mostly one that ends highest, the others by offset. Takes at
/// most half of the work limit.
void improveByLocalSearch(const Problem &problem, const HeuristicLimits &limits,
                          HeuristicResult &result);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_HEURISTICS_H
