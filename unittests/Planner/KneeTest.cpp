//===- KneeTest.cpp - Tests of the budget `knee` --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "ExhaustiveSearch.h"
#include "RandomGraph.h"

#include "Session/KneeSearch.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Sweep.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Nothing is left open.
constexpr KneeLimits exactly = {1 << 20, 0};

CurveScale scaleOf(const Graph &graph) {
  const Simulation base = cantFail(simulate(graph, baseSteps(graph)));
  return {base.peak, base.time};
}

Outcome solveForKnee(const Graph &graph, const Ask &ask) {
  Session session(graph);
  return cantFail(solveForBudget(session, ask, cantFail(parseBudget("knee"))));
}

KneeAnswer search(const Graph &graph, const Ask &ask,
                  const KneeLimits &limits = {}) {
  Session session(graph);
  return cantFail(searchKnee(session, ask, limits));
}

Ask makeSharingAsk(StringRef strategy = "auto") {
  Ask ask = makeAsk(std::nullopt, strategy);
  ask.reuse = Reuse::Plans;
  return ask;
}

//===----------------------------------------------------------------------===//
// The definition
//===----------------------------------------------------------------------===//

/// By the definition's words: along the lower convex hull, from the point of
/// the largest peak, as long as an edge costs no more percents of time than it
/// saves percents of memory. Takes a staircase: peaks fall, times rise. All
/// figures are whole numbers, so that products are exact.
size_t walkHull(ArrayRef<CurvePoint> stairs, const CurveScale &scale) {
  auto getSaved = [&](size_t from, size_t to) {
    return double(stairs[from].peak - stairs[to].peak);
  };
  auto getSpent = [&](size_t from, size_t to) {
    return stairs[to].time - stairs[from].time;
  };
  std::vector<size_t> hull;
  for (size_t i = 0; i != stairs.size(); ++i) {
    auto isAboveEdge = [&](size_t before, size_t middle) {
      return getSpent(before, middle) * getSaved(before, i) >=
             getSpent(before, i) * getSaved(before, middle);
    };
    while (hull.size() > 1 && isAboveEdge(hull[hull.size() - 2], hull.back()))
      hull.pop_back();
    hull.push_back(i);
  }
  size_t knee = hull.front();
  for (size_t next : ArrayRef(hull).drop_front()) {
    if (getSpent(knee, next) * double(scale.peak) >
        getSaved(knee, next) * scale.time)
      break;
    knee = next;
  }
  return knee;
}

TEST(FindKneeTest, FollowsTheHullWhileMemoryIsCheap) {
  const CurveScale scale = {1000, 1000};
  // From 1000 to 500 for 10%, to 300 for 10% more, to 200 for 30% more.
  std::vector<CurvePoint> points = {
      {1000, 1000}, {500, 1100}, {300, 1200}, {200, 1500}};
  EXPECT_EQ(findKnee(points, scale), 2u);
  // A bad point between good ones is not on the hull, and decides nothing.
  points.insert(points.begin() + 1, {950, 1099});
  EXPECT_EQ(findKnee(points, scale), 3u);
  // Nor does the order of the points.
  std::reverse(points.begin(), points.end());
  EXPECT_EQ(findKnee(points, scale), 1u);
}

TEST(FindKneeTest, GivesTiesToLessMemory) {
  const CurveScale scale = {1000, 1000};
  // One percent of time for each percent of memory.
  EXPECT_EQ(findKnee({{1000, 1000}, {900, 1100}, {700, 1300}}, scale), 2u);
  EXPECT_EQ(findKnee({{700, 1300}, {900, 1100}, {700, 1300}}, scale), 0u);
  EXPECT_EQ(findKnee({{1000, 1000}, {900, 1101}}, scale), 0u);
}

TEST(FindKneeTest, KnowsStepsOfNoTimeOrNoMemory) {
  EXPECT_EQ(findKnee({}, {10, 10}), std::nullopt);
  EXPECT_EQ(findKnee({{10, 0}, {5, 0}}, {10, 0}), 1u);
  EXPECT_EQ(findKnee({{0, 7}}, {0, 7}), 0u);
}

