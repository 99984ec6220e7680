//===- UnreadStepsTest.cpp - Runs that make nothing that is read ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/UnreadSteps.h"
#include "RandomGraph.h"

#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

static std::vector<TaskId> getTasks(llvm::ArrayRef<Step> steps) {
  std::vector<TaskId> tasks;
  for (const Step &step : steps)
    tasks.push_back(step.task);
  return tasks;
}

TEST(UnreadStepsTest, DropsWhatNothingReads) {
  Graph graph;
  addTask(graph, Phase::Forward, {}, {8});
  addTask(graph, Phase::Forward, {0}, {8});
  addTask(graph, Phase::Backward, {0, 1}, {8});
  graph.values[2].isResult = true;
  ASSERT_FALSE(bool(graph.finalize()));
  const std::vector<Step> steps = {{0}, {1}, {0}, {1}, {1}, {0}, {2}, {0}};
  EXPECT_EQ(getTasks(dropUnreadSteps(graph, steps, /*keepsFirstRuns=*/true)),
            (std::vector<TaskId>{0, 1, 0, 1, 0, 2}));
  // 2 reads the last runs before it, and the one of 1 the run of 0 before it.
  EXPECT_EQ(getTasks(dropUnreadSteps(graph, steps, /*keepsFirstRuns=*/false)),
            (std::vector<TaskId>{0, 1, 0, 2}));
}

static void checkRandomPlans(bool keepsFirstRuns) {
  Random random(91);
  RandomGraphOptions options;
  options.policies = keepsFirstRuns;
  int shortened = 0;
  for (int trial = 0; trial != 4000; ++trial) {
    const Graph graph = makeRandomGraph(random, options);
    const std::vector<Step> steps = makeRandomSteps(random, graph);
    llvm::Expected<Simulation> before = simulate(graph, steps);
    if (!before) {
      llvm::consumeError(before.takeError());
      continue;
    }
    const Problem problem(graph);
    if (llvm::Error error = verify(problem, makePlan(steps, *before))) {
      llvm::consumeError(std::move(error));
      continue;
    }
    const std::vector<Step> kept =
        dropUnreadSteps(graph, steps, keepsFirstRuns);
    llvm::Expected<Simulation> after = simulate(graph, kept);
    ASSERT_TRUE(bool(after)) << llvm::toString(after.takeError());
    llvm::Error error = verify(problem, makePlan(kept, *after));
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
    EXPECT_LE(after->peak, before->peak);
    EXPECT_LE(after->time, before->time);
    EXPECT_EQ(dropUnreadSteps(graph, kept, keepsFirstRuns), kept);
    shortened += kept.size() < steps.size();
  }
  EXPECT_GT(shortened, 100);
}

TEST(UnreadStepsTest, LeavesRandomPlansValidAndNoLarger) {
  checkRandomPlans(/*keepsFirstRuns=*/true);
  checkRandomPlans(/*keepsFirstRuns=*/false);
}
