//===- AutoTest.cpp - `auto` against all plans there are ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "Auto/EventSchedule.h"
#include "ExhaustiveSearch.h"
#include "RandomGraph.h"
#include "ReferenceEvaluator.h"

#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// The plan, or none where there is a refusal or no answer at all.
std::optional<Plan> ask(Session &session, const Ask &ask) {
  Expected<Outcome> outcome = session.solve(ask);
  if (!outcome) {
    ADD_FAILURE() << toString(outcome.takeError());
    return std::nullopt;
  }
  if (!outcome->hasPlan())
    return std::nullopt;
  return outcome->plan;
}
std::optional<Plan> ask(const Graph &graph, const Ask &asked) {
  Session session(graph);
  return ask(session, asked);
}

int64_t basePeakOf(const Graph &graph) {
  return cantFail(simulate(graph, baseSteps(graph))).peak;
}

/// What `solve` verified, from the definitions.
void expectValid(const Graph &graph, const Plan &plan) {
  ReferenceResult reference = evaluateReference(graph, plan.steps);
  EXPECT_TRUE(reference.runs);
  EXPECT_TRUE(reference.broken.empty());
  EXPECT_EQ(reference.peak, plan.peak);
  EXPECT_EQ(reference.time, plan.time);
}

/// `auto` on steps of one kind that can do with less than their base order
/// needs: at the smallest peak, and at budgets above.
void checkSmallSteps(int kind, uint64_t seed, int count) {
  Random random(seed);
  int asked = 0, optimal = 0, proved = 0;
  for (int graphs = 0, i = 0; graphs != count; ++i) {
    ASSERT_LT(i, 20 * count);
    Graph graph = makeSmallStep(random, kind);
    ExhaustiveSearch all(graph);
    if (!all.isApplicable())
      continue;
    SCOPED_TRACE("graph " + std::to_string(i));
    std::optional<Plan> smallest = ask(graph, makeAsk());
    if (!smallest) {
      // Pins can leave no plan.
      EXPECT_FALSE(all.admits(std::numeric_limits<int64_t>::max() / 2));
      continue;
    }
    expectValid(graph, *smallest);
    ASSERT_FALSE(all.admits(smallest->peak - 1));
    const int64_t basePeak = basePeakOf(graph);
    if (smallest->peak >= basePeak)
      continue;
    ++graphs;
    // Of those with that peak it is the fastest.
    EXPECT_EQ(smallest->time, all.leastTime(smallest->peak));
    proved += smallest->provedOptimal;
    auto budgetAt = [&](int slack) {
      return std::max<int64_t>(1, smallest->peak + (basePeak - smallest->peak) *
                                                       slack / 100);
    };
    for (int slack : {0, 25, 50}) {
      const int64_t budget = budgetAt(slack);
      std::optional<double> least = all.leastTime(budget);
      std::optional<Plan> plan = ask(graph, makeAsk(budget));
      ASSERT_TRUE(least) << budget;
      ASSERT_TRUE(plan) << budget;
      expectValid(graph, *plan);
      EXPECT_GE(plan->time, *least) << budget;
      EXPECT_FALSE(plan->time > *least && plan->provedOptimal) << budget;
      ++asked;
      optimal += plan->time == *least;
      proved += plan->provedOptimal;
    }
    // Whatever is not less than the smallest peak has a plan, and more is never
    // slower.
    double before = smallest->time;
    for (int slack = 0; slack <= 110; slack += 11) {
      std::optional<Plan> plan = ask(graph, makeAsk(budgetAt(slack)));
      ASSERT_TRUE(plan) << slack;
      EXPECT_LE(plan->time, before) << slack;
      before = plan->time;
    }
  }
  EXPECT_EQ(asked, 3 * count);
  EXPECT_EQ(optimal, asked);
  EXPECT_EQ(proved, asked + count);
}

TEST(AutoTest, IsOptimalOnPlainSteps) { checkSmallSteps(0, 101, 150); }
TEST(AutoTest, IsOptimalWithAccumulation) { checkSmallSteps(1, 102, 150); }
TEST(AutoTest, IsOptimalWithViews) { checkSmallSteps(2, 103, 150); }
TEST(AutoTest, IsOptimalWithPins) { checkSmallSteps(3, 104, 150); }
TEST(AutoTest, IsOptimalWithVariants) { checkSmallSteps(4, 105, 150); }

//===----------------------------------------------------------------------===//
// Larger steps, which are searched locally
//===----------------------------------------------------------------------===//

/// Whether first runs stand in base order: by the model, which knows what views
/// run where they are read, and without it, for all tasks that make more.
bool keepsBaseOrder(const Graph &graph, const Plan &plan) {
  auto makesStorage = [&](TaskId task) {
    return any_of(graph.tasks[task].outputs,
                  [&](ValueId output) { return !graph.values[output].viewOf; });
  };
  std::vector<TaskId> expected, firstRuns;
  for (TaskId task : graph.baseOrder)
    if (makesStorage(task))
      expected.push_back(task);
  std::vector<bool> hasRun(graph.tasks.size(), false);
  for (const Step &step : plan.steps) {
    if (!hasRun[step.task] && makesStorage(step.task))
      firstRuns.push_back(step.task);
    hasRun[step.task] = true;
  }
  return firstRuns == expected &&
         StepModel(graph, graph.baseOrder).keepsOrder(plan.steps);
}

