//===- KneeSearch.cpp - Finds the knee by few searches --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KneeSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <cmath>

#define DEBUG_TYPE "remat-knee"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Budgets for which the fastest plan is unknown, both included. Plans with
/// such a peak take at least `time`: the next larger peak has it.
struct Gap {
  int64_t low = 0;
  int64_t high = 0;
  double time = 0;
};

class KneeSearcher {
public:
  KneeSearcher(PlanOracle &oracle, const Ask &asked, const KneeLimits &limits,
               std::optional<int64_t> givenPeak)
      : oracle(oracle), ask(asked), limits(limits), givenPeak(givenPeak) {
    ask.isAssessed = false;
    ask.timeFloor = 0;
  }

  Error run();

  KneeAnswer answer;

private:
  Expected<Outcome> solve(std::optional<int64_t> budget);
  Error halve(size_t position);
  void add(const Plan &plan) { points.push_back({plan.peak, plan.time}); }
  void addGap(int64_t low, int64_t high, double time) {
    if (low <= high)
      gaps.push_back({low, high, time});
  }
  double getGain(const Gap &gap) const;
  std::optional<size_t> chooseGap() const;
  /// Whether an interrupt leaves a search out.
  bool isLeftOut() {
    if (!ask.isInterrupted())
      return false;
    answer.isCut = true;
    answer.stop = StopReason::Interrupt;
    return true;
  }
  void describe();
  const CurvePoint &getKnee() const { return points[*findKnee(points, scale)]; }

  PlanOracle &oracle;
  Ask ask;
  const KneeLimits &limits;
  const std::optional<int64_t> givenPeak;
  CurveScale scale;
  std::vector<CurvePoint> points;
  std::vector<Gap> gaps;
  int64_t searches = 0;
};
} // namespace

Expected<Outcome> KneeSearcher::solve(std::optional<int64_t> budget) {
  Ask asked = ask.withBudget(budget);
  if (asked.reuse != Reuse::Nothing)
    asked.reuse = budget ? Reuse::Neighbors : Reuse::Searches;
  if (std::optional<double> &limit = asked.search.timeLimit) {
    *limit /= 2;
    if (budget)
      *limit /= static_cast<double>(limits.searches + 1);
  }
  ++searches;
  Expected<Outcome> outcome = oracle.solve(asked);
  if (!outcome)
    return outcome;
  answer.isCut |= outcome->isCut;
  if (answer.stop == StopReason::None)
    answer.stop = outcome->stop;
  LLVM_DEBUG({
    dbgs() << "knee: search " << searches << " for "
           << (budget ? std::to_string(*budget) + " bytes"
                      : std::string("the smallest peak"))
           << ": ";
    if (outcome->hasPlan())
      dbgs() << "peak " << outcome->plan.peak << ", time " << outcome->plan.time
             << "\n";
    else
      dbgs() << "no plan\n";
  });
  return outcome;
}

/// By how many percents a plan of the gap may at most be better than the knee
/// so far; less than 0 if by none.
double KneeSearcher::getGain(const Gap &gap) const {
  return scale.getCost(getKnee()) - scale.getCost({gap.low, gap.time});
}

/// The gap that may gain most, of equal ones the lowest; none if nothing worth
/// a search is left. O(gaps).
std::optional<size_t> KneeSearcher::chooseGap() const {
  std::optional<size_t> best;
  double most = 0;
  for (auto [i, gap] : enumerate(gaps)) {
    const double gain = getGain(gap);
    // At no resolution, an equal cost at a smaller peak is worth it too.
    const bool mayTie = limits.resolution <= 0 && gain >= -kneeTolerance &&
                        gap.low < getKnee().peak;
    if (gain <= std::max(limits.resolution, kneeTolerance) && !mayTie)
      continue;
    if (!best || gain > most || (gain == most && gap.low < gaps[*best].low)) {
      best = i;
      most = gain;
    }
  }
  return best;
}

/// Searches in the middle of the budgets of a gap that may hold the knee.
Error KneeSearcher::halve(size_t position) {
  const Gap gap = gaps[position];
  gaps.erase(gaps.begin() + position);
  // A plan of a larger peak costs too much, even at the gap's least time.
  const double share =
      scale.getCost(getKnee()) + kneeTolerance - scale.getTimePercent(gap.time);
  const double highest =
      std::ceil(share / 100 * static_cast<double>(scale.peak));
  const int64_t high = highest < static_cast<double>(gap.high)
                           ? std::max(gap.low, static_cast<int64_t>(highest))
                           : gap.high;
  const int64_t budget = gap.low + (high - gap.low) / 2;
  Expected<Outcome> outcome = solve(budget);
  if (!outcome)
    return outcome.takeError();
  if (!outcome->hasPlan()) {
    // The strategy has no plan for this budget, or was interrupted.
    addGap(budget + 1, gap.high, gap.time);
    return Error::success();
  }
  const Plan &plan = outcome->plan;
  add(plan);
  addGap(gap.low, plan.peak - 1, plan.time);
  addGap(budget + 1, gap.high, gap.time);
  return Error::success();
}

void KneeSearcher::describe() {
  const CurvePoint &found = getKnee();
  Knee &knee = answer.knee.emplace();
  knee.budget = std::max<int64_t>(found.peak, 1);
  knee.peakPercent = scale.getPeakPercent(found.peak);
  knee.timePercent = scale.getTimePercent(found.time);
  knee.searches = searches;
  if (answer.isCut)
    return;
  knee.margin = 0;
  for (const Gap &gap : gaps)
    knee.margin = std::max(*knee.margin, getGain(gap));
}

Error KneeSearcher::run() {
  Expected<Plan> base = oracle.getBase();
  if (!base)
    return base.takeError();
  scale = {givenPeak.value_or(base->peak), base->time};
  Expected<Outcome> smallest = solve(std::nullopt);
  if (!smallest)
    return smallest.takeError();
  if (!smallest->hasPlan()) {
    answer.status = smallest->status;
    answer.message = std::move(smallest->message);
    return Error::success();
  }
  add(smallest->plan);
  if (smallest->plan.peak < base->peak && !isLeftOut()) {
    Expected<Outcome> fastest = solve(base->peak);
    if (!fastest)
      return fastest.takeError();
    if (fastest->hasPlan()) {
      add(fastest->plan);
      addGap(smallest->plan.peak + 1, fastest->plan.peak - 1,
             fastest->plan.time);
    }
  }
  for (int64_t left = limits.searches; left > 0; --left) {
    std::optional<size_t> gap = chooseGap();
    if (!gap || isLeftOut())
      break;
    if (Error error = halve(*gap))
      return error;
  }
  describe();
  return Error::success();
}

Expected<KneeAnswer>
mlir::remat::planner::searchKnee(PlanOracle &oracle, const Ask &ask,
                                 const KneeLimits &limits,
                                 std::optional<int64_t> givenPeak) {
  KneeSearcher searcher(oracle, ask, limits, givenPeak);
  if (Error error = searcher.run())
    return std::move(error);
  return std::move(searcher.answer);
}
