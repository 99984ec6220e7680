//===- ArenaSearch.cpp - Which budgets to plan for ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaSearch.h"

#include <algorithm>
#include <tuple>

using namespace mlir::remat;

bool ArenaSearch::fits(const ArenaTurn &turn) const {
  return !turn.isRefused && (!budget || turn.predictedPeak <= *budget);
}

bool ArenaSearch::wasTried(int64_t nominal) const {
  return std::any_of(turns.begin(), turns.end(), [&](const ArenaTurn &turn) {
    return turn.nominal == nominal;
  });
}

void ArenaSearch::add(const ArenaTurn &turn) {
  const size_t index = turns.size();
  turns.push_back(turn);
  if (turn.isRefused) {
    refused = std::max(refused, turn.nominal);
    smallest = std::max(smallest, turn.smallest);
    return;
  }
  if (fits(turn)) {
    if (!firstFit)
      firstFit = index;
    if (!below || turns[*below].nominal < turn.nominal)
      below = index;
  } else if (!above || turn.planPeak < turns[*above].planPeak) {
    above = index;
  }
}

std::optional<int64_t> ArenaSearch::getNext() const {
  if (turns.size() >= kMaxTurns)
    return std::nullopt;
  std::optional<int64_t> next = !firstFit ? getNextToFit()
                                : budget  ? getNextFaster()
                                          : getNextSmaller();
  if (!next || *next < 1 || wasTried(*next))
    return std::nullopt;
  return next;
}

/// Down by what the smallest arena so far has too much.
std::optional<int64_t> ArenaSearch::getNextToFit() const {
  // The smallest plan there is has the last word.
  if (smallest > 0)
    return smallest;
  // Without a plan, or where steps down come to no end, ask for that.
  constexpr size_t stepsDown = kMaxTurns - 3;
  if (!above || turns.size() >= stepsDown)
    return 1;
  const ArenaTurn &turn = turns[*above];
  const int64_t excess = turn.predictedPeak - *budget;
  return std::max<int64_t>(turn.planPeak - excess, 1);
}

/// Between the largest plan that fits and the smallest that does not, where a
/// straight line through both meets the budget.
std::optional<int64_t> ArenaSearch::getNextFaster() const {
  const bool isFastest =
      std::any_of(turns.begin(), turns.end(), [&](const ArenaTurn &turn) {
        return fits(turn) && turn.isFastest;
      });
  if (isFastest || turns.size() - *firstFit > kMaxFurtherTurns)
    return std::nullopt;
  // What recomputes nothing costs no search.
  if (!above)
    return turns[*below].nominal < peakBefore
               ? std::optional<int64_t>(peakBefore)
               : std::nullopt;
  const int64_t low = turns[*below].nominal;
  const int64_t gap = turns[*above].planPeak - low;
  // What is left to gain is not worth a plan.
  if (gap <= std::max<int64_t>(*budget / 512, 1))
    return std::nullopt;
  const double rise = static_cast<double>(turns[*above].predictedPeak) -
                      static_cast<double>(turns[*below].predictedPeak);
  const double room = static_cast<double>(*budget) -
                      static_cast<double>(turns[*below].predictedPeak);
  const double share = std::clamp(room / rise, 0.125, 0.875);
  return low + std::max<int64_t>(
                   static_cast<int64_t>(share * static_cast<double>(gap)), 1);
}

/// The smallest peak need not have the smallest arena: a look at plans that are
/// larger by less than what it has too much.
std::optional<int64_t> ArenaSearch::getNextSmaller() const {
  const ArenaTurn &smallestPlan = turns[*firstFit];
  const size_t further = turns.size() - *firstFit;
  const int64_t waste = smallestPlan.predictedPeak - smallestPlan.planPeak;
  if (further > kMaxFurtherTurns || waste <= 0)
    return std::nullopt;
  constexpr int64_t parts = kMaxFurtherTurns + 1;
  const auto part = static_cast<int64_t>(further);
  return smallestPlan.nominal + waste / parts * part;
}

std::optional<size_t> ArenaSearch::getBest() const {
  // Time first only among what fits a budget.
  auto rank = [&](const ArenaTurn &turn) {
    const bool isFit = fits(turn);
    const double size = static_cast<double>(turn.predictedPeak);
    return isFit && budget ? std::make_tuple(0, turn.time, size)
                           : std::make_tuple(1, size, turn.time);
  };
  std::optional<size_t> best;
  for (size_t index = 0; index != turns.size(); ++index)
    if (!turns[index].isRefused &&
        (!best || rank(turns[index]) < rank(turns[*best])))
      best = index;
  return best;
}
