//===- ExplainTest.cpp - Why a plan keeps or remakes a value --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Explain.h"
#include "Asking.h"
#include "ExhaustiveSearch.h"
#include "RandomGraph.h"
#include "ReferenceEvaluator.h"
#include "remat/Planner/PlanNeighbors.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// x → a → b → c, and a backward pass that reads them from the end.
Graph makeChain() {
  Graph graph;
  for (int i = 0; i != 6; ++i) {
    Value value;
    value.id = i;
    value.bytes = i == 0 ? 100 : 10;
    graph.values.push_back(value);
  }
  graph.values[5].isResult = true;
  auto add = [&](Phase phase, SmallVector<ValueId, 4> inputs, ValueId output,
                 double time) {
    Task task;
    task.id = graph.tasks.size();
    task.phase = phase;
    task.inputs = std::move(inputs);
    task.outputs = {output};
    task.time = time;
    graph.tasks.push_back(task);
  };
  add(Phase::Forward, {}, 0, 1);
  add(Phase::Forward, {0}, 1, 2);
  add(Phase::Forward, {1}, 2, 3);
  add(Phase::Forward, {2}, 3, 4);
  add(Phase::Backward, {3}, 4, 5);
  add(Phase::Backward, {4, 0}, 5, 6);
  cantFail(graph.finalize());
  return graph;
}

Plan makePlan(const Graph &graph, ArrayRef<TaskId> tasks) {
  Plan plan;
  for (TaskId task : tasks)
    plan.steps.push_back({task, 0});
  Simulation simulation = cantFail(simulate(graph, plan.steps));
  plan.peak = simulation.peak;
  plan.time = simulation.time;
  return plan;
}

TEST(ExplainTest, KeptValueTellsWhatDroppingWouldGive) {
  Graph graph = makeChain();
  Plan plan = makePlan(graph, {0, 1, 2, 3, 4, 5});
  // At step 3: the first value, the third and the fourth.
  ASSERT_EQ(plan.peak, 120);
  Explanation explained = cantFail(explain(graph, plan, 0));
  EXPECT_EQ(explained.bytes, 100);
  EXPECT_TRUE(explained.crossesBoundary);
  EXPECT_TRUE(explained.isAtPeakBefore);
  EXPECT_EQ(explained.before.made, 0);
  EXPECT_EQ(explained.before.lastRead, 5);
  EXPECT_EQ(explained.bytesAtPeak, 100);
  EXPECT_EQ(explained.peakWithout, 20);
  EXPECT_FALSE(explained.keep);
  ASSERT_TRUE(explained.drop);
  EXPECT_EQ(explained.drop->beforeStep, 5);
  EXPECT_EQ(explained.drop->runs, 1);
  EXPECT_EQ(explained.drop->time, 22);
  // The value, its gradient, and the result.
  EXPECT_EQ(explained.drop->peak, 120);
  EXPECT_TRUE(explained.drop->heldOperands.empty());
}

TEST(ExplainTest, RemadeValueTellsWhatKeepingWouldGive) {
  Graph graph = makeChain();
  graph.values[2].bytes = 50;
  cantFail(graph.finalize());
  Plan plan = makePlan(graph, {0, 1, 2, 3, 4, 0, 5});
  ASSERT_EQ(plan.peak, 120);
  Explanation explained = cantFail(explain(graph, plan, 0));
  ASSERT_EQ(explained.copies.size(), 2u);
  EXPECT_EQ(explained.readers[0], std::vector<int32_t>({1}));
  EXPECT_EQ(explained.readers[1], std::vector<int32_t>({6}));
  EXPECT_EQ(explained.runs, std::vector<int32_t>({0, 5}));
  ASSERT_TRUE(explained.keep);
  EXPECT_EQ(explained.keep->peak, 160);
  EXPECT_EQ(explained.keep->time, 21);
}

TEST(ExplainTest, ValueThatMayNotRunAgainIsNotDropped) {
  Graph graph = makeChain();
  graph.tasks[0].mayRunAgain = false;
  Explanation explained =
      cantFail(explain(graph, makePlan(graph, {0, 1, 2, 3, 4, 5}), 0));
  EXPECT_FALSE(explained.drop);
  graph.tasks[0].mayRunAgain = true;
  graph.tasks[0].policy = Policy::Save;
  explained = cantFail(explain(graph, makePlan(graph, {0, 1, 2, 3, 4, 5}), 0));
  EXPECT_FALSE(explained.drop);
}

