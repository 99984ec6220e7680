//===- SweepTest.cpp - Several problems of one graph ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Sweep.h"
#include "Asking.h"
#include "RandomGraph.h"
#include "remat/Planner/Optimality.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

Plan makePlan(int64_t peak, double time) {
  Plan plan;
  plan.peak = peak;
  plan.time = time;
  return plan;
}

/// A step that every strategy without needs of its own can plan.
Graph makeGraph(Random &random) {
  RandomGraphOptions options;
  options.policies = false;
  return makeRandomGraph(random, options);
}

Budget parse(StringRef text) { return cantFail(parseBudget(text)); }

Plan solveFor(const Graph &graph, std::optional<int64_t> budget) {
  return cantFail(solve(graph, makeAsk(budget)));
}

Plan solveWithPlans(Session &session, std::optional<int64_t> budget) {
  Ask ask = makeAsk(budget);
  ask.reuse = Reuse::Plans;
  return cantFail(solve(session, ask));
}

/// A sweep of a session of its own.
Expected<SweepResult> sweepOnce(const Graph &graph, const Ask &ask,
                                int64_t count,
                                ArrayRef<std::string> strategies) {
  Session session(graph);
  return sweep(session, ask, count, strategies);
}

struct BudgetedPlan {
  Plan plan;
  int64_t budget = 0;
};

/// The plans of one strategy.
Expected<std::vector<BudgetedPlan>> sweepOnce(const Graph &graph, int64_t count,
                                              StringRef strategy = "auto") {
  Expected<SweepResult> result =
      sweepOnce(graph, makeAsk(), count, strategy.str());
  if (!result)
    return result.takeError();
  std::vector<BudgetedPlan> points;
  for (auto [budget, found] :
       zip_equal(result->budgets, result->strategies.front().plans))
    points.push_back({std::move(found->plan), budget});
  return points;
}

TEST(PlanArchiveTest, KeepsWhatNothingElseBeats) {
  PlanArchive archive;
  EXPECT_EQ(archive.find(std::nullopt), nullptr);
  archive.add(makePlan(100, 9));
  archive.add(makePlan(200, 5));
  archive.add(makePlan(150, 5)); // Beats the one before.
  archive.add(makePlan(150, 6)); // Is beaten.
  archive.add(makePlan(300, 5)); // Is beaten.
  archive.add(makePlan(100, 8)); // Beats the first one.
  ASSERT_EQ(archive.plans().size(), 2u);
  EXPECT_EQ(archive.find(99), nullptr);
  EXPECT_EQ(archive.find(100)->time, 8);
  EXPECT_EQ(archive.find(149)->time, 8);
  EXPECT_EQ(archive.find(1000)->time, 5);
  EXPECT_EQ(archive.find(std::nullopt)->peak, 100);
}

TEST(SolveTest, AnswersWithABetterPlanOfTheArchive) {
  Random random(7);
  int used = 0;
  for (int round = 0; round != 40; ++round) {
    Graph graph = makeGraph(random);
    Session session(graph);
    Plan base = cantFail(solve(session, makeAsk(std::nullopt, "none")));
    // A plan that `chen` found, if it has one, must not be lost.
    Expected<Plan> other = solve(session, makeAsk(std::nullopt, "chen"));
    if (other)
      cantFail(session.add(*other));
    else
      consumeError(other.takeError());
    Plan alone = solveFor(graph, std::nullopt);
    Plan shared = solveWithPlans(session, std::nullopt);
    EXPECT_LE(shared.peak, alone.peak);
    // What was found is in the archive, and is the answer for more budget.
    const Plan *kept = session.getPlans().find(shared.peak);
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->time, shared.time);
    Plan more = solveWithPlans(session, std::max<int64_t>(base.peak, 1));
    EXPECT_LE(more.time, shared.time);
    used += session.getPlans().plans().size() > 1;
  }
  EXPECT_GT(used, 0);
}

