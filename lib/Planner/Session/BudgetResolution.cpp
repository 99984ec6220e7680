//===- BudgetResolution.cpp - From a written budget to bytes --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/BudgetResolution.h"

#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

int64_t mlir::remat::planner::getShare(int64_t bytes, double percent) {
  return static_cast<int64_t>(
      std::floor(static_cast<double>(bytes) * percent / 100));
}

/// The same question for another budget: where something is to be learned of
/// the graph first.
static Problem withBudget(const Problem &problem,
                          std::optional<int64_t> budget) {
  Problem other = problem;
  other.budget = budget;
  return other;
}

Expected<int64_t> mlir::remat::planner::resolveBudget(const Problem &problem,
                                                      const Budget &budget,
                                                      StringRef strategy) {
  if (budget.kind == Budget::Kind::Bytes)
    return budget.bytes;

  Expected<Simulation> base = simulate(problem.graph, baseSteps(problem.graph));
  if (!base)
    return base.takeError();
  if (budget.kind == Budget::Kind::PercentOfPeak)
    return std::max<int64_t>(getShare(base->peak, budget.percent), 1);

  Expected<Plan> smallest = solve(withBudget(problem, std::nullopt), strategy);
  if (!smallest)
    return smallest.takeError();
  int64_t bytes = smallest->peak;
  if (budget.kind == Budget::Kind::Slack)
    bytes += getShare(std::max<int64_t>(base->peak - bytes, 0), budget.percent);
  return std::max<int64_t>(bytes, 1);
}

Expected<BudgetedPlan>
mlir::remat::planner::solveForBudget(const Problem &problem,
                                     const Budget &budget, StringRef strategy) {
  Problem inner = withBudget(problem, std::nullopt);
  if (budget.kind != Budget::Kind::Min) {
    PlanArchive archive;
    if (!inner.search.archive)
      inner.search.archive = &archive;
    if (budget.kind == Budget::Kind::Slack && inner.search.timeLimit)
      *inner.search.timeLimit /= 2;
    Expected<int64_t> bytes = resolveBudget(inner, budget, strategy);
    if (!bytes)
      return bytes.takeError();
    inner.budget = *bytes;
    Expected<Plan> plan = solve(inner, strategy);
    if (!plan)
      return plan.takeError();
    return BudgetedPlan{std::move(*plan), *bytes};
  }
  Expected<Plan> plan = solve(inner, strategy);
  if (!plan)
    return plan.takeError();
  int64_t bytes = std::max<int64_t>(plan->peak, 1);
  return BudgetedPlan{std::move(*plan), bytes};
}
