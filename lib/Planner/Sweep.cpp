//===- Sweep.cpp - Many budgets of one graph ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Sweep.h"

#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// From `low` to `high`, both included; at least 1 byte each.
static std::vector<int64_t> spread(int64_t low, int64_t high, int64_t count) {
  std::vector<int64_t> budgets(count, std::max<int64_t>(low, 1));
  const int64_t way = high - low, gaps = count - 1;
  // Without a product that could overflow: way = whole * gaps + rest.
  for (int64_t i = 1; i < count; ++i)
    budgets[i] =
        std::max<int64_t>(low + way / gaps * i + way % gaps * i / gaps, 1);
  return budgets;
}

/// Each takes the fastest plan within its budget that is known, and the proofs
/// that are.
static void settle(std::vector<BudgetedPlan> &points,
                   const PlanArchive &archive) {
  for (BudgetedPlan &point : points) {
    const Plan *known = archive.find(point.budget);
    if (!known || known->time >= point.plan.time)
      continue;
    // Faster than what is proved optimal is so by the rounding of a sum.
    const bool proved = point.plan.provedOptimal;
    point.plan = *known;
    point.plan.provedOptimal = proved;
  }
  // A plan that is optimal for more budget, and within this one.
  for (size_t i = points.size(); i-- > 1;) {
    const Plan &above = points[i].plan;
    if (above.provedOptimal && above.peak <= points[i - 1].budget)
      points[i - 1].plan = above;
  }
}

Expected<std::vector<BudgetedPlan>>
mlir::remat::planner::sweep(const Problem &problem, int64_t count,
                            StringRef strategy) {
  constexpr int64_t most = 100000;
  if (count < 1 || count > most)
    return createStringError("a sweep over " + Twine(count) +
                             " budgets is out of range; give 1 to " +
                             Twine(most));
  Expected<Simulation> base = simulate(problem.graph, baseSteps(problem.graph));
  if (!base)
    return base.takeError();
  PlanArchive own;
  Problem inner = problem;
  inner.budget = std::nullopt;
  if (!inner.search.archive)
    inner.search.archive = &own;
  Expected<Plan> smallest = solve(inner, strategy);
  if (!smallest)
    return smallest.takeError();

  // What strategies that keep nothing have found is handed on as well.
  PlanArchive &archive = *inner.search.archive;
  auto keep = [&](Plan plan) {
    plan.provedOptimal = false;
    archive.add(plan);
  };
  keep(*smallest);
  std::vector<BudgetedPlan> points;
  for (int64_t budget :
       spread(smallest->peak, std::max(base->peak, smallest->peak), count)) {
    inner.budget = budget;
    Expected<Plan> plan = solve(inner, strategy);
    if (plan) {
      keep(*plan);
      points.push_back({std::move(*plan), budget});
      continue;
    }
    // A search that was interrupted; the plan with the smallest peak is there.
    if (Error error =
            handleErrors(plan.takeError(), [](const RefusalError &) {}))
      return std::move(error);
    points.push_back({*archive.find(budget), budget});
  }
  settle(points, archive);
  return points;
}
