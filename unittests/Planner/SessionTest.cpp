//===- SessionTest.cpp - Asks and outcomes --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "RandomGraph.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

#include <type_traits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// A step that only the local search of `auto` can plan, and a budget between
/// its smallest peak and that of the base order.
struct Fixture {
  Fixture() : random(61), graph(makeLayeredStep(random, 50)) {
    Ask least = makeAsk();
    least.search.effort = 0;
    const int64_t smallest = cantFail(solve(graph, least)).peak;
    base = cantFail(simulate(graph, baseSteps(graph))).peak;
    budget = smallest + (base - smallest) / 3;
  }

  Random random;
  Graph graph;
  int64_t base = 0;
  int64_t budget = 0;
};

// No solver can write into what it reads.
static_assert(
    std::is_same_v<Solver, Expected<Plan> (*)(const Problem &problem)>);
static_assert(std::is_same_v<decltype(&Session::solve),
                             Expected<Outcome> (Session::*)(const Ask &)>);
// No session outlives its graph.
static_assert(std::is_constructible_v<Session, const Graph &>);
static_assert(!std::is_constructible_v<Session, Graph>);

void expectSame(const Outcome &a, const Outcome &b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.plan.steps, b.plan.steps);
  EXPECT_EQ(a.plan.peak, b.plan.peak);
  EXPECT_EQ(a.plan.time, b.plan.time);
  EXPECT_EQ(a.plan.stage, b.plan.stage);
  EXPECT_EQ(a.optimality.summary, b.optimality.summary);
}

TEST(SessionTest, TheSameAskHasTheSameOutcomeWhateverWasAskedBefore) {
  Fixture fixture;
  Session session(fixture.graph);
  Ask ask;
  ask.search.effort = 0;
  ask.budget = fixture.budget;
  const Outcome first = cantFail(session.solve(ask));
  ASSERT_TRUE(first.hasPlan());
  // Others in between: by another strategy, with plans and with work reused.
  cantFail(session.solve(makeAsk(fixture.base, "chen")));
  for (Reuse reuse : {Reuse::Plans, Reuse::Searches}) {
    Ask other = ask;
    other.reuse = reuse;
    other.budget = (fixture.budget + fixture.base) / 2;
    cantFail(session.solve(other));
  }
  expectSame(first, cantFail(session.solve(ask)));
  expectSame(first, cantFail(Session(fixture.graph).solve(ask)));
  // The ask is as it was.
  EXPECT_EQ(ask.budget, fixture.budget);
  EXPECT_EQ(ask.search.effort, 0);
  EXPECT_FALSE(ask.search.workLimit);
  EXPECT_EQ(ask.reuse, Reuse::Nothing);
}

TEST(SessionTest, OutcomesSayWhatIsProvedAndWhichStageWon) {
  Fixture fixture;
  Session session(fixture.graph);
  Ask ask;
  ask.search.effort = 0;
  ask.budget = fixture.base;
  Outcome asItStands = cantFail(session.solve(ask));
  EXPECT_EQ(asItStands.plan.stage, "base order");
  EXPECT_TRUE(asItStands.optimality.proved);
  EXPECT_EQ(asItStands.budget, fixture.base);
  EXPECT_EQ(asItStands.bound.bytes, lowerBoundPeak(fixture.graph).bytes);
  ask.budget = fixture.budget;
  Outcome searched = cantFail(session.solve(ask));
  EXPECT_FALSE(searched.plan.stage.empty());
  EXPECT_NE(searched.plan.stage, "base order");
  EXPECT_GE(searched.optimality.bound.time, fixture.graph.baseTime());
  Outcome chen = cantFail(session.solve(makeAsk(std::nullopt, "chen")));
  EXPECT_EQ(chen.plan.stage, "chen");
  EXPECT_EQ(chen.budget, chen.plan.peak);

  // A small step is searched exactly.
  Random random(3);
  const Graph small = makeLayeredStep(random, 6);
  Outcome exact = cantFail(Session(small).solve(makeAsk()));
  EXPECT_TRUE(exact.plan.provedOptimal);
  EXPECT_EQ(exact.plan.stage, "exact search");
}

