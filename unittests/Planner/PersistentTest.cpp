//===- PersistentTest.cpp - Unit tests of the persistent program ----------===//
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
TEST(PersistentTest, IsTheBestOfThePersistentSequences) {
  Random random(11);
  for (int instance = 0; instance != 1500; ++instance) {
    const Chain chain = makeRandomChain(random, 6);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr table = solvePersistent(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table),
              exhaustChain(chain, ChainRules::Persistent));
  }
}

TEST(PersistentTest, ToyOfTable2) {
  const Chain chain = makeToyChain();
  ChainTableOr table = solvePersistent(chain, 10701);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  // 107.0 MB: none runs again.
  EXPECT_EQ((*table)->budgets().back(), 10701);
  EXPECT_DOUBLE_EQ((*table)->scheduleWithin(10701)->time, 37.38);
  std::optional<ChainSchedule> schedule = (*table)->scheduleWithin(9000);
  ASSERT_TRUE(schedule.has_value());
  EXPECT_DOUBLE_EQ(schedule->time, 47.42);
  // Printed as 86.8 MB.
  EXPECT_EQ(schedule->peak, 8677);
  EXPECT_DOUBLE_EQ((*table)->scheduleWithin(8212)->time, 56.17);
}

TEST(PersistentTest, NothingFitsIntoNothing) {
  const Chain chain = makeToyChain();
  for (int64_t capacity : {-1, 0, 700}) {
    ChainTableOr table = solvePersistent(chain, capacity);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    EXPECT_TRUE((*table)->budgets().empty());
    EXPECT_FALSE((*table)->scheduleWithin(capacity).has_value());
  }
}

TEST(PersistentTest, RefusesAChainWithoutStages) {
  ChainTableOr table = solvePersistent(Chain(), 1000);
  ASSERT_FALSE(bool(table));
  EXPECT_EQ(toString(table.takeError()), "the chain has no stages");
}
} // namespace
