//===- RevolveTest.cpp - Unit tests of binomial checkpointing -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/Revolve.h"

#include "ChainExhaustive.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
constexpr int64_t maxCount = std::numeric_limits<int64_t>::max();

/// P(l, c) = min over i of i + P(l - i, c - 1) + P(i, c).
class DynamicProgram {
public:
  DynamicProgram(int maxLength, int maxSlots)
      : runs(maxSlots + 1, std::vector<int64_t>(maxLength + 1, 0)) {
    for (int slots = 1; slots <= maxSlots; ++slots)
      for (int length = 2; length <= maxLength; ++length) {
        // With one slot, a^0 alone, every sweep starts at it.
        int64_t &best = runs[slots][length];
        best = length * (length - 1) / 2;
        for (int i = 1; slots > 1 && i < length; ++i)
          best =
              std::min(best, i + runs[slots - 1][length - i] + runs[slots][i]);
      }
  }
  int64_t operator()(int length, int slots) const {
    return runs[slots][length];
  }

private:
  std::vector<std::vector<int64_t>> runs;
};

/// Chains of a's of one size, where nothing else takes memory.
Chain makeUniformChain(int stages) {
  Chain chain;
  chain.inputBytes = 1;
  ChainStage stage;
  stage.activationBytes = 1;
  stage.savedBytes = 1;
  stage.forwardTime = stage.checkpointTime = 1;
  chain.stages.assign(stages, stage);
  return chain;
}

int64_t countForwardSteps(ArrayRef<ChainOp> ops) {
  return std::count_if(ops.begin(), ops.end(), [](ChainOp op) {
    return op.kind == ChainOpKind::ForwardKeep ||
           op.kind == ChainOpKind::ForwardDrop;
  });
}

TEST(RevolveTest, ClosedFormEqualsTheDynamicProgram) {
  const DynamicProgram program(120, 12);
  for (int slots = 1; slots <= 12; ++slots)
    for (int length = 1; length <= 120; ++length)
      EXPECT_EQ(revolveForwardSteps(length, slots), program(length, slots))
          << length << " stages, " << slots << " slots";
}

TEST(RevolveTest, SchedulesHaveThatManyForwardStepsAndStayWithinTheSlots) {
  for (int slots = 1; slots <= 9; ++slots)
    for (int length = 1; length <= 90; ++length) {
      const std::vector<ChainOp> ops = revolveOps(length, slots);
      EXPECT_EQ(countForwardSteps(ops), revolveForwardSteps(length, slots));
      Expected<ChainSchedule> schedule =
          simulateChain(makeUniformChain(length), ops);
      ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
      // The slots, the a that moves and what is made of it; δ's are nothing.
      EXPECT_LE(schedule->peak, slots + 2);
      for (size_t i = 0; i != ops.size(); ++i)
        if (ops[i].kind == ChainOpKind::ForwardAll) {
          EXPECT_EQ(ops[i + 1], (ChainOp{ChainOpKind::Backward, ops[i].stage}));
        }
    }
}

TEST(RevolveTest, NoValidSequenceOfStoredActivationsIsFaster) {
  for (int length = 1; length <= 9; ++length) {
    const Chain chain = makeUniformChain(length);
    for (ChainPoint point :
         exhaustChain(chain, ChainRules::StoredActivations)) {
      // Of the peak, F_∅ and F_all take one for their output and one for their
      // input, unless that is stored as well.
      const int64_t slots = std::max<int64_t>(point.peak - 2, 1);
      EXPECT_EQ(point.time - length, revolveForwardSteps(length, slots))
          << length << " stages, " << point.peak << " bytes";
    }
  }
}

TEST(RevolveTest, TakesLengthsAndSlotsOfAnySize) {
  EXPECT_EQ(revolveForwardSteps(-1, 3), 0);
  EXPECT_EQ(revolveForwardSteps(0, 3), 0);
  EXPECT_EQ(revolveForwardSteps(1, 0), 0);
  EXPECT_EQ(revolveForwardSteps(5, -7), 10);
  EXPECT_EQ(revolveForwardSteps(5, maxCount), 4);
  EXPECT_EQ(revolveForwardSteps(maxCount, 1), maxCount);
  EXPECT_EQ(revolveForwardSteps(maxCount, 2), maxCount);
  EXPECT_EQ(revolveForwardSteps(maxCount, maxCount), maxCount - 1);
  // β(10, 6) = 8008: 6 * 8008 - β(11, 5).
  EXPECT_EQ(revolveForwardSteps(8008, 10), 6 * 8008 - 4368);
  EXPECT_TRUE(revolveOps(0, 3).empty());
  EXPECT_TRUE(revolveOps(-5, 3).empty());
  EXPECT_EQ(revolveOps(3, maxCount).size(), 8u);
}

TEST(RevolveTest, TenThousandStages) {
  for (int64_t slots : {3, 10, 100, 9999}) {
    const std::vector<ChainOp> ops = revolveOps(10000, slots);
    EXPECT_EQ(countForwardSteps(ops), revolveForwardSteps(10000, slots));
  }
}
} // namespace
