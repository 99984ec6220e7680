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

/// Plans of one graph, none of which another one beats in both peak and time.
class PlanArchive {
public:
  /// Keeps the plan unless another one with at most its peak and at most its
  /// time is there. O(plans).
  void add(const Plan &plan);
  /// The fastest plan within `budget`, the smallest peak if there is no budget;
  /// null if there is none. O(log plans).
  const Plan *find(std::optional<int64_t> budget) const;
  /// By ascending peak, which is by descending time.
  llvm::ArrayRef<Plan> plans() const { return frontier; }

private:
  std::vector<Plan> frontier;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANARCHIVE_H
