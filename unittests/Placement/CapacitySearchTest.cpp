//===- CapacitySearchTest.cpp - Exact search within a capacity ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapacitySearch.h"

#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

/// The smallest arena by trying all orders: each buffer goes to the lowest
/// offset above all that were placed before it and are alive with it.
class Exhaustive {
public:
  explicit Exhaustive(const Problem &problem)
      : buffers(problem.buffers), offsets(buffers.size(), -1) {}

  int64_t getSmallestSize() {
    place(0, 0, 0);
    return best;
  }

private:
  void place(size_t count, int64_t lowest, int64_t size) {
    if (size >= best)
      return;
    if (count == buffers.size()) {
      best = size;
      return;
    }
    for (size_t i = 0; i < buffers.size(); ++i) {
      if (offsets[i] >= 0)
        continue;
      int64_t offset = 0;
      for (size_t j = 0; j < buffers.size(); ++j)
        if (offsets[j] >= 0 && overlapInTime(buffers[i], buffers[j]))
          offset = std::max(offset, offsets[j] + buffers[j].sizeInBytes);
      offset = alignTo(offset, buffers[i].alignment);
      if (offset < lowest)
        continue;
      offsets[i] = offset;
      place(count + 1, offset, std::max(size, offset + buffers[i].sizeInBytes));
      offsets[i] = -1;
    }
  }

  const std::vector<Buffer> &buffers;
  std::vector<int64_t> offsets;
  int64_t best = std::numeric_limits<int64_t>::max();
};

/// Up to 8 buffers, some of the same life and size.
Problem makeRandomProblem(SplitMix64 &random, bool hasAlignments,
                          bool hasGaps) {
  Problem problem;
  int64_t count = 3 + random.below(4), steps = 4 + random.below(4);
  for (int64_t i = 0; i < count; ++i) {
    Buffer buffer;
    buffer.timeStart = random.below(steps);
    buffer.timeEnd = buffer.timeStart + 1 + random.below(steps);
    buffer.sizeInBytes = 1 + random.below(6);
    if (hasAlignments)
      buffer.alignment = int64_t(1) << random.below(3);
    int64_t length = buffer.timeEnd - buffer.timeStart;
    if (hasGaps && length >= 3 && random.chance(0.6)) {
      int64_t lower = buffer.timeStart + 1 + random.below(length - 2);
      int64_t upper = lower + 1 + random.below(buffer.timeEnd - lower - 1);
      buffer.gaps.push_back({lower, upper});
    }
    problem.buffers.push_back(buffer);
    if (random.chance(0.25) && problem.buffers.size() < 4)
      problem.buffers.push_back(buffer);
  }
  return problem;
}

void expectExact(const Problem &problem) {
  ASSERT_FALSE(errorToBool(check(problem)));
  ASSERT_TRUE(canSearch(problem));
  int64_t size = Exhaustive(problem).getSmallestSize();
  SearchOutcome outcome = searchWithin(problem, size, unlimited);
  ASSERT_TRUE(outcome.placement.has_value());
  EXPECT_FALSE(outcome.isInfeasible);
  EXPECT_EQ(outcome.placement->sizeInBytes, size);
  EXPECT_EQ(toString(verify(problem, *outcome.placement)), "");

  SearchOutcome below = searchWithin(problem, size - 1, unlimited);
  EXPECT_FALSE(below.placement.has_value());
  EXPECT_TRUE(below.isInfeasible);
}

/// Cuts a rectangle of `size` bytes and `steps` steps into `count` buffers:
/// they fit, and no byte is free at any step.
Problem cutRectangle(int64_t size, int64_t steps, size_t count, uint64_t seed) {
  SplitMix64 random(seed);
  Problem problem;
  problem.buffers = {{size, 1, 0, steps, {}}};
  while (problem.buffers.size() < count) {
    Buffer &whole = problem.buffers[random.below(problem.buffers.size())];
    Buffer part = whole;
    if (random.chance(0.5) && whole.sizeInBytes > 1) {
      part.sizeInBytes = 1 + random.below(whole.sizeInBytes - 1);
      whole.sizeInBytes -= part.sizeInBytes;
    } else if (whole.timeEnd - whole.timeStart > 1) {
      part.timeEnd = whole.timeStart + 1 +
                     random.below(whole.timeEnd - whole.timeStart - 1);
      whole.timeStart = part.timeEnd;
    } else {
      continue;
    }
    problem.buffers.push_back(part);
  }
  return problem;
}

} // namespace

