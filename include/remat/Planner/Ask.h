//===- Ask.h - A question to a session --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_ASK_H
#define REMAT_PLANNER_ASK_H

#include "remat/Planner/Problem.h"
#include "remat/Planner/SearchObserver.h"

#include <string>

namespace mlir::remat::planner {

/// Reuse from earlier asks of the session, beside data of the graph alone.
enum class Reuse {
  /// The answer is a function of the graph and the ask.
  Nothing,
  /// The session's plans: a search never answers with a slower plan than a
  /// known one within the budget (without a budget: of larger peak), and adds
  /// its own.
  Plans,
  /// Also the work of earlier searches: plans of other strategies, starting
  /// places, vain attempts.
  Searches,
  /// The same; where an earlier such search, with the same objective and search
  /// options, has a plan within the budget, a search begins with the plans for
  /// neighboring budgets, with a quarter of the work.
  Neighbors
};

/// A question about a graph. No solver changes it.
struct Ask {
  std::string strategy = "auto";
  /// As in Problem.
  std::optional<int64_t> budget;
  /// For the strategy `auto` alone.
  HostMemory host;
  Objective objective = Objective::Time;
  SearchOptions search;
  /// Hears of the search and may end it. May be null.
  SearchObserver *observer = nullptr;
  Reuse reuse = Reuse::Nothing;
  /// A proven bound on the time within the budget, or 0; may end a search.
  double timeFloor = 0;
  /// Adds the plan's optimality to the outcome: about a tenth of a second for
  /// bounds.
  bool isAssessed = true;

  Ask withBudget(std::optional<int64_t> bytes) const {
    Ask other = *this;
    other.budget = bytes;
    return other;
  }
  bool isInterrupted() const { return observer && observer->isInterrupted(); }

  Problem getProblem(const Graph &graph) const;
  /// Validates the strategy, also for host memory, and as `Problem::check`.
  llvm::Error check() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_ASK_H
