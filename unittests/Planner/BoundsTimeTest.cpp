//===- BoundsTimeTest.cpp - Tests of the lower bound on the time ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Counts where the bound says that something must run again, and where it is
/// the optimum then.
struct Tally {
  int checked = 0, raised = 0, tight = 0;
};

void checkRandomGraphs(const RandomGraphOptions &options, uint64_t seed,
                       int count, Tally &tally) {
  Random random(seed);
  for (int graphs = 0, i = 0; graphs != count; ++i) {
    Graph graph = makeRandomGraph(random, options);
    if (graph.tasks.size() > 14)
      continue;
    ExactAnswer smallest = searchExactly(Problem(graph), 100000);
    if (smallest.outcome != ExactAnswer::Outcome::Optimal)
      continue;
    ++graphs;
    int64_t basePeak = simulate(graph, baseSteps(graph))->peak;
    double least = lowerBoundTime(Problem(graph)).time;
    for (int64_t slack : {0, 25, 50, 75}) {
      int64_t budget =
          smallest.peak +
          std::max<int64_t>(0, basePeak - smallest.peak) * slack / 100;
      if (budget <= 0)
        continue;
      Problem problem(graph, budget);
      ExactAnswer answer = searchExactly(problem, 100000);
      if (answer.outcome != ExactAnswer::Outcome::Optimal)
        continue;
      TimeBound bound = lowerBoundTime(problem);
      ASSERT_LE(bound.time, answer.time)
          << "graph " << i << " within " << budget << ": " << bound.reason;
      ASSERT_GE(bound.time, least);
      EXPECT_FALSE(bound.reason.empty());
      ++tally.checked;
      tally.raised += bound.time > least;
      tally.tight += bound.time > least && bound.time == answer.time;
    }
  }
}

TEST(BoundsTimeTest, NoPlanOfAPlainGraphIsFaster) {
  Tally tally;
  RandomGraphOptions options;
  options.minForward = 4;
  options.maxForward = 7;
  options.views = options.variants = options.policies = false;
  checkRandomGraphs(options, 31, 300, tally);
  EXPECT_GT(tally.checked, 1000);
  EXPECT_GT(tally.raised, 100);
  EXPECT_GT(tally.tight, 30);
}

TEST(BoundsTimeTest, NoPlanOfAGraphWithViewsVariantsAndPinsIsFaster) {
  Tally tally;
  RandomGraphOptions options;
  options.minForward = 3;
  options.maxForward = 6;
  checkRandomGraphs(options, 32, 300, tally);
  EXPECT_GT(tally.checked, 1000);
  EXPECT_GT(tally.raised, 50);
}

/// A chain of forward ops of the given sizes and of times 1, 2, 3, ..., and a
/// backward op for each, from the last to the first, that reads the output of
/// its forward op and takes time 1.
Graph makeChain(ArrayRef<int64_t> sizes) {
  Graph graph;
  auto addValue = [&](int64_t bytes) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    graph.values.push_back(value);
    return static_cast<ValueId>(value.id);
  };
  std::vector<ValueId> outputs;
  ValueId last = addValue(1);
  for (int64_t bytes : sizes) {
    Task task;
    task.id = graph.tasks.size();
    task.time = task.id + 1;
    task.inputs = {last};
    task.outputs = {last = addValue(bytes)};
    outputs.push_back(last);
    graph.tasks.push_back(task);
  }
  for (size_t i = sizes.size(); i-- > 0;) {
    Task task;
    task.id = graph.tasks.size();
    task.time = 1;
    task.phase = Phase::Backward;
    task.mayRunAgain = false;
    task.inputs = {outputs[i]};
    if (i + 1 != sizes.size())
      task.inputs.push_back(last);
    task.outputs = {last = addValue(0)};
    graph.tasks.push_back(task);
  }
  graph.values[last].isResult = true;
  Error error = graph.finalize();
  EXPECT_FALSE(bool(error)) << toString(std::move(error));
  return graph;
}

TEST(BoundsTimeTest, RunsAgainWhatIsCheapestToMakeRoom) {
  // All four are needed from the first backward op on; 40 bytes in all.
  Graph graph = makeChain({10, 10, 10, 10});
  const double once = graph.baseTime();
  EXPECT_EQ(lowerBoundTime(Problem(graph, 40)).time, once);
  // The first forward op alone; with two values missing, the first two.
  EXPECT_EQ(lowerBoundTime(Problem(graph, 39)).time, once + 1);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 30)).time, once + 1);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 29)).time, once + 3);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 20)).time, once + 3);
  EXPECT_EQ(searchExactly(Problem(graph, 30), 10000).time, once + 1);
  EXPECT_EQ(searchExactly(Problem(graph, 20), 10000).time, once + 3);
  // The last forward op reads one and makes another.
  EXPECT_TRUE(std::isinf(lowerBoundTime(Problem(graph, 19)).time));
}

