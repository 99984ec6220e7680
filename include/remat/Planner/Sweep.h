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
#include "remat/Planner/FormSession.h"
#include "remat/Planner/Session.h"

#include <string>

namespace mlir::remat::planner {

struct SweptPlan {
  Plan plan;
  /// Proofs within the budget.
  Optimality optimality;
  /// Searched to the end; else the best plan until then.
  bool isSearched = true;
};

struct StrategySweep {
  std::string strategy;
  /// Why the strategy does not apply; it has no plans then.
  std::string reason;
  /// The fastest found with the strategy's smallest peak.
  Plan smallest;
  /// By budget; none below the smallest peak.
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

/// Solves `ask` by each of `strategies` for `count` equidistant budgets,
/// rounded down to a byte: from the smallest peak of any strategy to that of
/// the base order, both included; only the former if `count` is 1.
///
/// More budget never means more time. `auto` begins each search from the plans
/// of neighboring budgets with a share of the work, takes the other strategies'
/// plans, and skips budgets for which a plan meets the bound. A plan proved
/// optimal for a budget is so for each smaller one that it meets. Without a
/// time limit (for each search) or an interrupt, plans are a function of the
/// graph and the arguments.
///
/// Ignores the budget and strategy of `ask`. Errors: `count` below 1 or above
/// 100,000, no strategies or one twice, those of `Session::solve`;
/// NotApplicableError if none applies.
llvm::Expected<SweepResult> sweep(Session &session, const Ask &ask,
                                  int64_t count,
                                  llvm::ArrayRef<std::string> strategies);

/// The same over the forms of a step, by the ask's strategy alone; up to the
/// peak of the step as it was given. A plan is one for the form that serves its
/// budget best, and need not be one for the session's graph. Errors: a count
/// out of range, those of `FormSession::solve`.
llvm::Expected<SweepResult> sweepForms(FormSession &session, const Ask &ask,
                                       int64_t count);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SWEEP_H
