//===- OnDemandTest.cpp - Tests of plans that keep nothing ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "Auto/Starts.h"
#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

TEST(OnDemandTest, PlansAreValidAndOftenOfTheSmallestPeak) {
  Random random(51);
  RandomGraphOptions options;
  options.maxForward = 8;
  options.policies = false;
  int smallest = 0;
  constexpr int count = 300;
  for (int i = 0; i != count; ++i) {
    Graph graph = makeRandomGraph(random, options);
    Plan plan;
    plan.steps = stepsOnDemand(graph, 10000);
    ASSERT_FALSE(plan.steps.empty());
    Expected<Simulation> simulation = simulate(graph, plan.steps);
    ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
    plan.peak = simulation->peak;
    plan.time = simulation->time;
    Error error = verify(Problem(graph), plan);
    ASSERT_FALSE(bool(error)) << i << ": " << toString(std::move(error));
    smallest += searchExactly(Problem(graph), 20000).peak == plan.peak;
  }
  EXPECT_GT(smallest, count / 5);
}

TEST(OnDemandTest, AChainNeedsTwoValuesAtATime) {
  // Forward ops of 10 bytes each; the backward op of each reads its output and
  // the gradient after it, and makes one of a byte.
  Graph graph;
  auto addTask = [&](std::vector<ValueId> inputs, int64_t bytes) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    graph.values.push_back(value);
    Task task;
    task.id = graph.tasks.size();
    task.time = 1;
    task.mayRunAgain = bytes > 1;
    task.phase = bytes > 1 ? Phase::Forward : Phase::Backward;
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs = {static_cast<ValueId>(value.id)};
    graph.tasks.push_back(task);
    return task.outputs.front();
  };
  constexpr int length = 9;
  ValueId last = addTask({}, 10);
  for (int i = 1; i != length; ++i)
    last = addTask({last}, 10);
  ValueId gradient = addTask({last}, 1);
  for (int i = length - 1; i-- > 0;)
    gradient = addTask({i, gradient}, 1);
  graph.values[gradient].isResult = true;
  ASSERT_FALSE(bool(graph.finalize()));
  std::vector<Step> steps = stepsOnDemand(graph, 1000);
  EXPECT_EQ(simulate(graph, steps)->peak, 21);
  EXPECT_EQ(steps.size(), size_t(length * (length + 1) / 2 + length));
  EXPECT_TRUE(stepsOnDemand(graph, 10).empty());
}

} // namespace
