//===- SimulatorTest.cpp - Tests of the memory model ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"
#include "ReferenceEvaluator.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

ValueId addValue(Graph &graph, int64_t bytes) {
  Value value;
  value.id = graph.values.size();
  value.bytes = bytes;
  graph.values.push_back(value);
  return value.id;
}

TaskId addTask(Graph &graph, Phase phase, ArrayRef<ValueId> inputs,
               ArrayRef<ValueId> outputs) {
  Task task;
  task.id = graph.tasks.size();
  task.phase = phase;
  task.inputs.assign(inputs.begin(), inputs.end());
  task.outputs.assign(outputs.begin(), outputs.end());
  task.time = 1;
  task.mayRunAgain = phase == Phase::Forward;
  graph.tasks.push_back(task);
  return task.id;
}

/// a -> b, both read by the backward task, which makes a result.
Graph makeSmall() {
  Graph graph;
  ValueId in = addValue(graph, 1000);
  ValueId a = addValue(graph, 10), b = addValue(graph, 20),
          g = addValue(graph, 5);
  graph.values[g].isResult = true;
  addTask(graph, Phase::Forward, {in}, {a});
  addTask(graph, Phase::Forward, {a}, {b});
  addTask(graph, Phase::Backward, {a, b}, {g});
  graph.tasks[1].workspace = 7;
  return graph;
}

Graph finalized(Graph graph) {
  Error error = graph.finalize();
  EXPECT_FALSE(bool(error)) << toString(std::move(error));
  return graph;
}

std::vector<Step> stepsOf(std::initializer_list<TaskId> tasks) {
  std::vector<Step> steps;
  for (TaskId task : tasks)
    steps.push_back({task, 0});
  return steps;
}

/// The error of simulating, or "".
std::string simulationError(const Graph &graph, ArrayRef<Step> steps) {
  Expected<Simulation> simulation = simulate(graph, steps);
  return simulation ? "" : toString(simulation.takeError());
}

/// The error of verifying the steps with the peak and time simulated.
std::string verifyError(const Graph &graph, std::vector<Step> steps,
                        std::optional<int64_t> budget = std::nullopt) {
  Plan plan;
  plan.steps = std::move(steps);
  if (std::optional<ScheduleFigures> result =
          PlanEvaluator(graph).evaluate(plan.steps)) {
    plan.peak = result->peak;
    plan.time = result->time;
  }
  Error error = verify(Problem(graph, budget), plan);
  return error ? toString(std::move(error)) : "";
}

TEST(SimulatorTest, CountsWhatIsAliveAtEachStep) {
  Graph graph = makeSmall();
  graph.residentBytes = 100;
  graph = finalized(graph);
  Expected<Simulation> simulation = simulate(graph, baseSteps(graph));
  ASSERT_TRUE(bool(simulation));
  // What is there from the start counts no bytes; the workspace counts at its
  // step only.
  EXPECT_EQ(simulation->liveBytes, (std::vector<int64_t>{110, 137, 135}));
  EXPECT_EQ(simulation->peak, 137);
  EXPECT_EQ(simulation->peakStep, 1);
  EXPECT_EQ(simulation->time, 3);
  std::vector<Copy> live = simulation->liveAt(1);
  ASSERT_EQ(live.size(), 2u);
  EXPECT_EQ(live[0].value, 2);
  EXPECT_EQ(live[1].value, 1);
}

TEST(SimulatorTest, EmptyPlanHoldsWhatIsResident) {
  Graph graph;
  graph.residentBytes = 42;
  graph = finalized(graph);
  Expected<Simulation> simulation = simulate(graph, {});
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->peak, 42);
  EXPECT_EQ(simulation->time, 0);
  EXPECT_EQ(verifyError(graph, {}), "");
}