TEST(ExplainTest, ValueThatIsThereFromTheStartIsAnError) {
  Graph graph;
  graph.values.emplace_back().id = 7;
  cantFail(graph.finalize());
  Expected<Explanation> explained = explain(graph, Plan(), 0);
  ASSERT_FALSE(explained);
  EXPECT_EQ(toString(explained.takeError()),
            "value 7 is there from the start; no task makes it");
}

TEST(ExplainTest, RunsThatOnlyServeUselessOnesGoToo) {
  Graph graph = makeChain();
  std::vector<Step> steps = withoutUselessRuns(
      graph, makePlan(graph, {0, 1, 2, 0, 1, 2, 0, 3, 4, 5}).steps);
  // The second runs of 0 and 1 make what the second run of 2 reads, which task
  // 3 reads.
  EXPECT_EQ(steps.size(), 10u);
  steps = withoutUselessRuns(
      graph, makePlan(graph, {0, 1, 2, 3, 0, 1, 2, 4, 5}).steps);
  // Nobody reads that run of 2, nor then that of 1; task 5 reads that of 0.
  EXPECT_EQ(steps, makePlan(graph, {0, 1, 2, 3, 0, 4, 5}).steps);
}

/// One value is read at the end, `length` steps behind its chain; nothing of
/// the chain is alive by then.
Graph makeDeadChain(int length) {
  Graph graph;
  auto add = [&](SmallVector<ValueId, 4> inputs) -> ValueId {
    Value value;
    value.id = graph.values.size();
    value.bytes = 10;
    Task task;
    task.id = graph.tasks.size();
    task.inputs = std::move(inputs);
    const ValueId made = value.id;
    task.outputs = {made};
    task.time = 1;
    graph.values.push_back(value);
    graph.tasks.push_back(task);
    return made;
  };
  ValueId last = add({});
  for (int i = 1; i != length; ++i)
    last = add({last});
  const ValueId large = add({add({last})});
  graph.values[add({add({large}), last})].isResult = true;
  // To keep what the value is made from costs more than to make all again.
  graph.values[large].bytes = graph.values[last - 1].bytes = 1000;
  cantFail(graph.finalize());
  return graph;
}

TEST(ExplainTest, LongChainsAreNotMadeAgain) {
  // With 31 tasks in front of it, the value is made again with all of them.
  for (auto [length, runs] : {std::pair(8, 8), std::pair(32, 32),
                              std::pair(33, 1), std::pair(200000, 1)}) {
    SCOPED_TRACE(length);
    Graph graph = makeDeadChain(length);
    std::vector<TaskId> base(graph.tasks.size());
    std::iota(base.begin(), base.end(), 0);
    Explanation explained =
        cantFail(explain(graph, makePlan(graph, base), length - 1));
    ASSERT_TRUE(explained.drop);
    EXPECT_EQ(explained.drop->runs, runs);
  }
}

TEST(ExplainTest, RunsAgainWhateverTheTimesAddUpTo) {
  Graph graph = makeChain();
  EXPECT_FALSE(runsTasksAgain(makePlan(graph, {0, 1, 2, 3, 4, 5})));
  for (Task &task : graph.tasks)
    task.time = 0;
  EXPECT_TRUE(runsTasksAgain(makePlan(graph, {0, 1, 2, 3, 4, 0, 5})));
}

void expectSimulates(const Graph &graph, const WhatIf &whatIf) {
  ReferenceResult reference = evaluateReference(graph, whatIf.steps);
  ASSERT_TRUE(reference.runs);
  EXPECT_TRUE(reference.broken.empty());
  EXPECT_EQ(reference.peak, whatIf.peak);
  EXPECT_EQ(reference.liveBytes[whatIf.peakStep], whatIf.peak);
  EXPECT_DOUBLE_EQ(reference.time, whatIf.time);
}

int64_t countMaking(const Graph &graph, ArrayRef<Step> steps, ValueId value) {
  return count_if(steps, [&](const Step &step) {
    const Task &task = graph.tasks[step.task];
    return is_contained(step.variant
                            ? ArrayRef(task.variants[step.variant - 1].outputs)
                            : ArrayRef(task.outputs),
                        value);
  });
}

