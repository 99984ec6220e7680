//===- PlanArchive.h - The best plans of one graph --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANARCHIVE_H
#define REMAT_PLANNER_PLANARCHIVE_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Plans of one graph, none beaten in both peak and time.
class PlanArchive {
public:
  /// Keeps the plan unless a known one has at most its peak and time. O(plans).
  void add(const Plan &plan);
  /// The fastest within `budget`, without one the smallest peak, or null. O(log
  /// plans).
  const Plan *find(std::optional<int64_t> budget) const;
  /// By ascending peak and descending time.
  llvm::ArrayRef<Plan> plans() const { return frontier; }

private:
  std::vector<Plan> frontier;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANARCHIVE_H
