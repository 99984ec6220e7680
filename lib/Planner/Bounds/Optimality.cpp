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

static const char *const kWholeTasks =
    "plans that keep loops, branches and calls whole";

/// Summarizes a plan for a budget beyond the proofs of a search.
static void summarize(Optimality &result) {
  result.proved = result.proved || result.gapStepPercent == 0;
  const bool isOfWhole = result.isOfWholeTasks;
  if (result.proved)
    result.summary = isOfWhole ? std::string("the fastest of ") + kWholeTasks
                               : "proved optimal";
  else
    result.summary =
        (result.gapForwardPercent
             ? "at most " + formatPercent(*result.gapForwardPercent) +
                   " of the forward time from optimal"
             : "at most " + formatPercent(result.gapStepPercent) +
                   " of the time of the step from optimal") +
        (isOfWhole ? std::string(" among ") + kWholeTasks : "");
}

/// Summarizes a plan for the smallest peak.
static void summarizeSmallest(int64_t peak, int64_t bound, Optimality &result) {
  const double least = static_cast<double>(bound);
  const bool isOfWhole = result.isOfWholeTasks;
  result.proved = peak <= bound;
  if (!result.proved)
    result.summary =
        "at most " +
        formatPercent(percentAbove(static_cast<double>(peak), least, least)) +
        " above the smallest peak";
  else
    result.summary =
        isOfWhole ? "the smallest peak" : "proved the smallest peak";
  if (isOfWhole)
    result.summary += std::string(" of ") + kWholeTasks;
}

Optimality mlir::remat::planner::compareWithBound(const Graph &graph,
                                                  TimeBound bound,
                                                  double time) {
  const double forward = graph.forwardTime(), step = graph.baseTime();
  Optimality result;
  result.isOfWholeTasks = hasWholeTasks(graph);
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
  if (!problem.budget || !plan.provedOptimal) {
    Problem within(graph, problem.budget.value_or(plan.peak));
    within.host = problem.host;
    bound = lowerBoundTime(within);
  }
  Optimality result = compareWithBound(graph, std::move(bound), plan.time);
  if (problem.budget) {
    result.proved = plan.provedOptimal;
    summarize(result);
    return result;
  }
  // If the search proved it, its bound is better.
  summarizeSmallest(plan.peak,
                    plan.provedOptimal
                        ? plan.peak
                        : lowerBoundPeak(graph, problem.host.budget).bytes,
                    result);
  return result;
}
