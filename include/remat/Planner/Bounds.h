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
  /// The root values that must be alive then, largest first. Where one of
  /// several tasks must run then, those of the one that needs least.
  std::vector<ValueId> live;
};

/// What must be alive together at some step of any plan, resident bytes and
/// workspace included: the inputs and outputs of a task with what is made once
/// and has to be kept across it; the inputs of a task at the moment when the
/// last of them is made; all results at the end. Bounds.cpp has the proofs.
/// O(V + E) set operations on bit vectors of the values that are made once.
PeakBound lowerBoundPeak(const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BOUNDS_H
