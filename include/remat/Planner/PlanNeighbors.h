//===- PlanNeighbors.h - What other budgets and pins would give -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of a changed budget, and the cost of a pin, from a bounded number
// of searches: no proof, unless an answer says so.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANNEIGHBORS_H
#define REMAT_PLANNER_PLANNEIGHBORS_H

#include "remat/Planner/Session.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace mlir::remat::planner {

/// The plan for a changed ask, or its refusal.
struct Alternative {
  std::optional<Plan> plan;
  /// Without a plan: how sure that is, and the smallest budget known.
  Status status = Status::NotFound;
  int64_t smallestPeak = 0;
};

/// The budget at which a task is treated otherwise.
struct OtherBudget {
  std::optional<Plan> plan;
  /// Plans within the present budget do so too, but not the best one.
  bool isWithin = false;
};

/// An interrupt ends all searches. A time limit is for all of them, half of the
/// rest for each. The plans known by then give the answers.
class PlanNeighbors {
public:
  /// `plan` answers `ask`, made for `budget`, at least its peak. The graph and
  /// the plan must outlive this. Searches for larger and much smaller budgets
  /// have the least effort and share plans; the others try as hard as `ask`
  /// says.
  PlanNeighbors(const Graph &graph, const Ask &ask, const Plan &plan,
                int64_t budget);

  /// The best known plan that needs fewer bytes than the present one.
  const Alternative &getBelow();

  /// The fastest known plan within the budget, if it beats the present one,
  /// else the faster known plan that needs the least. About eight searches at
  /// the first call.
  std::optional<Plan> getFaster();

  /// The budget for which `task` is treated otherwise. With `isOnce`, the known
  /// plan that runs it once with the smallest peak above the budget; where
  /// plans within the budget do so, the smallest peak for which the best plan
  /// does. Otherwise the known plan that runs it more often with the largest
  /// peak below the present one. About five searches.
  OtherBudget getOtherwise(TaskId task, bool isOnce);

  /// The best plan known with `task` pinned. One search at the first call.
  Alternative getPinned(TaskId task, Policy policy);

  /// Adds plans found by other means, if valid.
  void add(llvm::ArrayRef<Step> steps);

  /// Without a search.
  std::optional<Plan> findFaster() const;
  OtherBudget findOtherwise(TaskId task, bool isOnce) const;
  Alternative findPinned(TaskId task, Policy policy) const;

  /// More effort may find a better plan: the strategy searches for the fastest.
  bool isSearch() const;
  bool isInterrupted() const;
  /// An interrupt, or the time limit.
  bool isStopped() const;

  /// How often `plan` runs `task`.
  static int64_t countRuns(const Plan &plan, TaskId task);

private:
  const Alternative &solveFor(int64_t bytes);
  void searchOnce(TaskId task);
  void searchMoreOften(TaskId task);
  void take(const Plan &plan);
  llvm::SmallVector<const Plan *> getKnown() const;
  /// None if the graph cannot be pinned so.
  std::optional<Graph> pin(TaskId task, Policy policy) const;
  /// The ask for a budget, with its share of the remaining time.
  Ask getAsk(int64_t bytes) const;
  std::optional<double> getSecondsLeft() const;
  int64_t getBudget() const { return std::max(budget, plan.peak); }

  const Graph &graph;
  const Ask ask;
  const Plan &plan;
  int64_t budget;
  std::chrono::steady_clock::time_point start;
  /// Its plans are those of the strategy, which judges it.
  Session session;
  /// All valid plans, of any origin, even if others are better.
  std::vector<Plan> known;
  std::map<int64_t, Alternative> solved;
  std::map<std::pair<TaskId, Policy>, Alternative> pinned;
  int64_t basePeak = 0;
  bool soughtFaster = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANNEIGHBORS_H
