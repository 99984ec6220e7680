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

/// Preference of a lower-set strategy: Time, the least recomputation; Memory,
/// the most, which leaves the most to liveness (Kusumoto et al., section 4.4).
enum class Objective { Time, Memory };

/// Orders of the step that a search may try.
enum class Reorder {
  /// The base order alone.
  None,
  /// Begins with the base order and moves single tasks within it.
  Local,
  /// Begins with several orders that do not depend on the base order.
  Full
};

/// Limits count evaluation steps, not time, unless a user sets a time limit or
/// interrupts: the same ask gives the same plan on any machine.
struct SearchOptions {
  static constexpr int maxEffort = 3;

  /// Work, from 0 (fastest) to `maxEffort`; from 1 on, each is ten times the
  /// one before.
  int effort = 1;
  /// Evaluation steps (storages touched, about ten million a second) to improve
  /// the first plans, in place of `effort`.
  std::optional<uint64_t> workLimit;
  Reorder reorder = Reorder::Full;
  /// Seconds until the best plan so far is the answer: depends on the machine.
  std::optional<double> timeLimit;
};

/// A graph and a question. Session makes it from an Ask; solvers only read it.
struct Problem {
  explicit Problem(const Graph &graph,
                   std::optional<int64_t> budget = std::nullopt)
      : graph(graph), budget(budget) {}

  const Graph &graph;
  /// Peak bytes allowed, resident bytes included. None: find the smallest peak,
  /// ties to the least time.
  std::optional<int64_t> budget;
  /// Strategies ignore it; Session parks on top of their plans.
  HostMemory host;
  Objective objective = Objective::Time;
  /// For strategies that search.
  SearchOptions search;
  /// May be null.
  SearchObserver *observer = nullptr;
  /// Other solvers and reuse; null for a solver alone.
  const SolverContext *context = nullptr;

  /// Errors: a budget that is not positive; effort, work or time limit out of
  /// range; those of `HostMemory::check`.
  llvm::Error check() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PROBLEM_H
