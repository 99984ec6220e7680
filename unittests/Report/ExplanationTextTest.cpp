//===- ExplanationTextTest.cpp - Explanations in words --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/ExplanationText.h"

#include "gtest/gtest.h"

using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

/// x, then y and z of it, one behind the other.
Graph makeGraph() {
  Graph graph;
  for (int i = 0; i != 3; ++i) {
    Value value;
    value.id = i;
    value.bytes = 10;
    graph.values.push_back(value);
    Task task;
    task.id = i;
    task.outputs = {i};
    for (int input = 0; input != i; ++input)
      task.inputs.push_back(input);
    task.time = 1;
    graph.tasks.push_back(task);
  }
  graph.values.back().isResult = true;
  llvm::cantFail(graph.finalize());
  return graph;
}

std::string explainPinned(double time) {
  Graph graph = makeGraph();
  Plan plan;
  plan.steps = {{0, 0}, {1, 0}, {0, 0}, {2, 0}};
  const Simulation simulation = llvm::cantFail(simulate(graph, plan.steps));
  plan.peak = simulation.peak;
  plan.time = simulation.time;
  Plan pinned = plan;
  pinned.time *= time;
  Alternative alternative;
  alternative.plan = pinned;
  ExplainedValue value{"%x",        "a type",
                       "",          llvm::cantFail(explain(graph, plan, 0)),
                       alternative, std::nullopt};
  return formatExplanation(
      {graph, plan, plan.peak,
       [](TaskId task) { return "task " + std::to_string(task); }},
      value);
}

TEST(ExplanationTextTest, PinsAreComparedWithThePlan) {
  const std::string begin = "#remat.policy<save> on its op, the best plan "
                            "found for the budget takes ";
  EXPECT_NE(explainPinned(1).find(begin + "as long as this one\n"),
            std::string::npos)
      << explainPinned(1);
  EXPECT_NE(explainPinned(1.5).find(
                begin + "66.67% of the step longer than this one\n"),
            std::string::npos)
      << explainPinned(1.5);
  EXPECT_NE(
      explainPinned(0.5).find(begin + "66.67% of the step less than this one"),
      std::string::npos)
      << explainPinned(0.5);
}

} // namespace
