//===- ArenaSearchTest.cpp - Which budgets to plan for --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaSearch.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <functional>

using namespace mlir::remat;

namespace {

/// A step whose peak is 1000 bytes and that can go down to 400. Time grows as
/// the peak falls.
constexpr int64_t kPeakBefore = 1000;
constexpr int64_t kSmallest = 400;

/// What becomes of a plan's peak when its buffers are placed.
using Placing = std::function<int64_t(int64_t)>;

ArenaTurn plan(int64_t nominal, const Placing &place) {
  ArenaTurn turn;
  turn.nominal = nominal;
  if (nominal < kSmallest) {
    turn.isRefused = true;
    turn.smallest = kSmallest;
    return turn;
  }
  turn.planPeak = std::min(nominal, kPeakBefore);
  turn.predictedPeak = place(turn.planPeak);
  turn.time = 100 + static_cast<double>(kPeakBefore - turn.planPeak);
  turn.isFastest = turn.planPeak == kPeakBefore;
  return turn;
}

std::vector<ArenaTurn> search(std::optional<int64_t> budget, int64_t first,
                              const Placing &place,
                              std::optional<size_t> &best) {
  ArenaSearch search(budget, kPeakBefore);
  std::vector<ArenaTurn> turns;
  std::optional<int64_t> next = first;
  while (next) {
    EXPECT_GE(*next, 1);
    for (const ArenaTurn &turn : turns)
      EXPECT_NE(turn.nominal, *next);
    turns.push_back(plan(*next, place));
    search.add(turns.back());
    next = search.getNext();
  }
  EXPECT_LE(turns.size(), ArenaSearch::kMaxTurns);
  best = search.getBest();
  bool fits = std::any_of(turns.begin(), turns.end(), [&](const ArenaTurn &t) {
    return !t.isRefused && (!budget || t.predictedPeak <= *budget);
  });
  EXPECT_EQ(search.hasFit(), fits);
  return turns;
}

TEST(ArenaSearchTest, WhatFitsAsItStandsIsPlannedOnce) {
  std::optional<size_t> best;
  auto turns = search(
      1000, kPeakBefore, [](int64_t peak) { return peak; }, best);
  EXPECT_EQ(turns.size(), 1u);
  EXPECT_EQ(best, 0u);
}

TEST(ArenaSearchTest, AnArenaThatIsTooLargeLowersTheNominalBudget) {
  std::optional<size_t> best;
  auto turns = search(
      700, kPeakBefore, [](int64_t peak) { return peak + 50; }, best);
  ASSERT_TRUE(best);
  EXPECT_EQ(turns[*best].planPeak, 650);
  EXPECT_EQ(turns[*best].predictedPeak, 700);
}

TEST(ArenaSearchTest, WithinReachTheBudgetIsUsed) {
  // A fifth of waste: the best nominal budget is 583.
  std::optional<size_t> best;
  auto turns = search(
      700, kPeakBefore, [](int64_t peak) { return peak * 6 / 5; }, best);
  ASSERT_TRUE(best);
  EXPECT_LE(turns[*best].predictedPeak, 700);
  EXPECT_GE(turns[*best].predictedPeak, 690);
}

TEST(ArenaSearchTest, WhatIsWrittenInPlaceRaisesTheNominalBudget) {
  // A fifth less than the plan needs: 875 bytes of live storages fit into 700,
  // and 450 fit into 360, less than any plan has.
  auto place = [](int64_t peak) { return peak * 4 / 5; };
  std::optional<size_t> best;
  auto turns = search(700, kPeakBefore, place, best);
  ASSERT_TRUE(best);
  EXPECT_LE(turns[*best].predictedPeak, 700);
  EXPECT_GE(turns[*best].planPeak, 860);
  turns = search(360, kPeakBefore, place, best);
  ASSERT_TRUE(best);
  EXPECT_LE(turns[*best].predictedPeak, 360);
}

TEST(ArenaSearchTest, TheFastestPlanThatFitsIsTaken) {
  std::optional<size_t> best;
  auto turns = search(
      600, 500, [](int64_t peak) { return peak + (peak > 570 ? 200 : 0); },
      best);
  ASSERT_TRUE(best);
  for (const ArenaTurn &turn : turns)
    if (!turn.isRefused && turn.predictedPeak <= 600) {
      EXPECT_LE(turns[*best].time, turn.time);
    }
  EXPECT_GT(turns[*best].planPeak, 500);
}

TEST(ArenaSearchTest, OutOfReachTheSmallestArenaIsKnown) {
  std::optional<size_t> best;
  auto turns = search(
      420, kPeakBefore, [](int64_t peak) { return 2 * peak; }, best);
  ASSERT_TRUE(best);
  EXPECT_EQ(turns[*best].predictedPeak, 2 * kSmallest);
}

TEST(ArenaSearchTest, APlannerThatAlwaysRefusesEndsTheSearch) {
  ArenaSearch search(500, kPeakBefore);
  ArenaTurn refused;
  refused.isRefused = true;
  refused.nominal = 1000;
  search.add(refused);
  EXPECT_EQ(search.getNext(), 1);
  refused.nominal = 1;
  search.add(refused);
  EXPECT_EQ(search.getNext(), std::nullopt);
  EXPECT_FALSE(search.hasFit());
  EXPECT_EQ(search.getBest(), std::nullopt);
}

TEST(ArenaSearchTest, ArenasNeedNotGrowWithPlans) {
  // Whatever comes out, the search ends, and takes the fastest that fits.
  for (uint64_t seed = 1; seed != 200; ++seed) {
    auto place = [&](int64_t peak) {
      uint64_t mixed =
          (static_cast<uint64_t>(peak) + seed) * 0x9e3779b97f4a7c15;
      return peak - 100 + static_cast<int64_t>((mixed >> 32) % 300);
    };
    std::optional<size_t> best;
    auto turns = search(600, kPeakBefore, place, best);
    ASSERT_TRUE(best);
    for (const ArenaTurn &turn : turns)
      if (!turn.isRefused && turn.predictedPeak <= 600) {
        EXPECT_LE(turns[*best].predictedPeak, 600);
        EXPECT_LE(turns[*best].time, turn.time);
      }
  }
}

TEST(ArenaSearchTest, WithoutABudgetTheSmallestArenaIsSought) {
  // The smallest plan is placed worse than one that is a little larger.
  std::optional<size_t> best;
  auto turns = search(
      std::nullopt, kSmallest,
      [](int64_t peak) { return peak < 430 ? 500 : peak + 10; }, best);
  ASSERT_TRUE(best);
  EXPECT_LT(turns[*best].predictedPeak, 500);
  for (const ArenaTurn &turn : turns)
    EXPECT_LE(turns[*best].predictedPeak, turn.predictedPeak);
}

TEST(ArenaSearchTest, OfThePlansWithTheSmallestArenaTheFastestIsTaken) {
  // Up to 600 bytes alive at once come to the same arena.
  std::optional<size_t> best;
  auto turns = search(
      std::nullopt, kSmallest,
      [](int64_t peak) { return std::max<int64_t>(peak - 200, 400); }, best);
  ASSERT_TRUE(best);
  EXPECT_EQ(turns[*best].predictedPeak, 400);
  EXPECT_GT(turns[*best].planPeak, 500);
  EXPECT_LE(turns.size(), 1 + ArenaSearch::kMaxFasterTurns);
}

TEST(ArenaSearchTest, ASmallerPlanThatDoesNotFitIsNoBound) {
  // The smallest plan wastes much, so that a larger one has the smallest arena;
  // what lies above that is still looked at.
  std::optional<size_t> best;
  auto turns = search(
      std::nullopt, kSmallest,
      [](int64_t peak) {
        return peak < 410 ? 900 : std::max<int64_t>(peak - 200, 390);
      },
      best);
  ASSERT_TRUE(best);
  EXPECT_EQ(turns[*best].predictedPeak, 390);
  EXPECT_GT(turns[*best].planPeak, 500);
}

TEST(ArenaSearchTest, LargeSizesDoNotOverflow) {
  const int64_t large = int64_t(1) << 61;
  ArenaSearch search(1, large);
  ArenaTurn turn;
  turn.nominal = turn.planPeak = large;
  turn.predictedPeak = INT64_MAX;
  search.add(turn);
  EXPECT_EQ(search.getNext(), 1);
}

} // namespace
