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

#include <algorithm>
#include <optional>
#include <vector>

namespace mlir::remat::planner {

/// Whether tasks have variants: these may take less time, so that a plan that
/// runs each task once need not be the fastest.
bool hasVariants(const Graph &graph);

/// Touched storages, some ten million per second, that this effort or the
/// problem's work limit allows. The unit of SearchOptions::workLimit.
uint64_t workLimitOf(const Problem &problem, int effort);

/// `run` goes through stages that offer plans to one selection; its best is the
/// answer. `--debug-only=remat-auto` traces the offers; docs/internals/auto.md
/// has the algorithm.
class AutoSearch {
public:
  /// `target`: a peak small enough where the problem has no budget.
  explicit AutoSearch(const Problem &problem,
                      std::optional<int64_t> target = std::nullopt)
      : problem(problem), graph(problem.graph), context(getContext(problem)),
        target(target), control(problem),
        workLimit(workLimitOf(problem, problem.search.effort)),
        effort(problem.search.effort), selection(problem) {}

  /// Like a Solver, except for ties.
  llvm::Expected<Plan> run();

private:
  /// Repairs end once they are so many times as slow as known plans: pruning
  /// can halve their time.
  static constexpr double farSlower = 6;

  static bool isFaster(const EventSearch &a, const EventSearch &b) {
    return a.getSchedule().extraTime() < b.getSchedule().extraTime();
  }
  static bool isSmaller(const EventSearch &a, const EventSearch &b) {
    return a.getSchedule().peak() < b.getSchedule().peak();
  }

  // Stages, in order. Returned bools: the budget is met.

  bool tryBaseOrder();
  ExactAnswer::Outcome solveExactly();
  /// The orders to search from.
  void collectOrders();
  /// Reorders without rerunning.
  bool tryOrderAlone();
  /// Offers plans of other strategies and, as soon as one meets the budget,
  /// those of cuts.
  llvm::Error offerStarts();
  void addBestAsStart();
  /// Improves as each lower effort does, then as this one: more effort never
  /// gives a slower plan.
  llvm::Error improveByEfforts();
  /// Improves the starts within the work limit.
  llvm::Error improve();
  /// For a budget that the starts miss: descends to the smallest peak and
  /// searches from there.
  llvm::Error searchFromSmallest();

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
  /// The next part takes this share of the work at the current effort.
  void beginPart(double from, double to);
  std::optional<int64_t> offer(const EventSearch &search) {
    return selection.offer(search.getSchedule().steps());
  }
  /// Whether other places to start from than the base order make sense.
  bool mayStartElsewhere() const {
    return problem.search.reorder == Reorder::Full && !starts.empty() &&
           !starts.front().model->hasDropped;
  }
  /// Touched storages that one repair may take where there is a plan.
  uint64_t workOfRepair() const {
    const uint64_t tasks = graph.tasks.size();
    return std::max(workLimit / 16,
                    std::min(1'000 * tasks, 10'000'000 + 100 * tasks));
  }
  /// Simulated steps that pruning a start may take; the same at each effort, so
  /// that a higher one continues as a lower one does.
  uint64_t workOfPruning() const {
    const uint64_t tasks = graph.tasks.size();
    return std::min<uint64_t>(36'000 * tasks, 20'000'000);
  }
  /// A work limit replaces all efforts.
  int firstEffort() const {
    return problem.search.workLimit ? problem.search.effort : 0;
  }
  void addStart(std::optional<Start> start);
  void addOnDemandStart();
  /// Starts from a plan with that peak, without the runs that the limit does
  /// not need.
  void addPrunedStarts(std::vector<Step> steps, int64_t peak, int64_t limit);
  EventSearch searchFrom(const Start &start, int64_t limit, uint64_t seed = 1,
                         Start::Part part = Start::All);
  /// Brings all starts to the budget and improves them, the most promising
  /// longest.
  bool searchWithin(uint64_t work);
  /// Searches from this plan only.
  void searchFromPlan(const Plan &plan);
  std::vector<EventSearch> bringAllToBudget(uint64_t work);
  /// Whether an earlier start has this one's order.
  bool hasKnownOrder(size_t start) const;
  /// Limits for a repair where a search or a plan is known.
  EventSearch::RepairLimits
  limitRepair(uint64_t maxWork, const std::optional<EventSearch> &known) const;
  /// The best search from one start within the budget, found in `maxWork`.
  /// Others compete for `nearest`.
  std::optional<EventSearch> bringToBudget(size_t start, uint64_t maxWork,
                                           std::optional<EventSearch> &nearest);
  /// A search from its order alone, brought to the budget by cuts within limits
  /// of work and time; none where an earlier start has this order.
  std::optional<EventSearch> bringToBudgetByCuts(size_t start);
  /// Does so from all starts that have not been tried with such limits, and
  /// offers the plans.
  void searchByCuts();
  void searchSmallest(uint64_t work);
  /// Removes runs from the plan with the smallest peak.
  void pruneSmallest();
  EventSearch descendInRounds(uint64_t work);

  const Problem &problem;
  const Graph &graph;
  const SolverContext &context;
  const std::optional<int64_t> target;
  SearchControl control;
  /// Of the current effort, which grows to that of the problem.
  uint64_t workLimit;
  int effort;
  PlanSelection selection;
  std::vector<Start> starts;
  /// The plan that the exact search had when it gave up; offered last, as it
  /// would change what the searches of lower efforts find.
  std::vector<Step> exactSteps;
  /// The searches that cuts brought to the budget, from the first `cutStarts`,
  /// where a repair may take `cutWork`.
  std::vector<EventSearch> cutSearches;
  size_t cutStarts = 0;
  uint64_t cutWork = 0;
  /// Of all repairs without cuts.
  uint64_t repairWork = 0;
  /// Whether a plan within the budget takes less than twice the step's time.
  bool hasDecentPlan = false;
  /// Whether a plan met the budget before the searches.
  bool hasFittingStart = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_AUTOSEARCH_H
