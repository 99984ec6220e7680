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

/// The bytes that `budget` means for `graph`, resident bytes included: a share
/// of the peak of the base order, the smallest peak that `strategy` reaches, or
/// that plus a share of the way to the peak of the base order; rounded down to
/// a byte, at least 1.
///
/// `min` and `slack` solve the graph; whoever wants the plan of `min` itself
/// asks for it with a problem without a budget instead. Errors: those of
/// `solve`.
llvm::Expected<int64_t> resolveBudget(const Graph &graph, const Budget &budget,
                                      llvm::StringRef strategy,
                                      Objective objective = Objective::Time);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_BUDGETRESOLUTION_H
