//===- BudgetResolution.h - What a budget means -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_BUDGETRESOLUTION_H
#define REMAT_PLANNER_BUDGETRESOLUTION_H

#include "remat/Planner/PlanOracle.h"
#include "remat/Support/Budget.h"

namespace mlir::remat::planner {

/// `percent`, at most 100, of `bytes`, at most 2^60; rounded down.
int64_t getShare(int64_t bytes, double percent);

struct ResolvedBudget {
  Status status = Status::Ok;
  int64_t bytes = 0;
  /// Why the strategy does not apply.
  std::string message;
  /// Of the budget `knee`.
  std::optional<Knee> knee;
  /// Of the searches for the smallest peak and the knee.
  StopReason stop = StopReason::None;
  bool isCut = false;
};

/// `budget` in bytes for the oracle's step, rounded down, at least 1. `min`,
/// `slack` and `knee` solve by the strategy of `ask`, whose own budget is
/// ignored: once, once, and up to 26 times, by an oracle of their own under
/// `Reuse::Nothing`. Percentages are of `givenPeak`, if any, else of the peak
/// of the base order. Errors: those of `PlanOracle::solve`.
llvm::Expected<ResolvedBudget>
resolveBudget(PlanOracle &oracle, const Ask &ask, const Budget &budget,
              std::optional<int64_t> givenPeak = std::nullopt);

/// Resolves `budget` and solves `ask` for it; its own budget is ignored. The
/// last search for `slack` and `knee` reuses the plans of those before, by
/// an oracle of their own under `Reuse::Nothing`. A time limit is for all, half
/// of it for the last. `givenPeak`: as of `resolveBudget`. Errors: those of
/// `PlanOracle::solve`.
llvm::Expected<Outcome>
solveForBudget(PlanOracle &oracle, const Ask &ask, const Budget &budget,
               std::optional<int64_t> givenPeak = std::nullopt);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BUDGETRESOLUTION_H