TEST(CapacitySearchTest, FindsTheSmallestArenaAndProvesThatNoneIsSmaller) {
  SplitMix64 random(1);
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expectExact(makeRandomProblem(random, false, false));
  }
}

TEST(CapacitySearchTest, IsExactWithAlignments) {
  SplitMix64 random(2);
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expectExact(makeRandomProblem(random, true, false));
  }
}

TEST(CapacitySearchTest, IsExactWithGaps) {
  SplitMix64 random(3);
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expectExact(makeRandomProblem(random, false, true));
  }
}

TEST(CapacitySearchTest, IsExactWithAlignmentsAndGaps) {
  SplitMix64 random(4);
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expectExact(makeRandomProblem(random, true, true));
  }
}

TEST(CapacitySearchTest, FillsAnArenaInWhichNoByteIsFree) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = cutRectangle(1000, 200, 60, seed);
    SearchOutcome outcome = searchWithin(problem, 1000, 1000000000);
    ASSERT_TRUE(outcome.placement.has_value());
    EXPECT_EQ(toString(verify(problem, *outcome.placement)), "");
    EXPECT_TRUE(searchWithin(problem, 999, 1000000000).isInfeasible);
  }
}

TEST(CapacitySearchTest, StopsAtTheWorkLimit) {
  Problem problem = cutRectangle(100000, 1000, 300, 1);
  SearchOutcome outcome = searchWithin(problem, 100000, 50000);
  EXPECT_FALSE(outcome.placement.has_value());
  EXPECT_FALSE(outcome.isInfeasible);
  EXPECT_GE(outcome.work, 50000u);
  // Less than all sections and overlaps for one decision.
  EXPECT_LT(outcome.work, 1000000u);
}

TEST(CapacitySearchTest, DoesNothingWithoutWork) {
  Problem problem = cutRectangle(1000, 100, 50, 1);
  SearchOutcome outcome = searchWithin(problem, 1000, 0);
  EXPECT_FALSE(outcome.placement.has_value());
  EXPECT_FALSE(outcome.isInfeasible);
  EXPECT_EQ(outcome.work, 0u);
}

TEST(CapacitySearchTest, HasTheSameOutcomeTwice) {
  Problem problem = cutRectangle(1000, 200, 60, 7);
  SearchOutcome first = searchWithin(problem, 1000, 1000000000);
  SearchOutcome second = searchWithin(problem, 1000, 1000000000);
  ASSERT_TRUE(first.placement && second.placement);
  EXPECT_EQ(first.placement->offsets, second.placement->offsets);
  EXPECT_EQ(first.work, second.work);
}

TEST(CapacitySearchTest, PlacesBuffersWithoutBytesAnywhere) {
  Problem problem;
  EXPECT_TRUE(searchWithin(problem, 0, 1).placement.has_value());
  problem.buffers = {{0, 8, 0, 4, {}}, {5, 1, 0, 4, {}}, {0, 1, 1, 2, {}}};
  SearchOutcome outcome = searchWithin(problem, 5, unlimited);
  ASSERT_TRUE(outcome.placement.has_value());
  EXPECT_EQ(toString(verify(problem, *outcome.placement)), "");
  EXPECT_TRUE(searchWithin(problem, 4, unlimited).isInfeasible);
  EXPECT_TRUE(searchWithin(problem, -1, unlimited).isInfeasible);
}

TEST(CapacitySearchTest, TakesSizesAndStepsNearTheLimits) {
  constexpr int64_t large = int64_t(1) << 59;
  constexpr int64_t first = std::numeric_limits<int64_t>::min();
  constexpr int64_t last = std::numeric_limits<int64_t>::max();
  Problem problem;
  problem.buffers = {{large, large, first, last, {}}, {large - 1, 1, 0, 1, {}}};
  ASSERT_FALSE(errorToBool(check(problem)));
  ASSERT_TRUE(canSearch(problem));
  SearchOutcome outcome = searchWithin(problem, last, unlimited);
  ASSERT_TRUE(outcome.placement.has_value());
  EXPECT_EQ(toString(verify(problem, *outcome.placement)), "");
  EXPECT_TRUE(searchWithin(problem, 2 * large - 2, unlimited).isInfeasible);
}

