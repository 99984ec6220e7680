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
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

TEST(EmbeddingTest, aGraphIsPlannedByOneAsk) {
  Random random(7);
  const Graph graph = makeRandomStep(random, 12);
  const int64_t bytes = cantFail(simulate(graph, baseSteps(graph))).peak;
  Ask ask;
  ask.budget = bytes;
  llvm::Expected<Outcome> outcome = Session(graph).solve(ask);
  ASSERT_TRUE(bool(outcome)) << toString(outcome.takeError());
  ASSERT_TRUE(outcome->hasPlan()) << outcome->message;
  EXPECT_LE(outcome->plan.peak, bytes);
}

TEST(EmbeddingTest, asksThatReusePlansAreMonotone) {
  Random random(7);
  const Graph graph = makeRandomStep(random, 12);
  const int64_t base = cantFail(simulate(graph, baseSteps(graph))).peak;
  const int64_t budgets[] = {base * 4 / 5, base * 9 / 10, base};
  double slowest = INFINITY;
  Session session(graph);
  Ask ask;
  ask.reuse = Reuse::Plans;
  for (int64_t budget : budgets) {
    ask.budget = budget;
    llvm::Expected<Outcome> outcome = session.solve(ask);
    ASSERT_TRUE(bool(outcome)) << toString(outcome.takeError());
    if (!outcome->hasPlan())
      continue;
    EXPECT_LE(outcome->plan.time, slowest);
    slowest = outcome->plan.time;
  }
  EXPECT_LT(slowest, INFINITY);
}

} // namespace
