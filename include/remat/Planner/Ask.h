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

/// What an answer may use of earlier asks of its session, beside what depends
/// on the graph alone.
enum class Reuse {
  /// Nothing: the answer is a function of the graph and the ask.
  Nothing,
  /// The plans of the session: a search never answers with a plan that is
  /// slower
  /// than a known one within the budget (without a budget: of larger peak), and
  /// adds its own.
  Plans,
  /// Also the work of earlier searches: plans of the other strategies, places
  /// to
  /// search from, and vain attempts.
  Searches,
  /// The same, and where a plan within the budget is known, a search begins
  /// with
  /// the plans for the budgets beside its own, with a quarter of the work.
  Neighbors
};

/// One question about a graph. No solver changes it.
struct Ask {
  std::string strategy = "auto";
  /// As in Problem.
  std::optional<int64_t> budget;
  Objective objective = Objective::Time;
  SearchOptions search;
  /// Hears of the search and may end it. May be null.
  SearchObserver *observer = nullptr;
  Reuse reuse = Reuse::Nothing;
  /// A proven bound on the time of plans within the budget, or 0. A search may
  /// end there.
  double timeFloor = 0;
  /// The outcome has the optimality of its plan: about a tenth of a second for
  /// bounds.
  bool isAssessed = true;

  /// The same ask for another budget.
  Ask withBudget(std::optional<int64_t> bytes) const {
    Ask other = *this;
    other.budget = bytes;
    return other;
  }
  bool isInterrupted() const { return observer && observer->isInterrupted(); }

  /// The problem that a solver reads.
  Problem getProblem(const Graph &graph) const;
  /// Validates the strategy and what `Problem::check` does.
  llvm::Error check() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_ASK_H