TEST(CapacitySearchTest, LeavesWhatItCannotSearchToOthers) {
  Problem problem;
  problem.buffers = {{8, 1, 0, 1, {}}, {8, 1, 1, 2, {}}};
  EXPECT_TRUE(canSearch(problem));
  problem.conflicts = {{0, 1}};
  EXPECT_FALSE(canSearch(problem));
  problem.conflicts.clear();
  problem.buffers[0].sizeInBytes = int64_t(1) << 61;
  EXPECT_FALSE(canSearch(problem));
  // 6,000 buffers at once overlap in 18 million pairs.
  problem.buffers.assign(6000, {1, 1, 0, 1, {}});
  EXPECT_FALSE(canSearch(problem));
}

// Two buffers that nothing placed supports raise each other by their sizes: by
// 4 bytes at a time, up to a capacity of 2 GB.
TEST(CapacitySearchTest, TinyBuffersBesideLargeOnesEndWithinTheWorkLimit) {
  Problem problem;
  problem.buffers = {
      {4, 1, 59, 190, {}},          {9634816, 1, 60, 62, {}},
      {4817408, 1, 60, 190, {}},    {308314112, 1, 61, 63, {}},
      {512, 1, 61, 190, {}},        {8, 1, 61, 190, {}},
      {308314112, 1, 62, 64, {}},   {311500800, 1, 63, 65, {}},
      {147456, 1, 63, 190, {}},     {256, 1, 63, 190, {}},
      {311500800, 1, 64, 66, {}},   {944111616, 1, 65, 69, {}},
      {442368, 1, 65, 190, {}},     {256, 1, 65, 190, {}},
      {163840000, 1, 79, 129, {}},  {80281600, 1, 80, 82, {}},
      {156008448, 1, 81, 83, {}},   {156008448, 1, 82, 173, {}},
      {151519232, 1, 83, 85, {}},   {151519232, 1, 84, 170, {}},
      {88604672, 1, 85, 109, {}},   {37879808, 1, 86, 168, {}},
      {71368704, 1, 87, 89, {}},    {71368704, 1, 88, 166, {}},
      {67108864, 1, 89, 91, {}},    {67108864, 1, 90, 164, {}},
      {67108864, 1, 91, 94, {}},    {51380224, 1, 92, 102, {}},
      {88604672, 1, 107, 109, {}},  {177209344, 1, 108, 110, {}},
      {85229568, 1, 109, 111, {}},  {85229568, 1, 110, 134, {}},
      {81920000, 1, 111, 113, {}},  {81920000, 1, 112, 132, {}},
      {163840000, 1, 113, 115, {}}, {163840000, 1, 114, 116, {}},
      {327680000, 1, 115, 117, {}}, {160579584, 1, 116, 118, {}},
      {160579584, 1, 117, 127, {}}, {157351936, 1, 118, 120, {}},
      {157351936, 1, 119, 125, {}}, {157351936, 1, 120, 125, {}},
      {262144, 1, 120, 190, {}},    {512, 1, 120, 190, {}},
      {163840000, 1, 121, 123, {}}, {163840000, 1, 122, 130, {}},
      {327680000, 1, 123, 128, {}}, {157351936, 1, 124, 126, {}},
      {160579584, 1, 125, 127, {}}, {589824, 1, 125, 190, {}},
      {512, 1, 125, 190, {}},       {160579584, 1, 126, 128, {}},
      {327680000, 1, 127, 129, {}}, {1179648, 1, 127, 190, {}},
      {512, 1, 127, 190, {}},       {163840000, 1, 128, 169, {}},
  };
  ASSERT_FALSE(static_cast<bool>(check(problem)));
  const int64_t capacity = getLiveMaximum(problem);
  SearchOutcome outcome = searchWithin(problem, capacity, 20000000);
  EXPECT_LT(outcome.work, 100000000u);
  EXPECT_FALSE(outcome.isInfeasible);
  if (outcome.placement) {
    EXPECT_FALSE(static_cast<bool>(verify(problem, *outcome.placement)));
  }
}
