//===- BlockSearchTest.cpp - Plans put together from those of blocks ------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/BlockSearch.h"
#include "Asking.h"
#include "RandomGraph.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

constexpr int64_t unlimited = std::numeric_limits<int64_t>::max() / 2;

/// `layers` equal layers of four tasks on a stream, between a first and a last
/// task.
Graph makeLayers(int layers) {
  Random random(1);
  Graph graph = makeStep(
      4 * layers + 2,
      [](int i) -> std::vector<int> {
        if (i == 0)
          return {};
        // The last task of a layer adds the stream.
        if (i % 4 == 0)
          return {i - 1, i - 4};
        return {i - 1};
      },
      random);
  for (Value &value : graph.values)
    value.bytes = 1 << 20;
  for (Task &task : graph.tasks)
    task.time = task.phase == Phase::Forward ? 1 : 2;
  EXPECT_FALSE(errorToBool(graph.finalize()));
  return graph;
}

/// The plan as evaluated; fails where it is not valid.
ScheduleFigures check(const Graph &graph, std::vector<Step> steps) {
  Plan plan;
  plan.steps = std::move(steps);
  std::optional<ScheduleFigures> result =
      PlanEvaluator(graph).evaluate(plan.steps);
  if (!result) {
    ADD_FAILURE() << "the plan does not run";
    return {};
  }
  plan.peak = result->peak;
  plan.time = result->time;
  EXPECT_EQ(toString(verify(Problem(graph), plan)), "");
  return *result;
}

TEST(StepBlocks, EveryPositionIsInOneBlockAndBlocksNest) {
  Random random(17);
  int withBlocks = 0;
  for (int i = 0; i != 300; ++i) {
    SCOPED_TRACE(i);
    RandomGraphOptions options;
    options.maxForward = 40;
    Graph graph = makeRandomGraph(random, options);
    StepBlocks split(graph, 1 + i % 8);
    ArrayRef<StepBlock> blocks = split.getBlocks();
    if (blocks.empty())
      continue;
    ++withBlocks;
    EXPECT_EQ(blocks.front().forwardBegin, 0);
    EXPECT_EQ(blocks.back().forwardEnd, blocks.back().laterBegin);
    EXPECT_EQ(split.end(), blocks.front().laterEnd);
    for (size_t k = 0; k != blocks.size(); ++k) {
      EXPECT_LT(blocks[k].forwardBegin, blocks[k].forwardEnd);
      EXPECT_LE(blocks[k].laterBegin, blocks[k].laterEnd);
      if (k == 0)
        continue;
      EXPECT_EQ(blocks[k - 1].forwardEnd, blocks[k].forwardBegin);
      EXPECT_EQ(blocks[k - 1].laterBegin, blocks[k].laterEnd);
    }
  }
  EXPECT_GT(withBlocks, 250);
}

TEST(StepBlocks, ABlockReadsNothingOfItsForwardPassAfterItsEnd) {
  Random random(18);
  for (int i = 0; i != 200; ++i) {
    SCOPED_TRACE(i);
    Graph graph = makeLayeredStep(random, 10 + i);
    std::vector<int32_t> positionOf(graph.tasks.size());
    for (const auto &[at, task] : enumerate(graph.baseOrder))
      positionOf[task] = at;
    StepBlocks split(graph, 8);
    for (const StepBlock &block : split.getBlocks())
      for (int32_t at = block.forwardBegin; at != block.forwardEnd; ++at)
        for (ValueId output : graph.tasks[graph.baseOrder[at]].outputs)
          for (TaskId reader : graph.readers(output))
            EXPECT_LT(positionOf[reader], block.laterEnd);
  }
}

TEST(StepBlocks, SeparatorsAreWhereFewValuesCross) {
  Graph graph = makeLayers(10);
  StepBlocks split(graph, 6);
  // Behind the addition that ends a layer the stream alone crosses.
  for (const StepBlock &block : split.getBlocks().drop_front())
    EXPECT_EQ(block.forwardBegin % 4, 1);
}

TEST(BlockSearch, EqualLayersAreSolvedOnce) {
  SearchOptions options;
  SearchControl control(options);
  Graph small = makeLayers(10), large = makeLayers(100);
  BlockSearch few(small, 6, control, 10'000), many(large, 6, control, 10'000);
  EXPECT_GT(many.blockCount(), 8 * few.blockCount());
  // Those at the ends are others.
  EXPECT_LE(few.kindCount(), 4u);
  EXPECT_EQ(few.kindCount(), many.kindCount());
}

