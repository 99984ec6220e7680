//===- PlaceTest.cpp - The best placement ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "References.h"

#include "remat/Placement/Place.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
std::optional<PlaceResult> placeOrFail(const Problem &problem,
                                       const PlaceOptions &options = {}) {
  llvm::Expected<PlaceResult> result = place(problem, options);
  if (result)
    return std::move(*result);
  ADD_FAILURE() << llvm::toString(result.takeError());
  return std::nullopt;
}

/// All that any result has to have.
void expectRight(const Problem &problem, const PlaceResult &result) {
  EXPECT_EQ(findFault(problem, result.placement), std::nullopt);
  llvm::Error violation = verify(problem, result.placement);
  EXPECT_FALSE(static_cast<bool>(violation));
  llvm::consumeError(std::move(violation));
  EXPECT_LE(result.lowerBound, result.placement.sizeInBytes);
  EXPECT_GE(result.lowerBound, getLiveMaximum(problem));
}
} // namespace

TEST(PlaceTest, TenThousandRandomProblemsHaveNoFault) {
  SplitMix64 random(1);
  for (int i = 0; i < 10000; ++i) {
    RandomSpec spec = getSpec(i % 8);
    spec.maxBuffers = 16;
    spec.maxSteps = 30;
    const Problem problem = makeRandomProblem(random, spec);
    PlaceOptions options;
    options.effort = 0;
    std::optional<PlaceResult> result = placeOrFail(problem, options);
    ASSERT_TRUE(result) << i;
    expectRight(problem, *result);
    if (HasFailure())
      FAIL() << "problem " << i;
  }
}

TEST(PlaceTest, SmallProblemsHaveTheSizeOfBruteForce) {
  SplitMix64 random(2);
  for (int i = 0; i < 2000; ++i) {
    RandomSpec spec = getSpec(i % 8);
    spec.maxBuffers = 7;
    spec.maxSteps = 8;
    spec.maxSize = i % 3 == 0 ? 5 : 40;
    const Problem problem = makeRandomProblem(random, spec);
    std::optional<PlaceResult> result = placeOrFail(problem);
    ASSERT_TRUE(result) << i;
    expectRight(problem, *result);
    const int64_t smallest = getSmallestSize(problem);
    EXPECT_LE(result->lowerBound, smallest) << "problem " << i;
    // The exact search takes no conflicts.
    if (problem.conflicts.empty())
      EXPECT_EQ(result->placement.sizeInBytes, smallest) << "problem " << i;
    else
      EXPECT_LE(result->placement.sizeInBytes, smallest + smallest / 10);
  }
}

TEST(PlaceTest, BestFitInTimeOrderIsThatOfMLIR) {
  SplitMix64 random(3);
  for (int i = 0; i < 4000; ++i) {
    RandomSpec spec;
    spec.hasZeroSizes = i % 2;
    spec.hasAlignments = i % 3 != 0;
    spec.maxBuffers = 60;
    const Problem problem = makeRandomProblem(random, spec);
    std::vector<size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return problem.buffers[a].timeStart < problem.buffers[b].timeStart;
    });
    const Placement placement = placeBestFitInTimeOrder(problem);
    ASSERT_EQ(placement.sizeInBytes, getBestFitSize(problem.buffers, order))
        << "problem " << i;
    ASSERT_EQ(findFault(problem, placement), std::nullopt) << i;
  }
}

// MLIR's planner sorts buffers that start at once in no order that it promises.
TEST(PlaceTest, IsNeverLargerThanBestFitInTimeOrder) {
  SplitMix64 random(4);
  for (int i = 0; i < 1000; ++i) {
    RandomSpec spec;
    spec.hasZeroSizes = i % 7 == 0;
    spec.hasAlignments = i % 3 == 0;
    spec.maxBuffers = i % 2 ? 12 : 80;
    spec.maxSteps = i % 5 ? 60 : 6;
    const Problem problem = makeRandomProblem(random, spec);
    PlaceOptions options;
    options.workLimit = 1000000;
    std::optional<PlaceResult> result = placeOrFail(problem, options);
    ASSERT_TRUE(result);
    std::vector<size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    for (int ties = 0; ties < 3; ++ties) {
      // As given, then in random orders.
      for (size_t k = order.size(); ties > 0 && k > 1; --k)
        std::swap(order[k - 1], order[random.below(k)]);
      std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return problem.buffers[a].timeStart < problem.buffers[b].timeStart;
      });
      EXPECT_LE(result->placement.sizeInBytes,
                getBestFitSize(problem.buffers, order))
          << "problem " << i << ", order " << ties;
    }
  }
}

// Then the problem falls into parts, of which each is placed on its own.
TEST(PlaceTest, IsNeverLargerWhereLivesAreShort) {
  SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    Problem problem;
    for (int64_t k = 2 + random.below(12), step = 0; k > 0; --k) {
      step += random.below(3);
      problem.buffers.push_back({1 + random.below(20),
                                 int64_t(1) << random.below(4),
                                 step,
                                 step + 1 + random.below(4),
                                 {}});
    }
    PlaceOptions options;
    options.effort = 0;
    std::optional<PlaceResult> result = placeOrFail(problem, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(findFault(problem, result->placement), std::nullopt);
    EXPECT_LE(result->placement.sizeInBytes,
              placeBestFitInTimeOrder(problem).sizeInBytes)
        << "problem " << i;
  }
}

