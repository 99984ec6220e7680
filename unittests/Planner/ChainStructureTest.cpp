//===- ChainStructureTest.cpp - Chains found in graphs --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "ChainExhaustive.h"
#include "RandomGraph.h"

#include "remat/Planner/ChainIO.h"
#include "remat/Planner/ChainStructure.h"
#include "remat/Planner/Simulator.h"

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

/// A chain that chainToGraph takes.
Chain makeGraphsChain(Random &random, int maxStages) {
  Chain chain = makeRandomChain(random, maxStages);
  for (ChainStage &stage : chain.stages) {
    stage.passingBytes = 0;
    for (int64_t *bytes : {&stage.forwardWorkspace, &stage.checkpointWorkspace,
                           &stage.backwardWorkspace})
      *bytes = std::max<int64_t>(*bytes, 0);
  }
  return chain;
}

TEST(ChainStructureTest, AChainsGraphHasItsFigures) {
  Random random(12);
  for (int instance = 0; instance != 1000; ++instance) {
    SCOPED_TRACE(instance);
    const Chain chain = makeGraphsChain(random, 8);
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

Expected<ChainStructure> findIn(const Graph &graph, const ChainCuts &cuts) {
  Expected<ForwardModel> model = buildForwardModel(graph);
  if (!model)
    return model.takeError();
  return findChain(graph, *model, cuts);
}

/// Blocks of three ops; the last reads what the block reads, too.
std::vector<int> readsOfResidual(int i) {
  if (i == 0)
    return {};
  return i % 3 == 0 ? std::vector<int>{i - 1, i - 3} : std::vector<int>{i - 1};
}

TEST(ChainStructureTest, ResidualBlocksAreStages) {
  Random random(13);
  // Ops 0; 1 2 3; 4 5 6; 7 8 9; the loss is the last of them.
  const Graph graph = makeStep(10, readsOfResidual, random);
  Expected<ChainStructure> chain = findIn(graph, {});
  ASSERT_TRUE(bool(chain)) << toString(chain.takeError());
  ASSERT_EQ(chain->stages.size(), 4u);
  EXPECT_EQ(chain->stages[0].forward.size(), 1u);
  for (int32_t block = 1; block != 4; ++block) {
    const StageTasks &stage = chain->stages[block];
    ASSERT_EQ(stage.forward.size(), 3u);
    EXPECT_EQ(stage.forward.back().task, 3 * block);
    // Their backwards are numbered from the end.
    ASSERT_EQ(stage.backward.size(), 3u);
    EXPECT_EQ(stage.backward.back(), 19 - (3 * block - 2));
    if (block < 3)
      EXPECT_EQ(chain->chain.activation(block + 1),
                graph.values[3 * block].bytes);
  }
  ChainCuts wider;
  wider.width = 2;
  chain = findIn(graph, wider);
  ASSERT_TRUE(bool(chain)) << toString(chain.takeError());
  EXPECT_EQ(chain->stages.size(), 10u);
}

TEST(ChainStructureTest, WhatAllStagesReadIsACrossingValueOrHeld) {
  Random random(14);
  // Op 0 is a mask.
  const Graph graph = makeStep(
      12,
      [](int i) {
        return i < 2 ? std::vector<int>{} : std::vector<int>{i - 1, 0};
      },
      random);
  ChainCuts cuts;
  Expected<ChainStructure> chain = findIn(graph, cuts);
  ASSERT_FALSE(bool(chain));
  EXPECT_EQ(toString(chain.takeError()),
            "the step is no chain of stages: at no two points of the forward "
            "part between its first op and its loss a single value crosses; "
            "most points are crossed by what op 0 makes and op 11 reads last");
  cuts.width = 2;
  chain = findIn(graph, cuts);
  ASSERT_TRUE(bool(chain)) << toString(chain.takeError());
  EXPECT_GE(chain->stages.size(), 11u);
  const int64_t maskBytes = graph.values[0].bytes;
  EXPECT_GT(chain->chain.activation(5), maskBytes);
  cuts.width = 1;
  cuts.holdLongValues = true;
  chain = findIn(graph, cuts);
  ASSERT_TRUE(bool(chain)) << toString(chain.takeError());
  EXPECT_GE(chain->stages.size(), 11u);
  EXPECT_LE(chain->chain.activation(5), 30);
  EXPECT_GE(chain->chain.gradient(chain->stages.size()), maskBytes);
}

TEST(ChainStructureTest, StagesAreJoinedDownToALimit) {
  Random random(15);
  const Graph graph = makeStep(60, readsOfResidual, random);
  Expected<ChainStructure> all = findIn(graph, {});
  ASSERT_TRUE(bool(all)) << toString(all.takeError());
  ChainCuts cuts;
  for (size_t most : {2, 7, 20}) {
    cuts.maxStages = most;
    Expected<ChainStructure> chain = findIn(graph, cuts);
    ASSERT_TRUE(bool(chain)) << toString(chain.takeError());
    EXPECT_EQ(chain->stages.size(), std::min(most, all->stages.size()));
    for (int i = 0; i != 20; ++i)
      expectWithinModel(graph, *chain, makeRandomOps(random, chain->chain),
                        /*isExact=*/false);
  }
}

TEST(ChainStructureTest, GraphsWithoutPhasesHaveNoChain) {
  Random random(16);
  Graph graph = makeStep(3, readsOfResidual, random);
  for (Task &task : graph.tasks)
    task.phase = Phase::Forward;
  cantFail(graph.finalize());
  Expected<ChainStructure> chain = findIn(graph, {});
  ASSERT_FALSE(bool(chain));
  EXPECT_TRUE(chain.errorIsA<NotApplicableError>());
  consumeError(chain.takeError());
}

TEST(ChainStrategies, OnAChainTheyAreWhatTheirProgramsSay) {
  Random random(17);
  const std::pair<StringRef, decltype(&solvePersistent)> programs[] = {
      {"rotor", solvePersistent},
      {"rotor-floating", solveFloating},
      {"precise", solvePrecise}};
  int refused = 0;
  for (int instance = 0; instance != 300; ++instance) {
    SCOPED_TRACE(instance);
    const Chain chain = makeGraphsChain(random, 8);
    const Graph graph = cantFail(chainToGraph(chain));
    for (auto [name, program] : programs) {
      SCOPED_TRACE(name.str());
      ChainTableOr table = program(chain, Chain::maxTotalBytes, {});
      ASSERT_TRUE(bool(table)) << toString(table.takeError());
      for (int64_t budget : (*table)->budgets()) {
        Expected<Plan> plan = solve(graph, makeAsk(budget, name));
        ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
        EXPECT_LE(plan->peak, budget);
        const double time = (*table)->scheduleWithin(budget)->time;
        // To store everything is no schedule of its model, but on offer.
        if (name == "precise" && plan->time == graph.baseTime())
          EXPECT_LE(plan->time, time);
        else
          EXPECT_EQ(plan->time, time);
      }
      const int64_t below = (*table)->budgets().front() - 1;
      if (below < 1)
        continue;
      const Outcome refusal =
          cantFail(Session(graph).solve(makeAsk(below, name)));
      ASSERT_TRUE(refusal.isRefusal());
      EXPECT_EQ(refusal.smallestPeak, below + 1);
      ++refused;
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(refused, 500);
}

TEST(ChainStrategies, AutoIsNeverSlowerOnAChain) {
  Random random(18);
  for (int instance = 0; instance != 12; ++instance) {
    SCOPED_TRACE(instance);
    const Chain chain = makeGraphsChain(random, 12);
    const Graph graph = cantFail(chainToGraph(chain));
    ChainTableOr table = solvePersistent(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    const std::vector<int64_t> budgets = (*table)->budgets();
    for (int64_t budget : {budgets.front(), budgets[budgets.size() / 2]}) {
      Expected<Plan> plan = solve(graph, makeAsk(budget));
      ASSERT_TRUE(bool(plan)) << toString(plan.takeError());
      EXPECT_LE(plan->time, (*table)->scheduleWithin(budget)->time);
    }
  }
}
} // namespace