/// Steps of 100 to 200 tasks: deep ones, and ones of many branches, plain and
/// with everything.
Graph makeLargeStep(Random &random, int kind) {
  switch (kind) {
  case 0:
    return makeLayeredStep(random, 60);
  case 1:
    return makeLayeredStep(random, 100);
  default:
    RandomGraphOptions options;
    options.minForward = 60;
    options.maxForward = 80;
    options.views = options.policies = options.variants = kind == 3;
    return makeRandomGraph(random, options);
  }
}

void checkLargeStep(const Graph &graph, Reorder reorder) {
  const int64_t basePeak = basePeakOf(graph);
  Ask asked = makeAsk();
  asked.search.effort = 0;
  asked.search.reorder = reorder;
  auto askTwice = [&] {
    std::optional<Plan> plan = ask(graph, asked), again = ask(graph, asked);
    EXPECT_TRUE(plan && again && plan->strategy == "auto" &&
                plan->steps == again->steps &&
                plan->provedOptimal == again->provedOptimal);
    return plan;
  };
  const std::optional<Plan> smallest = askTwice();
  ASSERT_TRUE(smallest);
  ASSERT_LT(smallest->peak, basePeak);
  Session session(graph);
  double before = std::numeric_limits<double>::infinity();
  for (int slack : {0, 15, 60}) {
    const int64_t budget =
        smallest->peak + (basePeak - smallest->peak) * slack / 100;
    SCOPED_TRACE("budget " + std::to_string(budget));
    asked.budget = budget;
    const std::optional<Plan> alone =
        slack == 15 ? askTwice() : ask(graph, asked);
    // What `min` came down to can be met.
    ASSERT_TRUE(alone);
    if (reorder == Reorder::None) {
      EXPECT_TRUE(keepsBaseOrder(graph, *alone));
    }
    for (const Strategy &strategy : strategies()) {
      if (slack == 0 || strategy.isSearch())
        continue;
      Ask otherwise = asked;
      otherwise.strategy = strategy.name.str();
      std::optional<Plan> other = ask(graph, otherwise);
      if (other &&
          (reorder != Reorder::None || keepsBaseOrder(graph, *other))) {
        EXPECT_LE(alone->time, other->time) << strategy.name.str();
      }
    }
    // More effort, and what was found for less of it and for other budgets.
    cantFail(session.add(*alone));
    Ask hard = asked;
    hard.search.workLimit = 400 * graph.tasks.size();
    hard.reuse = Reuse::Plans;
    const std::optional<Plan> harder = ask(session, hard);
    ASSERT_TRUE(harder);
    EXPECT_LE(harder->time, alone->time);
    EXPECT_LE(harder->time, before);
    before = harder->time;
  }
}

TEST(AutoTest, LargeStepsInTheirOwnOrder) {
  Random random(301);
  for (int kind = 0; kind != 4; ++kind) {
    SCOPED_TRACE("kind " + std::to_string(kind));
    checkLargeStep(makeLargeStep(random, kind), Reorder::None);
  }
}

TEST(AutoTest, LargeStepsWithTasksMoved) {
  Random random(302);
  for (int kind = 0; kind != 4; ++kind) {
    SCOPED_TRACE("kind " + std::to_string(kind));
    checkLargeStep(makeLargeStep(random, kind), Reorder::Local);
  }
}

TEST(AutoTest, LargeStepsInAnyOrder) {
  Random random(303);
  for (int kind = 0; kind != 4; ++kind) {
    SCOPED_TRACE("kind " + std::to_string(kind));
    checkLargeStep(makeLargeStep(random, kind), Reorder::Full);
  }
}

TEST(AutoTest, MoreEffortIsNeverSlower) {
  Random random(304);
  int faster = 0;
  for (int i = 0; i != 2; ++i) {
    Graph graph = makeLayeredStep(random, 45);
    const int64_t basePeak = basePeakOf(graph);
    // Each in a session of its own, that no archive helps.
    auto askAlone = [&](const Ask &asked) {
      Session session(graph);
      return ask(session, asked);
    };
    Ask asked = makeAsk();
    asked.search.effort = 0;
    const std::optional<Plan> smallestPlan = askAlone(asked);
    ASSERT_TRUE(smallestPlan);
    const int64_t smallest = smallestPlan->peak;
    for (int slack : {10, 40}) {
      asked.budget = smallest + (basePeak - smallest) * slack / 100;
      asked.search.effort = 0;
      std::optional<Plan> fast = askAlone(asked);
      asked.search.effort = 1;
      std::optional<Plan> thorough = askAlone(asked);
      ASSERT_TRUE(fast);
      ASSERT_TRUE(thorough);
      EXPECT_LE(thorough->time, fast->time);
      faster += thorough->time < fast->time;
    }
    asked.budget = std::nullopt;
    const std::optional<Plan> again = askAlone(asked);
    ASSERT_TRUE(again);
    EXPECT_LE(again->peak, smallest);
  }
  // Effort is for something.
  EXPECT_GT(faster, 0);
}

