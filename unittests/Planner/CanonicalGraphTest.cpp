//===- CanonicalGraphTest.cpp - One step, many files ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/CanonicalGraph.h"
#include "Asking.h"
#include "RandomGraph.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

std::vector<int32_t> shuffledNumbers(Random &random, size_t count) {
  std::vector<int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (size_t i = count; i > 1; --i)
    std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

/// A random order in which the step can run.
std::vector<TaskId> randomOrder(Random &random, const Graph &graph) {
  std::vector<TaskId> order;
  std::vector<bool> hasRun(graph.tasks.size(), false);
  while (order.size() != graph.tasks.size()) {
    std::vector<TaskId> ready;
    for (size_t task = 0; task != graph.tasks.size(); ++task)
      if (!hasRun[task] && all_of(graph.tasks[task].inputs, [&](ValueId input) {
            return all_of(graph.writers(input),
                          [&](TaskId writer) { return hasRun[writer]; });
          }))
        ready.push_back(task);
    order.push_back(ready[random.below(ready.size())]);
    hasRun[order.back()] = true;
  }
  return order;
}

/// The same step, written down in another way.
Graph rewrite(Random &random, const Graph &graph) {
  const std::vector<TaskId> tasks = shuffledNumbers(random, graph.tasks.size());
  const std::vector<ValueId> values =
      shuffledNumbers(random, graph.values.size());
  std::vector<TaskId> order = randomOrder(random, graph);
  std::vector<TaskId> number(graph.tasks.size());
  for (const auto &[i, task] : enumerate(tasks))
    number[task] = i;
  Graph result;
  result.residentBytes = graph.residentBytes;
  std::vector<ValueId> valueNumber(graph.values.size());
  for (const auto &[i, value] : enumerate(values))
    valueNumber[value] = i;
  auto renumberValue = [&](std::optional<ValueId> &value) {
    if (value)
      value = valueNumber[*value];
  };
  auto renumberList = [&](auto &list) {
    for (ValueId &value : list)
      value = valueNumber[value];
  };
  result.loss = graph.loss;
  renumberValue(result.loss);
  const int64_t firstId = random.below(1000);
  for (ValueId old : values) {
    Value value = graph.values[old];
    value.id = firstId + result.values.size();
    value.name = "v" + std::to_string(random.below(1000));
    renumberValue(value.viewOf);
    renumberValue(value.gradientOf);
    result.values.push_back(value);
  }
  for (TaskId old : tasks) {
    Task task = graph.tasks[old];
    task.id = firstId + 2 * result.tasks.size();
    task.name = "t" + std::to_string(random.below(1000));
    renumberList(task.inputs);
    renumberList(task.outputs);
    for (Variant &variant : task.variants)
      renumberList(variant.outputs);
    if (task.forward)
      task.forward = number[*task.forward];
    result.tasks.push_back(task);
  }
  for (TaskId task : order)
    result.baseOrder.push_back(number[task]);
  cantFail(result.finalize());
  return result;
}

Graph makeSomeStep(Random &random, int kind) {
  if (kind == 0)
    return makeLayeredStep(random, 10 + random.below(40));
  if (kind == 1)
    return makeRandomStep(random, 12);
  RandomGraphOptions options;
  options.maxForward = 3 * kind;
  return makeRandomGraph(random, options);
}

/// Independent towers of three tasks each, all alike.
Graph makeTowers(int count) {
  Graph graph;
  graph.values.resize(3 * count + 1);
  graph.tasks.resize(3 * count);
  for (size_t i = 0; i != graph.values.size(); ++i) {
    graph.values[i].id = i;
    graph.values[i].bytes = 8;
  }
  for (int i = 0; i != 3 * count; ++i) {
    graph.tasks[i].id = i;
    graph.tasks[i].time = 1;
    graph.tasks[i].inputs = {i % 3 ? i - 1 : 3 * count};
    graph.tasks[i].outputs = {i};
  }
  cantFail(graph.finalize());
  return graph;
}

TEST(CanonicalGraphTest, DoesNotDependOnHowAStepIsWrittenDown) {
  int unique = 0, asked = 0;
  for (int kind = 0; kind != 5; ++kind) {
    Random random(900 + kind);
    for (int i = 0; i != 100; ++i) {
      SCOPED_TRACE(std::to_string(kind) + "." + std::to_string(i));
      Graph graph = makeSomeStep(random, kind);
      CanonicalNumbering numbering = numberCanonically(graph);
      Graph canonical = cantFail(renumber(graph, numbering));
      ++asked;
      // None of these has symmetries beyond what can be told apart.
      unique += numbering.isUnique;
      for (int way = 0; way != 3; ++way) {
        Graph other = rewrite(random, graph);
        CanonicalNumbering otherNumbering = numberCanonically(other);
        ASSERT_EQ(numbering.isUnique, otherNumbering.isUnique);
        ASSERT_EQ(canonical.fingerprint(),
                  cantFail(renumber(other, otherNumbering)).fingerprint());
      }
    }
  }
  EXPECT_EQ(asked, 500);
  EXPECT_EQ(unique, asked);
}

TEST(CanonicalGraphTest, TellsStepsApartThatDifferInOneThing) {
  Random random(910);
  int told = 0;
  for (int i = 0; i != 200; ++i) {
    Graph graph = makeSomeStep(random, 2 + i % 3);
    Graph other = graph;
    Task &task = other.tasks[random.below(other.tasks.size())];
    Value &value = other.values[random.below(other.values.size())];
    switch (i % 5) {
    case 0:
      task.time += 1;
      break;
    case 1:
      task.workspace += 1;
      break;
    case 2:
      value.bytes += 1;
      break;
    case 3:
      value.isResult = !value.isResult;
      break;
    default:
      if (task.inputs.size() < 2)
        continue;
      std::swap(task.inputs[0], task.inputs[1]);
    }
    other.baseOrder.clear();
    cantFail(other.finalize());
    auto fingerprintOf = [](const Graph &graph) {
      return cantFail(renumber(graph, numberCanonically(graph))).fingerprint();
    };
    ++told;
    EXPECT_NE(fingerprintOf(graph), fingerprintOf(other)) << i;
  }
  EXPECT_GT(told, 150);
}

TEST(CanonicalGraphTest, IsTheSameStep) {
  Random random(920);
  for (int i = 0; i != 200; ++i) {
    Graph graph = makeSomeStep(random, i % 5);
    CanonicalNumbering numbering = numberCanonically(graph);
    Graph canonical = cantFail(renumber(graph, numbering));
    for (bool ofTasks : {false, true}) {
      std::vector<int32_t> numbers =
          ofTasks ? numbering.tasks : numbering.values;
      llvm::sort(numbers);
      ASSERT_EQ(numbers.size(),
                ofTasks ? graph.tasks.size() : graph.values.size());
      for (size_t at = 0; at != numbers.size(); ++at)
        ASSERT_EQ(numbers[at], static_cast<int32_t>(at));
    }
    // A plan of the one is a plan of the other.
    for (int plan = 0; plan != 5; ++plan) {
      std::vector<Step> steps = makeRandomSteps(random, canonical);
      std::vector<Step> mapped = steps;
      for (Step &step : mapped)
        if (step.task >= 0 &&
            step.task < static_cast<TaskId>(numbering.tasks.size()))
          step.task = numbering.tasks[step.task];
      std::optional<ScheduleFigures> here =
          PlanEvaluator(canonical).evaluate(steps);
      std::optional<ScheduleFigures> there =
          PlanEvaluator(graph).evaluate(mapped);
      ASSERT_EQ(here.has_value(), there.has_value());
      if (here) {
        EXPECT_EQ(here->peak, there->peak);
        EXPECT_EQ(here->time, there->time);
      }
    }
  }
}

TEST(CanonicalGraphTest, KeepsTowersTogether) {
  // With few of them one after the other is marked; with many, what is equal
  // otherwise goes by the base order.
  for (int count : {2, 5, 17, 40, 300}) {
    Random random(930 + count);
    Graph graph = rewrite(random, makeTowers(count));
    CanonicalNumbering numbering = numberCanonically(graph);
    EXPECT_EQ(numbering.isUnique, count <= 17) << count;
    ASSERT_EQ(numbering.tasks.size(), 3u * count);
    for (int i = 0; i != 3 * count; ++i)
      if (i % 3) {
        const Task &task = graph.tasks[numbering.tasks[i]];
        EXPECT_EQ(graph.writers(task.inputs[0]).front(),
                  numbering.tasks[i - 1]);
      }
  }
}

TEST(CanonicalGraphTest, TakesEmptyGraphs) {
  Graph graph;
  cantFail(graph.finalize());
  CanonicalNumbering numbering = numberCanonically(graph);
  EXPECT_TRUE(numbering.isUnique);
  EXPECT_TRUE(cantFail(renumber(graph, numbering)).tasks.empty());
}

/// What `auto` finds for a step, and for that step written down in another way.
void checkAuto(int kind, uint64_t seed, int count) {
  Random random(seed);
  int compared = 0;
  for (int i = 0; i != count; ++i) {
    SCOPED_TRACE(i);
    Graph graph = kind == 0 ? makeLayeredStep(random, 60)
                            : makeSomeStep(random, 8 * kind);
    Graph other = rewrite(random, graph);
    auto ask = [](const Graph &graph, std::optional<int64_t> budget) {
      Ask ask = makeAsk(budget);
      ask.search.workLimit = 100'000;
      return solve(graph, ask);
    };
    auto basePeakOf = [](const Graph &graph) {
      return cantFail(simulate(graph, baseSteps(graph))).peak;
    };
    const int64_t high = std::min(basePeakOf(graph), basePeakOf(other));
    int64_t low = 0;
    for (int slack : {0, 10, 25, 50, 75}) {
      std::optional<int64_t> budget;
      if (slack)
        budget = std::max<int64_t>(1, low + (high - low) * slack / 100);
      // The order of the step is an answer where it is within the budget.
      if (slack && *budget >= high)
        continue;
      Expected<Plan> plan = ask(graph, budget), otherPlan = ask(other, budget);
      if (!plan) {
        // Pins can leave no plan.
        EXPECT_FALSE(bool(otherPlan));
        consumeError(plan.takeError());
        consumeError(otherPlan.takeError());
        break;
      }
      ASSERT_TRUE(bool(otherPlan));
      if (!slack)
        low = plan->peak;
      EXPECT_EQ(plan->time, otherPlan->time) << slack;
      EXPECT_EQ(plan->peak, otherPlan->peak) << slack;
      EXPECT_EQ(plan->provedOptimal, otherPlan->provedOptimal) << slack;
      ++compared;
    }
  }
  EXPECT_GT(compared, count);
}

TEST(CanonicalGraphTest, AutoFindsTheSameOnLayeredSteps) {
  checkAuto(0, 940, 6);
}
TEST(CanonicalGraphTest, AutoFindsTheSameOnStepsWithEverything) {
  checkAuto(1, 941, 15);
  checkAuto(3, 942, 5);
}

/// Two tensors of which one has to be made again; it does not matter which.
Graph makeChoice(bool firstComesFirst) {
  Graph graph;
  const int64_t bytes[] = {10, 10, 10, 10, 1, 1, 0};
  for (int i = 0; i != 7; ++i) {
    graph.values.emplace_back().id = i;
    graph.values[i].bytes = bytes[i];
  }
  graph.values[4].isResult = graph.values[5].isResult = true;
  const std::vector<std::pair<std::vector<ValueId>, ValueId>> tasks = {
      {{6}, 0}, {{6}, 1}, {{0, 1}, 2}, {{2}, 3}, {{0, 3}, 4}, {{1, 3}, 5}};
  for (const auto &[inputs, output] : tasks) {
    Task &task = graph.tasks.emplace_back();
    task.id = graph.tasks.size();
    task.time = 1;
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs = {output};
  }
  graph.tasks[3].workspace = 20;
  graph.baseOrder = firstComesFirst ? std::vector<TaskId>{0, 1, 2, 3, 4, 5}
                                    : std::vector<TaskId>{1, 0, 2, 3, 4, 5};
  cantFail(graph.finalize());
  return graph;
}

TEST(CanonicalGraphTest, AutoRunsAgainWhatStandsFirst) {
  for (bool firstComesFirst : {false, true}) {
    Graph graph = makeChoice(firstComesFirst);
    Plan plan = cantFail(solve(graph, makeAsk(50)));
    EXPECT_EQ(plan.time, 7);
    EXPECT_TRUE(plan.provedOptimal);
    for (TaskId task : {0, 1})
      EXPECT_EQ(count(plan.steps, Step{task, 0}),
                task == graph.baseOrder[0] ? 2 : 1);
  }
}

} // namespace