TEST(SessionTest, RefusalsAreOutcomesAndInvalidAsksAreErrors) {
  Fixture fixture;
  Session session(fixture.graph);
  const int64_t bound = session.getPeakBound().bytes;
  Outcome infeasible = cantFail(session.solve(makeAsk(bound - 1, "none")));
  EXPECT_EQ(infeasible.status, Status::Infeasible);
  EXPECT_EQ(infeasible.bound.bytes, bound);
  EXPECT_EQ(infeasible.smallestPeak, fixture.base);
  Outcome notFound = cantFail(session.solve(makeAsk(bound, "none")));
  EXPECT_EQ(notFound.status, Status::NotFound);
  EXPECT_NE(notFound.message.find("no plan found by 'none' within"),
            std::string::npos);
  EXPECT_EQ(notFound.smallest.peak, notFound.smallestPeak);
  EXPECT_FALSE(errorToBool(verify(Problem(fixture.graph, notFound.smallestPeak),
                                  notFound.smallest)));
  Outcome none = cantFail(session.solve(makeAsk(fixture.base, "join")));
  EXPECT_EQ(none.status, Status::NotApplicable);
  EXPECT_FALSE(none.message.empty());
  EXPECT_FALSE(none.isRefusal());
  EXPECT_NE(toString(session.solve(makeAsk(0)).takeError()).find("positive"),
            std::string::npos);
  EXPECT_NE(
      toString(session.solve(makeAsk(1, "best")).takeError()).find("best"),
      std::string::npos);
}

TEST(SessionTest, SaysWhatStoppedASearch) {
  Fixture fixture;
  Session session(fixture.graph);
  Ask ask = makeAsk(fixture.budget);
  ask.search.effort = 0;
  EXPECT_EQ(cantFail(session.solve(ask)).stop, StopReason::None);
  EXPECT_FALSE(cantFail(session.solve(ask)).isCut);
  ask.search.timeLimit = 1e-12;
  Outcome late = cantFail(session.solve(ask));
  EXPECT_EQ(late.stop, StopReason::TimeLimit);
  EXPECT_TRUE(late.isCut);
  ask.search.timeLimit = std::nullopt;
  ask.search.effort = 1;
  TestObserver observer;
  int reports = 0;
  observer.progress = [&](const SearchProgress &progress) {
    EXPECT_EQ(progress.budget, fixture.budget);
    observer.interrupt = ++reports >= 3;
  };
  ask.observer = &observer;
  Outcome interrupted = cantFail(session.solve(ask));
  EXPECT_GE(reports, 3);
  EXPECT_EQ(interrupted.stop, StopReason::Interrupt);
  EXPECT_TRUE(interrupted.isCut);
  // Too late to matter.
  ask.strategy = "none";
  ask.budget = fixture.base;
  Outcome none = cantFail(session.solve(ask));
  EXPECT_EQ(none.stop, StopReason::Interrupt);
  EXPECT_FALSE(none.isCut);
}

TEST(SessionTest, PlansAreReusedWhereTheAskSaysSo) {
  Fixture fixture;
  Session session(fixture.graph);
  Ask ask = makeAsk(fixture.budget);
  ask.search.effort = 0;
  const Plan alone = cantFail(solve(session, ask));
  EXPECT_TRUE(session.getPlans().plans().empty());
  ask.search.effort = 1;
  ask.reuse = Reuse::Plans;
  const Plan better = cantFail(solve(session, ask));
  ASSERT_LT(better.time, alone.time);
  EXPECT_FALSE(session.getPlans().plans().empty());
  ask.search.effort = 0;
  EXPECT_EQ(cantFail(solve(session, ask)).steps, better.steps);
  ask.reuse = Reuse::Nothing;
  EXPECT_EQ(cantFail(solve(session, ask)).steps, alone.steps);
}