TEST(AutoTest, WithoutReorderingFirstRunsStayWhereTheyAre) {
  Random random(305);
  int moved = 0;
  for (int i = 0; i != 100; ++i) {
    Graph graph = makeSmallStep(random, i);
    Ask asked = makeAsk();
    asked.search.effort = 0;
    asked.search.reorder = Reorder::None;
    std::optional<Plan> smallest = ask(graph, asked);
    if (!smallest)
      continue;
    EXPECT_TRUE(keepsBaseOrder(graph, *smallest));
    const int64_t budget =
        std::max<int64_t>(1, (smallest->peak + basePeakOf(graph)) / 2);
    asked.budget = budget;
    std::optional<Plan> kept = ask(graph, asked);
    ASSERT_TRUE(kept);
    EXPECT_TRUE(keepsBaseOrder(graph, *kept));
    // The test must be able to fail.
    asked.search.reorder = Reorder::Full;
    std::optional<Plan> plan = ask(graph, asked);
    ASSERT_TRUE(plan);
    moved += !keepsBaseOrder(graph, *plan);
  }
  EXPECT_GT(moved, 20);
}

/// big = first(); small = other(); sum = last(big, small), where `other` needs
/// room: run before `first`, it finds it.
TEST(AutoTest, MovesASingleTaskWhereThatIsEnough) {
  Graph graph;
  auto addTask = [&](ArrayRef<ValueId> inputs, int64_t bytes,
                     int64_t workspace) {
    Value &value = graph.values.emplace_back();
    value.id = graph.values.size() - 1;
    value.bytes = bytes;
    Task &task = graph.tasks.emplace_back();
    task.id = graph.tasks.size() - 1;
    task.time = 1;
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs = {static_cast<ValueId>(value.id)};
    task.workspace = workspace;
    task.mayRunAgain = false;
  };
  addTask({}, 100, 0);
  addTask({}, 1, 100);
  addTask({0, 1}, 1, 0);
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  ASSERT_EQ(basePeakOf(graph), 201);
  for (Reorder reorder : {Reorder::None, Reorder::Local, Reorder::Full}) {
    Ask asked = makeAsk(110);
    asked.search.reorder = reorder;
    std::optional<Plan> plan = ask(graph, asked);
    ASSERT_EQ(plan.has_value(), reorder != Reorder::None);
    if (!plan)
      continue;
    EXPECT_EQ(plan->steps, (std::vector<Step>{{1, 0}, {0, 0}, {2, 0}}));
    EXPECT_EQ(plan->peak, 102);
    EXPECT_TRUE(plan->provedOptimal);
  }
}

TEST(AutoTest, AnotherOrderAloneIsProvedOptimal) {
  // Branches that shrink what they make, written breadth-first: one after the
  // other they need little at once.
  constexpr int branches = 25;
  Random random(23);
  Graph graph = makeStep(
      2 * branches + 1,
      [](int i) {
        std::vector<int> read;
        if (i >= branches && i < 2 * branches)
          read.push_back(i - branches);
        for (int k = branches; i == 2 * branches && k != 2 * branches; ++k)
          read.push_back(k);
        return read;
      },
      random);
  // What the backward pass reads: the small ones.
  for (Task &task : graph.tasks)
    if (task.phase == Phase::Backward)
      erase_if(task.inputs, [&](ValueId input) {
        return !graph.writers(input).empty() &&
               graph.writers(input).front() < branches;
      });
  for (int i = 0; i != branches; ++i) {
    graph.values[graph.tasks[i].outputs.front()].bytes = 1000;
    graph.values[graph.tasks[branches + i].outputs.front()].bytes = 1;
  }
  ASSERT_FALSE(errorToBool(graph.finalize()));
  for (Reorder reorder : {Reorder::Local, Reorder::Full}) {
    Ask asked = makeAsk(basePeakOf(graph) / 2);
    asked.search.reorder = reorder;
    asked.search.effort = 0;
    std::optional<Plan> plan = ask(graph, asked);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->steps.size(), graph.tasks.size());
    EXPECT_TRUE(plan->provedOptimal);
    expectValid(graph, *plan);
  }
}

TEST(AutoTest, TheLeastEffortStaysNearWhatAlmostFits) {
  Random random(24);
  double worst = 0;
  for (int i = 0; i != 4; ++i) {
    Graph graph = makeLayeredStep(random, 120 + 10 * i);
    Ask asked = makeAsk();
    asked.search.effort = 0;
    std::optional<Plan> smallest = ask(graph, asked);
    ASSERT_TRUE(smallest);
    for (int64_t percent : {3, 6, 10, 20}) {
      asked.budget =
          smallest->peak + (basePeakOf(graph) - smallest->peak) * percent / 100;
      std::optional<Plan> plan = ask(graph, asked);
      ASSERT_TRUE(plan);
      worst = std::max(worst,
                       (plan->time - graph.baseTime()) / graph.forwardTime());
    }
  }
  EXPECT_LT(worst, 3);
}

} // namespace
