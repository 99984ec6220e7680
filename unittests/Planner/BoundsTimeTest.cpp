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
#include "remat/Planner/GraphIO.h"
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

TEST(BoundsTimeTest, CountsWhatUnrelatedOpsReadOrMake) {
  // When op 2 first runs, op 3 has run or not: its result or its operand is
  // alive beside the 25 bytes of op 2, or op 0 runs again.
  Graph graph = makeChain({10, 10, 5});
  graph.tasks[2].workspace = 10;
  const ValueId result = graph.values.size();
  graph.values.push_back(graph.values[1]);
  graph.values.back().id = result;
  graph.tasks[3].inputs = {1};
  graph.tasks[3].outputs = {result};
  graph.tasks[4].inputs = {3, result};
  graph.tasks[5].inputs = {5};
  ASSERT_FALSE(bool(graph.finalize()));
  const double once = graph.baseTime();
  EXPECT_EQ(lowerBoundTime(Problem(graph, 35)).time, once);
  EXPECT_EQ(searchExactly(Problem(graph, 35), 10000).time, once);
  EXPECT_EQ(lowerBoundTime(Problem(graph, 34)).time, once + 1);
  EXPECT_EQ(searchExactly(Problem(graph, 34), 10000).time, once + 1);
}

TEST(BoundsTimeTest, UnrelatedOpsMayRunInOneVariantBeforeAndInAnotherAfter) {
  // 'm' makes the 0 bytes of value 2 for 'x1' before 't', and the 10 bytes of
  // value 3 for 'x2' after it.
  Expected<Graph> graph = readGraph(R"({"version": 1, "loss": 9, "values": [
      {"id": 0, "bytes": 10}, {"id": 1, "bytes": 1}, {"id": 2, "bytes": 0},
      {"id": 3, "bytes": 10}, {"id": 4, "bytes": 1}, {"id": 5, "bytes": 1},
      {"id": 6, "bytes": 1}, {"id": 7, "bytes": 1}, {"id": 8, "bytes": 10},
      {"id": 9, "bytes": 1}], "ops": [
      {"id": 0, "ins": [], "outs": [7, 8], "time": 1, "phase": "forward"},
      {"id": 1, "outs": [0, 1], "time": 1, "phase": "forward",
       "may_run_again": false, "ins": []},
      {"id": 2, "outs": [2, 3], "time": 10, "phase": "forward", "ins": [],
       "variants": [{"outs": [2], "time": 1}, {"outs": [3], "time": 9}]},
      {"id": 3, "name": "x1", "ins": [0, 2], "outs": [4], "time": 1,
       "may_run_again": false, "phase": "forward"},
      {"id": 4, "name": "t", "ins": [1, 7], "outs": [6], "time": 1,
       "workspace": 10, "may_run_again": false, "phase": "forward"},
      {"id": 5, "name": "x2", "ins": [3], "outs": [5], "time": 1,
       "may_run_again": false, "phase": "forward"},
      {"id": 6, "ins": [6, 4, 5, 8], "outs": [9], "time": 1,
       "may_run_again": false, "phase": "forward"}]})",
                                    [](const Twine &) {});
  ASSERT_TRUE(bool(graph)) << toString(graph.takeError());
  int compared = 0;
  for (int64_t budget = 12; budget != 40; ++budget) {
    const ExactAnswer answer =
        searchExactly(Problem(*graph, budget), 1'000'000);
    if (answer.outcome != ExactAnswer::Outcome::Optimal)
      continue;
    ++compared;
    EXPECT_LE(lowerBoundTime(Problem(*graph, budget)).time, answer.time)
        << "within " << budget;
  }
  EXPECT_GT(compared, 5);
}

TEST(BoundsTimeTest, UnrelatedOpsReadLargeStoragesThatCannotBeMadeAgain) {
  // When 'between' first runs, each of the ops that read a large storage has
  // run or not: so much is alive that the first value is made again.
  constexpr int count = 32;
  constexpr int64_t size = int64_t(1) << 24;
  constexpr int64_t workspace = int64_t(1) << 30;
  Graph graph;
  auto add = [&](std::vector<ValueId> inputs,
                 std::vector<int64_t> bytes) -> Task & {
    return addTask(graph, Phase::Forward, std::move(inputs), std::move(bytes));
  };
  auto addOnce = [&](std::vector<ValueId> inputs,
                     std::vector<int64_t> bytes) -> Task & {
    Task &task = add(std::move(inputs), std::move(bytes));
    task.mayRunAgain = false;
    return task;
  };
  add({}, {1, 32 * size + (1 << 20)}).time = 0.1;
  std::vector<ValueId> large, tiny = {0};
  for (int i = 0; i != count; ++i) {
    const Task &maker = addOnce({}, {size + 1, 1});
    large.push_back(maker.outputs[0]);
    tiny.push_back(maker.outputs[1]);
  }
  Task &between = addOnce(tiny, {1});
  between.workspace = workspace;
  std::vector<ValueId> last = {1, between.outputs.front()};
  for (ValueId value : large)
    last.push_back(addOnce({value}, {size}).outputs.front());
  graph.values[addOnce(last, {1}).outputs.front()].isResult = true;
  ASSERT_FALSE(errorToBool(graph.finalize()));
  const int64_t budget = workspace + count * (size + 1) + count + 10;
  const double bound = lowerBoundTime(Problem(graph, budget)).time;
  EXPECT_NEAR(bound, graph.baseTime() + 0.1, 1e-6);
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