TEST(BudgetResolutionTest, SolvesForEveryFormOfABudget) {
  Random random(11);
  for (int round = 0; round != 20; ++round) {
    Graph graph = makeGraph(random);
    Simulation base = cantFail(simulate(graph, baseSteps(graph)));
    Plan smallest = solveFor(graph, std::nullopt);
    auto solveForText = [&](StringRef text) {
      Session session(graph);
      // The budget of the ask itself plays no part.
      return cantFail(solveForBudget(session, makeAsk(1), parse(text)));
    };

    Outcome min = solveForText("min");
    EXPECT_EQ(min.plan.peak, smallest.peak);
    EXPECT_EQ(min.budget, std::max<int64_t>(smallest.peak, 1));
    Outcome all = solveForText("100%");
    EXPECT_EQ(all.budget, std::max<int64_t>(base.peak, 1));
    EXPECT_LE(all.plan.time, graph.baseTime() * (1 + 1e-12));

    Outcome half = solveForText("slack:50%");
    EXPECT_EQ(
        half.budget,
        std::max<int64_t>(smallest.peak + (base.peak - smallest.peak) / 2, 1));
    EXPECT_LE(half.plan.peak, half.budget);
    EXPECT_LE(half.plan.time, min.plan.time);
    Session session(graph);
    EXPECT_EQ(
        cantFail(resolveBudget(session, makeAsk(1), parse("slack:50%"))).bytes,
        half.budget);
  }
}

TEST(BudgetResolutionTest, SlackLeavesNothingInASessionThatReusesNothing) {
  Random random(11);
  const Graph graph = makeGraph(random);
  Session session(graph);
  Ask ask = makeAsk();
  const Outcome alone =
      cantFail(solveForBudget(session, ask, parse("slack:50%")));
  EXPECT_TRUE(session.getPlans().plans().empty());
  ask.reuse = Reuse::Plans;
  const Outcome shared =
      cantFail(solveForBudget(session, ask, parse("slack:50%")));
  EXPECT_FALSE(session.getPlans().plans().empty());
  EXPECT_EQ(alone.plan.steps, shared.plan.steps);
}

TEST(BudgetResolutionTest, ChecksTheSearchOptions) {
  Random random(1);
  Graph graph = makeGraph(random);
  Session session(graph);
  Ask ask = makeAsk(std::nullopt, "none");
  ask.search.effort = 9;
  for (const char *budget : {"min", "knee", "slack:50%", "50%", "1GiB"})
    EXPECT_EQ(toString(solveForBudget(session, ask, parse(budget)).takeError()),
              "the effort of 9 is out of range; give 0 (fastest) to 3 (most "
              "thorough)");
  ask.search.effort = 0;
  ask.search.workLimit = 0;
  EXPECT_NE(toString(solveForBudget(session, ask, parse("min")).takeError())
                .find("work limit of 0"),
            std::string::npos);
}

TEST(SweepTest, MoreBudgetIsNeverSlower) {
  Random random(23);
  for (const char *strategy : {"auto", "periodic", "none"}) {
    int distinct = 0;
    for (int round = 0; round != 30; ++round) {
      Graph graph = makeGraph(random);
      Expected<std::vector<BudgetedPlan>> points =
          sweepOnce(graph, 9, strategy);
      if (!points) {
        EXPECT_TRUE(points.errorIsA<NotApplicableError>());
        consumeError(points.takeError());
        continue;
      }
      Simulation base = cantFail(simulate(graph, baseSteps(graph)));
      ASSERT_EQ(points->size(), 9u);
      EXPECT_EQ(points->front().budget,
                std::max<int64_t>(points->front().plan.peak, 1));
      EXPECT_GE(points->back().budget, base.peak);
      for (size_t i = 0; i != points->size(); ++i) {
        const BudgetedPlan &point = (*points)[i];
        EXPECT_FALSE(
            errorToBool(verify(Problem(graph, point.budget), point.plan)));
        if (i == 0)
          continue;
        const BudgetedPlan &before = (*points)[i - 1];
        EXPECT_GE(point.budget, before.budget);
        EXPECT_LE(point.plan.time, before.plan.time);
        distinct += point.plan.time < before.plan.time;
        // A proof holds wherever the plan fits.
        if (point.plan.provedOptimal && point.plan.peak <= before.budget) {
          EXPECT_TRUE(before.plan.provedOptimal);
        }
      }
    }
    EXPECT_EQ(distinct > 0, StringRef(strategy) != "none");
  }
}

TEST(SweepTest, OneBudgetIsTheSmallestPeak) {
  Random random(5);
  Graph graph = makeGraph(random);
  std::vector<BudgetedPlan> points = cantFail(sweepOnce(graph, 1));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].plan.peak, solveFor(graph, std::nullopt).peak);
}

TEST(SweepTest, CountsThatMakeNoSenseAreErrors) {
  Random random(5);
  Graph graph = makeGraph(random);
  for (int64_t count : {int64_t(0), int64_t(-3), int64_t(1) << 40})
    EXPECT_EQ(toString(sweepOnce(graph, count).takeError()),
              "a sweep over " + std::to_string(count) +
                  " budgets is out of range; give 1 to 100000");
}