TEST(SimulatorTest, AReaderReadsTheLatestCopy) {
  Graph graph = finalized(makeSmall());
  // The first copy of a dies at step 1, the second is made at step 2.
  Expected<Simulation> simulation = simulate(graph, stepsOf({0, 1, 0, 2}));
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->liveBytes, (std::vector<int64_t>{10, 37, 30, 35}));
  EXPECT_EQ(simulation->time, 4);
}

TEST(SimulatorTest, ACopyWithoutReadersOccupiesItsStep) {
  Graph graph = finalized(makeSmall());
  Expected<Simulation> simulation =
      simulate(graph, stepsOf({0, 0, 0, 1, 2, 0}));
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->liveBytes,
            (std::vector<int64_t>{10, 10, 10, 37, 35, 15}));
}

TEST(SimulatorTest, OnlyTheLastCopyOfAResultStays) {
  Graph graph = makeSmall();
  graph.values[1].isResult = true;
  graph = finalized(graph);
  Expected<Simulation> simulation = simulate(graph, stepsOf({0, 1, 0, 2}));
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->copies[0].lastStep, 1);
  EXPECT_EQ(simulation->copies[2].lastStep, 3);
}

TEST(SimulatorTest, AccumulatingValueHasOneCopy) {
  Graph graph;
  ValueId g = addValue(graph, 8), out = addValue(graph, 1),
          other = addValue(graph, 2);
  graph.values[g].accumulate = true;
  addTask(graph, Phase::Backward, {}, {g});
  addTask(graph, Phase::Backward, {}, {other});
  addTask(graph, Phase::Backward, {}, {g});
  addTask(graph, Phase::Backward, {g}, {out});
  graph = finalized(graph);
  Expected<Simulation> simulation = simulate(graph, stepsOf({0, 1, 2, 3}));
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->liveBytes, (std::vector<int64_t>{8, 10, 8, 9}));
  EXPECT_EQ(simulationError(graph, stepsOf({0, 3, 2, 1})),
            "step 1: op 3 reads value 0 before all of its writers have run");
}

TEST(SimulatorTest, AViewHoldsTheCopyThatItWasMadeOf) {
  Graph graph;
  ValueId a = addValue(graph, 10), view = addValue(graph, 999),
          out = addValue(graph, 1), end = addValue(graph, 1);
  graph.values[view].viewOf = a;
  addTask(graph, Phase::Forward, {}, {a});
  addTask(graph, Phase::Forward, {a}, {view});
  addTask(graph, Phase::Forward, {a}, {out});
  addTask(graph, Phase::Forward, {view, out}, {end});
  graph = finalized(graph);
  Expected<Simulation> shared = simulate(graph, stepsOf({0, 1, 2, 3}));
  ASSERT_TRUE(bool(shared));
  EXPECT_EQ(shared->liveBytes, (std::vector<int64_t>{10, 10, 11, 12}));
  // The second run of op 0 makes a copy beside the one that the view holds.
  Expected<Simulation> two = simulate(graph, stepsOf({0, 1, 0, 2, 3}));
  ASSERT_TRUE(bool(two));
  EXPECT_EQ(two->liveBytes, (std::vector<int64_t>{10, 10, 20, 21, 12}));
}

TEST(SimulatorTest, AVariantMakesOnlyItsOutputs) {
  Graph graph = makeSmall();
  ValueId extra = addValue(graph, 50);
  graph.tasks[0].outputs.push_back(extra);
  Variant variant;
  variant.outputs = {1};
  variant.time = 0.5;
  variant.workspace = 3;
  graph.tasks[0].variants.push_back(variant);
  graph = finalized(graph);
  Expected<Simulation> simulation = simulate(graph, {{0, 1}, {1, 0}, {2, 0}});
  ASSERT_TRUE(bool(simulation));
  EXPECT_EQ(simulation->liveBytes, (std::vector<int64_t>{13, 37, 35}));
  EXPECT_EQ(simulation->time, 2.5);
}

