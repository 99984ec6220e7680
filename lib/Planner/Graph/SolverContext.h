//===- SolverContext.h - How solvers ask others -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SOLVERCONTEXT_H
#define REMAT_LIB_PLANNER_SOLVERCONTEXT_H

#include "remat/Planner/Strategies.h"

#include <memory>

namespace mlir::remat::planner {

struct AutoMemory;
struct CanonicalStep;
struct OfferedPlans;

/// Steps of more tasks are large: `auto` plans their blocks in place of asking
/// the other strategies, which are quadratic and add too little there, and
/// tries no order by least growth, since their orders are those of their
/// layers.
inline constexpr size_t kLargeStep = 2048;

/// How much work a strategy may take.
enum class Scale {
  /// By itself.
  Alone,
  /// For `auto`, whose own plan is poor: as by itself, but for the work that
  /// another strategy asked by `auto` does as well.
  Consulted,
  /// For a start of `auto`.
  Start
};

/// What a solver may use beside its problem.
struct SolverContext {
  Scale scale = Scale::Alone;
  /// The strategies that `auto` may ask for a start.
  llvm::ArrayRef<Strategy> starts;
  /// Where PlanSelection puts what it is offered; may be null.
  OfferedPlans *offered = nullptr;
  /// The canonical form of the graph, once `auto` needs it; null if nothing
  /// keeps it.
  std::unique_ptr<CanonicalStep> *canonical = nullptr;
  /// What earlier searches left; null if nothing may be reused.
  AutoMemory *memory = nullptr;
  /// The memory has plans for neighboring budgets: less work is enough.
  bool isRefining = false;
  /// No plan within the budget goes below; 0 if that is not known.
  double timeFloor = 0;
};

/// The context of the problem, or one that has nothing.
inline const SolverContext &getContext(const Problem &problem) {
  static const SolverContext none;
  return problem.context ? *problem.context : none;
}

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SOLVERCONTEXT_H
