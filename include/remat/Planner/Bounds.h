//===- Bounds.h - What no plan can go below ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_BOUNDS_H
#define REMAT_PLANNER_BOUNDS_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A proven lower bound on the peak of every valid plan.
struct PeakBound {
  /// Resident bytes included.
  int64_t bytes = 0;
  /// The task at whose run the bound binds; none if it binds at the end of the
  /// step or there are only resident bytes.
  std::optional<TaskId> task;
  /// The root values that must be alive then.
  std::vector<ValueId> live;
};

/// The largest need of a single task in any plan: resident bytes, its inputs
/// and outputs, its workspace, and what must have been made and must still be
/// there whenever it runs (values that are made once and are needed after it);
/// and the results together at the end. O(V + E) to O(V·E) bit operations.
PeakBound lowerBoundPeak(const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
