//===- SweepTest.cpp - Several problems of one graph ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Sweep.h"
#include "RandomGraph.h"
#include "remat/Planner/Optimality.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

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

Plan solveFor(const Graph &graph, std::optional<int64_t> budget,
              PlanArchive *archive = nullptr) {
  Problem problem(graph, budget);
  problem.search.archive = archive;
  return cantFail(solve(problem, "auto"));
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
    Plan base = cantFail(solve(Problem(graph), "none"));
    // A plan that `chen` found, if it has one, must not be lost.
    PlanArchive archive;
    Expected<Plan> other = solve(Problem(graph), "chen");
    if (other)
      archive.add(*other);
    else
      consumeError(other.takeError());
    Plan alone = solveFor(graph, std::nullopt);
    Plan shared = solveFor(graph, std::nullopt, &archive);
    EXPECT_LE(shared.peak, alone.peak);
    // What was found is in the archive, and is the answer for more budget.
    const Plan *kept = archive.find(shared.peak);
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->time, shared.time);
    Plan more = solveFor(graph, std::max<int64_t>(base.peak, 1), &archive);
    EXPECT_LE(more.time, shared.time);
    used += archive.plans().size() > 1;
  }
  EXPECT_GT(used, 0);
}

TEST(SolveTest, ChecksWhatTheArchiveClaims) {
  // The archive claims to know a plan that takes no time: the solver believes
  // its steps, not its figures.
  Random random(3);
  Graph graph = makeGraph(random);
  Plan base = cantFail(solve(Problem(graph), "none"));
  PlanArchive archive;
  Plan wrong = base;
  wrong.time = 0;
  archive.add(wrong);
  Problem problem(graph, base.peak);
  problem.search.archive = &archive;
  Expected<Plan> plan = solve(problem, "auto");
  ASSERT_FALSE(static_cast<bool>(plan));
  std::string message = toString(plan.takeError());
  EXPECT_NE(message.find("the plan states a time of"), std::string::npos)
      << message;
}

TEST(BudgetResolutionTest, SolvesForEveryFormOfABudget) {
  Random random(11);
  for (int round = 0; round != 20; ++round) {
    Graph graph = makeGraph(random);
    Problem problem(graph);
    Simulation base = cantFail(simulate(graph, baseSteps(graph)));
    Plan smallest = cantFail(solve(problem, "auto"));

    BudgetedPlan min = cantFail(solveForBudget(problem, parse("min"), "auto"));
    EXPECT_EQ(min.plan.peak, smallest.peak);
    EXPECT_EQ(min.budget, std::max<int64_t>(smallest.peak, 1));
    BudgetedPlan all = cantFail(solveForBudget(problem, parse("100%"), "auto"));
    EXPECT_EQ(all.budget, std::max<int64_t>(base.peak, 1));
    EXPECT_LE(all.plan.time, graph.baseTime() * (1 + 1e-12));

    // The budget of the problem itself plays no part.
    problem.budget = 1;
    BudgetedPlan half =
        cantFail(solveForBudget(problem, parse("slack:50%"), "auto"));
    EXPECT_EQ(
        half.budget,
        std::max<int64_t>(smallest.peak + (base.peak - smallest.peak) / 2, 1));
    EXPECT_LE(half.plan.peak, half.budget);
    EXPECT_LE(half.plan.time, min.plan.time);
    EXPECT_EQ(cantFail(resolveBudget(problem, parse("slack:50%"), "auto")),
              half.budget);
  }
}

TEST(BudgetResolutionTest, ChecksTheSearchOptions) {
  Random random(1);
  Graph graph = makeGraph(random);
  Problem problem(graph);
  problem.search.effort = 9;
  for (const char *budget : {"min", "slack:50%", "50%", "1GiB"})
    EXPECT_EQ(
        toString(solveForBudget(problem, parse(budget), "none").takeError()),
        "the effort of 9 is out of range; give 0 (fastest) to 3 (most "
        "thorough)");
  problem.search.effort = 0;
  problem.search.workLimit = 0;
  EXPECT_NE(toString(solveForBudget(problem, parse("min"), "none").takeError())
                .find("work limit of 0"),
            std::string::npos);
}

TEST(SweepTest, MoreBudgetIsNeverSlower) {
  Random random(23);
  for (const char *strategy : {"auto", "periodic", "none"}) {
    int distinct = 0;
    for (int round = 0; round != 30; ++round) {
      Graph graph = makeGraph(random);
      Problem problem(graph);
      Expected<std::vector<BudgetedPlan>> points = sweep(problem, 9, strategy);
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
  std::vector<BudgetedPlan> points = cantFail(sweep(Problem(graph), 1, "auto"));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].plan.peak, solveFor(graph, std::nullopt).peak);
}

