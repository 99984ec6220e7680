//===- ExactSearchTest.cpp - Tests of the exact search --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "ExhaustiveSearch.h"
#include "RandomGraph.h"
#include "ReferenceEvaluator.h"

#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

using Outcome = ExactAnswer::Outcome;
constexpr uint64_t manyStates = 1 << 20;

/// Enumerates sequences of steps for a plan within a budget that takes less
/// time than a given one, or the same in fewer steps. Shares nothing with the
/// search: a prefix is judged by evaluating it.
class Refuter {
public:
  Refuter(const Graph &graph, int64_t budget, double time, size_t stepCount,
          size_t maxSteps)
      : graph(graph), evaluator(graph), budget(budget), time(time),
        stepCount(stepCount), maxSteps(maxSteps), runs(graph.tasks.size(), 0) {}

  /// Whether there is one of up to `maxSteps` steps, as far as `limit` prefixes
  /// tell.
  bool run(int64_t limit) {
    prefixesLeft = limit;
    return extend();
  }
  ArrayRef<Step> plan() const { return steps; }
  bool isComplete() const { return prefixesLeft > 0; }

private:
  bool isBetter(const ScheduleFigures &result) const {
    return result.time < time ||
           (result.time == time && steps.size() < stepCount);
  }
  static double leastTime(const Task &task) {
    double least = task.time;
    for (const Variant &variant : task.variants)
      least = std::min(least, variant.time);
    return least;
  }
  bool extend() {
    if (--prefixesLeft < 0)
      return false;
    std::optional<ScheduleFigures> result = evaluator.evaluate(steps);
    // None of these goes away by more steps.
    if (!result || result->peak > budget || !isBetter(*result))
      return false;
    double least = result->time;
    for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
      if (runs[task] == 0)
        least += leastTime(graph.tasks[task]);
    if (least > time)
      return false;
    if (!is_contained(runs, 0)) {
      ReferenceResult reference = evaluateReference(graph, steps);
      if (reference.runs && reference.broken.empty() &&
          reference.peak <= budget)
        return true;
    }
    if (steps.size() + count(runs, 0) > maxSteps || steps.size() == maxSteps)
      return false;
    for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
      const Task &t = graph.tasks[task];
      if (runs[task] && t.runsOnce())
        continue;
      ++runs[task];
      for (int32_t option = 0, last = t.variants.size(); option <= last;
           ++option) {
        steps.push_back({task, option});
        if (extend())
          return true;
        steps.pop_back();
      }
      --runs[task];
    }
    return false;
  }

  const Graph &graph;
  PlanEvaluator evaluator;
  int64_t budget;
  double time;
  size_t stepCount;
  size_t maxSteps;
  std::vector<int> runs;
  std::vector<Step> steps;
  int64_t prefixesLeft = 0;
};

std::string describeSteps(ArrayRef<Step> steps) {
  std::string text;
  for (const Step &step : steps)
    text += std::to_string(step.task) +
            (step.variant ? "." + std::to_string(step.variant) : "") + " ";
  return text;
}

/// Checks the answer to `problem` against all plans there are, in any order.
void checkOptimum(const Problem &problem, const ExactAnswer &answer,
                  ExhaustiveSearch &all) {
  if (answer.outcome == Outcome::Infeasible) {
    EXPECT_FALSE(all.admits(
        problem.budget.value_or(std::numeric_limits<int64_t>::max() / 2)));
    return;
  }
  EXPECT_EQ(all.leastTime(problem.budget.value_or(answer.peak)), answer.time);
  if (!problem.budget) {
    EXPECT_FALSE(all.admits(answer.peak - 1));
  }
}

/// Checks the answer to `problem` against all plans of a few more steps than
/// tasks.
void checkAnswer(const Problem &problem, const ExactAnswer &answer,
                 int64_t &refuted, int64_t &incomplete) {
  const Graph &graph = problem.graph;
  const double infinite = std::numeric_limits<double>::infinity();
  ASSERT_NE(answer.outcome, Outcome::GaveUp) << answer.reason;
  const size_t maxSteps = graph.tasks.size() + 3;
  constexpr int64_t prefixes = 50000;
  ++refuted;
  if (answer.outcome == Outcome::Infeasible) {
    Refuter refuter(
        graph, problem.budget.value_or(std::numeric_limits<int64_t>::max()),
        infinite, 0, maxSteps);
    EXPECT_FALSE(refuter.run(prefixes)) << describeSteps(refuter.plan());
    incomplete += !refuter.isComplete();
    return;
  }
  Plan plan;
  plan.steps = answer.steps;
  plan.peak = answer.peak;
  plan.time = answer.time;
  Error error = verify(problem, plan);
  ASSERT_FALSE(bool(error)) << toString(std::move(error));
  EXPECT_EQ(answer.timeBound, answer.time);
  int64_t budget = problem.budget.value_or(answer.peak);
  Refuter faster(graph, budget, answer.time, answer.steps.size(), maxSteps);
  EXPECT_FALSE(faster.run(prefixes))
      << describeSteps(faster.plan()) << "is better than "
      << describeSteps(plan.steps) << "within " << budget;
  incomplete += !faster.isComplete();
  if (problem.budget)
    return;
  EXPECT_EQ(answer.peakBound, answer.peak);
  Refuter smaller(graph, answer.peak - 1, infinite, 0, maxSteps);
  EXPECT_FALSE(smaller.run(prefixes)) << describeSteps(smaller.plan());
  incomplete += !smaller.isComplete();
}