TEST(SessionTest, AddedPlansAreVerified) {
  Fixture fixture;
  Session session(fixture.graph);
  const Plan base = cantFail(session.getBase());
  auto add = [&](auto change) {
    Plan plan = base;
    change(plan);
    return toString(session.add(plan));
  };
  EXPECT_NE(
      add([](Plan &plan) { plan.time = 0; }).find("the plan states a time of"),
      std::string::npos);
  EXPECT_NE(add([](Plan &plan) { plan.steps.pop_back(); }).find(" never runs"),
            std::string::npos);
  EXPECT_NE(add([](Plan &plan) {
              plan.strategy = "mine";
            }).find("unknown strategy 'mine'"),
            std::string::npos);
  EXPECT_TRUE(session.getPlans().plans().empty());
  EXPECT_EQ(add([](Plan &plan) { plan.provedOptimal = true; }), "");
  ASSERT_EQ(session.getPlans().plans().size(), 1u);
  EXPECT_FALSE(session.getPlans().plans().front().provedOptimal);
}

TEST(SessionTest, RefusalsNameTheSmallestBudgetThatIsKnown) {
  Fixture fixture;
  Session session(fixture.graph);
  Plan smallest = cantFail(solve(session, makeAsk()));
  smallest.strategy = "rotor";
  cantFail(session.add(smallest));
  // A search that ends at once does not get there.
  TestObserver observer;
  observer.interrupt = true;
  Ask ask = makeAsk(session.getPeakBound().bytes - 1);
  ask.observer = &observer;
  ask.reuse = Reuse::Plans;
  const Outcome refusal = cantFail(session.solve(ask));
  ASSERT_EQ(refusal.status, Status::Infeasible);
  EXPECT_EQ(refusal.smallestPeak, smallest.peak);
  EXPECT_NE(refusal.message.find("the search was interrupted"),
            std::string::npos);
  ask.reuse = Reuse::Nothing;
  EXPECT_GT(cantFail(session.solve(ask)).smallestPeak, smallest.peak);
}

TEST(SessionTest, WithoutAPlanWithinTheBudgetNeighborsAreNoStart) {
  Fixture fixture;
  Ask ask = makeAsk(fixture.budget);
  ask.search.effort = 0;
  ask.reuse = Reuse::Searches;
  const Outcome alone = cantFail(Session(fixture.graph).solve(ask));
  ASSERT_TRUE(alone.hasPlan());
  ask.reuse = Reuse::Neighbors;
  expectSame(alone, cantFail(Session(fixture.graph).solve(ask)));
}

TEST(SessionTest, StrategiesThatAreAskedOnceAnswerAsBefore) {
  Fixture fixture;
  Session session(fixture.graph);
  for (const Strategy &strategy : strategies()) {
    if (strategy.isSearch())
      continue;
    for (int percent : {100, 90, 80}) {
      Ask ask = makeAsk(fixture.base * percent / 100, strategy.name);
      const Outcome alone = cantFail(session.solve(ask));
      ask.reuse = Reuse::Searches;
      const Outcome reused = cantFail(session.solve(ask));
      EXPECT_EQ(alone.status, reused.status) << strategy.name.str();
      EXPECT_EQ(alone.plan.time, reused.plan.time) << strategy.name.str();
      EXPECT_EQ(alone.plan.peak, reused.plan.peak) << strategy.name.str();
    }
  }
}

TEST(StrategiesTest, HelpTextsAreMadeFromTheTable) {
  EXPECT_TRUE(StringRef(getStrategyNames()).starts_with("auto, none, chen, "));
  const std::string text = describeStrategies();
  for (const Strategy &strategy : strategies()) {
    EXPECT_NE(text.find(strategy.summary.str()), std::string::npos);
    EXPECT_EQ(lookupStrategy(strategy.name), &strategy);
  }
  EXPECT_EQ(lookupStrategy("best"), nullptr);
}

} // namespace