TEST(SweepTest, CountsThatMakeNoSenseAreErrors) {
  Random random(5);
  Graph graph = makeGraph(random);
  for (int64_t count : {int64_t(0), int64_t(-3), int64_t(1) << 40})
    EXPECT_EQ(toString(sweep(Problem(graph), count, "auto").takeError()),
              "a sweep over " + std::to_string(count) +
                  " budgets is out of range; give 1 to 100000");
}

std::vector<std::string> names(ArrayRef<const char *> strategies) {
  return std::vector<std::string>(strategies.begin(), strategies.end());
}

TEST(SweepTest, StrategiesShareTheirBudgets) {
  Random random(29);
  int below = 0;
  for (int round = 0; round != 20; ++round) {
    Graph graph = makeRandomStep(random, 14);
    SweepResult result = cantFail(
        sweep(Problem(graph), 7, names({"chen", "auto", "none", "rotor"})));
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
          sweep(Problem(graph), 5, names({strategy.name.data()}));
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
            cantFail(solve(Problem(graph, result->budgets[i]), strategy.name));
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
    SweepResult result = cantFail(sweep(Problem(graph), 5, names({"auto"})));
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
  std::atomic<bool> interrupt = false;
  Problem problem(graph);
  problem.search.interrupt = &interrupt;
  int64_t last = 0;
  problem.search.progress = [&](const SearchProgress &progress) {
    EXPECT_EQ(progress.sweepBudgets, 9);
    last = progress.sweepBudget;
    // The first one that is searched after the smallest budget.
    if (progress.sweepBudget > 1)
      interrupt = true;
  };
  SweepResult result = cantFail(sweep(problem, 9, names({"auto"})));
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
        cantFail(sweep(Problem(graph), 3, names({"auto", "chen"})));
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
  std::atomic<bool> interrupt = true;
  Problem problem(graph);
  problem.search.interrupt = &interrupt;
  SweepResult result = cantFail(sweep(problem, 5, names({"auto"})));
  EXPECT_TRUE(result.wasStopped);
  const std::optional<SweptPlan> &last = result.strategies.front().plans.back();
  ASSERT_TRUE(last);
  EXPECT_LE(last->plan.time, graph.baseTime() * (1 + 1e-12));
  EXPECT_TRUE(last->isSearched);
}

TEST(SweepTest, TheTimeLimitStopsASweepToo) {
  Random random(43);
  Graph graph = makeLayeredStep(random, 60);
  Problem problem(graph);
  bool wasStopped = false;
  problem.search.wasStopped = &wasStopped;
  EXPECT_FALSE(cantFail(sweep(Problem(graph), 2, names({"auto"}))).wasStopped);
  problem.search.timeLimit = 1e-12;
  SweepResult result = cantFail(sweep(problem, 4, names({"auto"})));
  EXPECT_TRUE(result.wasStopped);
  EXPECT_TRUE(wasStopped);
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
    return cantFail(sweep(Problem(graph), 5, names({"auto", "chen"})));
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
  EXPECT_EQ(toString(sweep(Problem(graph), 3, names({})).takeError()),
            "a sweep needs a strategy: auto, for one");
  EXPECT_EQ(
      toString(sweep(Problem(graph), 3, names({"none", "none"})).takeError()),
      "the strategy 'none' is there twice; name each once");
  EXPECT_NE(toString(sweep(Problem(graph), 3, names({"best"})).takeError())
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
      Problem problem(graph, budget);
      Plan plan = cantFail(solve(problem, "auto"));
      Optimality optimality = assess(problem, plan);
      EXPECT_GE(optimality.gapStepPercent, 0);
      EXPECT_FALSE(optimality.bound.reason.empty());
      // A fast variant may take less than the whole task.
      EXPECT_GE(optimality.bound.time,
                lowerBoundTime(Problem(graph)).time * (1 - 1e-12));
      EXPECT_EQ(optimality.proved, optimality.gapStepPercent == 0);
      EXPECT_EQ(optimality.summary == "proved optimal", optimality.proved);
      // No plan of any strategy is below the bound.
      for (const Strategy &strategy : strategies()) {
        Expected<Plan> other = solve(problem, strategy.name);
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
  graph.tasks[0].phase = Phase::Other;
  cantFail(graph.finalize());
  EXPECT_EQ(assess(Problem(graph, 100), makePlan(0, 3.3)).summary,
            "at most 10.00% of the time of the step from optimal");
}

} // namespace