/// What the explanation says, computed by other means.
void expectTrue(const Graph &graph, const Plan &plan,
                const Explanation &explained) {
  Graph free = graph;
  free.values[explained.value].bytes = 0;
  cantFail(free.finalize());
  ReferenceResult today = evaluateReference(graph, plan.steps);
  ReferenceResult without = evaluateReference(free, plan.steps);
  EXPECT_EQ(explained.peakWithout, without.peak);
  const size_t peakStep =
      std::distance(today.liveBytes.begin(), max_element(today.liveBytes));
  EXPECT_EQ(explained.bytesAtPeak,
            today.liveBytes[peakStep] - without.liveBytes[peakStep]);

  const int64_t made = countMaking(graph, plan.steps, explained.value);
  if (explained.keep) {
    expectSimulates(graph, *explained.keep);
    EXPECT_EQ(countMaking(graph, explained.keep->steps, explained.value), 1);
    EXPECT_LE(explained.keep->time, plan.time * (1 + 1e-12));
  }
  if (!explained.drop)
    return;
  expectSimulates(graph, *explained.drop);
  EXPECT_EQ(countMaking(graph, explained.drop->steps, explained.value),
            made + 1);
  // No reader behind a gap before which one more run would give less.
  for (auto [copy, readers] : zip_equal(explained.copies, explained.readers)) {
    int32_t last = copy.firstStep;
    for (int32_t reader : readers) {
      const bool isBehindGap = reader - std::exchange(last, reader) > 1;
      std::vector<Step> steps = plan.steps;
      steps.insert(steps.begin() + reader, {explained.task, 0});
      ReferenceResult other = evaluateReference(graph, steps);
      if (!isBehindGap || !other.runs || !other.broken.empty())
        continue;
      EXPECT_GE(other.peak, explained.drop->peak);
    }
  }
}

TEST(ExplainTest, EachFigureIsThatOfAPlan) {
  Random random(11);
  int kept = 0, dropped = 0;
  for (int i = 0; i != 300; ++i) {
    Graph graph = makeSmallStep(random, i);
    Session session(graph);
    Ask ask = makeAsk();
    ask.search.effort = 0;
    ask.reuse = Reuse::Plans;
    // Between the smallest peak and that of the base order.
    Expected<Plan> least = solve(session, ask);
    if (!least) {
      // Pins may leave no plan at all.
      consumeError(least.takeError());
      continue;
    }
    const int64_t most = cantFail(simulate(graph, baseSteps(graph))).peak;
    ask.budget = std::max<int64_t>(
        1,
        least->peak + random.below(std::max<int64_t>(1, most - least->peak)));
    Plan plan = cantFail(solve(session, ask));
    for (ValueId value = 0, end = graph.values.size(); value != end; ++value) {
      if (graph.writers(graph.root(value)).empty())
        continue;
      SCOPED_TRACE("graph " + std::to_string(i) + ", value " +
                   std::to_string(value));
      Expected<Explanation> explained = explain(graph, plan, value);
      ASSERT_TRUE(static_cast<bool>(explained));
      expectTrue(graph, plan, *explained);
      kept += explained->keep.has_value();
      dropped += explained->drop.has_value();
    }
  }
  // The cases occur.
  EXPECT_GT(kept, 50);
  EXPECT_GT(dropped, 50);
}

