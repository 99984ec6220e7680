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
  /// The budget was searched to the end; else this is the best plan until then.
  bool isSearched = true;
};

struct StrategySweep {
  std::string strategy;
  /// Why the strategy does not apply; it has no plans then.
  std::string reason;
  /// The fastest plan found with the smallest peak that the strategy reaches.
  Plan smallest;
  /// By budget; none where the budget is below the smallest peak.
  std::vector<std::optional<SweptPlan>> plans;
};

struct SweepResult {
  /// In bytes, ascending.
  std::vector<int64_t> budgets;
  /// By budget; more budget never means a higher bound.
  std::vector<TimeBound> bounds;
  PeakBound peakBound;
  /// Of the base order.
  int64_t basePeak = 0;
  /// The time limit or an interrupt ended some searches or left some out.
  bool wasStopped = false;
  /// As they were asked for.
  std::vector<StrategySweep> strategies;
};

/// Solves `ask` by each of `strategies` for `count` budgets at equal distances,
/// rounded down to a byte: from the smallest peak that a strategy reaches to
/// the peak of the base order, both included; only the former if `count` is 1.
///
/// More budget never means more time. `auto` begins each search from the plans
/// of the budgets beside it with a share of the work, takes the plans of the
/// other strategies, and skips budgets for which a plan meets the bound. A plan
/// proved optimal for a budget is so for each smaller one that it meets.
/// Without a time limit, which is for each search, or an interrupt, the plans
/// are a function of the graph and the arguments.
///
/// The budget and the strategy of `ask` play no part. Errors: `count` below 1
/// or above 100,000, no strategies or one twice, those of `Session::solve`;
/// NotApplicableError if none of the strategies applies.
llvm::Expected<SweepResult> sweep(Session &session, const Ask &ask,
                                  int64_t count,
                                  llvm::ArrayRef<std::string> strategies);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SWEEP_H
