//===- Optimality.cpp - How far a plan can be from the best ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Optimality.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

/// 0 for percentages of nothing, and for mere rounding differences between sums
/// in another order.
static double percentAbove(double time, double bound, double whole) {
  double percent = whole > 0 ? 100 * (time - bound) / whole : 0;
  return percent < 1e-9 ? 0 : percent;
}

/// Two decimals, rounded up: never claims more than proved.
static std::string formatPercent(double percent) {
  return formatv("{0:F2}%", std::ceil(percent * 100 - 1e-6) / 100);
}

/// Summarizes a plan for a budget beyond the proofs of a search.
static void summarize(Optimality &result) {
  result.proved = result.proved || result.gapStepPercent == 0;
  result.summary = result.proved ? "proved optimal"
                   : result.gapForwardPercent
                       ? "at most " + formatPercent(*result.gapForwardPercent) +
                             " of the forward time from optimal"
                       : "at most " + formatPercent(result.gapStepPercent) +
                             " of the time of the step from optimal";
}

/// Proofs are of plans, which keep some tasks whole.
static void limitClaim(const Graph &graph, Optimality &result) {
  if (hasWholeTasks(graph))
    result.summary += " with loops, branches and calls kept whole";
}

Optimality mlir::remat::planner::compareWithBound(TimeBound bound, double time,
                                                  double forward, double step) {
  Optimality result;
  result.bound = std::move(bound);
  if (forward > 0)
    result.gapForwardPercent = percentAbove(time, result.bound.time, forward);
  result.gapStepPercent = percentAbove(time, result.bound.time, step);
  summarize(result);
  return result;
}

Optimality mlir::remat::planner::assess(const Problem &problem,
                                        const Plan &plan) {
  const Graph &graph = problem.graph;
  TimeBound bound = {plan.time,
                     "the search proved that no plan within the budget is "
                     "faster"};
  if (!problem.budget || !plan.provedOptimal)
    bound = lowerBoundTime(Problem(graph, problem.budget.value_or(plan.peak)));
  Optimality result = compareWithBound(std::move(bound), plan.time,
                                       graph.forwardTime(), graph.baseTime());
  if (problem.budget) {
    result.proved = plan.provedOptimal;
    summarize(result);
    limitClaim(graph, result);
    return result;
  }
  // If the search proved it, its bound is better.
  const int64_t smallest =
      plan.provedOptimal ? plan.peak : lowerBoundPeak(graph).bytes;
  result.proved = plan.peak <= smallest;
  result.summary =
      result.proved
          ? "proved the smallest peak"
          : "at most " +
                formatPercent(percentAbove(static_cast<double>(plan.peak),
                                           static_cast<double>(smallest),
                                           static_cast<double>(smallest))) +
                " above the smallest peak";
  limitClaim(graph, result);
  return result;
}
