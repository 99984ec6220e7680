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

enum class Scale {
  /// Alone.
  Alone,
  /// For `auto` with a poor plan of its own: as alone, minus work that another
  /// consulted strategy does as well.
  Consulted,
  /// For a start of `auto`.
  Start
};

/// Extra inputs of a solver.
struct SolverContext {
  Scale scale = Scale::Alone;
  /// Strategies that `auto` may ask for a start.
  llvm::ArrayRef<Strategy> starts;
  /// Receives PlanSelection's offers; may be null.
  OfferedPlans *offered = nullptr;
  /// The graph's canonical form, once `auto` needs it; null if not kept.
  std::unique_ptr<CanonicalStep> *canonical = nullptr;
  /// Remains of earlier searches; null if nothing may be reused.
  AutoMemory *memory = nullptr;
  /// The memory has a plan within the budget: less work suffices.
  bool isRefining = false;
  /// Lower bound for plans within the budget; 0 if unknown.
  double timeFloor = 0;
};

/// The problem's context, or an empty one.
inline const SolverContext &getContext(const Problem &problem) {
  static const SolverContext none;
  return problem.context ? *problem.context : none;
}

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SOLVERCONTEXT_H
