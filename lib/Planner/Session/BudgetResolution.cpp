//===- BudgetResolution.cpp - From a written budget to bytes --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/BudgetResolution.h"

#include "KneeSearch.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

int64_t mlir::remat::planner::getShare(int64_t bytes, double percent) {
  return static_cast<int64_t>(
      std::floor(static_cast<double>(bytes) * percent / 100));
}

/// The knee's budget, or why there is none.
static Expected<ResolvedBudget> resolveKnee(PlanOracle &oracle, const Ask &ask,
                                            std::optional<int64_t> givenPeak) {
  if (ask.reuse == Reuse::Nothing) {
    // The searches share plans with each other, not with other asks.
    std::unique_ptr<PlanOracle> own = oracle.startAnew();
    Ask inner = ask;
    inner.reuse = Reuse::Plans;
    return resolveKnee(*own, inner, givenPeak);
  }
  Expected<KneeAnswer> answer = searchKnee(oracle, ask, {}, givenPeak);
  if (!answer)
    return answer.takeError();
  ResolvedBudget resolved;
  resolved.status = answer->status;
  resolved.message = std::move(answer->message);
  resolved.knee = answer->knee;
  resolved.stop = answer->stop;
  resolved.isCut = answer->isCut;
  if (resolved.knee)
    resolved.bytes = resolved.knee->budget;
  return resolved;
}

Expected<ResolvedBudget>
mlir::remat::planner::resolveBudget(PlanOracle &oracle, const Ask &ask,
                                    const Budget &budget,
                                    std::optional<int64_t> givenPeak) {
  ResolvedBudget resolved;
  if (budget.kind == Budget::Kind::Bytes) {
    resolved.bytes = budget.bytes;
    return resolved;
  }
  if (budget.kind == Budget::Kind::Knee)
    return resolveKnee(oracle, ask, givenPeak);
  Expected<Plan> base = oracle.getBase();
  if (!base)
    return base.takeError();
  const int64_t peak = givenPeak.value_or(base->peak);
  if (budget.kind == Budget::Kind::PercentOfPeak) {
    resolved.bytes = std::max<int64_t>(getShare(peak, budget.percent), 1);
    return resolved;
  }
  Ask least = ask.withBudget(std::nullopt);
  least.isAssessed = false;
  Expected<Outcome> smallest = oracle.solve(least);
  if (!smallest)
    return smallest.takeError();
  resolved.status = smallest->status;
  resolved.message = std::move(smallest->message);
  resolved.stop = smallest->stop;
  resolved.isCut = smallest->isCut;
  if (!smallest->hasPlan())
    return resolved;
  int64_t bytes = smallest->plan.peak;
  if (budget.kind == Budget::Kind::Slack)
    bytes += getShare(std::max<int64_t>(peak - bytes, 0), budget.percent);
  resolved.bytes = std::max<int64_t>(bytes, 1);
  return resolved;
}

Expected<Outcome>
mlir::remat::planner::solveForBudget(PlanOracle &oracle, const Ask &ask,
                                     const Budget &budget,
                                     std::optional<int64_t> givenPeak) {
  Ask inner = ask.withBudget(std::nullopt);
  if (budget.kind == Budget::Kind::Min)
    return oracle.solve(inner);
  if (budget.kind == Budget::Kind::Slack || budget.kind == Budget::Kind::Knee) {
    if (ask.reuse == Reuse::Nothing) {
      // The searches share plans with each other, not with other asks.
      std::unique_ptr<PlanOracle> own = oracle.startAnew();
      inner.reuse = Reuse::Plans;
      return solveForBudget(*own, inner, budget, givenPeak);
    }
    if (inner.search.timeLimit)
      *inner.search.timeLimit /= 2;
  }
  Expected<ResolvedBudget> resolved =
      resolveBudget(oracle, inner, budget, givenPeak);
  if (!resolved)
    return resolved.takeError();
  if (resolved->status != Status::Ok) {
    Outcome outcome;
    outcome.status = resolved->status;
    outcome.message = std::move(resolved->message);
    outcome.stop = resolved->stop;
    outcome.isCut = resolved->isCut;
    return outcome;
  }
  Expected<Outcome> outcome = oracle.solve(inner.withBudget(resolved->bytes));
  if (!outcome)
    return outcome;
  outcome->knee = resolved->knee;
  // A search with all of the work may find a better plan.
  if (outcome->knee && outcome->hasPlan()) {
    Expected<Plan> base = oracle.getBase();
    if (!base)
      return base.takeError();
    const CurveScale scale = {givenPeak.value_or(base->peak), base->time};
    outcome->knee->peakPercent = scale.getPeakPercent(outcome->plan.peak);
    outcome->knee->timePercent = scale.getTimePercent(outcome->plan.time);
  }
  if (outcome->stop == StopReason::None)
    outcome->stop = resolved->stop;
  outcome->isCut |= resolved->isCut;
  return outcome;
}
