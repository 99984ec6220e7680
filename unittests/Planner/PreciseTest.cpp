//===- PreciseTest.cpp - Unit tests of the per-layer program --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"

#include "Chains/Revolve.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
TEST(PreciseTest, IsTheBestOfThePersistentSequencesThatStoreActivations) {
  Random random(12);
  for (int instance = 0; instance != 1500; ++instance) {
    const Chain chain = makeRandomChain(random, 6);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr table = solvePrecise(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table),
              exhaustChain(chain, ChainRules::PersistentActivations));
  }
}

TEST(PreciseTest, IsRevolveOnUniformChains) {
  Chain chain;
  chain.inputBytes = 1;
  ChainStage stage;
  stage.activationBytes = stage.savedBytes = 1;
  stage.forwardTime = stage.checkpointTime = 1;
  chain.stages.assign(60, stage);
  ChainTableOr table = solvePrecise(chain, 100);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  // What is stored, the a that moves, and what is made of it.
  for (int64_t slots = 1; slots <= 58; ++slots)
    EXPECT_EQ((*table)->scheduleWithin(slots + 2)->time,
              60 + revolveForwardSteps(60, slots))
        << slots;
  EXPECT_FALSE((*table)->scheduleWithin(2).has_value());
}

TEST(PreciseTest, RefusesAChainWithoutStages) {
  ChainTableOr table = solvePrecise(Chain(), 1000);
  ASSERT_FALSE(bool(table));
  EXPECT_EQ(toString(table.takeError()), "the chain has no stages");
}
} // namespace