TEST(PlanNeighborsTest, OtherBudgetsAreNeverBetterThanTheBest) {
  Random random(12);
  int faster = 0, below = 0;
  for (int i = 0; i != 60; ++i) {
    Graph graph = makeSmallStep(random, 0);
    ExhaustiveSearch best(graph);
    if (!best.isApplicable())
      continue;
    Session session(graph);
    Ask ask = makeAsk();
    ask.reuse = Reuse::Plans;
    const int64_t least = cantFail(solve(session, ask)).peak;
    const int64_t most = cantFail(simulate(graph, baseSteps(graph))).peak;
    ask.budget = least + (most - least) / 3;
    Plan plan = cantFail(solve(session, ask));
    PlanNeighbors neighbors(graph, ask, plan, *ask.budget);
    if (std::optional<Plan> next = neighbors.getFaster()) {
      ++faster;
      EXPECT_GT(next->peak, plan.peak);
      EXPECT_LT(next->time, plan.time);
      EXPECT_FALSE(errorToBool(verify(Problem(graph, next->peak), *next)));
    } else {
      // Where nothing is faster, nothing runs again.
      EXPECT_DOUBLE_EQ(plan.time, graph.baseTime());
    }
    const Alternative &less = neighbors.getBelow();
    if (less.plan) {
      ++below;
      EXPECT_LT(less.plan->peak, plan.peak);
      EXPECT_FALSE(
          errorToBool(verify(Problem(graph, plan.peak - 1), *less.plan)));
      EXPECT_GE(less.plan->time * (1 + 1e-9),
                best.leastTime(plan.peak - 1).value_or(1e300));
    } else if (less.status == Status::Infeasible) {
      EXPECT_FALSE(best.admits(plan.peak - 1));
    }
    for (TaskId task = 0, end = graph.tasks.size(); task != end; ++task) {
      const bool isOnce = PlanNeighbors::countRuns(plan, task) > 1;
      std::optional<Plan> other = neighbors.getOtherwise(task, isOnce).plan;
      if (!other)
        continue;
      EXPECT_EQ(PlanNeighbors::countRuns(*other, task) == 1, isOnce);
      EXPECT_EQ(other->peak > plan.peak, isOnce);
    }
  }
  EXPECT_GT(faster, 10);
  EXPECT_GT(below, 5);
}

TEST(PlanNeighborsTest, EffortAloneLimitsQuickSearches) {
  Random random(61);
  const Graph graph = makeLayeredStep(random, 50);
  Ask ask = makeAsk();
  ask.search.effort = 0;
  const int64_t least = cantFail(solve(graph, ask)).peak;
  const int64_t most = cantFail(simulate(graph, baseSteps(graph))).peak;
  ask.budget = least + (most - least) / 3;
  const Plan plan = cantFail(solve(graph, ask));
  PlanNeighbors free(graph, ask, plan, *ask.budget);
  ask.search.workLimit = 1;
  PlanNeighbors limited(graph, ask, plan, *ask.budget);
  const std::optional<Plan> faster = free.getFaster();
  ASSERT_TRUE(faster);
  EXPECT_EQ(limited.getFaster()->steps, faster->steps);
}

TEST(PlanNeighborsTest, FasterPlansAreTheFastestForTheirBytes) {
  const Graph graph = makeSineChain(30, [](int) { return 1024; });
  Ask ask = makeAsk();
  const Plan plan = cantFail(solve(graph, ask));
  ask.budget = plan.peak + 1024;
  const Plan next = cantFail(solve(graph, ask));
  ASSERT_LT(next.time + 2, plan.time);
  // A plan of the same peak, hardly faster: its first task runs in vain.
  std::vector<Step> slow = next.steps;
  slow.insert(slow.begin(), plan.time - next.time - 1, next.steps.front());
  PlanNeighbors neighbors(graph, ask, plan, plan.peak);
  neighbors.add(slow);
  const std::optional<Plan> faster = neighbors.getFaster();
  ASSERT_TRUE(faster);
  EXPECT_EQ(faster->peak, next.peak);
  ask.search.effort = 0;
  EXPECT_LE(faster->time, cantFail(solve(graph, ask)).time);
}

TEST(PlanNeighborsTest, PinnedPlansKeepThePin) {
  Graph graph = makeChain();
  graph.values[2].bytes = 50;
  cantFail(graph.finalize());
  Ask ask = makeAsk(120);
  Plan plan = cantFail(solve(graph, ask));
  ASSERT_EQ(PlanNeighbors::countRuns(plan, 0), 2);
  PlanNeighbors neighbors(graph, ask, plan, 120);
  Alternative pinned = neighbors.getPinned(0, Policy::Save);
  EXPECT_FALSE(pinned.plan);
  EXPECT_GT(pinned.smallestPeak, 120);
  ask.budget = 160;
  plan = cantFail(solve(graph, ask));
  ASSERT_EQ(PlanNeighbors::countRuns(plan, 0), 1);
  PlanNeighbors more(graph, ask, plan, 160);
  pinned = more.getPinned(0, Policy::Recompute);
  ASSERT_TRUE(pinned.plan);
  EXPECT_EQ(PlanNeighbors::countRuns(*pinned.plan, 0), 2);
}

