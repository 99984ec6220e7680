//===- Starts.h - Places to search from -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_STARTS_H
#define REMAT_LIB_PLANNER_STARTS_H

#include "Auto/EventSchedule.h"
#include "Graph/SearchControl.h"

#include <memory>

namespace mlir::remat::planner {

struct Start {
  enum Part { Order, All };
  std::unique_ptr<StepModel> model;
  ScheduleRuns runs;
};

/// Every task once, in that order; none if sums of sizes overflow.
std::optional<Start> startFrom(const Graph &graph,
                               llvm::ArrayRef<TaskId> order);
/// The runs of a plan that runs all tasks, each whole.
std::optional<Start> startFrom(const Graph &graph, llvm::ArrayRef<Step> steps);

/// A topological order that always takes the task that leaves the fewest bytes
/// alive, among the 256 that became ready last; base order breaks ties. Empty
/// if the control stops it. O(V · 256 · degree).
std::vector<TaskId> leastGrowthOrder(const Graph &graph,
                                     SearchControl &control);

/// A plan that keeps no remakeable value: makes the inputs of each task that
/// runs once from scratch. On training steps its peak is nearly minimal, its
/// time absurd. Valid except for pins to recompute.
///
/// Makes a task's inputs together, in base order, or one by one, the one that
/// needs most memory first (after Sethi and Ullman, "The Generation of Optimal
/// Code for Arithmetic Expressions", 1970), whichever needs less.
///
/// Empty if longer than `maxSteps`. O(steps · degree).
std::vector<Step> stepsOnDemand(const Graph &graph, size_t maxSteps);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_STARTS_H
