//===- PruneStepsTest.cpp - Tests of removing runs ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "Auto/PruneSteps.h"
#include "Auto/Starts.h"
#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

constexpr uint64_t plenty = 1'000'000'000;

std::vector<Step> prune(const Graph &graph, const std::vector<Step> &steps,
                        int64_t limit, uint64_t work = plenty) {
  return pruneSteps(graph, steps, limit, work);
}

RandomGraphOptions withoutPins() {
  RandomGraphOptions options;
  options.maxForward = 8;
  options.policies = false;
  options.variants = false;
  return options;
}

TEST(PruneStepsTest, ResultsAreValidAndNoStepCanBeRemoved) {
  Random random(7);
  int removed = 0, optimal = 0;
  constexpr int count = 300;
  for (int i = 0; i != count; ++i) {
    Graph graph = makeRandomGraph(random, withoutPins());
    const std::vector<Step> steps = stepsOnDemand(graph, 10000);
    const Simulation before = cantFail(simulate(graph, steps));
    // From nothing to spare to plenty.
    const int64_t limit = before.peak + before.peak * (i % 4) / 8;
    Plan plan;
    plan.steps = prune(graph, steps, limit);
    const Simulation after = cantFail(simulate(graph, plan.steps));
    plan.peak = after.peak;
    plan.time = after.time;
    ASSERT_LE(after.peak, limit) << i;
    ASSERT_LE(after.time, before.time) << i;
    Error error = verify(Problem(graph), plan);
    ASSERT_FALSE(bool(error)) << i << ": " << toString(std::move(error));
    removed += steps.size() - plan.steps.size();
    std::vector<int> runs(graph.tasks.size());
    for (const Step &step : plan.steps)
      ++runs[step.task];
    PlanEvaluator evaluator(graph);
    for (size_t at = 0; at != plan.steps.size(); ++at) {
      if (runs[plan.steps[at].task] == 1)
        continue;
      std::vector<Step> without = plan.steps;
      without.erase(without.begin() + at);
      const auto figures = evaluator.evaluate(without);
      ASSERT_FALSE(figures && figures->peak <= limit) << i << " step " << at;
    }
    Problem problem(graph);
    problem.budget = limit;
    const ExactAnswer best = searchExactly(problem, 20000);
    optimal +=
        best.outcome == ExactAnswer::Outcome::Optimal && best.time == plan.time;
  }
  EXPECT_GT(removed, count);
  EXPECT_GT(optimal, count / 4);
}

TEST(PruneStepsTest, WorkIsBounded) {
  Random random(8);
  Graph graph = makeLayeredStep(random, 60);
  const std::vector<Step> steps = stepsOnDemand(graph, 100000);
  ASSERT_FALSE(steps.empty());
  const int64_t limit = 2 * cantFail(simulate(graph, steps)).peak;
  EXPECT_EQ(prune(graph, steps, limit, 0).size(), steps.size());
  const size_t some = prune(graph, steps, limit, 20 * steps.size()).size();
  const size_t all = prune(graph, steps, limit).size();
  EXPECT_LT(some, steps.size());
  EXPECT_LT(all, some);
}

} // namespace