TEST(FindKneeTest, IsTheEndOfAWalkAlongTheHull) {
  Random random(61);
  for (int round = 0; round != 500; ++round) {
    const CurveScale scale = {1 + random.below(1000),
                              double(1 + random.below(1000))};
    std::vector<CurvePoint> stairs = {{scale.peak, scale.time}};
    for (int i = random.below(12); i > 0; --i)
      stairs.push_back({stairs.back().peak - 1 - random.below(60),
                        stairs.back().time + 1 + random.below(60)});
    EXPECT_EQ(findKnee(stairs, scale), walkHull(stairs, scale))
        << "round " << round;
  }
}

//===----------------------------------------------------------------------===//
// Against the exact curve
//===----------------------------------------------------------------------===//

/// All plans that nothing beats, from the fastest down, by exhaustive search;
/// none above `most` bytes.
std::vector<CurvePoint> makeExactCurve(ExhaustiveSearch &all, int64_t most) {
  std::vector<CurvePoint> stairs;
  for (int64_t budget = most; budget >= 0;) {
    const std::optional<double> time = all.leastTime(budget);
    if (!time)
      break;
    // The smallest budget with that time.
    int64_t below = -1, at = budget;
    while (at - below > 1) {
      const int64_t middle = below + (at - below) / 2;
      (all.leastTime(middle) == time ? at : below) = middle;
    }
    stairs.push_back({at, *time});
    budget = at - 1;
  }
  return stairs;
}

/// On `count` steps of a kind whose curve has at least three points, and on
/// those with fewer that come on the way.
void checkKind(int kind, uint64_t seed, int count) {
  Random random(seed);
  int inside = 0, refined = 0;
  for (int graphs = 0, i = 0; graphs != count; ++i) {
    ASSERT_LT(i, 200 * count);
    const Graph graph = makeSmallStep(random, kind);
    ExhaustiveSearch all(graph);
    const CurveScale scale = scaleOf(graph);
    if (!all.isApplicable() || !all.leastTime(scale.peak))
      continue;
    SCOPED_TRACE("graph " + std::to_string(i));
    const std::vector<CurvePoint> stairs = makeExactCurve(all, scale.peak);
    graphs += stairs.size() > 2;
    const CurvePoint &exact = stairs[walkHull(stairs, scale)];

    const KneeAnswer found = search(graph, makeSharingAsk(), exactly);
    ASSERT_TRUE(found.knee);
    EXPECT_EQ(found.knee->budget, std::max<int64_t>(exact.peak, 1));
    EXPECT_DOUBLE_EQ(found.knee->timePercent, scale.getTimePercent(exact.time));
    EXPECT_LE(found.knee->margin.value(), kneeTolerance);
    inside +=
        exact.peak != stairs.front().peak && exact.peak != stairs.back().peak;

    // Few searches promise less, and keep that.
    const KneeAnswer quick = search(graph, makeSharingAsk());
    ASSERT_TRUE(quick.knee);
    EXPECT_LE(quick.knee->searches, KneeLimits().searches + 2);
    EXPECT_LE(quick.knee->searches, found.knee->searches);
    const double cost = quick.knee->peakPercent + quick.knee->timePercent;
    EXPECT_GE(cost, scale.getCost(exact) - kneeTolerance);
    EXPECT_LE(cost, scale.getCost(exact) + quick.knee->margin.value() +
                        kneeTolerance);
    EXPECT_LE(quick.knee->margin.value(), KneeLimits().resolution);
    refined += quick.knee->searches > 2;
  }
  // Ends of the curve alone would prove little.
  EXPECT_GT(inside, count / 10);
  EXPECT_GT(refined, count / 2);
}

TEST(KneeSearchTest, IsExactOnPlainSteps) { checkKind(0, 701, 60); }
TEST(KneeSearchTest, IsExactWithAccumulation) { checkKind(1, 702, 60); }
TEST(KneeSearchTest, IsExactWithViews) { checkKind(2, 703, 60); }
TEST(KneeSearchTest, IsExactWithPins) { checkKind(3, 704, 60); }
TEST(KneeSearchTest, IsExactWithVariants) { checkKind(4, 705, 60); }

//===----------------------------------------------------------------------===//
// Larger steps
//===----------------------------------------------------------------------===//

