//===- FloatingTest.cpp - Unit tests of the floating program --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
std::string describeChain(const Chain &chain) {
  std::string text = "a0 " + std::to_string(chain.inputBytes) + " δ0 " +
                     std::to_string(chain.inputGradientBytes);
  for (const ChainStage &stage : chain.stages)
    text += "; a " + std::to_string(stage.activationBytes) + " ā " +
            std::to_string(stage.savedBytes) + " δ " +
            std::to_string(stage.gradientBytes) + " o " +
            std::to_string(stage.forwardWorkspace) + " " +
            std::to_string(stage.checkpointWorkspace) + " " +
            std::to_string(stage.backwardWorkspace) + " u " +
            std::to_string(stage.forwardTime) + " " +
            std::to_string(stage.checkpointTime) + " " +
            std::to_string(stage.backwardTime);
  return text;
}

TEST(FloatingTest, IsTheBestOfTheWeaklyPersistentSequences) {
  Random random(1);
  for (int instance = 0; instance != 1000; ++instance) {
    const Chain chain = makeRandomChain(random, 6);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr table = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table),
              exhaustChain(chain, ChainRules::WeaklyPersistent));
  }
}

TEST(FloatingTest,
     IsTheBestOfAllSequencesWhereGradientsAreNoLargerThanOutputs) {
  Random random(2);
  int faster = 0;
  for (int instance = 0; instance != 1000; ++instance) {
    Chain chain = makeRandomChain(random, 6);
    for (ChainStage &stage : chain.stages)
      stage.gradientBytes =
          std::min(stage.gradientBytes, stage.activationBytes);
    SCOPED_TRACE(describeChain(chain));
    const std::vector<ChainPoint> best = exhaustChain(chain, ChainRules::Any);
    ChainTableOr table = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table), best);
    faster += best != exhaustChain(chain, ChainRules::Persistent);
  }
  EXPECT_GT(faster, 10);
}
} // namespace
