//===- JoinStructureTest.cpp - Joins found in graphs ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "RandomGraph.h"

#include "remat/Planner/Join.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// Branches of these lengths; their last ops meet in one op, then the loss.
Graph makeJoin(ArrayRef<int32_t> lengths, Random &random) {
  std::vector<int> begins, ends;
  int count = 0;
  for (int32_t length : lengths) {
    begins.push_back(count);
    ends.push_back((count += length) - 1);
  }
  return makeStep(
      count + 2,
      [&](int i) {
        if (i == count)
          return ends;
        return is_contained(begins, i) ? std::vector<int>{}
                                       : std::vector<int>{i - 1};
      },
      random);
}

Expected<JoinStructure> findIn(const Graph &graph, int32_t mostStages = 64) {
  Expected<ForwardModel> model = buildForwardModel(graph);
  if (!model)
    return model.takeError();
  return findJoin(graph, *model, mostStages);
}

TEST(JoinStructureTest, BranchesHaveTheirStages) {
  Random random(21);
  for (const std::vector<int32_t> &lengths :
       {std::vector<int32_t>{4, 4}, {2, 9}, {3, 5, 7}}) {
    const Graph graph = makeJoin(lengths, random);
    Expected<JoinStructure> join = findIn(graph);
    ASSERT_TRUE(bool(join)) << toString(join.takeError());
    // The deepest operand comes first.
    std::vector<int32_t> found = join->lengths;
    llvm::sort(found);
    EXPECT_EQ(found, lengths);
    EXPECT_EQ(join->sharedStages, 0);
    EXPECT_EQ(join->chain.stages.back().forward.size(), 2u);
    EXPECT_EQ(join->turn(), std::accumulate(lengths.begin(), lengths.end(), 1));
  }
}

TEST(JoinStructureTest, LongBranchesAreShortened) {
  Random random(22);
  const Graph graph = makeJoin({20, 3}, random);
  Expected<JoinStructure> join = findIn(graph, /*mostStages=*/5);
  ASSERT_TRUE(bool(join)) << toString(join.takeError());
  EXPECT_EQ(join->lengths, (std::vector<int32_t>{5, 3}));
  EXPECT_EQ(join->stageOf(1, 2), 8);
}

/// Op 0 is read by the first ops of both branches.
TEST(JoinStructureTest, WhatSeveralBranchesReadIsHeld) {
  Random random(23);
  const Graph graph = makeStep(
      10,
      [](int i) {
        if (i == 0)
          return std::vector<int>{};
        if (i == 1 || i == 5)
          return std::vector<int>{0};
        if (i == 9)
          return std::vector<int>{4, 8};
        return std::vector<int>{i - 1};
      },
      random);
  Expected<JoinStructure> join = findIn(graph);
  ASSERT_TRUE(bool(join)) << toString(join.takeError());
  EXPECT_EQ(join->sharedStages, 1);
  EXPECT_EQ(join->lengths, (std::vector<int32_t>{4, 4}));
  Expected<Plan> plan = solve(graph, makeAsk(std::nullopt, "join"));
  ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
  EXPECT_EQ(llvm::count_if(plan->steps,
                           [](const Step &step) { return step.task == 0; }),
            1);
}

TEST(JoinStructureTest, EveryScheduleOfTheTableIsAPlan) {
  Random random(24);
  for (int instance = 0; instance != 200; ++instance) {
    SCOPED_TRACE(instance);
    std::vector<int32_t> lengths(2 + random.below(2));
    for (int32_t &length : lengths)
      length = 2 + random.below(5);
    const Graph graph = makeJoin(lengths, random);
    Expected<JoinStructure> join = findIn(graph);
    ASSERT_TRUE(bool(join)) << toString(join.takeError());
    const int64_t most = std::accumulate(lengths.begin(), lengths.end(),
                                         static_cast<int64_t>(lengths.size()));
    Expected<JoinTable> table = JoinTable::make(join->lengths, most);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    for (int64_t slots = leastJoinSlots(join->lengths); slots <= most;
         ++slots) {
      std::optional<std::vector<JoinOp>> ops = table->schedule(slots);
      ASSERT_TRUE(ops.has_value());
      Plan plan;
      plan.steps = expandJoin(graph, *join, *ops);
      Expected<Simulation> simulation = simulate(graph, plan.steps);
      ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
      plan.peak = simulation->peak;
      plan.time = simulation->time;
      Error error = verify(Problem(graph), plan);
      ASSERT_FALSE(bool(error)) << toString(std::move(error));
      // The first runs of a stage count once, whatever the table says.
      size_t runs = 0;
      for (JoinOp op : *ops)
        runs += op.kind == JoinOpKind::Turn ? 4 : 2;
      EXPECT_LE(plan.steps.size(), runs);
    }
  }
}

TEST(JoinStructureTest, LessMemoryThanOneTowerAfterTheOther) {
  // Two towers of eight equal stages, as in a siamese network.
  Random random(25);
  Graph graph = makeJoin({8, 8}, random);
  for (Value &value : graph.values)
    value.bytes = 100;
  for (Task &task : graph.tasks)
    task.time = task.phase == Phase::Forward ? 1 : 2;
  cantFail(graph.finalize());
  const int64_t all = cantFail(simulate(graph, baseSteps(graph))).peak;
  Expected<Plan> least = solve(graph, makeAsk(std::nullopt, "join"));
  ASSERT_TRUE(bool(least)) << toString(least.takeError());
  EXPECT_LT(least->peak, all / 2);
  // Never slower with more.
  double time = least->time;
  for (int64_t budget = least->peak; budget <= all; budget += 50) {
    Expected<Plan> plan = solve(graph, makeAsk(budget, "join"));
    ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
    EXPECT_LE(plan->time, time);
    time = plan->time;
  }
  EXPECT_EQ(time, graph.baseTime());
}

TEST(JoinStructureTest, ChainsAndBranchesWithTwoEndsAreNone) {
  Random random(26);
  auto reasonOf = [](const Graph &graph) {
    Expected<JoinStructure> join = findIn(graph);
    EXPECT_FALSE(bool(join));
    EXPECT_TRUE(join.errorIsA<NotApplicableError>());
    return toString(join.takeError());
  };
  const Graph chain = makeStep(
      6, [](int i) { return i ? std::vector<int>{i - 1} : std::vector<int>{}; },
      random);
  EXPECT_EQ(reasonOf(chain),
            "the step is no join of chains: no op on the way to op 5, the "
            "loss, depends on two parts of the step that have nothing in "
            "common but arguments and constants, and each at least a sixteenth "
            "of its 6 ops");
  // Ops 0 to 3, and 4 to 7, of which the loss reads two each.
  const Graph ends = makeStep(
      9,
      [](int i) {
        if (i == 8)
          return std::vector<int>{2, 3, 6, 7};
        return i % 4 ? std::vector<int>{i - 1} : std::vector<int>{};
      },
      random);
  EXPECT_EQ(reasonOf(ends),
            "the step is no join of chains: the branch that ends with op 3 has "
            "2 values for the loss, not a single one");
}
} // namespace
