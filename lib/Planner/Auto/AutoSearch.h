//===- AutoSearch.h - The searches of auto ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The searches of `auto` on one graph, from the exact one to the local search
// from several orders. SolveAuto.cpp says on which graph.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_AUTOSEARCH_H
#define REMAT_LIB_PLANNER_AUTOSEARCH_H

#include "Auto/EventSearch.h"
#include "Graph/SearchControl.h"
#include "LowerSets/CanonicalSchedule.h"
#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Problem.h"

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

/// With variants, a task may take less time than it does when run whole.
bool hasVariants(const Graph &graph);

/// Touched storages, about ten million a second, that the problem's effort or
/// work limit allows: the unit of SearchOptions::workLimit.
uint64_t workLimitOf(const Problem &problem);

/// In this order: the step as it is, if it fits; the exact search, if the step
/// is small; another order alone; then the other strategies or, on large steps,
/// plans of blocks as seeds, and a local search from several orders. The best
/// plan of all is the answer. docs/strategies.md has the algorithm.
class AutoSearch {
public:
  /// `target` is a peak that is small enough where the problem has no budget.
  explicit AutoSearch(const Problem &problem,
                      std::optional<int64_t> target = std::nullopt)
      : problem(problem), graph(problem.graph), target(target),
        control(problem.search), workLimit(workLimitOf(problem)),
        selection(problem) {}

  /// As a Solver, but for ties.
  llvm::Expected<Plan> run();

private:
  bool fits(std::optional<int64_t> peak) const {
    return peak && problem.budget && *peak <= *problem.budget;
  }
  ExactAnswer::Outcome solveExactly();
  llvm::Error offerSeeds();
  /// Returns the peak.
  std::optional<int64_t> offer(const EventSearch &search) {
    return selection.offer(search.getSchedule().steps());
  }
  void addStart(std::optional<Start> start);
  void collectStarts();
  void addOnDemandStart();
  EventSearch searchFrom(const Start &start, int64_t limit, uint64_t seed = 1,
                         Start::Part part = Start::All);
  /// Looks for an order that fits without running anything again.
  bool reorderAlone(int64_t budget);
  /// Brings all starts to the budget and improves them, the most promising ones
  /// longest.
  bool searchWithin(int64_t budget);
  /// Brings the peak down from all starts.
  void searchSmallest();
  /// The same for a budget between others whose plans are there: from those,
  /// with a share of the work.
  llvm::Expected<Plan> refine();
  void addNeighborStarts();
  /// For budgets that the search from above does not reach.
  llvm::Expected<Plan> runFromSmallest();

  const Problem &problem;
  const Graph &graph;
  const std::optional<int64_t> target;
  SearchControl control;
  uint64_t workLimit;
  PlanSelection selection;
  std::vector<Start> starts;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_AUTOSEARCH_H
