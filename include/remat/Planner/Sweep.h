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

#include <string>

namespace mlir::remat::planner {

/// What a strategy has for one budget.
struct SweptPlan {
  Plan plan;
  /// What is proved of the plan within the budget.
  Optimality optimality;
  /// The budget was searched to the end. Else the sweep or its search was
  /// stopped before, and this is the best plan of what was found until then.
  bool isSearched = true;
};

struct StrategySweep {
  std::string strategy;
  /// Why the strategy does not apply; it has no plans then.
  std::string reason;
  /// The plan with the smallest peak that the strategy reaches, the fastest of
  /// these that was found.
  Plan smallest;
  /// By budget; none where the budget is below the smallest peak.
  std::vector<std::optional<SweptPlan>> plans;
};

struct SweepResult {
  /// In bytes, ascending.
  std::vector<int64_t> budgets;
  /// By budget: what no plan of any strategy takes less than. More budget never
  /// means a higher bound.
  std::vector<TimeBound> bounds;
  PeakBound peakBound;
  /// Of the base order.
  int64_t basePeak = 0;
  /// The time limit or an interrupt ended some of the searches, or left some
  /// out.
  bool wasStopped = false;
  /// As they were asked for.
  std::vector<StrategySweep> strategies;
};

/// Solves `ask` by each of `strategies` for `count` budgets at equal
/// distances, rounded down to a byte: from the smallest peak that one of the
/// strategies reaches to the peak of the base order, both included; only the
/// former if `count` is 1.
///
/// More budget never means more time. What depends on the graph alone is
/// computed once; `auto` begins each search from the plans of the budgets
/// beside it with a share of the work of a search by itself, takes what the
/// other strategies have, and skips budgets for which a plan meets the bound.
/// Proofs are handed on: a plan proved optimal for a budget is optimal for each
/// smaller one that it meets. The plans are a function of the graph, the ask,
/// the count and the strategies, unless there is a time limit or an interrupt;
/// a time limit is for each search.
///
/// The budget and the strategy of `ask` play no part. Errors: `count` below 1
/// or above 100,000, no strategies or one twice, those of `Session::solve`;
/// NotApplicableError if none of the strategies applies.
llvm::Expected<SweepResult> sweep(Session &session, const Ask &ask,
                                  int64_t count,
                                  llvm::ArrayRef<std::string> strategies);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SWEEP_H
