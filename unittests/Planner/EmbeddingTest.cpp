//===- EmbeddingTest.cpp - The planner in somebody else's program ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines in the middle of both tests stand in docs/embedding.md.
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

TEST(EmbeddingTest, aGraphIsPlannedInOneLine) {
  Random random(7);
  const Graph graph = makeRandomStep(random, 12);
  const int64_t bytes = cantFail(simulate(graph, baseSteps(graph))).peak;
  llvm::Expected<Plan> plan = solve(Problem(graph, /*budget=*/bytes), "auto");
  ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
  EXPECT_LE(plan->peak, bytes);
}

TEST(EmbeddingTest, problemsThatShareAnArchiveAreMonotone) {
  Random random(7);
  const Graph graph = makeRandomStep(random, 12);
  const int64_t base = cantFail(simulate(graph, baseSteps(graph))).peak;
  const int64_t budgets[] = {base * 4 / 5, base * 9 / 10, base};
  double slowest = INFINITY;
  PlanArchive archive;
  Problem problem(graph);
  problem.search.archive = &archive;
  for (int64_t budget : budgets) {
    problem.budget = budget;
    llvm::Expected<Plan> plan = solve(problem, "auto");
    if (!plan) {
      consumeError(plan.takeError());
      continue;
    }
    EXPECT_LE(plan->time, slowest);
    slowest = plan->time;
  }
  EXPECT_LT(slowest, INFINITY);
}

} // namespace