TEST(SimulatorTest, ErrorsNameStepOpAndValue) {
  Graph graph = makeSmall();
  graph.tasks[1].name = "relu";
  graph.values[1].name = "a";
  graph = finalized(graph);
  EXPECT_EQ(simulationError(graph, stepsOf({1})),
            "step 0: op 1 ('relu') reads value 1 ('a'), which is not there");
  EXPECT_EQ(simulationError(graph, stepsOf({0, 3})),
            "step 1: runs no op of the graph");
  EXPECT_EQ(simulationError(graph, stepsOf({-1})),
            "step 0: runs no op of the graph");
  EXPECT_EQ(simulationError(graph, {{0, 1}}), "step 0: op 0 has no variant 1");
  EXPECT_EQ(simulationError(graph, {{0, -1}}),
            "step 0: op 0 has no variant -1");
}

TEST(VerifyTest, NamesTheConstraint) {
  Graph graph = finalized(makeSmall());
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2})), "");
  EXPECT_EQ(verifyError(graph, stepsOf({1, 2})),
            "step 0: op 1 reads value 1, which is not there");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1})), "op 2 never runs");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2, 2})),
            "step 3: op 2 runs again, but may run once");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2}), 37), "");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2}), 36),
            "step 1: the peak of 37 bytes is over the budget of 36 "
            "bytes: 1 byte more");
  Plan plan;
  plan.steps = stepsOf({0, 1, 2});
  plan.peak = 36;
  plan.time = 3;
  EXPECT_EQ(toString(verify(Problem(graph), plan)),
            "the plan states a peak of 36 bytes, simulated are 37 bytes");
  plan.peak = 37;
  plan.time = 2;
  EXPECT_EQ(toString(verify(Problem(graph), plan)),
            "the plan states a time of 2.000000e+00, simulated is "
            "3.000000e+00");
}

TEST(VerifyTest, RefusesABudgetThatIsNotPositive) {
  Graph graph = finalized(makeSmall());
  for (int64_t budget : {int64_t(0), int64_t(-1)}) {
    Error error = Problem(graph, budget).check();
    EXPECT_EQ(toString(std::move(error)),
              "the budget of " + std::to_string(budget) +
                  " bytes is not positive; give a number of bytes of at least "
                  "1");
  }
}

TEST(VerifyTest, AllResultsAreMade) {
  Graph graph = makeSmall();
  ValueId extra = addValue(graph, 1);
  graph.values[extra].isResult = true;
  graph.tasks[0].outputs.push_back(extra);
  Variant variant;
  variant.outputs = {1};
  graph.tasks[0].variants.push_back(variant);
  graph = finalized(graph);
  EXPECT_EQ(verifyError(graph, {{0, 1}, {1, 0}, {2, 0}}),
            "value 4 is a result, but no step makes it");
  EXPECT_EQ(verifyError(graph, {{0, 1}, {1, 0}, {0, 0}, {2, 0}}), "");
}

TEST(VerifyTest, SavedTaskRunsOnce) {
  Graph graph = makeSmall();
  graph.tasks[0].policy = Policy::Save;
  graph = finalized(graph);
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2})), "");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 0, 2})),
            "step 2: op 0 runs again, but is pinned save");
}

TEST(VerifyTest, RecomputedTaskDoesNotServeTheBackwardPass) {
  Graph graph = makeSmall();
  graph.tasks[0].policy = Policy::Recompute;
  graph = finalized(graph);
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 0, 2})), "");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 2})),
            "step 2: op 2 reads value 1 as step 0 made it in the forward "
            "pass, but op 0 is pinned recompute");
  // Neither may what runs again in the backward pass read it.
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, 1, 0, 2})), "");
}

TEST(VerifyTest, RecomputedTaskDoesNotServeThroughAView) {
  Graph graph = makeSmall();
  ValueId view = addValue(graph, 0);
  graph.values[view].viewOf = 1;
  TaskId viewTask = addTask(graph, Phase::Forward, {1}, {view});
  graph.tasks[2].inputs = {2, view};
  graph.tasks[0].policy = Policy::Recompute;
  graph = finalized(graph);
  EXPECT_NE(verifyError(graph, stepsOf({0, 1, viewTask, 2})), "");
  EXPECT_NE(verifyError(graph, stepsOf({0, 1, viewTask, 0, 2})), "");
  EXPECT_EQ(verifyError(graph, stepsOf({0, 1, viewTask, 0, viewTask, 2})), "");
}

