//===- Sweep.h - Many budgets of one graph ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SWEEP_H
#define REMAT_PLANNER_SWEEP_H

#include "remat/Planner/BudgetResolution.h"

namespace mlir::remat::planner {

/// Solves `problem` for `count` budgets at equal distances, rounded down to a
/// byte: from the smallest peak that the strategy reaches to the peak of the
/// base order, both included; only the former if `count` is 1. Ascending.
///
/// All searches have one archive in common (that of `problem`, else one of its
/// own), and at the end each budget takes the fastest plan that was found for
/// any of them: more budget never means more time. Proofs are handed on too: a
/// plan proved optimal for a budget is optimal for each smaller one that it
/// meets.
///
/// The budget of `problem` plays no part; limits hold for each search. Errors:
/// `count` below 1, those of `solve` for the smallest peak.
llvm::Expected<std::vector<BudgetedPlan>>
sweep(const Problem &problem, int64_t count, llvm::StringRef strategy);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SWEEP_H
