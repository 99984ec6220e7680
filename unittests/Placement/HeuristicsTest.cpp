//===- HeuristicsTest.cpp - What the heuristics are made of ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstFit.h"

#include "Model.h"
#include "Orders.h"
#include "References.h"
#include "remat/Placement/Place.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
std::vector<uint32_t> makeRandomOrder(SplitMix64 &random, size_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (size_t k = count; k > 1; --k)
    std::swap(order[k - 1], order[random.below(k)]);
  return order;
}

bool isPermutation(std::vector<uint32_t> order, size_t count) {
  std::sort(order.begin(), order.end());
  std::vector<uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return order == all;
}
} // namespace

TEST(FirstFitTest, IsTheSameWithTheTreeAndWithoutIt) {
  SplitMix64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Problem problem = makeRandomProblem(random, getSpec(i % 8));
    const Model model(problem);
    const std::vector<uint32_t> order =
        makeRandomOrder(random, problem.buffers.size());
    FirstFit scan(model, /*useTree=*/false), tree(model, /*useTree=*/true);
    const Placement byScan = *scan.place(order), byTree = *tree.place(order);
    ASSERT_EQ(byScan.offsets, byTree.offsets) << "problem " << i;
    ASSERT_EQ(byScan.sizeInBytes, byTree.sizeInBytes) << "problem " << i;
    ASSERT_EQ(findFault(problem, byScan), std::nullopt) << "problem " << i;
    // What was placed before is forgotten.
    ASSERT_EQ(byScan.offsets, tree.place(order)->offsets) << "problem " << i;
  }
}

/// By buffer: how often XLA's clock ticks in its life, one tick at each start
/// and each end.
static std::vector<int64_t>
getLivesInTicks(const std::vector<Buffer> &buffers) {
  // Of one time, starts come first, the shorter life before the longer one; of
  // ends, the earlier start.
  using Event = std::tuple<int64_t, bool, int64_t, int64_t, size_t>;
  std::vector<Event> events;
  for (size_t index = 0; index != buffers.size(); ++index) {
    const Buffer &buffer = buffers[index];
    if (buffer.sizeInBytes == 0)
      continue;
    events.push_back({buffer.timeStart, false, buffer.timeEnd, 0, index});
    events.push_back(
        {buffer.timeEnd - 1, true, buffer.timeStart, buffer.timeEnd, index});
  }
  std::sort(events.begin(), events.end());
  std::vector<int64_t> lives(buffers.size());
  for (size_t tick = 0; tick != events.size(); ++tick)
    lives[std::get<4>(events[tick])] +=
        std::get<1>(events[tick]) ? int64_t(tick) : -int64_t(tick);
  return lives;
}

/// One of XLA's two heaps, word for word.
static Placement placeAsXla(const Problem &problem, bool isByLife) {
  const std::vector<Buffer> &buffers = problem.buffers;
  const std::vector<int64_t> lives = getLivesInTicks(buffers);
  std::vector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const int64_t sizeOfA = buffers[a].sizeInBytes;
    const int64_t sizeOfB = buffers[b].sizeInBytes;
    return isByLife
               ? std::pair(lives[a], sizeOfA) > std::pair(lives[b], sizeOfB)
               : std::pair(sizeOfA, lives[a]) > std::pair(sizeOfB, lives[b]);
  });
  Placement result;
  std::vector<int64_t> offsets(buffers.size());
  std::vector<size_t> placed;
  for (size_t buffer : order) {
    std::vector<std::pair<int64_t, int64_t>> taken;
    for (size_t other : placed)
      if (buffers[other].timeStart < buffers[buffer].timeEnd &&
          buffers[buffer].timeStart < buffers[other].timeEnd)
        taken.push_back(
            {offsets[other], offsets[other] + buffers[other].sizeInBytes});
    std::sort(taken.begin(), taken.end());
    int64_t top = 0, best = -1, smallest = 0;
    for (auto [begin, end] : taken) {
      const int64_t hole = begin - top;
      if (hole >= buffers[buffer].sizeInBytes &&
          (best < 0 || hole < smallest)) {
        best = top;
        smallest = hole;
      }
      top = std::max(top, end);
    }
    offsets[buffer] = best < 0 ? top : best;
    placed.push_back(buffer);
    result.sizeInBytes = std::max(
        result.sizeInBytes, offsets[buffer] + buffers[buffer].sizeInBytes);
  }
  result.offsets = offsets;
  return result;
}

TEST(BestFitBySizeOrLifeTest, IsTheSmallerHeapOfXla) {
  SplitMix64 random(5);
  int byLife = 0;
  for (int i = 0; i < 1000; ++i) {
    const Problem problem = makeRandomProblem(random, RandomSpec());
    const Placement placed = placeBestFitBySizeOrLife(problem);
    const Placement spatial = placeAsXla(problem, /*isByLife=*/false);
    const Placement temporal = placeAsXla(problem, /*isByLife=*/true);
    const bool isByLife = temporal.sizeInBytes < spatial.sizeInBytes;
    byLife += isByLife;
    ASSERT_EQ(placed.offsets, (isByLife ? temporal : spatial).offsets)
        << "problem " << i;
    ASSERT_EQ(placed.sizeInBytes, (isByLife ? temporal : spatial).sizeInBytes)
        << "problem " << i;
    ASSERT_EQ(findFault(problem, placed), std::nullopt) << "problem " << i;
  }
  EXPECT_GT(byLife, 0);
}

TEST(BestFitBySizeOrLifeTest, LosesBytesToGaps) {
  // The two of 6 overlap nothing of each other, but the one of 4 lies on both.
  Problem problem;
  problem.buffers = {
      {6, 1, 0, 2, {}}, {6, 1, 3, 5, {}}, {4, 1, 1, 4, {}}, {4, 1, 2, 3, {}}};
  EXPECT_EQ(placeBestFitBySizeOrLife(problem).sizeInBytes, 10);
}

