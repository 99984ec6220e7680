//===- OfferedPlans.h - What a strategy has on offer ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most strategies make the same plans for all budgets: asks that differ in the
// budget alone make them once and pick.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_OFFEREDPLANS_H
#define REMAT_LIB_PLANNER_OFFEREDPLANS_H

#include "Graph/SolverContext.h"
#include "remat/Planner/PlanArchive.h"

namespace mlir::remat::planner {

/// What a strategy has on offer, for any budget.
struct OfferedPlans {
  PlanArchive plans;
  /// It looked at the budget to make them.
  bool dependOnBudget = false;
  /// It was asked.
  bool isComplete = false;
  /// Why it has nothing.
  std::string reason;
};

/// Asks `solver` about `problem` at `scale`: once for all asks with the same
/// `kept`, which holds its offers, unless these depend on the budget. Not for
/// `auto`. Errors: those of the solver.
llvm::Expected<Plan> askSolver(const Problem &problem, Solver solver,
                               Scale scale, OfferedPlans *kept = nullptr);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_OFFEREDPLANS_H
