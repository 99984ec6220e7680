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

#include <memory>

namespace mlir::remat::planner {

/// A place to search from.
struct Start {
  enum Part { Order, All };
  std::unique_ptr<StepModel> model;
  ScheduleRuns runs;
};

/// Every task once, in that order; none where sizes are too large for sums.
std::optional<Start> startFrom(const Graph &graph,
                               llvm::ArrayRef<TaskId> order);
/// The runs of a plan that runs all tasks, each whole.
std::optional<Start> startFrom(const Graph &graph, llvm::ArrayRef<Step> steps);

/// A topological order that always takes the task after which the fewest bytes
/// are alive, among the 256 that became ready last; ties by their place in the
/// base order. O(V · 256 · degree).
std::vector<TaskId> leastGrowthOrder(const Graph &graph);

/// A plan that keeps no value that can be made again: it makes the inputs of
/// each task that runs once from scratch. On training steps its peak is about
/// the smallest there is and its time absurd. Valid except for pins to
/// recompute.
///
/// It makes the inputs of a task together, in base order, or one after the
/// other, the one whose making needs most beside it first (after Sethi and
/// Ullman, "The Generation of Optimal Code for Arithmetic Expressions", 1970),
/// whichever needs less.
///
/// Empty if it would be longer than `maxSteps`. O(steps · degree).
std::vector<Step> stepsOnDemand(const Graph &graph, size_t maxSteps);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_STARTS_H