TEST(KneeSearchTest, IsAsGoodAsAFineGrid) {
  Random random(71);
  for (int round = 0; round != 3; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Graph graph = makeLayeredStep(random, 16 + 8 * round);
    const CurveScale scale = scaleOf(graph);
    Session session(graph);
    SweepResult grid = cantFail(
        sweep(session, makeAsk(), 30, ArrayRef<std::string>({"auto"})));
    double least = std::numeric_limits<double>::max();
    for (const std::optional<SweptPlan> &found : grid.strategies[0].plans)
      least =
          std::min(least, scale.getCost({found->plan.peak, found->plan.time}));
    const Outcome outcome = solveForKnee(graph, makeAsk());
    ASSERT_TRUE(outcome.hasPlan());
    EXPECT_LE(scale.getCost({outcome.plan.peak, outcome.plan.time}), least + 1);
  }
}

TEST(KneeSearchTest, CostsLittleWhereTheSmallestPeakCostsMuch) {
  const Graph graph = makeSineChain(60, [](int) { return 1000; });
  const CurveScale scale = scaleOf(graph);
  Session session(graph);
  const Plan smallest = cantFail(solve(session, makeAsk()));
  const Outcome knee = solveForKnee(graph, makeAsk());
  ASSERT_TRUE(knee.hasPlan());
  EXPECT_GT(scale.getTimePercent(smallest.time), 250);
  EXPECT_LT(scale.getTimePercent(knee.plan.time), 140);
  EXPECT_LT(scale.getPeakPercent(knee.plan.peak), 35);
}

//===----------------------------------------------------------------------===//
// As a budget
//===----------------------------------------------------------------------===//

TEST(KneeBudgetTest, IsKeptAndDescribed) {
  Random random(73);
  for (int round = 0; round != 20; ++round) {
    const Graph graph = makeSmallStep(random, 1);
    const CurveScale scale = scaleOf(graph);
    const Outcome outcome = solveForKnee(graph, makeAsk(1));
    ASSERT_TRUE(outcome.hasPlan());
    ASSERT_TRUE(outcome.knee);
    EXPECT_EQ(outcome.budget, outcome.knee->budget);
    EXPECT_LE(outcome.plan.peak, outcome.budget);
    EXPECT_DOUBLE_EQ(outcome.knee->peakPercent,
                     scale.getPeakPercent(outcome.plan.peak));
    EXPECT_DOUBLE_EQ(outcome.knee->timePercent,
                     scale.getTimePercent(outcome.plan.time));
    Session session(graph);
    const ResolvedBudget resolved = cantFail(
        resolveBudget(session, makeAsk(1), cantFail(parseBudget("knee"))));
    EXPECT_EQ(resolved.bytes, outcome.budget);
    // What reuses nothing leaves nothing.
    EXPECT_TRUE(session.getPlans().plans().empty());
  }
}

TEST(KneeBudgetTest, IsThePeakWhereNothingCanBeDropped) {
  Random random(79);
  for (int round = 0; round != 10; ++round) {
    Graph graph = makeRandomStep(random, 8);
    for (Task &task : graph.tasks)
      task.policy = Policy::Save;
    Graph pinned = graph;
    cantFail(pinned.finalize());
    Ask ask = makeAsk();
    ask.search.reorder = Reorder::None;
    const Outcome outcome = solveForKnee(pinned, ask);
    ASSERT_TRUE(outcome.hasPlan());
    EXPECT_EQ(outcome.budget, scaleOf(pinned).peak);
    EXPECT_EQ(outcome.knee->searches, 1);
    EXPECT_EQ(outcome.knee->peakPercent, 100);
    EXPECT_EQ(outcome.knee->timePercent, 100);
    // The strategy that drops nothing finds the same.
    EXPECT_EQ(solveForKnee(graph, makeAsk(std::nullopt, "none")).budget,
              outcome.budget);
  }
}

