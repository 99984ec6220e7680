//===- PlanNeighbors.h - What other budgets and pins would give -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked of a plan beside what it is: what a byte more or less of budget
// would change, and what a pin would cost. Answered by a bounded number of
// searches, so that it is what is known, and no proof, unless it says so.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANNEIGHBORS_H
#define REMAT_PLANNER_PLANNEIGHBORS_H

#include "remat/Planner/Solvers.h"

#include <map>

namespace mlir::remat::planner {

/// A plan of the problem with something changed, or why there is none.
struct Alternative {
  std::optional<Plan> plan;
  /// Without a plan: whether that is proved, and the smallest budget known.
  Status status = Status::Ok;
  int64_t smallestPeak = 0;
};

class PlanNeighbors {
public:
  /// `plan` is an answer to `problem` by the strategy of that name; `budget`
  /// what it was made for, at least its peak. All but `strategy` must outlive
  /// this. Searches for larger and much smaller budgets have the least effort
  /// and share their plans; the others try as hard as `problem` says.
  PlanNeighbors(const Problem &problem, const Plan &plan, int64_t budget,
                llvm::StringRef strategy);

  /// The best plan known with one byte less than the plan in hand needs.
  const Alternative &getBelow();

  /// The known plan that is faster than the one in hand and needs the least;
  /// none if there is none. About eight searches at the first call.
  std::optional<Plan> getFaster();

  /// Of the plans known that run `task` once (`isOnce`) or more often, the one
  /// with the smallest peak above the plan in hand (once), or the largest peak
  /// below it (more often): what the budget has to become for the task to be
  /// treated otherwise. None if none is known. About five searches.
  std::optional<Plan> getOtherwise(TaskId task, bool isOnce);

  /// The best plan known within the budget with `task` pinned.
  Alternative getPinned(TaskId task, Policy policy) const;

  /// How often `plan` runs `task`.
  static int64_t countRuns(const Plan &plan, TaskId task);

private:
  /// Solves for a budget once.
  const Alternative &solveFor(int64_t bytes);
  std::optional<Plan> findFaster() const;
  std::optional<Plan> findOtherwise(TaskId task, bool isOnce) const;
  std::optional<Plan> getOnce(TaskId task);
  std::optional<Plan> getMoreOften(TaskId task);
  bool isInterrupted() const;

  const Problem &problem;
  const Plan &plan;
  int64_t budget;
  std::string strategy;
  PlanArchive archive;
  std::map<int64_t, Alternative> solved;
  int64_t basePeak = 0;
  bool soughtFaster = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANNEIGHBORS_H
