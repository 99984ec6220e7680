//===- AdviceTest.cpp - What would make a refused budget possible ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Advice.h"
#include "Asking.h"
#include "RandomGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Tasks in a row, each reads the last; the last one reads the first too.
Graph makeRing(int count, int64_t bytes) {
  Graph graph;
  for (int i = 0; i != count; ++i) {
    Value value;
    value.id = i;
    value.bytes = bytes;
    graph.values.push_back(value);
    Task task;
    task.id = i;
    task.outputs = {i};
    if (i > 0)
      task.inputs = {i - 1};
    if (i + 1 == count)
      task.inputs.push_back(0);
    task.time = 1;
    graph.tasks.push_back(task);
  }
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  return graph;
}

std::vector<Advice> adviseFor(const Graph &graph, const Ask &ask,
                              Status status) {
  const Outcome refusal = cantFail(Session(graph).solve(ask));
  EXPECT_FALSE(refusal.hasPlan());
  // Pins can leave no plan at all.
  if (!refusal.isRefusal())
    return {};
  EXPECT_EQ(refusal.status, status);
  return advise(graph, ask, refusal);
}

const Advice *find(ArrayRef<Advice> advice, Advice::Kind kind) {
  const Advice *found =
      find_if(advice, [&](const Advice &each) { return each.kind == kind; });
  return found == advice.end() ? nullptr : found;
}

TEST(AdviceTest, PinIsDroppedWhereItBinds) {
  Graph graph = makeRing(6, 100);
  graph.tasks[0].policy = Policy::Save;
  cantFail(graph.finalize());
  // The first value is alive throughout: it, what a task reads and makes.
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 300);
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(250), Status::Infeasible);
  // The last task reads both, with or without the pin, so that the bound stays.
  EXPECT_EQ(find(advice, Advice::Kind::DropPin), nullptr);
  graph.values[5].bytes = 10;
  graph.values[4].bytes = 10;
  cantFail(graph.finalize());
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 300);
  advice = adviseFor(graph, makeAsk(250), Status::Infeasible);
  const Advice *pin = find(advice, Advice::Kind::DropPin);
  ASSERT_NE(pin, nullptr);
  EXPECT_EQ(*pin->task, 0);
  EXPECT_EQ(pin->bytes, 200);
  EXPECT_EQ(pin->saved, 100);
  EXPECT_FALSE(pin->isReached);
  EXPECT_EQ(describe(*pin, graph),
            "without the pin on op 0, which makes 100 bytes, the "
            "proven bound would be 200 bytes: 100 bytes less");
}

TEST(AdviceTest, WhatMayRunOnceIsAskedToRunAgain) {
  Graph graph = makeRing(6, 100);
  graph.tasks[0].mayRunAgain = false;
  graph.values[5].bytes = graph.values[4].bytes = 10;
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(250), Status::Infeasible);
  const Advice *again = find(advice, Advice::Kind::LetRunAgain);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(*again->task, 0);
  EXPECT_EQ(again->bytes, 200);
}

TEST(AdviceTest, NobodyIsToldToDropTheLoss) {
  // The first value is made once and returned, so that all others lie beside.
  Graph graph = makeRing(6, 100);
  graph.tasks.back().inputs = {4};
  graph.tasks.front().mayRunAgain = false;
  graph.values.front().isResult = true;
  for (bool isLoss : {false, true}) {
    graph.loss = isLoss ? std::optional<ValueId>(0) : std::nullopt;
    cantFail(graph.finalize());
    std::vector<Advice> advice =
        adviseFor(graph, makeAsk(250), Status::Infeasible);
    const Advice *less = find(advice, Advice::Kind::ReturnLess);
    ASSERT_EQ(less == nullptr, isLoss);
    if (less)
      EXPECT_EQ(*less->value, 0);
  }
}

TEST(AdviceTest, LayersThatAreAlikeShrinkTogether) {
  // Each of the tasks behind the first one needs 200 bytes.
  Graph graph = makeRing(5, 100);
  graph.tasks.back().inputs = {3};
  cantFail(graph.finalize());
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 200);
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(100), Status::Infeasible);
  const Advice *shrink = find(advice, Advice::Kind::ShrinkTask);
  ASSERT_NE(shrink, nullptr);
  EXPECT_GT(shrink->others, 0);
  EXPECT_EQ(shrink->subject, 200);
  EXPECT_EQ(shrink->bytes, 100);
  EXPECT_TRUE(shrink->isEnough);
}

TEST(AdviceTest, ManyLayersShrinkTogetherAndMayNotBeEnough) {
  Graph graph = makeRing(40, 100);
  graph.tasks.back().inputs = {38};
  cantFail(graph.finalize());
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 200);
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(10), Status::Infeasible);
  const Advice *shrink = find(advice, Advice::Kind::ShrinkTask);
  ASSERT_NE(shrink, nullptr);
  EXPECT_GT(shrink->others, 10);
  EXPECT_EQ(shrink->bytes, 100);
  EXPECT_FALSE(shrink->isEnough);
  EXPECT_TRUE(StringRef(describe(*shrink, graph))
                  .ends_with("the proven bound would be 100 bytes: 100 bytes "
                             "less, which alone is not enough"));
}