TEST(FirstFitTest, BestFitHasNoFault) {
  SplitMix64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const Problem problem = makeRandomProblem(random, getSpec(i % 8));
    const Model model(problem);
    FirstFit fit(model);
    const auto order = makeRandomOrder(random, problem.buffers.size());
    ASSERT_EQ(findFault(problem, *fit.place(order, Fit::Best)), std::nullopt)
        << "problem " << i;
  }
}

TEST(FirstFitTest, InTheOrderOfOffsetsNothingGetsHigher) {
  SplitMix64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Problem problem = makeRandomProblem(random, getSpec(i % 8));
    const Model model(problem);
    FirstFit fit(model);
    const auto order = makeRandomOrder(random, problem.buffers.size());
    const std::vector<int64_t> before = fit.place(order, Fit::Best)->offsets;
    const std::vector<int64_t> after =
        fit.place(orderByOffset(before))->offsets;
    for (size_t k = 0; k < before.size(); ++k)
      ASSERT_LE(after[k], before[k]) << "problem " << i;
  }
}

TEST(FirstFitTest, StopsAboveItsLimits) {
  Problem problem;
  problem.buffers = {{8, 1, 0, 2, {}}, {8, 1, 0, 2, {}}};
  const Model model(problem);
  FirstFit fit(model);
  EXPECT_EQ(fit.place({0, 1}, Fit::First, 16)->sizeInBytes, 16);
  EXPECT_FALSE(fit.place({0, 1}, Fit::First, 15).has_value());
  fit.setWorkLimit(0);
  EXPECT_FALSE(fit.place({0, 1}, Fit::First, 16).has_value());
}

TEST(OrdersTest, HaveEachBufferOnce) {
  SplitMix64 random(4);
  const Problem problem = makeRandomProblem(random, getSpec(7));
  const Model model(problem);
  const Orders orders(model);
  for (const Orders::Rule &rule : Orders::getRules())
    EXPECT_TRUE(isPermutation(orders.get(rule), problem.buffers.size()))
        << rule.name.str();
}

TEST(SkylineTest, HasNoFaultAndEachBufferOnce) {
  SplitMix64 random(5);
  for (int i = 0; i < 2000; ++i) {
    RandomSpec spec = getSpec(i % 8);
    spec.hasConflicts = false;
    const Problem problem = makeRandomProblem(random, spec);
    const Model model(problem);
    const SkylinePlacement placed =
        placeOnSkyline(model, makeRandomOrder(random, problem.buffers.size()));
    ASSERT_TRUE(isPermutation(placed.order, problem.buffers.size()));
    ASSERT_EQ(findFault(problem, placed.placement), std::nullopt)
        << "problem " << i;
  }
}

TEST(SkylineTest, PrefersWhatComesFirstAtTheLowestOffset) {
  Problem problem;
  // The third fits beside the first, the second only above it.
  problem.buffers = {{8, 1, 0, 4, {}}, {8, 1, 2, 8, {}}, {8, 1, 5, 7, {}}};
  const SkylinePlacement placed = placeOnSkyline(Model(problem), {0, 1, 2});
  EXPECT_EQ(placed.order, (std::vector<uint32_t>{0, 2, 1}));
  EXPECT_EQ(placed.placement.offsets, (std::vector<int64_t>{0, 8, 0}));
  EXPECT_EQ(placed.placement.sizeInBytes, 16);
}

TEST(PartsTest, AreSplitWhereNothingStaysAlive) {
  Problem problem;
  problem.buffers = {
      {1, 1, 0, 2, {}}, {2, 1, 2, 5, {}}, {4, 1, 4, 6, {}}, {8, 1, 9, 12, {}}};
  std::vector<Part> parts = splitIntoParts(problem);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].buffers, (std::vector<uint32_t>{0}));
  EXPECT_EQ(parts[1].buffers, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(parts[1].lowerBound, 6);
  EXPECT_EQ(parts[2].buffers, (std::vector<uint32_t>{3}));
  // A conflict and a life with a gap lead across.
  problem.conflicts = {{3, 0}};
  EXPECT_EQ(splitIntoParts(problem).size(), 2u);
  problem.buffers.push_back({1, 1, 1, 10, {{2, 9}}});
  problem.conflicts.clear();
  parts = splitIntoParts(problem);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].buffers, (std::vector<uint32_t>{0, 3, 4}));
}

TEST(PartsTest, TogetherHaveAllBuffersAndNoOverlapApart) {
  SplitMix64 random(6);
  for (int i = 0; i < 500; ++i) {
    RandomSpec spec = getSpec(i % 8);
    spec.maxBuffers = 10;
    spec.maxSteps = 12;
    const Problem problem = makeRandomProblem(random, spec);
    std::vector<size_t> partOf(problem.buffers.size(), ~size_t(0));
    const std::vector<Part> parts = splitIntoParts(problem);
    for (size_t p = 0; p < parts.size(); ++p)
      for (uint32_t buffer : parts[p].buffers)
        partOf[buffer] = p;
    for (size_t a = 0; a < partOf.size(); ++a) {
      ASSERT_NE(partOf[a], ~size_t(0));
      for (size_t b = 0; b < a; ++b)
        ASSERT_TRUE(partOf[a] == partOf[b] ||
                    !overlapInTime(problem.buffers[a], problem.buffers[b]))
            << "problem " << i;
    }
    for (auto [a, b] : problem.conflicts)
      ASSERT_EQ(partOf[a], partOf[b]) << "problem " << i;
  }
}