TEST(PlaceTest, IsTheSameEachTime) {
  SplitMix64 random(5);
  const Problem problem = makeRandomProblem(random, {});
  std::optional<PlaceResult> once = placeOrFail(problem),
                             again = placeOrFail(problem);
  ASSERT_TRUE(once && again);
  EXPECT_EQ(once->placement.offsets, again->placement.offsets);
  EXPECT_EQ(once->algorithm, again->algorithm);
}

TEST(PlaceTest, MoreEffortIsNeverLarger) {
  SplitMix64 random(6);
  for (int i = 0; i < 3; ++i) {
    const Problem problem = makeRandomProblem(random, getSpec(i % 8));
    int64_t last = std::numeric_limits<int64_t>::max();
    for (int effort = 0; effort <= 1; ++effort) {
      PlaceOptions options;
      options.effort = effort;
      std::optional<PlaceResult> result = placeOrFail(problem, options);
      ASSERT_TRUE(result);
      EXPECT_LE(result->placement.sizeInBytes, last);
      last = result->placement.sizeInBytes;
    }
  }
}

TEST(PlaceTest, NothingNeedsNothing) {
  std::optional<PlaceResult> result = placeOrFail({});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 0);
  EXPECT_TRUE(result->isOptimal());
}

TEST(PlaceTest, BuffersOfNoBytesNeedNone) {
  Problem problem;
  problem.buffers = {{0, 1, 0, 2, {}}, {0, 8, 0, 2, {}}};
  std::optional<PlaceResult> result = placeOrFail(problem);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 0);
}

TEST(PlaceTest, WhatLiesInAGapSharesItsBytes) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 10, {{3, 6}}}, {64, 1, 3, 6, {}}};
  std::optional<PlaceResult> result = placeOrFail(problem);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 64);
  // One step longer, and it does not.
  problem.buffers[1].timeEnd = 7;
  result = placeOrFail(problem);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 128);
}

TEST(PlaceTest, ConflictsKeepDisjointLivesApart) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 2, {}}, {64, 1, 5, 7, {}}, {64, 1, 9, 11, {}}};
  problem.conflicts = {{0, 2}};
  std::optional<PlaceResult> result = placeOrFail(problem);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 128);
  EXPECT_NE(result->placement.offsets[0], result->placement.offsets[2]);
}

TEST(PlaceTest, TimesAtTheEndsOfTheirRangeAreFine) {
  constexpr int64_t first = std::numeric_limits<int64_t>::min(),
                    last = std::numeric_limits<int64_t>::max();
  Problem problem;
  problem.buffers = {{1, 1, first, last, {}},
                     {1, 1, first, 0, {}},
                     {1, 1, 0, last, {{5, last - 1}}}};
  std::optional<PlaceResult> result = placeOrFail(problem);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->placement.sizeInBytes, 2);
}

TEST(PlaceTest, TheLargestSumsAndAlignmentsDoNotOverflow) {
  constexpr int64_t half = int64_t(1) << 61;
  Problem problem;
  problem.buffers = {{half - 1, 1, 0, 2, {}},
                     {1, half, 0, 2, {}},
                     {0, half, 0, 2, {}},
                     {half - 3, 1, 0, 2, {}}};
  std::optional<PlaceResult> result = placeOrFail(problem);
  ASSERT_TRUE(result);
  expectRight(problem, *result);
}

TEST(PlaceTest, ACapacityThatFitsIsEnough) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 2, {}}, {64, 1, 1, 3, {}}, {64, 1, 2, 4, {}}};
  PlaceOptions options;
  options.capacity = 128;
  std::optional<PlaceResult> result = placeOrFail(problem, options);
  ASSERT_TRUE(result);
  EXPECT_LE(result->placement.sizeInBytes, 128);
}

TEST(PlaceTest, ACapacityBelowTheBoundIsRefusedWithTheBound) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 2, {}}, {64, 1, 1, 3, {}}};
  PlaceOptions options;
  options.capacity = 127;
  llvm::Expected<PlaceResult> result = place(problem, options);
  ASSERT_FALSE(static_cast<bool>(result));
  llvm::handleAllErrors(result.takeError(), [](const CapacityError &error) {
    EXPECT_TRUE(error.isProven);
    EXPECT_EQ(error.lowerBound, 128);
    EXPECT_EQ(error.smallestSize, 128);
    EXPECT_EQ(error.message(), "no placement has 127 bytes: the proven bound "
                               "is 128");
  });
}

TEST(PlaceTest, WhatTheChecksRefuseIsNotPlaced) {
  Problem problem;
  problem.buffers = {{64, 0, 0, 2, {}}};
  llvm::Expected<PlaceResult> result = place(problem);
  ASSERT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(llvm::toString(result.takeError()),
            "(B1) buffer 0 has an alignment of 0 bytes; alignments are "
            "positive");
}

TEST(PlaceTest, AnEffortThatThereIsNotIsAnError) {
  Problem problem;
  problem.buffers = {{8, 1, 0, 1, {}}};
  for (int effort : {-1, 4}) {
    PlaceOptions options;
    options.effort = effort;
    llvm::Expected<PlaceResult> result = place(problem, options);
    ASSERT_FALSE(static_cast<bool>(result));
    EXPECT_EQ(llvm::toString(result.takeError()),
              "the effort is " + std::to_string(effort) +
                  "; give 0 (heuristics alone) to 3");
  }
}