std::vector<std::string> names(ArrayRef<const char *> strategies) {
  return std::vector<std::string>(strategies.begin(), strategies.end());
}

TEST(SweepTest, HostBudgetIsAnError) {
  Random random(5);
  Graph graph = makeGraph(random);
  Ask ask = makeAsk();
  ask.host = {100, {1, 0}};
  EXPECT_EQ(toString(sweepOnce(graph, ask, 3, names({"auto"})).takeError()),
            "a sweep takes no host budget");
}

TEST(SweepTest, StrategiesShareTheirBudgets) {
  Random random(29);
  int below = 0;
  for (int round = 0; round != 20; ++round) {
    Graph graph = makeRandomStep(random, 14);
    SweepResult result = cantFail(sweepOnce(
        graph, makeAsk(), 7, names({"chen", "auto", "none", "rotor"})));
    ASSERT_EQ(result.strategies.size(), 4u);
    EXPECT_EQ(result.strategies[0].strategy, "chen");
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const StrategySweep &each : result.strategies)
      if (each.reason.empty())
        least = std::min(least, each.smallest.peak);
    ASSERT_EQ(result.budgets.size(), 7u);
    EXPECT_EQ(result.budgets.front(), std::max<int64_t>(least, 1));
    EXPECT_EQ(result.budgets.back(), result.basePeak);
    for (size_t i = 0; i != 7; ++i) {
      const std::optional<SweptPlan> &best = result.strategies[1].plans[i];
      ASSERT_TRUE(best);
      for (const StrategySweep &each : result.strategies) {
        if (!each.reason.empty())
          continue;
        const std::optional<SweptPlan> &found = each.plans[i];
        EXPECT_EQ(found.has_value(), each.smallest.peak <= result.budgets[i]);
        below += !found;
        if (!found)
          continue;
        EXPECT_FALSE(errorToBool(
            verify(Problem(graph, result.budgets[i]), found->plan)));
        EXPECT_TRUE(found->isSearched);
        // `auto` takes what the others have, and none is below the bound.
        EXPECT_LE(best->plan.time, found->plan.time * (1 + 1e-12));
        EXPECT_GE(found->plan.time, result.bounds[i].time * (1 - 1e-9));
        EXPECT_EQ(found->optimality.bound.time, result.bounds[i].time);
        if (i > 0 && each.plans[i - 1]) {
          EXPECT_LE(found->plan.time, each.plans[i - 1]->plan.time);
        }
      }
      if (i > 0) {
        EXPECT_LE(result.bounds[i].time, result.bounds[i - 1].time);
      }
    }
  }
  EXPECT_GT(below, 0);
}