TEST(AdviceTest, ResidentBytesAndResultsAreNamed) {
  Graph graph = makeRing(3, 100);
  graph.residentBytes = 1000;
  for (Value &value : graph.values)
    value.isResult = true;
  cantFail(graph.finalize());
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 1300);
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(1250), Status::Infeasible);
  ASSERT_EQ(advice.size(), 3u);
  EXPECT_EQ(advice[0].kind, Advice::Kind::HalveResident);
  EXPECT_EQ(advice[0].bytes, 800);
  EXPECT_EQ(advice[0].saved, 500);
  EXPECT_TRUE(is_sorted(advice, [](const Advice &a, const Advice &b) {
    return a.saved > b.saved;
  }));
}

TEST(AdviceTest, BudgetIsRaisedWhereLittleElseHelps) {
  Graph graph;
  graph.values.emplace_back().bytes = 100;
  graph.tasks.emplace_back().outputs = {0};
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(10), Status::Infeasible);
  ASSERT_FALSE(advice.empty());
  EXPECT_EQ(advice.back().kind, Advice::Kind::RaiseBudget);
  EXPECT_EQ(advice.back().bytes, 100);
  EXPECT_EQ(describe(advice.back(), graph),
            "raise the budget to 100 bytes, the smallest for which a "
            "plan is known");
}

TEST(AdviceTest, WhereNoPlanWasFoundThereIsOne) {
  Graph graph = makeRing(8, 100);
  // Without recomputation the first value is alive throughout.
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 300);
  graph.values[7].bytes = graph.values[6].bytes = 10;
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(250, "none"), Status::NotFound);
  const Advice *other = find(advice, Advice::Kind::TakeAuto);
  ASSERT_NE(other, nullptr);
  EXPECT_TRUE(other->isReached);
  EXPECT_FALSE(errorToBool(solve(graph, makeAsk(other->bytes)).takeError()));
}

/// The graph with the change, made anew.
Graph change(const Graph &graph, const Advice &advice) {
  Graph changed = graph;
  switch (advice.kind) {
  case Advice::Kind::LetRunAgain:
  case Advice::Kind::DropPin:
    changed.tasks[*advice.task].policy = Policy::Auto;
    changed.tasks[*advice.task].mayRunAgain = true;
    break;
  case Advice::Kind::ReturnLess:
    for (ValueId id = 0, end = graph.values.size(); id != end; ++id)
      if (graph.root(id) == *advice.value)
        changed.values[id].isResult = false;
    break;
  case Advice::Kind::HalveResident:
    changed.residentBytes -= changed.residentBytes / 2;
    break;
  default:
    ADD_FAILURE() << "no such change is expected";
  }
  cantFail(changed.finalize());
  return changed;
}

TEST(AdviceTest, EachBoundIsThatOfTheChangedStep) {
  Random random(5);
  int checked = 0;
  for (int i = 0; i != 300; ++i) {
    RandomGraphOptions options;
    options.variants = false;
    Graph graph = makeRandomGraph(random, options);
    graph.residentBytes = random.below(3) * 50;
    for (Task &task : graph.tasks)
      task.mayRunAgain &= random.chance(60);
    if (errorToBool(graph.finalize()))
      continue;
    const int64_t bound = lowerBoundPeak(graph).bytes;
    if (bound < 2)
      continue;
    for (const Advice &advice :
         adviseFor(graph, makeAsk(bound - 1), Status::Infeasible)) {
      if (advice.kind == Advice::Kind::RaiseBudget ||
          advice.kind == Advice::Kind::ShrinkTask)
        continue;
      ++checked;
      EXPECT_EQ(lowerBoundPeak(change(graph, advice)).bytes, advice.bytes);
      EXPECT_EQ(advice.saved, bound - advice.bytes);
      EXPECT_GT(advice.saved, 0);
    }
  }
  EXPECT_GT(checked, 50);
}

TEST(AdviceTest, EffortAloneLimitsItsSearches) {
  Random random(61);
  const Graph graph = makeLayeredStep(random, 50);
  Ask ask = makeAsk(lowerBoundPeak(graph).bytes, "none");
  const Outcome refusal = cantFail(Session(graph).solve(ask));
  ASSERT_EQ(refusal.status, Status::NotFound);
  const std::vector<Advice> free = advise(graph, ask, refusal);
  ask.search.workLimit = 1;
  const std::vector<Advice> limited = advise(graph, ask, refusal);
  ASSERT_EQ(limited.size(), free.size());
  for (auto [a, b] : zip_equal(limited, free)) {
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.bytes, b.bytes);
  }
}

TEST(AdviceTest, InterruptEndsItsSearches) {
  Graph graph = makeRing(6, 100);
  Ask ask = makeAsk(150, "none");
  const Outcome refusal = cantFail(Session(graph).solve(ask));
  ASSERT_TRUE(refusal.isRefusal());
  TestObserver observer;
  observer.interrupt = true;
  ask.observer = &observer;
  for (const Advice &each : advise(graph, ask, refusal))
    EXPECT_EQ(each.kind, Advice::Kind::RaiseBudget);
}

} // namespace
