//===- LeanerOrderTest.cpp - An order that ends what it starts ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/LeanerOrder.h"
#include "Asking.h"
#include "Auto/Starts.h"
#include "RandomGraph.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// A recurrent net: states, their gradients, and a sum of weight gradients. The
/// base order has all gradients of states before those of weights.
Graph makeRecurrentNet(int length) {
  Graph graph;
  auto add = [&](Phase phase, std::vector<ValueId> inputs, int64_t bytes) {
    return addTask(graph, phase, std::move(inputs), {bytes}).outputs.front();
  };
  std::vector<ValueId> states = {add(Phase::Forward, {}, 100)};
  for (int i = 1; i != length; ++i)
    states.push_back(add(Phase::Forward, {states.back()}, 100));
  std::vector<ValueId> gradients = {add(Phase::Backward, {states.back()}, 100)};
  for (int i = length - 1; i > 0; --i)
    gradients.push_back(
        add(Phase::Backward, {gradients.back(), states[i]}, 100));
  ValueId sum = add(Phase::Backward, {gradients[0], states[length - 1]}, 10);
  for (int i = 1; i != length; ++i) {
    const ValueId own =
        add(Phase::Backward, {gradients[i], states[length - 1 - i]}, 10);
    sum = add(Phase::Backward, {sum, own}, 10);
  }
  graph.values[sum].isResult = true;
  cantFail(graph.finalize());
  return graph;
}

/// One with a large prediction and a loss at every turn; the gradients do not
/// depend on the sum of the losses.
Graph makeNetWithLosses(int length) {
  Graph graph;
  auto add = [&](Phase phase, std::vector<ValueId> inputs, int64_t bytes) {
    return addTask(graph, phase, std::move(inputs), {bytes}).outputs.front();
  };
  std::vector<ValueId> states, predictions, losses;
  for (int i = 0; i != length; ++i) {
    states.push_back(i == 0 ? add(Phase::Forward, {}, 1'000'000)
                            : add(Phase::Forward, {states.back()}, 1'000'000));
    predictions.push_back(add(Phase::Forward, {states.back()}, 4'000'000));
    losses.push_back(add(Phase::Forward, {predictions.back()}, 1));
  }
  graph.values[add(Phase::Forward, losses, 1)].isResult = true;
  const ValueId seed = add(Phase::Backward, {}, 1);
  ValueId gradient = seed;
  for (int i = length; i-- != 0;) {
    const ValueId ofPrediction =
        add(Phase::Backward, {seed, predictions[i]}, 4'000'000);
    gradient =
        add(Phase::Backward, {gradient, ofPrediction, states[i]}, 1'000'000);
  }
  graph.values[gradient].isResult = true;
  cantFail(graph.finalize());
  return graph;
}

int64_t peakOf(const Graph &graph, ArrayRef<TaskId> order) {
  std::vector<Step> steps;
  for (TaskId task : order)
    steps.push_back({task});
  PlanEvaluator evaluator(graph);
  std::optional<ScheduleFigures> figures = evaluator.evaluate(steps);
  // Else it is no order.
  EXPECT_TRUE(figures && steps.size() == graph.tasks.size());
  return figures ? figures->peak : 0;
}

std::vector<TaskId> getLeanerOrder(const Graph &graph) {
  SearchControl control;
  return leanerOrder(graph, control);
}

TEST(LeanerOrderTest, WeightGradientsDoNotWaitForTheStep) {
  const Graph graph = makeRecurrentNet(20);
  const int64_t waiting = peakOf(graph, graph.baseOrder);
  const int64_t leaner = peakOf(graph, getLeanerOrder(graph));
  EXPECT_GE(waiting, 40 * 100);
  EXPECT_LE(leaner, 24 * 100);
}

TEST(LeanerOrderTest, PredictionsRunNextToTheirGradients) {
  const Graph graph = makeNetWithLosses(20);
  EXPECT_GE(peakOf(graph, graph.baseOrder), 20 * 5'000'000);
  EXPECT_LE(peakOf(graph, getLeanerOrder(graph)), (20 + 2 * 4 + 2) * 1'000'100);
}

TEST(LeanerOrderTest, RandomStepsKeepAnOrder) {
  Random random(402);
  int mirrored = 0;
  for (int i = 0; i != 500; ++i) {
    SCOPED_TRACE("instance " + std::to_string(i));
    const Graph graph = makeRandomGraph(random);
    std::vector<TaskId> order = getLeanerOrder(graph);
    peakOf(graph, order);
    mirrored += order != graph.baseOrder;
    llvm::sort(order);
    EXPECT_TRUE(std::adjacent_find(order.begin(), order.end()) == order.end());
  }
  EXPECT_GT(mirrored, 10);
}

TEST(LeanerOrderTest, StopsWithTheBestOrderSoFar) {
  const Graph graph = makeNetWithLosses(20);
  const int64_t basePeak = peakOf(graph, graph.baseOrder);
  const int64_t leanest = peakOf(graph, getLeanerOrder(graph));
  int64_t before = basePeak;
  for (int asks = 0; asks != 10; ++asks) {
    StopAfter observer(asks);
    SearchControl control(SearchOptions(), &observer);
    const std::vector<TaskId> order = leanerOrder(graph, control);
    if (asks == 0) {
      EXPECT_EQ(order, graph.baseOrder);
    }
    const int64_t peak = peakOf(graph, order);
    EXPECT_LE(peak, before);
    before = peak;
  }
  EXPECT_EQ(before, leanest);
}

TEST(LeanerOrderTest, NoOrderOfLeastGrowthOnceStopped) {
  Random random(403);
  const Graph graph = makeLayeredStep(random, 1200);
  SearchControl goesOn;
  EXPECT_EQ(leastGrowthOrder(graph, goesOn).size(), graph.tasks.size());
  StopAfter observer(1);
  SearchControl control(SearchOptions(), &observer);
  EXPECT_TRUE(leastGrowthOrder(graph, control).empty());
}

} // namespace
