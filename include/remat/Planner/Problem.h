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
#include "remat/Planner/SearchOptions.h"

namespace mlir::remat::planner {

class SearchObserver;
struct SolverContext;

/// What a lower-set strategy prefers among the plans that it can make:
/// Time, the least recomputation; Memory, the most, which leaves the most to
/// liveness (Kusumoto et al., section 4.4).
enum class Objective { Time, Memory };

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

  /// Validates what was asked: a budget that is not positive, an effort, a
  /// work limit or a time limit out of range. The graph was validated by its
  /// `finalize`.
  llvm::Error check() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PROBLEM_H
