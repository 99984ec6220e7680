//===- SplitProgramTest.cpp - Tests of the persistent program of chains ---===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitProgram.h"
#include "RandomGraph.h"
#include "gtest/gtest.h"

#include <map>
#include <numeric>
#include <queue>

using namespace mlir::remat::planner;
using mlir::remat::planner::test::Random;

namespace {

constexpr double infinite = SplitTable::infinite;

int64_t between(Random &random, int64_t low, int64_t high) {
  return low + random.below(high - low + 1);
}

/// Layers as in Butt's thesis.
struct Layers {
  std::vector<int64_t> forward, backward;
  std::vector<double> time;

  int32_t count() const { return forward.size() - 1; }
  SplitProblem problem(int64_t capacity) const {
    return makeLayerProblem(forward, backward, time, capacity);
  }
};

Layers randomLayers(Random &random, int32_t count) {
  Layers layers;
  for (int32_t i = 0; i <= count; ++i) {
    layers.forward.push_back(between(random, 0, 6));
    layers.time.push_back(between(random, 0, 9));
  }
  for (int32_t i = 0; i <= count + 1; ++i)
    layers.backward.push_back(between(random, 0, 6));
  return layers;
}

/// The least time of forwards within `budget` over all memory-persistent
/// schedules: shortest paths over what is stored, the last backward made and
/// the layer whose output is at hand.
double searchLayers(const Layers &layers, int64_t budget) {
  struct State {
    uint32_t stored;
    int32_t next, at;
    bool operator<(const State &other) const {
      return std::tie(stored, next, at) <
             std::tie(other.stored, other.next, other.at);
    }
  };
  auto top = [](uint32_t stored) { return 31 - __builtin_clz(stored); };
  std::map<State, double> best;
  using Entry = std::pair<double, State>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto reach = [&](State state, double time) {
    auto [it, isNew] = best.try_emplace(state, time);
    if (!isNew && it->second <= time)
      return;
    it->second = time;
    queue.push({time, state});
  };
  reach({1, layers.count() + 1, 0}, 0);
  while (!queue.empty()) {
    const auto [time, state] = queue.top();
    queue.pop();
    if (best[state] < time)
      continue;
    const auto [stored, next, at] = state;
    if (next == 0)
      return time;
    int64_t bytes = layers.backward[next];
    for (int32_t i = 0; i <= layers.count(); ++i)
      if (stored >> i & 1 || i == at)
        bytes += layers.forward[i];
    if (at == next - 1 && bytes + layers.backward[next - 1] <= budget) {
      const uint32_t left = at == 0 ? stored : stored & ~(1u << at);
      reach({left, next - 1, top(left)}, time);
    }
    if (at + 1 < next && bytes + layers.forward[at + 1] <= budget)
      reach({stored, next, at + 1}, time + layers.time[at + 1]);
    if (!(stored >> at & 1)) {
      reach({stored | 1u << at, next, at}, time);
      reach({stored, next, top(stored)}, time);
    }
  }
  return infinite;
}

TEST(SplitProgram, LayersAreAsFastAsExhaustiveSearchSays) {
  Random random(3);
  int32_t feasible = 0;
  for (int32_t instance = 0; instance != 1500; ++instance) {
    Layers layers = randomLayers(random, between(random, 1, 6));
    const int64_t most =
        std::accumulate(layers.forward.begin(), layers.forward.end(), 20);
    const int64_t budget = between(random, 1, most);
    const double expected = searchLayers(layers, budget);
    feasible += expected != infinite;
    SplitProblem problem = layers.problem(budget);
    const int64_t m = problem.capacity;
    EXPECT_EQ(solveWithSteps(problem)->overhead(1, problem.stages, m),
              expected);
    if (m >= 0) {
      EXPECT_EQ(solveWithArrays(problem)->overhead(1, problem.stages, m),
                expected);
    }
  }
  EXPECT_GT(feasible, 500);
}

Chain randomChain(Random &random, int32_t stages, int64_t largest) {
  Chain chain;
  chain.inputBytes = between(random, 0, largest);
  chain.inputGradientBytes = between(random, 0, largest);
  for (int32_t l = 1; l <= stages; ++l) {
    ChainStage stage;
    stage.activationBytes = between(random, 0, largest);
    stage.savedBytes = stage.activationBytes + between(random, 0, 2 * largest);
    stage.gradientBytes = between(random, 0, largest);
    stage.forwardWorkspace = between(random, 0, largest / 2);
    stage.checkpointWorkspace = between(random, 0, largest / 2);
    stage.backwardWorkspace = between(random, -largest / 4, largest);
    stage.checkpointTime = between(random, 0, 100);
    stage.forwardTime = stage.checkpointTime + between(random, 0, 5);
    stage.backwardTime = between(random, 0, 200);
    chain.stages.push_back(stage);
  }
  return chain;
}

int64_t storeAllPeak(const Chain &chain) {
  return llvm::cantFail(simulateChain(chain, storeAllOps(chain))).peak;
}

TEST(SplitProgram, ArraysAndStepsAgreeEverywhere) {
  Random random(5);
  for (int32_t instance = 0; instance != 150; ++instance) {
    Chain chain = randomChain(random, between(random, 1, 30), 24);
    const bool maySave = instance % 3;
    SplitProblem problem =
        makeSplitProblem(chain, storeAllPeak(chain) + 10, maySave);
    auto steps = solveWithSteps(problem);
    auto arrays = solveWithArrays(problem);
    ASSERT_TRUE(arrays);
    EXPECT_EQ(steps->steps(), arrays->steps());
    for (int32_t t = 1; t <= problem.stages; ++t)
      for (int32_t s = 1; s <= t; ++s)
        for (int64_t m = -1; m <= problem.capacity; m += 1 + m / 50)
          ASSERT_EQ(steps->overhead(s, t, m), arrays->overhead(s, t, m))
              << "stages " << s << " to " << t << ", " << m << " bytes";
  }
}

/// Overheads beyond 16 bits, where the arrays start anew with 32.
TEST(SplitProgram, LargeOverheadsOfSmallBudgetsAreExact) {
  Random random(6);
  Chain chain = randomChain(random, 40, 16);
  for (ChainStage &stage : chain.stages) {
    stage.checkpointTime *= 1000;
    stage.checkpointTime += 1;
    stage.forwardTime = stage.checkpointTime;
  }
  SplitProblem problem =
      makeSplitProblem(chain, storeAllPeak(chain), /*maySave=*/true);
  auto steps = solveWithSteps(problem);
  auto arrays = solveWithArrays(problem);
  ASSERT_TRUE(arrays);
  EXPECT_EQ(steps->steps(), arrays->steps());
  const int64_t least = steps->steps().front();
  EXPECT_GT(steps->overhead(1, 40, least), 65536);
  EXPECT_EQ(steps->overhead(1, 40, least), arrays->overhead(1, 40, least));
}

TEST(SplitProgram, SchedulesHaveTheTimeAndPeakThatWereAskedFor) {
  Random random(7);
  for (int32_t instance = 0; instance != 60; ++instance) {
    Chain chain = randomChain(random, between(random, 1, 25), int64_t(1) << 40);
    const int64_t all = storeAllPeak(chain);
    for (bool maySave : {true, false}) {
      auto table = llvm::cantFail(maySave ? solvePersistent(chain, all)
                                          : solvePrecise(chain, 2 * all));
      double before = infinite;
      ASSERT_FALSE(table->budgets().empty());
      EXPECT_FALSE(table->scheduleWithin(table->budgets().front() - 1));
      for (int64_t budget : table->budgets()) {
        std::optional<ChainSchedule> schedule = table->scheduleWithin(budget);
        ASSERT_TRUE(schedule);
        EXPECT_LE(schedule->peak, budget);
        EXPECT_LT(schedule->time, before);
        before = schedule->time;
      }
    }
  }
}

TEST(SplitProgram, BinsNeverGoBeyondTheBudget) {
  Random random(8);
  for (int32_t instance = 0; instance != 40; ++instance) {
    Chain chain = randomChain(random, 12, 1'000'003);
    const int64_t budget = storeAllPeak(chain) * 2 / 3;
    ChainSolverOptions options;
    options.bins = 50;
    auto exact =
        llvm::cantFail(solvePersistent(chain, budget))->scheduleWithin(budget);
    auto binned = llvm::cantFail(solvePersistent(chain, budget, options))
                      ->scheduleWithin(budget);
    if (!binned)
      continue;
    ASSERT_TRUE(exact);
    EXPECT_LE(binned->peak, budget);
    EXPECT_GE(binned->time, exact->time);
  }
}

TEST(SplitProgram, EpsilonBoundsTheTimeOfTheCapacityAndKeepsFeasibility) {
  Random random(9);
  int32_t thinned = 0;
  for (int32_t instance = 0; instance != 3; ++instance) {
    Chain chain = randomChain(random, 75, int64_t(1) << 40);
    const int64_t budget = storeAllPeak(chain) / 2;
    ChainSolverOptions options;
    options.epsilon = 0.02;
    auto exact = llvm::cantFail(solvePersistent(chain, budget));
    auto near = llvm::cantFail(solvePersistent(chain, budget, options));
    EXPECT_EQ(exact->budgets().front(), near->budgets().front());
    thinned += near->budgets().size() < exact->budgets().size();
    EXPECT_LE(near->scheduleWithin(budget)->time,
              1.02 * exact->scheduleWithin(budget)->time);
  }
  EXPECT_GT(thinned, 0);
}

TEST(SplitProgram, RefusesOptionsThatMeanNothing) {
  Random random(10);
  Chain chain = randomChain(random, 4, 9);
  ChainSolverOptions options;
  options.bins = -3;
  EXPECT_EQ(llvm::toString(solvePersistent(chain, 100, options).takeError()),
            "the number of bins is -3; it must be positive, or 0 for exact "
            "bytes");
  options.bins = 0;
  for (double epsilon : {-1.0, std::nan(""), infinite}) {
    options.epsilon = epsilon;
    EXPECT_EQ(llvm::toString(solvePrecise(chain, 100, options).takeError()),
              "epsilon must be a finite number, at least 0");
  }
}

/// Decimals have a common unit, too.
TEST(SplitProgram, ArraysTakeTimesWithDecimals) {
  Random random(11);
  Chain chain = randomChain(random, 20, 16);
  for (ChainStage &stage : chain.stages) {
    stage.checkpointTime /= 10;
    stage.forwardTime /= 10;
  }
  SplitProblem problem =
      makeSplitProblem(chain, storeAllPeak(chain), /*maySave=*/true);
  auto arrays = solveWithArrays(problem);
  ASSERT_TRUE(arrays);
  auto steps = solveWithSteps(problem);
  for (int64_t m = 0; m <= problem.capacity; m += 7)
    if (steps->overhead(1, 20, m) == infinite)
      EXPECT_EQ(arrays->overhead(1, 20, m), infinite);
    else
      EXPECT_NEAR(arrays->overhead(1, 20, m), steps->overhead(1, 20, m), 1e-9);
}

} // namespace
