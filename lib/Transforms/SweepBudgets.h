//===- SweepBudgets.h - What less memory costs a function -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SWEEPBUDGETS_H
#define REMAT_LIB_TRANSFORMS_SWEEPBUDGETS_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Problem.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Report/SweepReport.h"

namespace mlir::remat {

struct SweepBudgetsOptions {
  /// How many budgets, from the smallest peak to the peak as it stands.
  int64_t points = 20;
  std::vector<std::string> strategies = {"auto"};
  planner::Objective objective = planner::Objective::Time;
  /// How hard to search for each budget.
  planner::SearchOptions search;
  GraphBuilderOptions graph;
  /// Who watches the searches; may be null.
  SearchMonitor *monitor = nullptr;
};

/// Plans `function` for many budgets, as `rematerialize` would for each, and
/// changes nothing. Where the sweep was stopped, a warning says so. Emits a
/// diagnostic on failure: what `buildFunctionGraph` refuses, options out of
/// range, no strategy that applies.
FailureOr<SweptFunction> sweepBudgets(func::FuncOp function,
                                      const SweepBudgetsOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SWEEPBUDGETS_H
