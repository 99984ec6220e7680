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

/// `percent` of `bytes`, rounded down. Sizes are at most 2^60 and the
/// percentage at most 100, so that the result is within int64.
static int64_t share(int64_t bytes, double percent) {
  return static_cast<int64_t>(
      std::floor(static_cast<double>(bytes) * percent / 100));
}

Expected<int64_t> mlir::remat::planner::resolveBudget(const Graph &graph,
                                                      const Budget &budget,
                                                      StringRef strategy,
                                                      Objective objective) {
  if (budget.kind == Budget::Kind::Bytes)
    return budget.bytes;

  Expected<Simulation> base = simulate(graph, baseSteps(graph));
  if (!base)
    return base.takeError();
  if (budget.kind == Budget::Kind::PercentOfPeak)
    return std::max<int64_t>(share(base->peak, budget.percent), 1);

  Problem problem(graph);
  problem.objective = objective;
  Expected<Plan> smallest = solve(problem, strategy);
  if (!smallest)
    return smallest.takeError();
  int64_t bytes = smallest->peak;
  if (budget.kind == Budget::Kind::Slack)
    bytes += share(std::max<int64_t>(base->peak - bytes, 0), budget.percent);
  return std::max<int64_t>(bytes, 1);
}
