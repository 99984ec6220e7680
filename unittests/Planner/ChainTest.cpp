//===- ChainTest.cpp - Unit tests of chains and their simulation ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"

#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t least = std::numeric_limits<int64_t>::min();

/// What `check` says of a chain of two stages with that change to the second.
template <class F> std::string messageOf(F change) {
  Chain chain;
  chain.stages.resize(2);
  change(chain, chain.stages[1]);
  return toString(chain.check());
}

TEST(ChainTest, ChecksSizes) {
  EXPECT_EQ(messageOf([](Chain &, ChainStage &) {}), "");
  EXPECT_EQ(messageOf([](Chain &chain, ChainStage &) { chain.stages = {}; }),
            "the chain has no stages");
  EXPECT_EQ(
      messageOf([](Chain &, ChainStage &stage) { stage.activationBytes = -1; }),
      "stage 2: the activation size of -1 bytes is negative");
  EXPECT_EQ(
      messageOf([](Chain &, ChainStage &stage) { stage.savedBytes = least; }),
      "stage 2: the saved size of -9223372036854775808 bytes is negative");
  EXPECT_EQ(
      messageOf([](Chain &, ChainStage &stage) { stage.gradientBytes = -5; }),
      "stage 2: the gradient size of -5 bytes is negative");
  EXPECT_EQ(messageOf([](Chain &, ChainStage &stage) {
              stage.activationBytes = 7;
              stage.savedBytes = 6;
            }),
            "stage 2: what is saved for its backward has 6 bytes, less than "
            "its output with 7, which is a part of it");
  const char *ofInput = "the size of the chain's input, of its gradient or of "
                        "what is resident is negative";
  for (int64_t Chain::*size :
       {&Chain::inputBytes, &Chain::inputGradientBytes, &Chain::residentBytes})
    EXPECT_EQ(messageOf([&](Chain &chain, ChainStage &) { chain.*size = -1; }),
              ofInput);
}

TEST(ChainTest, WorkspacesMayBeNegative) {
  EXPECT_EQ(messageOf([](Chain &, ChainStage &stage) {
              stage.forwardWorkspace = -1;
              stage.checkpointWorkspace = -2;
              stage.backwardWorkspace = -3;
            }),
            "");
}

TEST(ChainTest, ChecksSums) {
  const char *tooMuch =
      "stage 2: the sum of all sizes up to it is over 2^60 bytes";
  auto messageFor = [](int64_t saved) {
    return messageOf([&](Chain &chain, ChainStage &stage) {
      chain.inputBytes = Chain::maxTotalBytes - 10;
      stage.activationBytes = 4;
      stage.savedBytes = saved;
    });
  };
  EXPECT_EQ(messageFor(6), "");
  EXPECT_EQ(messageFor(7), tooMuch);
  EXPECT_EQ(messageOf([](Chain &chain, ChainStage &stage) {
              chain.inputBytes = most;
              stage.savedBytes = most;
            }),
            "stage 1: the sum of all sizes up to it is over 2^60 bytes");
  for (int64_t workspace : {least, -Chain::maxTotalBytes - 1, most})
    EXPECT_EQ(messageOf([&](Chain &, ChainStage &stage) {
                stage.backwardWorkspace = workspace;
              }),
              tooMuch);
}

TEST(ChainTest, ChecksTimes) {
  const std::pair<double ChainStage::*, std::string> times[] = {
      {&ChainStage::forwardTime, "forward"},
      {&ChainStage::checkpointTime, "checkpoint"},
      {&ChainStage::backwardTime, "backward"}};
  for (const auto &[time, name] : times)
    for (double wrong :
         {-1.0, std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN(), 2 * Graph::maxTime})
      EXPECT_EQ(messageOf([&, time = time](Chain &, ChainStage &stage) {
                  stage.*time = wrong;
                }),
                "stage 2: the " + name +
                    " time is negative, not finite or over 1e18");
  EXPECT_EQ(messageOf([](Chain &, ChainStage &stage) {
              stage.forwardTime = 1;
              stage.checkpointTime = 2;
            }),
            "stage 2: its forward takes longer where it saves less");
}