TEST(PlanNeighborsTest, PinnedPlansAndOthersAreKnownAfterwards) {
  Random random(14);
  int pinned = 0;
  for (int i = 0; i != 60; ++i) {
    Graph graph = makeSmallStep(random, 0);
    Ask ask = makeAsk();
    Expected<Plan> smallest = solve(graph, ask);
    if (!smallest) {
      consumeError(smallest.takeError());
      continue;
    }
    const int64_t most = cantFail(simulate(graph, baseSteps(graph))).peak;
    ask.budget = (smallest->peak + most) / 2;
    Plan plan = cantFail(solve(graph, ask));
    for (TaskId task = 0, end = graph.tasks.size(); task != end; ++task) {
      if (PlanNeighbors::countRuns(plan, task) < 2 ||
          graph.tasks[task].policy != Policy::Auto)
        continue;
      PlanNeighbors neighbors(graph, ask, plan, *ask.budget);
      Alternative saved = neighbors.getPinned(task, Policy::Save);
      OtherBudget other = neighbors.findOtherwise(task, /*isOnce=*/true);
      if (!saved.plan)
        continue;
      ++pinned;
      EXPECT_TRUE(other.isWithin);
      // A faster one that keeps the pin is the answer from then on.
      EXPECT_LE(neighbors.findPinned(task, Policy::Save).plan->time,
                saved.plan->time);
    }
  }
  EXPECT_GT(pinned, 5);
}

TEST(PlanNeighborsTest, WhatIsKnownByOtherMeansCounts) {
  Graph graph = makeChain();
  graph.values[2].bytes = 50;
  cantFail(graph.finalize());
  Ask ask = makeAsk(160);
  // It runs again for nothing.
  Plan plan = makePlan(graph, {0, 1, 2, 3, 4, 0, 5});
  PlanNeighbors search(graph, ask, plan, 160);
  EXPECT_TRUE(search.isSearch());
  EXPECT_EQ(search.findPinned(0, Policy::Save).plan->time, graph.baseTime());
  EXPECT_TRUE(search.findOtherwise(0, /*isOnce=*/true).isWithin);
  EXPECT_EQ(search.findFaster()->strategy, "none");
  // No plan of a strategy that does not search: it would not take it.
  PlanNeighbors other(graph, makeAsk(160, "chen"), plan, 160);
  EXPECT_FALSE(other.isSearch());
  EXPECT_TRUE(other.findOtherwise(0, /*isOnce=*/true).isWithin);
  EXPECT_FALSE(other.findOtherwise(0, /*isOnce=*/true).plan);
  ask.objective = Objective::Memory;
  EXPECT_FALSE(PlanNeighbors(graph, ask, plan, 160).isSearch());
  // What is no plan is not known.
  ask.objective = Objective::Time;
  ask.budget = 120;
  PlanNeighbors below(graph, ask, plan, 120);
  below.add(makePlan(graph, {0, 1, 2, 3, 4, 0, 5}).steps);
  below.add({{5, 0}});
  EXPECT_FALSE(below.findOtherwise(0, /*isOnce=*/true).isWithin);
}

TEST(PlanNeighborsTest, InterruptEndsAllSearches) {
  Graph graph = makeChain();
  graph.values[2].bytes = 50;
  cantFail(graph.finalize());
  Ask ask = makeAsk(120);
  Plan plan = cantFail(solve(graph, ask));
  TestObserver observer;
  observer.interrupt = true;
  int searches = 0;
  observer.progress = [&](const SearchProgress &) { ++searches; };
  ask.observer = &observer;
  PlanNeighbors neighbors(graph, ask, plan, 120);
  EXPECT_TRUE(neighbors.isInterrupted());
  EXPECT_FALSE(neighbors.getBelow().plan);
  EXPECT_EQ(neighbors.getBelow().status, Status::NotFound);
  EXPECT_FALSE(neighbors.getPinned(0, Policy::Save).plan);
  neighbors.getOtherwise(0, /*isOnce=*/true);
  // The step as it stands is known.
  EXPECT_TRUE(neighbors.getFaster());
  EXPECT_EQ(searches, 0);

  observer.interrupt = false;
  ask.search.timeLimit = 1e-9;
  PlanNeighbors late(graph, ask, plan, 120);
  EXPECT_TRUE(late.isStopped());
  EXPECT_FALSE(late.isInterrupted());
  EXPECT_FALSE(late.getBelow().plan);
  EXPECT_EQ(searches, 0);
}

} // namespace
