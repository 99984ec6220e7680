//===- BudgetResolution.h - From a written budget to bytes ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_BUDGETRESOLUTION_H
#define REMAT_PLANNER_BUDGETRESOLUTION_H

#include "remat/Planner/Problem.h"
#include "remat/Support/Budget.h"

namespace mlir::remat::planner {

/// Returns `percent`, at most 100, of `bytes`, at most 2^60; rounded down.
int64_t getShare(int64_t bytes, double percent);

/// The bytes that `budget` means for the graph of `problem`, resident bytes
/// included: a share of the peak of the base order, the smallest peak that
/// `strategy` reaches, or that plus a share of the way to the peak of the base
/// order; rounded down to a byte, at least 1.
///
/// `min` and `slack` solve the graph, as hard as `problem` says; its own budget
/// plays no part. Errors: those of `solve`.
llvm::Expected<int64_t> resolveBudget(const Problem &problem,
                                      const Budget &budget,
                                      llvm::StringRef strategy);

/// A plan, and the bytes that its budget means.
struct BudgetedPlan {
  Plan plan;
  /// For `min`, the peak that was reached; at least 1.
  int64_t budget = 0;
};

/// Resolves `budget` and solves `problem` for it; its own budget plays no part.
/// Nothing is solved twice: `min` asks for the smallest peak at once, and
/// `slack` has an archive in common with the search that follows (that of
/// `problem`, else one of its own). A time limit is for both searches of
/// `slack`, half of it for the first. Errors: those of `solve`.
llvm::Expected<BudgetedPlan> solveForBudget(const Problem &problem,
                                            const Budget &budget,
                                            llvm::StringRef strategy);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BUDGETRESOLUTION_H