void checkRandomGraphs(const RandomGraphOptions &options, uint64_t seed,
                       int count) {
  Random random(seed);
  int64_t refuted = 0, incomplete = 0, again = 0;
  int graphs = 0;
  for (int i = 0; graphs != count; ++i) {
    Graph graph = makeRandomGraph(random, options);
    if (graph.tasks.size() > (options.variants ? 7 : 8))
      continue;
    ExactAnswer smallest = searchExactly(Problem(graph), manyStates);
    // A variant that leaves out what accumulates.
    if (smallest.outcome == Outcome::GaveUp && smallest.work == 0)
      continue;
    ++graphs;
    SCOPED_TRACE("graph " + std::to_string(i));
    ExhaustiveSearch all(graph);
    ASSERT_TRUE(all.isApplicable());
    // Step by step is slow.
    const bool isStepByStep = graphs % 5 == 0;
    auto check = [&](const Problem &problem, const ExactAnswer &answer) {
      if (isStepByStep)
        checkAnswer(problem, answer, refuted, incomplete);
      checkOptimum(problem, answer, all);
    };
    check(Problem(graph), smallest);
    if (smallest.outcome != Outcome::Optimal)
      continue;
    int64_t basePeak = simulate(graph, baseSteps(graph))->peak;
    for (int64_t slack : {-1, 0, 25, 50, 75}) {
      int64_t budget =
          slack < 0
              ? smallest.peak - 1
              : smallest.peak + std::max<int64_t>(0, basePeak - smallest.peak) *
                                    slack / 100;
      if (budget <= 0)
        continue;
      Problem problem(graph, budget);
      ExactAnswer answer = searchExactly(problem, manyStates);
      check(problem, answer);
      EXPECT_EQ(answer.outcome,
                slack < 0 ? Outcome::Infeasible : Outcome::Optimal);
      EXPECT_EQ(answer.peakBound, slack < 0 ? smallest.peak : 0);
      again += answer.steps.size() > graph.tasks.size();
    }
    if (testing::Test::HasFailure())
      return;
  }
  // The test must be able to fail.
  EXPECT_GT(again, graphs / 4);
  EXPECT_GT(refuted, graphs);
  EXPECT_LT(incomplete, refuted / 4);
}

TEST(ExactSearchTest, NoPlanOfAPlainGraphIsBetter) {
  RandomGraphOptions options;
  options.minForward = 3;
  options.maxForward = 5;
  options.views = options.variants = options.policies = false;
  checkRandomGraphs(options, 11, 200);
}

TEST(ExactSearchTest, NoPlanOfAGraphWithViewsIsBetter) {
  RandomGraphOptions options;
  options.minForward = 3;
  options.maxForward = 5;
  options.variants = options.policies = false;
  checkRandomGraphs(options, 12, 200);
}

TEST(ExactSearchTest, NoPlanOfAGraphWithPinsIsBetter) {
  RandomGraphOptions options;
  options.minForward = 2;
  options.maxForward = 4;
  options.variants = false;
  checkRandomGraphs(options, 13, 200);
}

TEST(ExactSearchTest, NoPlanOfAGraphWithVariantsIsBetter) {
  RandomGraphOptions options;
  options.minForward = 2;
  options.maxForward = 3;
  checkRandomGraphs(options, 14, 200);
}

TEST(ExactSearchTest, AnInterruptOrATimeLimitEndsItWithoutAnAnswer) {
  Random random(15);
  RandomGraphOptions options;
  options.minForward = options.maxForward = 24;
  options.views = options.variants = options.policies = false;
  Graph graph = makeRandomGraph(random, options);
  Problem problem(graph);
  const uint64_t uninterrupted = searchExactly(problem, 50'000).work;
  TestObserver observer;
  observer.interrupt = true;
  problem.observer = &observer;
  ExactAnswer answer = searchExactly(problem, 50'000);
  EXPECT_EQ(answer.outcome, ExactAnswer::Outcome::GaveUp);
  EXPECT_EQ(answer.reason, "it was stopped");
  EXPECT_LT(answer.work, uninterrupted);
  problem.observer = nullptr;
  problem.search.timeLimit = 0;
  EXPECT_EQ(searchExactly(problem, 50'000).reason, "it was stopped");
}

} // namespace
