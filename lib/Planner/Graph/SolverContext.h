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

/// Steps of more tasks are large: `auto` does not ask the other strategies,
/// which are quadratic and worse and add too little there, but plans blocks of
/// the step; and it tries no order by least growth, since the orders of large
/// steps are those of their layers.
inline constexpr size_t kLargeStep = 2048;

/// How much work a strategy may take.
enum class Scale {
  /// By itself.
  Alone,
  /// For `auto`, whose own plan leaves much to be desired: as by itself, but
  /// for what another strategy that `auto` asks does as well.
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
  /// Holds the canonical form of the graph once `auto` needs it; null if
  /// nothing keeps it.
  std::unique_ptr<CanonicalStep> *canonical = nullptr;
  /// What earlier searches left; null if nothing may be reused.
  AutoMemory *memory = nullptr;
  /// Plans for the neighboring budgets are in the memory: a part of the work is
  /// enough.
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
