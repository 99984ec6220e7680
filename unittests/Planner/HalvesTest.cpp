//===- HalvesTest.cpp - A solver of somebody's own ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solver below stands in docs/adding-a-solver.md, word for word.
//
//===----------------------------------------------------------------------===//

#include "Graph/PlanSelection.h"
#include "LowerSets/CanonicalSchedule.h"
#include "RandomGraph.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

Expected<Plan> solveHalves(const Problem &problem) {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  PlanSelection selection(problem);
  CanonicalScheduler scheduler(problem.graph, *model);
  const int64_t count = std::min<int64_t>(2, model->nodes.size());
  for (const std::vector<Step> &steps :
       scheduler.schedules(equalSegments(*model, count)))
    selection.offer(steps);
  return selection.take("halves");
}

/// Sixteen tasks, each of which reads the one before.
Graph makeChain() {
  Random random(1);
  return makeStep(
      16,
      [](int task) {
        return task ? std::vector<int>{task - 1} : std::vector<int>();
      },
      random);
}

TEST(HalvesTest, theSolverOfTheDocumentNeedsLessThanNoRecomputation) {
  const Graph graph = makeChain();
  const Problem problem(graph);
  Expected<Plan> plan = solveHalves(problem);
  ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
  EXPECT_EQ(plan->strategy, "halves");
  EXPECT_FALSE(errorToBool(verify(problem, *plan)));
  EXPECT_LT(plan->peak, cantFail(simulate(graph, baseSteps(graph))).peak);
  EXPECT_GT(plan->steps.size(), graph.tasks.size());
}

TEST(HalvesTest, withEnoughBudgetItDoesNotRecompute) {
  const Graph graph = makeChain();
  const Simulation base = cantFail(simulate(graph, baseSteps(graph)));
  Expected<Plan> plan = solveHalves(Problem(graph, base.peak));
  ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
  EXPECT_LE(plan->peak, base.peak);
}

} // namespace
