//===- ChainBoundTest.cpp - Tests of the bound from a chain ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds/ChainBound.h"
#include "Chains/Revolve.h"

#include "ExhaustiveSearch.h"
#include "RandomGraph.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include "gtest/gtest.h"

#include <limits>
#include <map>
#include <set>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// A board of links 1 … count. A pebble goes on a link whose predecessor has
/// one, which is a move; those before the first read do not count. Links are
/// read from the last to the first, each with a pebble and at most `kept`
/// beside it; between reads, any pebbles may be there. Returns the least count
/// of moves.
int64_t playPebbles(int count, int kept) {
  using State = std::pair<unsigned, int>;
  std::map<State, int64_t> moves;
  std::set<std::pair<int64_t, State>> open;
  auto reach = [&](State state, int64_t cost) {
    auto [known, isNew] = moves.try_emplace(state, cost);
    if (!isNew && known->second <= cost)
      return;
    known->second = cost;
    open.insert({cost, state});
  };
  // Any pebbles may be left from the way to the end.
  for (unsigned pebbles = 0; pebbles != 1u << count; ++pebbles)
    reach({pebbles, count}, 0);
  while (!open.empty()) {
    const auto [cost, state] = *open.begin();
    open.erase(open.begin());
    const auto [pebbles, toRead] = state;
    if (cost > moves[state])
      continue;
    if (toRead == 0)
      return cost;
    const int there = popcount(pebbles);
    for (int link = 0; link != count; ++link) {
      const unsigned pebble = 1u << link;
      if (pebbles & pebble)
        reach({pebbles & ~pebble, toRead}, cost);
      else if (link == 0 || pebbles & pebble >> 1)
        reach({pebbles | pebble, toRead}, cost + 1);
    }
    if (pebbles >> (toRead - 1) & 1 && there <= kept + 1)
      reach({pebbles, toRead - 1}, cost);
  }
  return -1;
}

/// A way there and back. Some values are read through others; some links read
/// several.
Graph makeReversal(Random &random) {
  Graph graph;
  const int links = 4 + random.below(3);
  const int largest = 1 + random.below(2);
  auto size = [&] { return 1 + random.below(largest); };
  auto make = [&](Phase phase, std::vector<ValueId> inputs,
                  std::vector<int64_t> sizes) {
    llvm::sort(inputs);
    inputs.erase(llvm::unique(inputs), inputs.end());
    Task &task = addTask(graph, phase, std::move(inputs), std::move(sizes));
    task.time = random.chance(70) ? 2 : random.below(4);
    task.workspace = random.chance(10) ? random.below(3) : 0;
    task.mayRunAgain = random.chance(95);
    return task.outputs.front();
  };
  std::vector<ValueId> made;
  for (int i = 0; i != links; ++i) {
    std::vector<ValueId> inputs;
    if (i > 0)
      inputs.push_back(made.back());
    if (i > 1 && random.chance(10))
      inputs.push_back(made[random.below(i)]);
    made.push_back(make(Phase::Forward, inputs, {size()}));
  }
  ValueId gradient = make(Phase::Backward, {made.back()}, {size()});
  for (int i = links - 1; i-- > 0;) {
    ValueId read = made[i];
    if (graph.values.size() < 17 && random.chance(40))
      read = make(random.chance(50) ? Phase::Forward : Phase::Backward, {read},
                  {size()});
    std::vector<ValueId> inputs = {gradient};
    if (random.chance(90))
      inputs.push_back(read);
    if (random.chance(10))
      inputs.push_back(made[random.below(links)]);
    gradient = make(Phase::Backward, inputs, {size()});
  }
  graph.values[gradient].isResult = true;
  if (random.chance(20))
    graph.values[made.back()].isResult = true;
  graph.residentBytes = random.below(3);
  cantFail(graph.finalize());
  return graph;
}

/// Sines in one byte each, whose last value is no result.
Graph makeSines(int links) {
  Graph graph = makeSineChain(links, [](int) { return 1; });
  graph.values[*graph.loss].isResult = false;
  graph.loss.reset();
  cantFail(graph.finalize());
  return graph;
}

TEST(ChainBoundTest, NoGameOfPebblesTakesFewerMovesThanRevolve) {
  for (int kept = 0; kept != 4; ++kept)
    for (int count = 1; count != 10; ++count)
      EXPECT_EQ(revolveForwardSteps(count + 1, kept + 1) - count,
                playPebbles(count, kept))
          << count << " links, " << kept << " kept";
}

TEST(ChainBoundTest, NoPlanOfAReversalIsFaster) {
  Random random(67);
  int checked = 0, raised = 0, tight = 0;
  for (int i = 0; i != 500; ++i) {
    const Graph graph = makeReversal(random);
    ExhaustiveSearch search(graph);
    if (!search.isApplicable())
      continue;
    const int64_t least = lowerBoundPeak(graph).bytes;
    const int64_t most = simulate(graph, baseSteps(graph))->peak;
    for (int64_t budget = least; budget < most; ++budget) {
      const std::optional<double> time = search.leastTime(budget);
      if (!time)
        continue;
      const ChainBound bound = boundChain(graph, budget);
      ASSERT_LE(graph.baseTime() + bound.extraTime, *time)
          << "graph " << i << " within " << budget << ": " << bound.reason;
      ASSERT_LE(lowerBoundTime(Problem(graph, budget)).time, *time);
      ++checked;
      raised += bound.extraTime > 0;
      tight +=
          bound.extraTime > 0 && graph.baseTime() + bound.extraTime == *time;
    }
  }
  EXPECT_GT(checked, 1000);
  EXPECT_GT(raised, 300);
  EXPECT_GT(tight, 50);
}

TEST(ChainBoundTest, IsTightOnSines) {
  const Graph graph = makeSines(6);
  ExhaustiveSearch search(graph);
  ASSERT_TRUE(search.isApplicable());
  for (int64_t budget = 4; budget != 7; ++budget)
    EXPECT_EQ(graph.baseTime() + boundChain(graph, budget).extraTime,
              search.leastTime(budget))
        << budget;
}

TEST(ChainBoundTest, LongChainsWithLittleMemoryTakeManyRuns) {
  // 3 bytes for the reads or the links: 4 values are kept.
  const Graph graph = makeSines(1000);
  const ChainBound bound = boundChain(graph, 7);
  EXPECT_EQ(bound.reruns, 5285);
  EXPECT_EQ(bound.extraTime, 5285);
}

TEST(ChainBoundTest, NoChainNoBound) {
  Graph graph;
  addTask(graph, Phase::Forward, {}, {10});
  cantFail(graph.finalize());
  EXPECT_EQ(boundChain(graph, 0).extraTime, 0);
  EXPECT_EQ(boundChain(Graph(), 0).extraTime, 0);
}

TEST(ChainBoundTest, HoldsNearTheLargestSizes) {
  Graph graph = makeSines(5);
  for (Value &value : graph.values)
    value.bytes = Graph::maxTotalBytes / 32;
  for (Task &task : graph.tasks)
    task.time = Graph::maxTime;
  cantFail(graph.finalize());
  const int64_t unit = Graph::maxTotalBytes / 32;
  const ChainBound least = boundChain(graph, 3 * unit);
  EXPECT_EQ(least.reruns, boundChain(makeSines(5), 3).reruns);
  EXPECT_EQ(least.extraTime,
            static_cast<double>(least.reruns) * Graph::maxTime);
  EXPECT_EQ(boundChain(graph, std::numeric_limits<int64_t>::max()).reruns, 0);
}

} // namespace
