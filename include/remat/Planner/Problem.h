//===- Problem.h - What a solver reads --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PROBLEM_H
#define REMAT_PLANNER_PROBLEM_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

class SearchObserver;
struct SolverContext;

/// What a lower-set strategy prefers among the plans that it can make:
/// Time, the least recomputation; Memory, the most, which leaves the most to
/// liveness (Kusumoto et al., section 4.4).
enum class Objective { Time, Memory };

/// Which orders of the step a search may try beside the base order.
enum class Reorder {
  /// The base order alone.
  None,
  /// It begins with the base order and moves single tasks within it.
  Local,
  /// It begins with several orders, none of which depends on the base order.
  Full
};

/// Limits are counts of evaluation steps, not clocks, unless a user sets a time
/// limit or interrupts: the same ask gives the same plan on any machine.
struct SearchOptions {
  static constexpr int maxEffort = 3;

  /// 0 (fastest) to `maxEffort`: how much work the search may do. From 1 on,
  /// each allows ten times as much as the one before.
  int effort = 1;
  /// Evaluation steps (storages touched, about ten million a second) that
  /// improving plans may take beyond the first ones, in place of `effort`.
  std::optional<uint64_t> workLimit;
  Reorder reorder = Reorder::Full;
  /// Seconds until the best plan so far is the answer, which then depends on
  /// the machine.
  std::optional<double> timeLimit;
};

/// A graph and what is asked of it. Session makes one from an Ask; solvers
/// read it and write nothing into it.
struct Problem {
  explicit Problem(const Graph &graph,
                   std::optional<int64_t> budget = std::nullopt)
      : graph(graph), budget(budget) {}

  const Graph &graph;
  /// Peak bytes allowed, resident bytes included. None asks for the plan with
  /// the smallest peak, ties to the least time.
  std::optional<int64_t> budget;
  Objective objective = Objective::Time;
  /// How hard strategies that search try.
  SearchOptions search;
  /// May be null.
  SearchObserver *observer = nullptr;
  /// How a solver asks others, and what it may reuse; null for a solver alone.
  const SolverContext *context = nullptr;

  /// Errors: a budget that is not positive; an effort, a work limit or a time
  /// limit out of range.
  llvm::Error check() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PROBLEM_H
