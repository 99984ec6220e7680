//===- ArenaSearch.cpp - Which budgets to plan for ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaSearch.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace mlir::remat;

bool ArenaSearch::fits(const ArenaTurn &turn) const {
  return !turn.isRefused && (!budget || turn.predictedPeak <= *budget);
}

/// The limit for faster plans: the budget, else the smallest arena so far.
int64_t ArenaSearch::getLimit() const {
  return budget ? *budget : turns[*getBest()].predictedPeak;
}

/// Returns `nominal` if it is worth a turn.
std::optional<int64_t>
ArenaSearch::check(std::optional<int64_t> nominal) const {
  const bool wasTried = llvm::any_of(
      turns, [&](const ArenaTurn &turn) { return turn.nominal == nominal; });
  return nominal >= 1 && !wasTried ? nominal : std::nullopt;
}

void ArenaSearch::add(const ArenaTurn &turn) {
  if (turn.isRefused)
    smallest = std::max(smallest, turn.smallest);
  else if (!firstFit && fits(turn))
    firstFit = turns.size();
  turns.push_back(turn);
}

std::optional<int64_t> ArenaSearch::getNext() {
  if (turns.size() >= kMaxTurns)
    return std::nullopt;
  if (!firstFit)
    return check(getNextToFit());
  if (!budget && !firstFaster)
    if (std::optional<int64_t> next = check(getNextSmaller()))
      return next;
  if (!firstFaster)
    firstFaster = turns.size();
  return check(getNextFaster());
}

/// Steps down by the excess of the smallest plan so far.
std::optional<int64_t> ArenaSearch::getNextToFit() const {
  // Nothing is smaller than the smallest plan.
  if (smallest > 0)
    return smallest;
  const ArenaTurn *least = nullptr;
  for (const ArenaTurn &turn : turns)
    if (!turn.isRefused && (!least || turn.planPeak < least->planPeak))
      least = &turn;
  // Without a plan, or if steps down do not end, ask for the smallest.
  constexpr size_t stepsDown = kMaxTurns - 3;
  if (!least || turns.size() >= stepsDown)
    return 1;
  const int64_t excess = least->predictedPeak - *budget;
  return std::max<int64_t>(least->planPeak - excess, 1);
}

/// Interpolates linearly between the largest plan that fits and the smallest
/// that does not, to meet the limit.
std::optional<int64_t> ArenaSearch::getNextFaster() const {
  if (turns.size() - *firstFaster >= kMaxFasterTurns ||
      turns[*getBest()].isFastest)
    return std::nullopt;
  const int64_t limit = getLimit();
  const ArenaTurn *below = nullptr, *above = nullptr;
  for (const ArenaTurn &turn : turns)
    if (!turn.isRefused && turn.predictedPeak <= limit &&
        (!below || turn.nominal > below->nominal))
      below = &turn;
  // Arenas need not grow with plans: a smaller misfit is no bound.
  for (const ArenaTurn &turn : turns)
    if (!turn.isRefused && turn.predictedPeak > limit &&
        turn.planPeak > below->nominal &&
        (!above || turn.planPeak < above->planPeak))
      above = &turn;
  // A plan that recomputes nothing costs no search.
  if (!above)
    return below->nominal < peakBefore ? std::optional<int64_t>(peakBefore)
                                       : std::nullopt;
  const int64_t gap = above->planPeak - below->nominal;
  // The gain is not worth a plan.
  if (gap <= std::max<int64_t>(limit / 512, 1))
    return std::nullopt;
  const double rise =
      double(above->predictedPeak) - double(below->predictedPeak);
  const double room = double(limit) - double(below->predictedPeak);
  // Without room, the line does not tell where to cut.
  const double share = room > 0 ? std::clamp(room / rise, 0.125, 0.875) : 0.5;
  return below->nominal + std::max<int64_t>(int64_t(share * double(gap)), 1);
}

/// The smallest peak need not have the smallest arena: tries plans larger by
/// less than the waste of the smallest arena so far. Golden-section steps, in
/// 1024ths, spread over that range wherever it ends.
std::optional<int64_t> ArenaSearch::getNextSmaller() const {
  const int64_t low = turns[*firstFit].nominal;
  const size_t further = turns.size() - *firstFit;
  const int64_t waste = getLimit() - turns[*firstFit].planPeak;
  if (further > kMaxSmallerTurns || waste <= 0)
    return std::nullopt;
  const auto part = static_cast<int64_t>(further * 633 % 1024);
  return low + waste / 1024 * part + waste % 1024 * part / 1024;
}

std::optional<size_t> ArenaSearch::getBest() const {
  // Time first only among fits.
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