TEST(KneeBudgetTest, IsThatOfTheStrategy) {
  const Graph graph = makeSineChain(30, [](int) { return 100; });
  const CurveScale scale = scaleOf(graph);
  double best = 0;
  for (const char *strategy : {"auto", "periodic", "chen", "none"}) {
    const Outcome outcome =
        solveForKnee(graph, makeAsk(std::nullopt, strategy));
    ASSERT_TRUE(outcome.hasPlan()) << strategy;
    EXPECT_EQ(outcome.plan.strategy, strategy);
    const double cost = scale.getCost({outcome.plan.peak, outcome.plan.time});
    EXPECT_LE(best, cost + 0.5) << strategy;
    if (best == 0)
      best = cost;
  }
}

TEST(KneeBudgetTest, SaysWhyAStrategyDoesNotApply) {
  Random random(83);
  const Graph graph = makeLayeredStep(random, 30);
  const Outcome outcome = solveForKnee(graph, makeAsk(std::nullopt, "join"));
  EXPECT_EQ(outcome.status, Status::NotApplicable);
  EXPECT_FALSE(outcome.message.empty());
  EXPECT_FALSE(outcome.knee);
}

TEST(KneeBudgetTest, IsTheSameEachTime) {
  Random random(89);
  const Graph graph = makeLayeredStep(random, 40);
  for (uint64_t workLimit : {20000, 200000}) {
    Ask ask = makeAsk();
    ask.search.workLimit = workLimit;
    const Outcome once = solveForKnee(graph, ask);
    const Outcome again = solveForKnee(graph, ask);
    ASSERT_TRUE(once.hasPlan());
    EXPECT_EQ(once.budget, again.budget);
    EXPECT_EQ(once.plan.steps, again.plan.steps);
    EXPECT_EQ(once.knee->searches, again.knee->searches);
    EXPECT_FALSE(once.isCut);
  }
}

TEST(KneeBudgetTest, AnInterruptLeavesWhatWasFound) {
  Random random(97);
  const Graph graph = makeLayeredStep(random, 60);
  TestObserver observer;
  Ask ask = makeAsk();
  ask.observer = &observer;
  int64_t heard = 0;
  observer.progress = [&](const SearchProgress &progress) {
    heard += progress.budget.has_value();
    observer.interrupt = heard > 2;
  };
  const Outcome outcome = solveForKnee(graph, ask);
  ASSERT_TRUE(outcome.hasPlan());
  EXPECT_EQ(outcome.stop, StopReason::Interrupt);
  ASSERT_TRUE(outcome.knee);
  EXPECT_LE(outcome.plan.peak, outcome.budget);
  EXPECT_LT(outcome.knee->searches, 6);
  EXPECT_TRUE(outcome.isCut);
  EXPECT_FALSE(outcome.knee->margin);
}

TEST(KneeBudgetTest, AnInterruptBeforeTheSecondSearchBoundsNothing) {
  Random random(97);
  const Graph graph = makeLayeredStep(random, 60);
  TestObserver observer;
  observer.interrupt = true;
  Ask ask = makeSharingAsk();
  ask.observer = &observer;
  const KneeAnswer answer = search(graph, ask);
  ASSERT_TRUE(answer.knee);
  EXPECT_EQ(answer.knee->searches, 1);
  EXPECT_FALSE(answer.knee->margin);
  EXPECT_TRUE(answer.isCut);
}

TEST(KneeBudgetTest, AnInterruptAfterTheLastSearchTakesNothingBack) {
  const Graph graph = makeSineChain(30, [](int) { return 100; });
  TestObserver observer;
  observer.interrupt = true;
  Ask ask = makeSharingAsk("none");
  ask.observer = &observer;
  const KneeAnswer answer = search(graph, ask);
  ASSERT_TRUE(answer.knee);
  EXPECT_EQ(answer.knee->margin, 0);
  EXPECT_FALSE(answer.isCut);
}

TEST(KneeBudgetTest, ATimeLimitIsSaid) {
  Random random(97);
  const Graph graph = makeLayeredStep(random, 60);
  Ask ask = makeAsk();
  ask.search.timeLimit = 1e-9;
  const Outcome outcome = solveForKnee(graph, ask);
  ASSERT_TRUE(outcome.hasPlan());
  EXPECT_TRUE(outcome.isCut);
  EXPECT_EQ(outcome.stop, StopReason::TimeLimit);
  ASSERT_TRUE(outcome.knee);
  EXPECT_FALSE(outcome.knee->margin);
}

} // namespace