/// Powers of two, so that a peak tells what it is made of.
constexpr int a0 = 1 << 0, d0 = 1 << 1, resident = 1 << 2;
constexpr int a1 = 1 << 3, more1 = 1 << 4, d1 = 1 << 5;
constexpr int a2 = 1 << 6, more2 = 1 << 7, d2 = 1 << 8;
/// A workspace that decides the peak.
constexpr int large = 1 << 20;

Chain makeChainOfPowers() {
  Chain chain;
  chain.inputBytes = a0;
  chain.inputGradientBytes = d0;
  chain.residentBytes = resident;
  ChainStage stage;
  stage.activationBytes = a1;
  stage.savedBytes = a1 + more1;
  stage.gradientBytes = d1;
  stage.forwardTime = 100;
  stage.checkpointTime = 10;
  stage.backwardTime = 1;
  chain.stages.push_back(stage);
  stage.activationBytes = a2;
  stage.savedBytes = a2 + more2;
  stage.gradientBytes = d2;
  stage.forwardTime = 200;
  stage.checkpointTime = 20;
  stage.backwardTime = 2;
  chain.stages.push_back(stage);
  return chain;
}

using Kind = ChainOpKind;

/// The peak with a large workspace of some operations of a stage, without it.
int64_t peakWith(int64_t ChainStage::*workspace, int stage,
                 ArrayRef<ChainOp> ops) {
  Chain chain = makeChainOfPowers();
  chain.stages[stage - 1].*workspace = large;
  Expected<ChainSchedule> schedule = simulateChain(chain, ops);
  if (schedule)
    return schedule->peak - large;
  ADD_FAILURE() << toString(schedule.takeError());
  return -1;
}

TEST(ChainTest, OperationsNeedWhatTable1Says) {
  const std::vector<ChainOp> ops = {{Kind::ForwardKeep, 1},
                                    {Kind::ForwardAll, 2},
                                    {Kind::Backward, 2},
                                    {Kind::ForwardAll, 1},
                                    {Kind::Backward, 1}};
  Expected<ChainSchedule> schedule = simulateChain(makeChainOfPowers(), ops);
  ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
  EXPECT_EQ(schedule->time, 10 + 200 + 2 + 100 + 1);
  EXPECT_EQ(schedule->ops, ops);
  EXPECT_EQ(schedule->peak, resident + a0 + a1 + a2 + more2 + d1 + d2);

  EXPECT_EQ(peakWith(&ChainStage::checkpointWorkspace, 1, ops),
            resident + a0 + a1 + d2);
  EXPECT_EQ(peakWith(&ChainStage::forwardWorkspace, 2, ops),
            resident + a0 + a1 + a2 + more2 + d2);
  EXPECT_EQ(peakWith(&ChainStage::backwardWorkspace, 2, ops),
            resident + a0 + a1 + a2 + more2 + d2 + d1);
  EXPECT_EQ(peakWith(&ChainStage::forwardWorkspace, 1, ops),
            resident + a0 + a1 + more1 + d1);
  EXPECT_EQ(peakWith(&ChainStage::backwardWorkspace, 1, ops),
            resident + a0 + a1 + more1 + d1 + d0);
  // No F_ck^2 and no F_∅^2 runs.
  EXPECT_EQ(peakWith(&ChainStage::checkpointWorkspace, 2, ops) + large,
            schedule->peak);
}

TEST(ChainTest, WhatIsDroppedIsThereUntilItsReplacementIs) {
  auto peakOf = [](ArrayRef<ChainOp> ops) {
    return peakWith(&ChainStage::checkpointWorkspace, 2, ops);
  };
  EXPECT_EQ(peakOf({{Kind::ForwardKeep, 1},
                    {Kind::ForwardDrop, 2},
                    {Kind::ForwardKeep, 1},
                    {Kind::ForwardAll, 2},
                    {Kind::Backward, 2},
                    {Kind::ForwardAll, 1},
                    {Kind::Backward, 1}}),
            resident + a0 + a1 + a2 + d2);
  // F_∅ does not drop ā's.
  EXPECT_EQ(peakOf({{Kind::ForwardAll, 1},
                    {Kind::ForwardDrop, 2},
                    {Kind::ForwardAll, 2},
                    {Kind::Backward, 2},
                    {Kind::Backward, 1}}),
            resident + a0 + a1 + more1 + a2 + d2);
  // What is made a second time is made beside the first.
  EXPECT_EQ(peakOf({{Kind::ForwardAll, 1},
                    {Kind::ForwardKeep, 2},
                    {Kind::ForwardKeep, 2},
                    {Kind::ForwardAll, 2},
                    {Kind::Backward, 2},
                    {Kind::Backward, 1}}),
            resident + a0 + a1 + more1 + 2 * a2 + d2);
}

