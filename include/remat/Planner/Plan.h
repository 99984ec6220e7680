//===- Plan.h - The tasks to run and their order ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLAN_H
#define REMAT_PLANNER_PLAN_H

#include "remat/Planner/Parking.h"

namespace mlir::remat::planner {

/// One run of a task.
struct Step {
  TaskId task = 0;
  /// 0 runs the whole task, k its variant k-1.
  int32_t variant = 0;

  bool operator==(const Step &other) const {
    return task == other.task && variant == other.variant;
  }
};

/// The result of every strategy. A value dies after its last use.
struct Plan {
  /// As in its flag.
  std::string strategy;
  /// The part of the strategy that found it; not in plan files.
  std::string stage;
  std::vector<Step> steps;
  /// None unless the problem allows host memory.
  std::vector<Parking> parkings;
  /// Simulated, resident bytes included.
  int64_t peak = 0;
  /// Simulated: most bytes on the host.
  int64_t hostPeak = 0;
  /// Of the steps and of waits for copies, in the unit of the graph's times.
  double time = 0;
  /// No valid plan within the budget takes less time or, without a budget, has
  /// a smaller peak.
  bool provedOptimal = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLAN_H
