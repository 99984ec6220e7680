//===- AutoPromisesTest.cpp - What plans of `auto` are no worse than ------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "RandomGraph.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

int64_t basePeakOf(const Graph &graph) {
  return cantFail(simulate(graph, baseSteps(graph))).peak;
}

/// The plan of a fresh session, that no archive helps; none for a refusal or a
/// strategy that does not apply.
std::optional<Plan> ask(const Graph &graph, int64_t budget, StringRef name,
                        Reorder reorder = Reorder::Full) {
  Ask asked = makeAsk(budget, name);
  asked.search.reorder = reorder;
  Outcome outcome = cantFail(Session(graph).solve(asked));
  if (!outcome.hasPlan())
    return std::nullopt;
  return std::move(outcome.plan);
}

//===----------------------------------------------------------------------===//
// The other strategies
//===----------------------------------------------------------------------===//

/// How many plans of others `auto` was held to.
int checkAgainstOthers(const Graph &graph, ArrayRef<int> percents) {
  const int64_t basePeak = basePeakOf(graph);
  const int64_t bound = lowerBoundPeak(graph).bytes;
  int compared = 0;
  for (int percent : percents) {
    const int64_t budget =
        std::max<int64_t>(1, bound + (basePeak - bound) * percent / 100);
    std::vector<Plan> others;
    for (const Strategy &strategy : strategies())
      if (!strategy.isSearch())
        if (std::optional<Plan> plan = ask(graph, budget, strategy.name))
          others.push_back(std::move(*plan));
    if (others.empty())
      continue;
    std::optional<Plan> found = ask(graph, budget, "auto");
    for (const Plan &other : others) {
      ++compared;
      SCOPED_TRACE(other.strategy + ", budget " + std::to_string(budget) +
                   ", " + std::to_string(percent) + "%");
      if (!found) {
        ADD_FAILURE() << "auto has no plan, the other one of time "
                      << other.time;
      } else {
        EXPECT_LE(found->time, other.time * (1 + 1e-12));
      }
    }
  }
  return compared;
}

TEST(AutoPromisesTest, NoStrategyIsFasterOnSmallSteps) {
  Random random(501);
  int compared = 0;
  for (int i = 0; i != 200; ++i) {
    SCOPED_TRACE("step " + std::to_string(i));
    compared += checkAgainstOthers(makeSmallStep(random, i), {10, 40, 70});
  }
  EXPECT_GT(compared, 500);
}

TEST(AutoPromisesTest, NoStrategyIsFasterOnRandomSteps) {
  Random random(502);
  int compared = 0;
  for (int i = 0; i != 12; ++i) {
    SCOPED_TRACE("step " + std::to_string(i));
    compared += checkAgainstOthers(makeRandomStep(random, 5 + 3 * i), {25, 60});
  }
  EXPECT_GT(compared, 50);
}

TEST(AutoPromisesTest, NoStrategyIsFasterOnLayeredSteps) {
  Random random(503);
  int compared = 0;
  for (int count : {25, 60, 150}) {
    SCOPED_TRACE(std::to_string(count) + " forward tasks");
    compared += checkAgainstOthers(makeLayeredStep(random, count), {20, 60});
  }
  EXPECT_GT(compared, 15);
}

TEST(AutoPromisesTest, NoStrategyIsFasterOnChains) {
  int compared = checkAgainstOthers(
      makeSineChain(100, [](int) { return 1000; }), {10, 50});
  compared += checkAgainstOthers(
      makeSineChain(90, [](int i) { return 1000 + 700 * (i % 4); }), {30});
  EXPECT_GT(compared, 10);
}

TEST(AutoPromisesTest, LeastEffortFindsWhatOneStrategyAloneFinds) {
  // Too many runs for a start.
  Graph graph = makeSineChain(300, [](int) { return 1024; });
  graph.values[*graph.loss].isResult = false;
  graph.loss = addTask(graph, Phase::Forward, {*graph.loss}, {64}).outputs[0];
  graph.values[*graph.loss].isResult = true;
  cantFail(graph.finalize());
  const Outcome other =
      cantFail(Session(graph).solve(makeAsk(std::nullopt, "revolve")));
  ASSERT_TRUE(other.hasPlan());
  Ask asked = makeAsk(other.plan.peak, "auto");
  asked.search.effort = 0;
  const Outcome outcome = cantFail(Session(graph).solve(asked));
  ASSERT_TRUE(outcome.hasPlan()) << outcome.message;
  EXPECT_LE(outcome.plan.time, other.plan.time);
}

//===----------------------------------------------------------------------===//
// A step twice
//===----------------------------------------------------------------------===//

/// Two copies of a step that share nothing, the second one inside the first:
/// its forward and backward tasks stand between those of the other.
Graph makeTwice(const Graph &graph) {
  const int32_t tasks = graph.tasks.size(), values = graph.values.size();
  Graph twice;
  twice.loss = graph.loss;
  for (int32_t copy : {0, 1}) {
    for (Value value : graph.values) {
      value.id = twice.values.size();
      if (value.gradientOf)
        *value.gradientOf += copy * values;
      if (value.viewOf)
        *value.viewOf += copy * values;
      twice.values.push_back(value);
    }
    for (Task task : graph.tasks) {
      task.id = twice.tasks.size();
      if (task.forward)
        *task.forward += copy * tasks;
      for (ValueId &input : task.inputs)
        input += copy * values;
      for (ValueId &output : task.outputs)
        output += copy * values;
      twice.tasks.push_back(task);
    }
  }
  ArrayRef<TaskId> order = graph.baseOrder;
  const size_t turn =
      find_if(order,
              [&](TaskId task) {
                return graph.tasks[task].phase != Phase::Forward;
              }) -
      order.begin();
  append_range(twice.baseOrder, order.take_front(turn));
  for (TaskId task : order)
    twice.baseOrder.push_back(tasks + task);
  append_range(twice.baseOrder, order.drop_front(turn));
  cantFail(twice.finalize());
  return twice;
}

/// In percent of the step; none without a plan.
std::optional<double> overheadAt(const Graph &graph, int64_t budget,
                                 Reorder reorder) {
  std::optional<Plan> plan = ask(graph, budget, "auto", reorder);
  if (!plan)
    return std::nullopt;
  return 100 * (plan->time / graph.baseTime() - 1);
}

/// Half of the budget for each copy is one way to plan for both.
void checkTwice(Reorder reorder, ArrayRef<int> percents) {
  Random random(505);
  const Graph once = makeLayeredStep(random, 250);
  const Graph twice = makeTwice(once);
  // Else the order of the copies leaves nothing to plan.
  const int64_t basePeak = basePeakOf(twice);
  ASSERT_GT(basePeak, 1.9 * basePeakOf(once));
  for (int percent : percents) {
    SCOPED_TRACE(std::to_string(percent) + "% of the peak");
    const int64_t budget = basePeak * percent / 100;
    std::optional<double> half = overheadAt(once, budget / 2, reorder);
    std::optional<double> both = overheadAt(twice, budget, reorder);
    ASSERT_TRUE(half && both);
    EXPECT_GT(*half, 1);
    EXPECT_LE(*both, *half + 0.2);
  }
}

TEST(AutoPromisesTest, AStepTwiceInItsOrderCostsNoMoreThanWithHalfTheBudget) {
  checkTwice(Reorder::None, {40, 60});
}

TEST(AutoPromisesTest, AStepTwiceInAnyOrderCostsNoMoreThanWithHalfTheBudget) {
  checkTwice(Reorder::Full, {40});
}

} // namespace