TEST(BlockSearch, PlansAreValidOnRandomSteps) {
  SearchOptions options;
  SearchControl control(options);
  Random random(19);
  int plans = 0, recomputing = 0;
  for (int i = 0; i != 400; ++i) {
    SCOPED_TRACE(i);
    RandomGraphOptions graphOptions;
    graphOptions.maxForward = 40;
    // Blocks know nothing of pins that reach over them.
    graphOptions.policies = false;
    Graph graph = makeRandomGraph(random, graphOptions);
    BlockSearch search(graph, 2 + i % 12, control, 2'000);
    const int64_t peak = check(graph, baseSteps(graph)).peak;
    for (int64_t percent : {100, 80, 60, 40}) {
      std::vector<Step> steps = search.plan(peak / 100 * percent);
      if (steps.empty())
        continue;
      ++plans;
      recomputing += steps.size() > graph.tasks.size();
      check(graph, steps);
    }
  }
  EXPECT_GT(plans, 80);
  EXPECT_GT(recomputing, 20);
}

TEST(BlockSearch, WithoutALimitNothingRunsAgain) {
  SearchOptions options;
  SearchControl control(options);
  Random random(20);
  for (int i = 0; i != 100; ++i) {
    Graph graph = makeLayeredStep(random, 20 + i);
    std::vector<Step> steps =
        BlockSearch(graph, 10, control, 2'000).plan(unlimited);
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps.size(), graph.tasks.size());
  }
}

TEST(BlockSearch, LargerNominalBudgetsGiveNoSlowerPlans) {
  SearchOptions options;
  SearchControl control(options);
  Graph graph = makeLayers(60);
  BlockSearch search(graph, 12, control, 20'000);
  const ScheduleFigures base = check(graph, baseSteps(graph));
  double time = 0;
  for (int64_t percent = 100; percent > 0; percent -= 5) {
    std::vector<Step> steps = search.plan(base.peak / 100 * percent);
    if (steps.empty())
      break;
    const ScheduleFigures result = check(graph, steps);
    EXPECT_GE(result.time, time);
    time = result.time;
  }
  EXPECT_GT(time, base.time);
}

TEST(BlockSearch, LayersOnAStreamAreHalvedAtAboutTheLeastTime) {
  SearchOptions options;
  SearchControl control(options);
  Graph graph = makeLayers(100);
  const ScheduleFigures base = check(graph, baseSteps(graph));
  Problem problem(graph, base.peak / 2);
  std::vector<Step> steps =
      stepsByBlocks(graph, *problem.budget, {8, 32}, control, 100'000);
  ASSERT_FALSE(steps.empty());
  const ScheduleFigures result = check(graph, steps);
  EXPECT_LE(result.peak, *problem.budget);
  EXPECT_GT(result.time, base.time);
  EXPECT_LT(result.time,
            lowerBoundTime(problem).time + 0.05 * graph.forwardTime());
}

TEST(BlockSearch, BlocksWithMostOfTheBackwardPassKeepTheirOrder) {
  // One task reads what all others make, so that nothing ends before it.
  constexpr int branches = 400;
  Random random(21);
  Graph graph = makeStep(
      branches + 1,
      [](int i) {
        std::vector<int> read;
        for (int other = 0; i == branches && other != branches; ++other)
          read.push_back(other);
        return read;
      },
      random);
  SearchOptions options;
  SearchControl control(options);
  BlockSearch search(graph, 8, control, 1'000'000);
  std::vector<Step> steps = search.plan(unlimited);
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(check(graph, steps).time, graph.baseTime());
}

TEST(BlockSearch, ViewsOfWhatIsThereFromTheStartMayBeReadInManyBlocks) {
  Graph graph = makeLayers(20);
  Value weight;
  weight.id = 10'000;
  weight.bytes = 1 << 10;
  weight.kind = ValueKind::Param;
  graph.values.push_back(weight);
  Value transposed = weight;
  ++transposed.id;
  transposed.viewOf = graph.values.size() - 1;
  graph.values.push_back(transposed);
  const ValueId base = graph.values.size() - 2, view = base + 1;
  graph.tasks.front().inputs.push_back(base);
  graph.tasks.front().outputs.push_back(view);
  for (size_t i = 4; i < graph.tasks.size(); i += 4)
    graph.tasks[i].inputs.push_back(view);
  ASSERT_FALSE(errorToBool(graph.finalize()));
  SearchOptions options;
  SearchControl control(options);
  BlockSearch search(graph, 6, control, 10'000);
  std::vector<Step> steps =
      search.plan(check(graph, baseSteps(graph)).peak / 4 * 3);
  ASSERT_FALSE(steps.empty());
  EXPECT_GT(steps.size(), graph.tasks.size());
  check(graph, steps);
}

TEST(BlockSearch, ReportsNothingAndAnInterruptLeavesTheBaseOrder) {
  Graph graph = makeLayers(20);
  TestObserver observer;
  int calls = 0;
  observer.progress = [&](const SearchProgress &) { ++calls; };
  {
    SearchControl control(SearchOptions(), &observer);
    BlockSearch search(graph, 6, control, 100'000);
    EXPECT_FALSE(search.plan(unlimited).empty());
  }
  EXPECT_EQ(calls, 0);
  observer.interrupt = true;
  SearchControl control(SearchOptions(), &observer);
  BlockSearch search(graph, 6, control, 100'000);
  EXPECT_EQ(search.plan(unlimited).size(), graph.tasks.size());
  EXPECT_TRUE(search.plan(check(graph, baseSteps(graph)).peak / 4 * 3).empty());
}

} // namespace
