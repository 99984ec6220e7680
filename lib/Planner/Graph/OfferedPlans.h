//===- OfferedPlans.h - What a strategy has on offer ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most strategies make the same plans for all budgets: asks that differ only in
// the budget share them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_OFFEREDPLANS_H
#define REMAT_LIB_PLANNER_OFFEREDPLANS_H

#include "Graph/SolverContext.h"
#include "remat/Planner/PlanArchive.h"

namespace mlir::remat::planner {

/// A strategy's plans, for any budget.
struct OfferedPlans {
  PlanArchive plans;
  /// Its plans depend on the budget.
  bool dependOnBudget = false;
  /// It was asked.
  bool isComplete = false;
  /// Why it has none.
  std::string reason;
};

/// Asks `solver` about `problem` at `scale`: once for all asks with the same
/// `kept`, which holds its offers, unless these depend on the budget. Not for
/// `auto`. Passes on the solver's errors.
llvm::Expected<Plan> askSolver(const Problem &problem, Solver solver,
                               Scale scale, OfferedPlans *kept = nullptr);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_OFFEREDPLANS_H
