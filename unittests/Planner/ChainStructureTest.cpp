//===- ChainStructureTest.cpp - Chains found in graphs --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"
#include "RandomGraph.h"

#include "remat/Planner/ChainIO.h"
#include "remat/Planner/ChainStructure.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// Some valid sequence of operations: random ones, then what is missing.
std::vector<ChainOp> makeRandomOps(Random &random, const Chain &chain) {
  const int32_t count = chain.stages.size();
  std::vector<bool> has(count + 1, false), isSaved(count + 1, false);
  has[0] = true;
  std::vector<ChainOp> ops;
  auto run = [&](ChainOpKind kind, int32_t l) {
    ops.push_back({kind, l});
    if (kind == ChainOpKind::Backward) {
      has[l] = isSaved[l] = false;
      has[l - 1] = has[l - 1] && (l == 1 || isSaved[l - 1]);
      return;
    }
    has[l] = true;
    isSaved[l] = kind == ChainOpKind::ForwardAll;
    // ā^{l-1} stays where it is stored.
    if (kind == ChainOpKind::ForwardDrop && !isSaved[l - 1])
      has[l - 1] = false;
  };
  int32_t left = count;
  for (int64_t tries = random.below(6 * count + 1); tries > 0; --tries) {
    const int32_t l = 1 + random.below(left);
    if (!has[l - 1])
      continue;
    const int64_t kind = random.below(4);
    if (kind < 2)
      run(ChainOpKind::ForwardAll, l);
    else if (kind == 2 || l == 1)
      run(ChainOpKind::ForwardKeep, l);
    else
      run(ChainOpKind::ForwardDrop, l);
    if (left > 1 && isSaved[left] && has[left - 1] && random.chance(50))
      run(ChainOpKind::Backward, left--);
  }
  for (; left; --left) {
    int32_t from = left - 1;
    while (!has[from])
      --from;
    if (!isSaved[left] || from != left - 1) {
      for (int32_t l = from + 1; l < left; ++l)
        run(ChainOpKind::ForwardKeep, l);
      run(ChainOpKind::ForwardAll, left);
    }
    run(ChainOpKind::Backward, left);
  }
  return ops;
}

/// The steps of the operations make a valid plan, which needs no more than the
/// model says.
void expectWithinModel(const Graph &graph, const ChainStructure &structure,
                       ArrayRef<ChainOp> ops, bool isExact) {
  Expected<ChainSchedule> schedule = simulateChain(structure.chain, ops);
  ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
  Plan plan;
  plan.steps = expandChain(graph, structure, ops);
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_LE(simulation->peak, schedule->peak);
  EXPECT_LE(simulation->time, schedule->time);
  if (isExact) {
    EXPECT_EQ(simulation->peak, schedule->peak);
    EXPECT_EQ(simulation->time, schedule->time);
  }
  plan.peak = simulation->peak;
  plan.time = simulation->time;
  Error error = verify(Problem(graph), plan);
  EXPECT_FALSE(bool(error)) << toString(std::move(error));
}

/// Without pins of the kind `recompute`, which chains do not know.
Graph makeFreeGraph(Random &random, int instance) {
  RandomGraphOptions options;
  options.maxForward = 12;
  options.views = instance % 2;
  options.variants = instance / 2 % 2;
  options.policies = false;
  return instance % 5 == 4 ? makeLayeredStep(random, 30)
                           : makeRandomGraph(random, options);
}

void expectSameStage(const ChainStage &a, const ChainStage &b) {
  EXPECT_EQ(a.activationBytes, b.activationBytes);
  EXPECT_EQ(a.savedBytes, b.savedBytes);
  EXPECT_EQ(a.gradientBytes, b.gradientBytes);
  EXPECT_EQ(a.forwardWorkspace, b.forwardWorkspace);
  EXPECT_EQ(a.checkpointWorkspace, b.checkpointWorkspace);
  EXPECT_EQ(a.backwardWorkspace, b.backwardWorkspace);
  EXPECT_EQ(a.forwardTime, b.forwardTime);
  EXPECT_EQ(a.checkpointTime, b.checkpointTime);
  EXPECT_EQ(a.backwardTime, b.backwardTime);
}

TEST(ChainStructureTest, NoScheduleNeedsMoreThanTheModelSays) {
  Random random(11);
  int chains = 0;
  for (int instance = 0; instance != 3000; ++instance) {
    SCOPED_TRACE(instance);
    const Graph graph = makeFreeGraph(random, instance);
    Expected<ForwardModel> model = buildForwardModel(graph);
    if (!model) {
      consumeError(model.takeError());
      continue;
    }
    ++chains;
    // Any cuts will do.
    const ForwardOrder order = orderForward(graph, *model);
    std::vector<int32_t> cuts;
    for (int32_t at = 0; at + 1 < int32_t(order.nodes.size()); ++at)
      if (random.chance(60))
        cuts.push_back(at);
    std::vector<bool> held(graph.values.size());
    for (size_t value = 0; value != held.size(); ++value)
      held[value] = graph.root(value) == ValueId(value) && random.chance(10);
    Expected<ChainStructure> structure =
        buildChain(graph, *model, order, cuts, held);
    ASSERT_TRUE(bool(structure)) << toString(structure.takeError());
    for (int i = 0; i != 6; ++i)
      expectWithinModel(graph, *structure,
                        i ? makeRandomOps(random, structure->chain)
                          : storeAllOps(structure->chain),
                        structure->isExact);
    if (HasFailure())
      return;
  }
  EXPECT_GT(chains, 2000);
}

TEST(ChainStructureTest, AChainsGraphHasItsFigures) {
  Random random(12);
  for (int instance = 0; instance != 1000; ++instance) {
    SCOPED_TRACE(instance);
    Chain chain = makeRandomChain(random, 8);
    for (ChainStage &stage : chain.stages)
      for (int64_t *bytes :
           {&stage.forwardWorkspace, &stage.checkpointWorkspace,
            &stage.backwardWorkspace})
        *bytes = std::max<int64_t>(*bytes, 0);
    Expected<Graph> graph = chainToGraph(chain);
    ASSERT_TRUE(bool(graph)) << toString(graph.takeError());
    Expected<ForwardModel> model = buildForwardModel(*graph);
    ASSERT_TRUE(bool(model)) << toString(model.takeError());
    Expected<ChainStructure> structure = findChain(*graph, *model);
    ASSERT_TRUE(bool(structure)) << toString(structure.takeError());
    EXPECT_TRUE(structure->isExact);
    const Chain &found = structure->chain;
    EXPECT_EQ(found.residentBytes + found.inputBytes,
              chain.residentBytes + chain.inputBytes);
    EXPECT_EQ(found.inputGradientBytes, chain.inputGradientBytes);
    ASSERT_EQ(found.stages.size(), chain.stages.size());
    for (size_t l = 0; l != chain.stages.size(); ++l)
      expectSameStage(found.stages[l], chain.stages[l]);
    for (int i = 0; i != 4; ++i)
      expectWithinModel(*graph, *structure,
                        i ? makeRandomOps(random, chain) : storeAllOps(chain),
                        /*isExact=*/i == 0);
    if (HasFailure())
      return;
  }
}
} // namespace