/// The constraint of `verify` that an error is about, as ReferenceEvaluator
/// calls them.
std::string getConstraint(StringRef error) {
  static constexpr std::pair<StringLiteral, StringLiteral> said[] = {
      {"never runs", "C2"},
      {"may run once", "C2"},
      {"is a result", "C3"},
      {"is pinned", "C4"},
      {"over the budget", "C5"}};
  for (const auto &[text, constraint] : said)
    if (error.contains(text))
      return constraint.str();
  return error.str();
}

TEST(SimulatorTest, AgreesWithTheDefinitionOnRandomPlans) {
  Random random(20240601);
  int64_t valid = 0, running = 0, overBudget = 0;
  std::map<std::string, int> broken;
  for (int i = 0; i != 10000; ++i) {
    Graph graph = makeRandomGraph(random);
    std::vector<Step> steps = makeRandomSteps(random, graph);
    ReferenceResult expected = evaluateReference(graph, steps);
    SCOPED_TRACE("graph " + std::to_string(i));

    PlanEvaluator evaluator(graph);
    // The buffers of a plan must not show in the next.
    (void)evaluator.evaluate(baseSteps(graph));
    std::optional<ScheduleFigures> quick = evaluator.evaluate(steps);
    Expected<Simulation> simulation = simulate(graph, steps);
    ASSERT_EQ(bool(simulation), expected.runs);
    ASSERT_EQ(quick.has_value(), expected.runs);

    int64_t budget = std::max<int64_t>(1, expected.peak + random.below(5) - 1);
    Plan plan;
    plan.steps = steps;
    plan.peak = expected.peak;
    plan.time = expected.time;
    std::string error;
    if (Error e = verify(Problem(graph, budget), plan))
      error = toString(std::move(e));
    if (!expected.runs) {
      consumeError(simulation.takeError());
      EXPECT_TRUE(StringRef(error).contains(" reads ") ||
                  StringRef(error).contains("has no variant") ||
                  StringRef(error).contains("runs no op of the graph"))
          << error;
      continue;
    }
    ++running;
    EXPECT_EQ(simulation->peak, expected.peak);
    EXPECT_EQ(simulation->time, expected.time);
    EXPECT_EQ(simulation->liveBytes, expected.liveBytes);
    EXPECT_EQ(quick->peak, expected.peak);
    EXPECT_EQ(quick->time, expected.time);
    EXPECT_EQ(quick->peakStep, simulation->peakStep);
    EXPECT_EQ(evaluator.liveBytes(), ArrayRef(expected.liveBytes));
    for (int step = 0, e = steps.size(); step != e; ++step) {
      int64_t bytes = graph.residentBytes;
      for (const Copy &copy : simulation->liveAt(step))
        bytes += copy.bytes;
      EXPECT_LE(bytes, expected.liveBytes[step]);
    }

    if (expected.peak > budget) {
      expected.broken.insert("C5");
      ++overBudget;
    }
    if (expected.broken.empty()) {
      ++valid;
      EXPECT_EQ(error, "");
      continue;
    }
    // Of several that are broken it names one.
    const std::string constraint = getConstraint(error);
    EXPECT_TRUE(expected.broken.count(constraint)) << error;
    ++broken[constraint];
  }
  // The test means something only if all of these occur.
  EXPECT_GT(valid, 2000);
  EXPECT_GT(running, 5000);
  EXPECT_LT(running, 9900);
  EXPECT_GT(overBudget, 100);
  for (const char *constraint : {"C2", "C3", "C4", "C5"})
    EXPECT_GT(broken[constraint], 20) << constraint;
}

} // namespace
