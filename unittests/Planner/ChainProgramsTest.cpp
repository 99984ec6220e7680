//===- ChainProgramsTest.cpp - Tests of what the chain programs share -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <queue>

using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

int64_t between(Random &random, int64_t low, int64_t high) {
  return low + random.below(high - low + 1);
}

/// Layers as in Butt's thesis (Precise Optimal Checkpointing for
/// Memory-Efficient Deep Learning, 2019): layer i makes f_i from f_{i-1} in
/// `time[i]`, and b_{i-1} is made from f_{i-1} and b_i. `forward` has f_0 to
/// f_N, `backward` b_0 to b_{N+1}.
struct Layers {
  std::vector<int64_t> forward, backward;
  std::vector<double> time;

  int32_t count() const { return forward.size() - 1; }
  /// Stage l is the backward that makes b_{l-1}. Nothing is saved for it alone.
  Chain chain() const {
    Chain chain;
    chain.inputBytes = forward[0];
    chain.inputGradientBytes = backward[0];
    for (int32_t l = 1; l <= count() + 1; ++l) {
      ChainStage stage;
      stage.gradientBytes = backward[l];
      if (l <= count()) {
        stage.activationBytes = stage.savedBytes = forward[l];
        stage.forwardWorkspace = stage.backwardWorkspace = -forward[l];
        stage.forwardTime = stage.checkpointTime = time[l];
      }
      chain.stages.push_back(stage);
    }
    return chain;
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

TEST(ChainPrograms, LayersAreAsFastAsExhaustiveSearchSays) {
  Random random(3);
  int32_t feasible = 0;
  for (int32_t instance = 0; instance != 1500; ++instance) {
    Layers layers = randomLayers(random, between(random, 1, 6));
    const int64_t most = std::accumulate(layers.forward.begin(),
                                         layers.forward.end(), int64_t(20));
    const int64_t budget = between(random, 1, most);
    const double expected = searchLayers(layers, budget);
    feasible += expected != infinite;
    auto table = llvm::cantFail(solvePrecise(layers.chain(), budget));
    std::optional<ChainSchedule> schedule = table->scheduleWithin(budget);
    ASSERT_EQ(schedule.has_value(), expected != infinite);
    if (!schedule)
      continue;
    const double once =
        std::accumulate(layers.time.begin() + 1, layers.time.end(), 0.0);
    EXPECT_EQ(schedule->time - once, expected);
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

/// Where a^0 is large, memory counts too many units for rows.
TEST(ChainPrograms, RowsAndStepsGiveTheSame) {
  Random random(5);
  const int64_t more = int64_t(1) << 40;
  for (int32_t instance = 0; instance != 60; ++instance) {
    Chain small = randomChain(random, between(random, 1, 30), 24);
    // Every other chain has more ticks than 32 bits take.
    if (instance % 2)
      for (ChainStage &stage : small.stages)
        for (double *time : {&stage.forwardTime, &stage.checkpointTime})
          *time *= 1 << 24;
    Chain large = small;
    large.inputBytes += more;
    auto solve = instance % 3 ? solvePersistent : solvePrecise;
    auto rows = llvm::cantFail(solve(small, Chain::maxTotalBytes, {}));
    auto steps = llvm::cantFail(solve(large, Chain::maxTotalBytes, {}));
    const std::vector<int64_t> budgets = rows->budgets();
    ASSERT_EQ(steps->budgets().size(), budgets.size());
    for (size_t i = 0; i != budgets.size(); ++i) {
      EXPECT_EQ(steps->budgets()[i], budgets[i] + more);
      EXPECT_EQ(steps->scheduleWithin(budgets[i] + more)->ops,
                rows->scheduleWithin(budgets[i])->ops);
    }
  }
}

TEST(ChainPrograms, SchedulesHaveTheTimeAndPeakThatWereAskedFor) {
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

TEST(ChainPrograms, BinsNeverGoBeyondTheBudget) {
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

TEST(ChainPrograms, EpsilonBoundsTheTimeOfTheCapacityAndKeepsFeasibility) {
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

TEST(ChainPrograms, RefusesOptionsThatMeanNothing) {
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

} // namespace
