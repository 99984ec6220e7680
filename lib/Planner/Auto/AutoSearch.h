//===- AutoSearch.h - The searches of auto ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The searches of `auto` on one graph; SolveAuto.cpp chooses that graph.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_AUTOSEARCH_H
#define REMAT_LIB_PLANNER_AUTOSEARCH_H

#include "Auto/AutoMemory.h"
#include "Auto/EventSearch.h"
#include "Auto/Starts.h"
#include "Graph/PlanSelection.h"
#include "remat/Planner/ExactSearch.h"

namespace mlir::remat::planner {

/// Whether tasks have variants: these may take less time, so that a plan that
/// runs each task once need not be the fastest.
bool hasVariants(const Graph &graph);

/// Touched storages, some ten million per second, that the problem's effort or
/// work limit allows. The unit of SearchOptions::workLimit.
uint64_t workLimitOf(const Problem &problem);

/// `run` goes through stages that offer plans to one selection; its best is the
/// answer. `--debug-only=remat-auto` traces the offers; docs/internals/auto.md
/// has the algorithm.
class AutoSearch {
public:
  /// `target`: a peak small enough where the problem has no budget.
  explicit AutoSearch(const Problem &problem,
                      std::optional<int64_t> target = std::nullopt)
      : problem(problem), graph(problem.graph), context(getContext(problem)),
        target(target), control(problem), workLimit(workLimitOf(problem)),
        selection(problem) {}

  /// Like a Solver, except for ties.
  llvm::Expected<Plan> run();

private:
  // Stages, in order. Returned bools: the budget is met.

  bool tryBaseOrder();
  ExactAnswer::Outcome solveExactly();
  /// The orders to search from.
  void collectOrders();
  /// Reorders without rerunning.
  bool tryOrderAlone();
  /// Offers plans of other strategies or, for large steps, of blocks. Returns
  /// the remaining work.
  llvm::Expected<uint64_t> offerStarts(uint64_t work);
  void addBestAsStart();
  bool improve(uint64_t work);
  /// For a budget that `improve` misses: descends to the smallest peak and
  /// searches from there.
  llvm::Expected<Plan> runFromSmallest(uint64_t work);

  /// Replaces the stages from the orders on, for a budget of a sweep. Plans for
  /// its neighbors, long searched, are better starts than orders: a share of
  /// the work is enough.
  llvm::Expected<Plan> refine();
  void addNeighborStarts();

  // Their parts.

  bool fits(std::optional<int64_t> peak) const {
    return peak && problem.budget && *peak <= *problem.budget;
  }
  /// Begins a stage; traces the previous one.
  void beginStage(llvm::StringRef name);
  void tellStage() const;
  /// The best plan. Without reruns none is faster.
  llvm::Expected<Plan> takeBest(bool isProved);
  bool isEachTaskOnce(const Plan *plan) const;

  llvm::Error offerStrategy(const Strategy &strategy);
  bool mayPlanBlocks() const;
  std::optional<int64_t> offer(const EventSearch &search) {
    return selection.offer(search.getSchedule().steps());
  }
  /// Whether other places to start from than the base order make sense.
  bool mayStartElsewhere() const {
    return problem.search.reorder == Reorder::Full && !starts.empty() &&
           !starts.front().model->hasDropped;
  }
  void addStart(std::optional<Start> start);
  void addOnDemandStart();
  EventSearch searchFrom(const Start &start, int64_t limit, uint64_t seed = 1,
                         Start::Part part = Start::All);
  /// Brings all starts to the budget and improves them, the most promising
  /// longest.
  bool searchWithin(uint64_t work);
  /// Searches from this plan only.
  void searchFromPlan(const Plan &plan, uint64_t work);
  std::vector<EventSearch> bringToBudget(uint64_t work);
  /// The best search from one start within the budget. Others compete for
  /// `nearest`.
  std::optional<EventSearch> bringToBudget(size_t start, bool isFirst,
                                           std::optional<EventSearch> &nearest);
  void searchSmallest(uint64_t work);
  EventSearch descendInRounds(uint64_t work);
  /// Takes the fastest plan within the same peak, from any start.
  void replaceByFaster(EventSearch &best);

  const Problem &problem;
  const Graph &graph;
  const SolverContext &context;
  const std::optional<int64_t> target;
  SearchControl control;
  const uint64_t workLimit;
  PlanSelection selection;
  std::vector<Start> starts;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_AUTOSEARCH_H