TEST(BoundsTimeTest, CountsWhatARunReads) {
  // To run the second op again takes the first value, which the backward part
  // does not read: to keep that one instead is to gain nothing.
  Graph graph = makeChain({10, 10, 10, 10});
  graph.tasks[7].inputs.erase(graph.tasks[7].inputs.begin());
  ASSERT_FALSE(bool(graph.finalize()));
  const double once = graph.baseTime();
  EXPECT_EQ(lowerBoundTime(Problem(graph, 30)).time, once);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 29)).time, once + 3);
  EXPECT_EQ(searchExactly(Problem(graph, 29), 10000).time, once + 3);
}

TEST(BoundsTimeTest, SaysWhereAndHowMuch) {
  Graph graph = makeChain({10, 10, 10, 10});
  std::string reason = lowerBoundTime(Problem(graph, 35)).reason;
  EXPECT_EQ(reason,
            "when op 3 first runs, 20 B must be alive; of the 20 B that were "
            "made before and are needed later, 15 B fit beside them within the "
            "budget, and making the others again takes at least 1");
  EXPECT_EQ(lowerBoundTime(Problem(graph, 19)).reason,
            "20 B must be alive when op 1 runs, which is over the budget of 19 "
            "B");
  EXPECT_EQ(lowerBoundTime(Problem(graph)).reason,
            "every op runs at least once");
}

TEST(BoundsTimeTest, TakesTheCheapestVariantOfEveryOp) {
  Graph graph = makeChain({10, 10});
  Variant variant;
  variant.name = "fast";
  variant.outputs = graph.tasks[1].outputs;
  variant.time = 0.5;
  graph.tasks[1].variants.push_back(variant);
  ASSERT_FALSE(bool(graph.finalize()));
  EXPECT_EQ(lowerBoundTime(Problem(graph)).time, graph.baseTime() - 1.5);
}

TEST(BoundsTimeTest, StaysExactNearTheLargestSizes) {
  const int64_t large = Graph::maxTotalBytes / 5;
  Graph graph = makeChain({large, large, large, large});
  const double once = graph.baseTime();
  EXPECT_EQ(lowerBoundTime(Problem(graph, 4 * large)).time, once);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 4 * large - 1)).time, once + 1);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 2 * large)).time, once + 3);
  EXPECT_TRUE(std::isinf(lowerBoundTime(Problem(graph, 2 * large - 1)).time));
  EXPECT_EQ(
      lowerBoundTime(Problem(graph, std::numeric_limits<int64_t>::max())).time,
      once);
}

TEST(BoundsTimeTest, HoldsWithTooManyChoicesToKeepApart) {
  // Times of different magnitudes, so that no choice is better than another.
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i != 40; ++i)
    sizes.push_back(100 + i * i);
  Graph graph = makeChain(sizes);
  for (size_t i = 0; i != 40; ++i)
    graph.tasks[i].time = 1 + 1.0 / (i + 3) + i % 7;
  ASSERT_FALSE(bool(graph.finalize()));
  int64_t peak = simulate(graph, baseSteps(graph))->peak;
  TimeBound bound = lowerBoundTime(Problem(graph, peak / 2));
  EXPECT_GT(bound.time, graph.baseTime());
  // All forward ops twice need not be more than what is made room for.
  EXPECT_LT(bound.time, graph.baseTime() + graph.forwardTime());
}

TEST(BoundsTimeTest, ChoosesWholeSets) {
  Graph graph = makeChain({20, 10, 10, 10, 10});
  for (auto [task, time] : {std::make_pair(0, 5), {1, 2}, {2, 2}})
    graph.tasks[task].time = time;
  ASSERT_FALSE(bool(graph.finalize()));
  const double once = graph.baseTime();
  // All 60 bytes are needed when the last forward op has run. 11 too many: the
  // second and the third op; by parts, all of one and a tenth of the other
  // would do.
  EXPECT_EQ(lowerBoundTime(Problem(graph, 49)).time, once + 4);
  EXPECT_EQ(searchExactly(Problem(graph, 49), 100000).time, once + 4);
  // 21 too many: the first and another.
  EXPECT_EQ(lowerBoundTime(Problem(graph, 39)).time, once + 7);
  EXPECT_EQ(searchExactly(Problem(graph, 39), 100000).time, once + 7);
}

TEST(BoundsTimeTest, RoundsTimesThatAreNotWholeDown) {
  Graph graph = makeChain({10, 10, 10, 10});
  for (size_t i = 0; i != 4; ++i)
    graph.tasks[i].time = 0.1 * (i + 1);
  ASSERT_FALSE(bool(graph.finalize()));
  double time = lowerBoundTime(Problem(graph, 29)).time;
  double optimum = searchExactly(Problem(graph, 29), 10000).time;
  EXPECT_LE(time, optimum);
  EXPECT_GE(time, optimum * (1 - 1e-7));
}

} // namespace