TEST(ChainTest, RefusesSequencesThatAreNotValid) {
  const Chain chain = makeChainOfPowers();
  auto refusal = [&](ArrayRef<ChainOp> ops) {
    Expected<ChainSchedule> schedule = simulateChain(chain, ops);
    return schedule ? "" : toString(schedule.takeError());
  };
  const ChainOp all1 = {Kind::ForwardAll, 1}, all2 = {Kind::ForwardAll, 2},
                back1 = {Kind::Backward, 1}, back2 = {Kind::Backward, 2};
  EXPECT_EQ(refusal({all1, all2, back2, back1}), "");
  EXPECT_EQ(refusal({all2}), "F_all^2 cannot run there");
  EXPECT_EQ(refusal({{Kind::ForwardKeep, 2}}), "F_ck^2 cannot run there");
  // a^0 is dropped.
  EXPECT_EQ(refusal({{Kind::ForwardDrop, 1}, {Kind::ForwardDrop, 1}}),
            "F_∅^1 cannot run there");
  // Gradients out of order; no ā; no input.
  EXPECT_EQ(refusal({all1, back1}), "B^1 cannot run there");
  EXPECT_EQ(refusal({all1, {Kind::ForwardKeep, 2}, back2}),
            "B^2 cannot run there");
  EXPECT_EQ(
      refusal({{Kind::ForwardKeep, 1}, all2, {Kind::ForwardDrop, 2}, back2}),
      "B^2 cannot run there");
  for (int32_t stage : {0, -1, 3, std::numeric_limits<int32_t>::max()})
    EXPECT_EQ(refusal({{Kind::ForwardAll, stage}}),
              "F_all^" + std::to_string(stage) + " cannot run there");
  EXPECT_EQ(refusal({all1, all2, back2}), "the backward of stage 1 is missing");
  EXPECT_EQ(refusal({}), "the backward of stage 1 is missing");
}

TEST(ChainTest, TheToyOfTable2WithoutRematerialization) {
  const Chain chain = makeToyChain();
  Expected<ChainSchedule> schedule = simulateChain(chain, storeAllOps(chain));
  ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
  EXPECT_DOUBLE_EQ(schedule->time, 37.38);
  // Printed as 107 MB.
  EXPECT_EQ(schedule->peak, 10701);
}

TEST(ChainTest, TheToyOfTable2ByAllSequences) {
  Chain chain = makeToyChain();
  // Whole numbers, so that sums are exact.
  for (ChainStage &stage : chain.stages) {
    stage.forwardTime = stage.checkpointTime =
        std::llround(stage.forwardTime * 100);
    stage.backwardTime = std::llround(stage.backwardTime * 100);
  }
  const std::vector<ChainPoint> all = exhaustChain(chain, ChainRules::Any);
  const std::vector<ChainPoint> persistent =
      exhaustChain(chain, ChainRules::Persistent);
  for (const std::vector<ChainPoint> *points : {&all, &persistent}) {
    EXPECT_EQ(points->front(), (ChainPoint{8212, 5617}));
    EXPECT_TRUE(is_contained(*points, ChainPoint{8677, 4742}));
    EXPECT_EQ(points->back(), (ChainPoint{10701, 3738}));
  }
  // Even here, some budgets want a checkpoint that moves.
  EXPECT_TRUE(is_contained(all, ChainPoint{8639, 5237}));
  EXPECT_EQ(persistent[1], (ChainPoint{8677, 4742}));
}
} // namespace