TEST(SweepTest, OtherStrategiesHaveThePlansThatTheyHaveAlone) {
  Random random(31);
  int compared = 0;
  for (int round = 0; round != 10; ++round) {
    Graph graph = makeRandomStep(random, 20);
    for (const Strategy &strategy : strategies()) {
      if (strategy.name == "auto")
        continue;
      Expected<SweepResult> result =
          sweepOnce(graph, makeAsk(), 5, names({strategy.name.data()}));
      if (!result) {
        EXPECT_TRUE(result.errorIsA<NotApplicableError>());
        consumeError(result.takeError());
        continue;
      }
      for (size_t i = 0; i != 5; ++i) {
        const std::optional<SweptPlan> &found =
            result->strategies.front().plans[i];
        ASSERT_TRUE(found);
        Plan alone =
            cantFail(solve(graph, makeAsk(result->budgets[i], strategy.name)));
        EXPECT_LE(found->plan.time, alone.time) << strategy.name.str();
        EXPECT_EQ(found->plan.strategy, strategy.name);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(SweepTest, IsAsGoodAsSearchesByThemselves) {
  Random random(37);
  double sumOfLosses = 0;
  int points = 0;
  for (int round = 0; round != 3; ++round) {
    Graph graph = makeLayeredStep(random, 20 + 10 * round);
    SweepResult result =
        cantFail(sweepOnce(graph, makeAsk(), 5, names({"auto"})));
    for (size_t i = 0; i != 4; ++i) {
      const double alone = solveFor(graph, result.budgets[i]).time;
      const double swept = result.strategies.front().plans[i]->plan.time;
      const double loss = (swept - alone) / graph.baseTime();
      EXPECT_LE(loss, 0.01) << "round " << round << ", budget " << i;
      sumOfLosses += loss;
      ++points;
    }
  }
  EXPECT_LE(sumOfLosses / points, 0.001);
}

TEST(SweepTest, SaysWhatWasNotSearched) {
  Random random(43);
  Graph graph = makeLayeredStep(random, 60);
  TestObserver observer;
  Ask ask = makeAsk();
  ask.observer = &observer;
  int64_t last = 0;
  observer.progress = [&](const SearchProgress &progress) {
    EXPECT_EQ(progress.sweepBudgets, 9);
    last = progress.sweepBudget;
    // The first one that is searched after the smallest budget.
    if (progress.sweepBudget > 1)
      observer.interrupt = true;
  };
  SweepResult result = cantFail(sweepOnce(graph, ask, 9, names({"auto"})));
  EXPECT_GT(last, 1);
  int left = 0;
  for (size_t i = 0; i != 9; ++i) {
    const std::optional<SweptPlan> &found = result.strategies.front().plans[i];
    ASSERT_TRUE(found);
    EXPECT_LE(found->plan.peak, result.budgets[i]);
    if (i > 0) {
      EXPECT_LE(found->plan.time,
                result.strategies.front().plans[i - 1]->plan.time);
    }
    left += !found->isSearched;
  }
  EXPECT_GT(left, 0);
  EXPECT_LT(left, 9);
}

TEST(SweepTest, TheSmallestPeakHasTheTimeOfItsBudget) {
  Random random(53);
  for (int round = 0; round != 6; ++round) {
    Graph graph = makeLayeredStep(random, 36 + round);
    SweepResult result =
        cantFail(sweepOnce(graph, makeAsk(), 3, names({"auto", "chen"})));
    for (const StrategySweep &each : result.strategies)
      for (size_t i = 0; i != each.plans.size(); ++i)
        if (each.plans[i] && result.budgets[i] == each.smallest.peak) {
          EXPECT_EQ(each.plans[i]->plan.time, each.smallest.time)
              << "round " << round;
        }
  }
}

TEST(SweepTest, WhatIsInterruptedAtOnceHasTheStepAsItStands) {
  Random random(43);
  Graph graph = makeLayeredStep(random, 60);
  TestObserver observer;
  observer.interrupt = true;
  Ask ask = makeAsk();
  ask.observer = &observer;
  SweepResult result = cantFail(sweepOnce(graph, ask, 5, names({"auto"})));
  EXPECT_TRUE(result.wasStopped);
  const std::optional<SweptPlan> &last = result.strategies.front().plans.back();
  ASSERT_TRUE(last);
  EXPECT_LE(last->plan.time, graph.baseTime() * (1 + 1e-12));
  EXPECT_TRUE(last->isSearched);
}

TEST(SweepTest, TheTimeLimitStopsASweepToo) {
  Random random(43);
  Graph graph = makeLayeredStep(random, 60);
  EXPECT_FALSE(
      cantFail(sweepOnce(graph, makeAsk(), 2, names({"auto"}))).wasStopped);
  Ask ask = makeAsk();
  ask.search.timeLimit = 1e-12;
  SweepResult result = cantFail(sweepOnce(graph, ask, 4, names({"auto"})));
  EXPECT_TRUE(result.wasStopped);
  for (const std::optional<SweptPlan> &found :
       result.strategies.front().plans) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->isSearched, found->optimality.proved);
  }
  EXPECT_FALSE(result.strategies.front().plans.front()->isSearched);
}

TEST(SweepTest, IsTheSameEachTime) {
  Random random(47);
  Graph graph = makeLayeredStep(random, 20);
  auto run = [&] {
    return cantFail(sweepOnce(graph, makeAsk(), 5, names({"auto", "chen"})));
  };
  SweepResult a = run(), b = run();
  for (auto [x, y] :
       zip_equal(a.strategies.front().plans, b.strategies.front().plans)) {
    EXPECT_EQ(x->plan.steps, y->plan.steps);
    EXPECT_EQ(x->optimality.proved, y->optimality.proved);
  }
}

TEST(SweepTest, NeedsAStrategyThatApplies) {
  Random random(5);
  Graph graph = makeGraph(random);
  EXPECT_EQ(toString(sweepOnce(graph, makeAsk(), 3, names({})).takeError()),
            "a sweep needs a strategy: auto, for one");
  EXPECT_EQ(
      toString(
          sweepOnce(graph, makeAsk(), 3, names({"none", "none"})).takeError()),
      "the strategy 'none' is there twice; name each once");
  EXPECT_NE(
      toString(sweepOnce(graph, makeAsk(), 3, names({"best"})).takeError())
          .find("unknown strategy 'best'"),
      std::string::npos);
}

TEST(OptimalityTest, SaysNoMoreThanIsProved) {
  Random random(41);
  int open = 0, proved = 0;
  for (int round = 0; round != 60; ++round) {
    Graph graph = makeGraph(random);
    Plan smallest = solveFor(graph, std::nullopt);
    Simulation base = cantFail(simulate(graph, baseSteps(graph)));
    for (int64_t budget : {smallest.peak, (smallest.peak + base.peak) / 2}) {
      if (budget <= 0)
        continue;
      Ask ask = makeAsk(budget);
      ask.isAssessed = true;
      const Optimality optimality =
          cantFail(Session(graph).solve(ask)).optimality;
      EXPECT_GE(optimality.gapStepPercent, 0);
      EXPECT_FALSE(optimality.bound.reason.empty());
      // A fast variant may take less than the whole task.
      EXPECT_GE(optimality.bound.time,
                lowerBoundTime(Problem(graph)).time * (1 - 1e-12));
      EXPECT_EQ(optimality.proved, optimality.gapStepPercent == 0);
      EXPECT_EQ(optimality.summary == "proved optimal", optimality.proved);
      // No plan of any strategy is below the bound.
      for (const Strategy &strategy : strategies()) {
        Expected<Plan> other = solve(graph, makeAsk(budget, strategy.name));
        if (other)
          EXPECT_GE(other->time, optimality.bound.time * (1 - 1e-12));
        else
          consumeError(other.takeError());
      }
      (optimality.proved ? proved : open) += 1;
    }
  }
  EXPECT_GT(proved, 0);
  EXPECT_GT(open + proved, 60);
}

TEST(OptimalityTest, TheGapIsRoundedUp) {
  // One forward task of 3 and a plan that takes 0.0001 more.
  Graph graph;
  graph.tasks.resize(1);
  graph.tasks[0].time = 3;
  graph.tasks[0].phase = Phase::Forward;
  cantFail(graph.finalize());
  Problem problem(graph, 100);
  Plan plan = makePlan(0, 3.0001);
  Optimality optimality = assess(problem, plan);
  EXPECT_FALSE(optimality.proved);
  EXPECT_EQ(optimality.summary,
            "at most 0.01% of the forward time from optimal");
  plan.time = 3;
  EXPECT_EQ(assess(problem, plan).summary, "proved optimal");
  // What the search proved is a bound too.
  plan.time = 3.5;
  plan.provedOptimal = true;
  optimality = assess(problem, plan);
  EXPECT_TRUE(optimality.proved);
  EXPECT_EQ(optimality.gapForwardPercent, 0);
  EXPECT_EQ(optimality.bound.time, 3.5);

  // Of the smallest peak, in bytes.
  problem.budget = std::nullopt;
  plan.provedOptimal = false;
  plan.peak = 0;
  EXPECT_EQ(assess(problem, plan).summary, "proved the smallest peak");
  EXPECT_FALSE(assess(problem, plan).isOfWholeTasks);
  graph.tasks[0].phase = Phase::Other;
  cantFail(graph.finalize());
  EXPECT_EQ(assess(Problem(graph, 100), makePlan(0, 3.3)).summary,
            "at most 10.00% of the time of the step from optimal");
}

TEST(OptimalityTest, ClaimsOfWholeTasksSayAmongWhichPlans) {
  Graph graph;
  graph.tasks.resize(1);
  graph.tasks[0].time = 3;
  graph.tasks[0].isWhole = true;
  cantFail(graph.finalize());
  auto summarize = [&](std::optional<int64_t> budget, const Plan &plan) {
    const Optimality optimality = assess(Problem(graph, budget), plan);
    EXPECT_TRUE(optimality.isOfWholeTasks);
    return optimality.summary;
  };
  EXPECT_EQ(summarize(100, makePlan(0, 3)),
            "the fastest of plans that keep loops, branches and calls whole");
  EXPECT_EQ(summarize(100, makePlan(0, 3.3)),
            "at most 10.00% of the forward time from optimal among plans that "
            "keep loops, branches and calls whole");
  EXPECT_EQ(
      summarize(std::nullopt, makePlan(0, 3)),
      "the smallest peak of plans that keep loops, branches and calls whole");
  EXPECT_TRUE(compareWithBound(graph, {3, "a reason"}, 3.3).isOfWholeTasks);
}

} // namespace
