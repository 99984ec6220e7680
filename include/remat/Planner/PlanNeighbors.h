//===- PlanNeighbors.h - What other budgets and pins would give -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of a byte more or less of budget, and the cost of a pin. A bounded
// number of searches answers: no proof, unless an answer says so.
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

/// The plan for a changed ask, or why there is none.
struct Alternative {
  std::optional<Plan> plan;
  /// Without a plan: whether that is proved, and the smallest budget known.
  Status status = Status::NotFound;
  int64_t smallestPeak = 0;
};

/// At which budget a task is treated otherwise.
struct OtherBudget {
  /// None if none is known.
  std::optional<Plan> plan;
  /// Plans within the budget in hand do so too, but the best one does not.
  bool isWithin = false;
};

/// An interrupt ends all searches. A time limit is for all of them together,
/// half of what is left for each. The plans known by then give the answers.
class PlanNeighbors {
public:
  /// `plan` is an answer to `ask`, made for `budget`, at least its peak. The
  /// graph and the plan must outlive this. Searches for larger and much smaller
  /// budgets have the least effort and share their plans; the others try as
  /// hard as `ask` says.
  PlanNeighbors(const Graph &graph, const Ask &ask, const Plan &plan,
                int64_t budget);

  /// The best plan known with one byte less than the plan in hand needs.
  const Alternative &getBelow();

  /// The fastest known plan within the budget, if it beats the one in hand,
  /// else the faster known plan that needs the least, if any. About eight
  /// searches at the first call.
  std::optional<Plan> getFaster();

  /// The budget for which `task` is treated otherwise. With `isOnce`, the known
  /// plan that runs it once with the smallest peak above the budget; where
  /// plans within the budget do so, the smallest peak for which the best plan
  /// does. Otherwise the known plan that runs it more often with the largest
  /// peak below the plan in hand. About five searches.
  OtherBudget getOtherwise(TaskId task, bool isOnce);

  /// The best plan known with `task` pinned. One search at the first call.
  Alternative getPinned(TaskId task, Policy policy);

  /// Takes what was found by other means, if it is a valid plan.
  void add(llvm::ArrayRef<Step> steps);

  /// The same by what is known by now, without a search.
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
  /// Solves for a budget once.
  const Alternative &solveFor(int64_t bytes);
  void searchOnce(TaskId task);
  void searchMoreOften(TaskId task);
  void take(const Plan &plan);
  llvm::SmallVector<const Plan *> getKnown() const;
  /// None if the graph cannot be pinned so.
  std::optional<Graph> pin(TaskId task, Policy policy) const;
  /// The ask for a budget, with its share of the time that is left.
  Ask getAsk(int64_t bytes) const;
  std::optional<double> getSecondsLeft() const;
  int64_t getBudget() const { return std::max(budget, plan.peak); }

  const Graph &graph;
  const Ask ask;
  const Plan &plan;
  int64_t budget;
  std::chrono::steady_clock::time_point start;
  /// Its plans are those of the strategy, by which it is judged.
  Session session;
  /// All valid plans, whoever made them and whatever is better.
  std::vector<Plan> known;
  std::map<int64_t, Alternative> solved;
  std::map<std::pair<TaskId, Policy>, Alternative> pinned;
  int64_t basePeak = 0;
  bool soughtFaster = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANNEIGHBORS_H
