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
    break;
  }
  cantFail(changed.finalize());
  return changed;
}

/// The ask with the options that are advised.
Ask change(const Ask &ask, const Advice &advice) {
  Ask changed = ask.withBudget(advice.bytes);
  if (advice.kind == Advice::Kind::TakeAuto)
    changed.strategy = "auto";
  if (advice.kind == Advice::Kind::ReorderFully)
    changed.search.reorder = Reorder::Full;
  if (advice.kind == Advice::Kind::SearchMore)
    changed.search.effort = SearchOptions().effort;
  if (advice.kind == Advice::Kind::RaiseHost)
    changed.host.budget = advice.subject;
  return changed;
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
  EXPECT_EQ(pin->bytes, 250);
  EXPECT_FALSE(pin->isOption());
  EXPECT_EQ(describe(*pin, OptionSpelling(), graph),
            "drop the pin on op 0, which makes 100 bytes: a plan is known for "
            "250 bytes");
  // Below the bound without the pin, that would not help.
  advice = adviseFor(graph, makeAsk(199), Status::Infeasible);
  EXPECT_EQ(find(advice, Advice::Kind::DropPin), nullptr);
}

TEST(AdviceTest, MoreOfTheHostIsAdvisedWhereItIsEnough) {
  // Three values are read at the end, and a task in between works in 200 bytes.
  Graph graph;
  for (int i = 0; i != 3; ++i) {
    Task &maker = addTask(graph, Phase::Forward, {}, {100});
    maker.time = 10;
    maker.mayRunAgain = false;
  }
  Task &wide = addTask(graph, Phase::Forward, {}, {1});
  wide.time = 10;
  wide.workspace = 200;
  addTask(graph, Phase::Forward, {0, 1, 2, 3}, {1}).time = 10;
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  Ask ask = makeAsk(320);
  // Otherwise the wide task comes first.
  ask.search.reorder = Reorder::None;
  ask.host = {/*budget=*/100, {/*bandwidth=*/10, /*latency=*/0}};
  auto adviseFor = [&] {
    Outcome refusal = cantFail(Session(graph).solve(ask));
    EXPECT_TRUE(refusal.isRefusal());
    return advise(graph, ask, refusal);
  };
  std::vector<Advice> advice = adviseFor();
  const Advice *host = find(advice, Advice::Kind::RaiseHost);
  ASSERT_NE(host, nullptr);
  EXPECT_EQ(host->subject, 200);
  EXPECT_EQ(host->bytes, 320);
  EXPECT_TRUE(host->isOption());
  EXPECT_EQ(describe(*host, OptionSpelling(), graph),
            "host-budget=200: a plan is known for 320 bytes");
  EXPECT_TRUE(cantFail(Session(graph).solve(change(ask, *host))).hasPlan());
  // Not where nothing on the host helps, nor where none is asked for.
  ask = ask.withBudget(300);
  EXPECT_EQ(find(adviseFor(), Advice::Kind::RaiseHost), nullptr);
  ask = ask.withBudget(320);
  ask.host = {};
  EXPECT_EQ(find(adviseFor(), Advice::Kind::RaiseHost), nullptr);
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
  EXPECT_EQ(again->bytes, 250);
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
}

TEST(AdviceTest, WhatAloneIsNotEnoughIsNotAdvised) {
  Graph graph = makeRing(40, 100);
  graph.tasks.back().inputs = {38};
  graph.residentBytes = 1000;
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(10), Status::Infeasible);
  ASSERT_EQ(advice.size(), 1u);
  EXPECT_EQ(advice[0].kind, Advice::Kind::RaiseBudget);
  EXPECT_EQ(advice[0].bytes, 1200);
}

TEST(AdviceTest, ResidentBytesAreNamed) {
  Graph graph = makeRing(3, 100);
  graph.residentBytes = 1000;
  for (Value &value : graph.values)
    value.isResult = true;
  cantFail(graph.finalize());
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 1300);
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(1250), Status::Infeasible);
  ASSERT_EQ(advice.size(), 3u);
  EXPECT_EQ(advice[0].kind, Advice::Kind::RaiseBudget);
  const Advice *resident = find(advice, Advice::Kind::HalveResident);
  ASSERT_NE(resident, nullptr);
  EXPECT_EQ(resident->subject, 1000);
  EXPECT_EQ(describe(*resident, OptionSpelling(), graph),
            "halve the 1000 bytes that are resident (arguments sharded over "
            "two devices, or in half of the bits): a plan is known for 1250 "
            "bytes (1.22 KiB)");
}

TEST(AdviceTest, OptionsAreSpelledAsTheToolDoes) {
  Graph graph;
  graph.values.emplace_back().bytes = 100;
  graph.tasks.emplace_back().outputs = {0};
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(10), Status::Infeasible);
  ASSERT_FALSE(advice.empty());
  EXPECT_EQ(advice.front().kind, Advice::Kind::RaiseBudget);
  EXPECT_EQ(advice.front().bytes, 100);
  EXPECT_EQ(getAdvisedBudget(advice), 100);
  EXPECT_EQ(describe(advice.front(), {"--remat-"}, graph),
            "--remat-budget=100: a plan is known for 100 bytes");
  Advice other;
  other.kind = Advice::Kind::TakeAuto;
  other.bytes = 1;
  EXPECT_EQ(describe(other, {"--"}, graph),
            "--strategy=auto: a plan is known for 1 byte");
  other.isRaised = true;
  EXPECT_EQ(describe(other, {"--"}, graph),
            "--strategy=auto --budget=1: a plan is known for 1 byte");
  other.kind = Advice::Kind::ReorderFully;
  EXPECT_EQ(describe(other, OptionSpelling(), graph),
            "reorder=full: a plan is known for 1 byte");
  other.kind = Advice::Kind::SearchMore;
  EXPECT_EQ(describe(other, {"--"}, graph),
            "--effort=1: a plan is known for 1 byte");
}

TEST(AdviceTest, OtherStrategiesThatMeetTheBudgetComeFirst) {
  Graph graph = makeRing(8, 100);
  // Without recomputation the first value is alive throughout.
  ASSERT_EQ(lowerBoundPeak(graph).bytes, 300);
  graph.values[7].bytes = graph.values[6].bytes = 10;
  cantFail(graph.finalize());
  std::vector<Advice> advice =
      adviseFor(graph, makeAsk(250, "none"), Status::NotFound);
  ASSERT_GE(advice.size(), 2u);
  EXPECT_EQ(advice[0].kind, Advice::Kind::TakeAuto);
  EXPECT_EQ(advice[0].bytes, 250);
  EXPECT_FALSE(advice[0].isRaised);
  EXPECT_EQ(advice[1].kind, Advice::Kind::RaiseBudget);
  EXPECT_FALSE(errorToBool(solve(graph, makeAsk(advice[0].bytes)).takeError()));
}

TEST(AdviceTest, MoreEffortIsForStrategiesThatSearch) {
  Random random(61);
  for (int i = 0; i != 20; ++i) {
    const Graph graph = makeLayeredStep(random, 12);
    Ask ask = makeAsk(lowerBoundPeak(graph).bytes, "none");
    ask.search.effort = 0;
    const Outcome refusal = cantFail(Session(graph).solve(ask));
    if (refusal.isRefusal())
      EXPECT_EQ(find(advise(graph, ask, refusal), Advice::Kind::SearchMore),
                nullptr);
  }
}

TEST(AdviceTest, WhatIsAdvisedWorks) {
  Random random(5);
  int changes = 0, options = 0;
  for (int i = 0; i != 300; ++i) {
    RandomGraphOptions shape;
    shape.variants = false;
    Graph graph = makeRandomGraph(random, shape);
    graph.residentBytes = random.below(3) * 50;
    for (Task &task : graph.tasks)
      task.mayRunAgain &= random.chance(60);
    if (errorToBool(graph.finalize()))
      continue;
    const int64_t bound = lowerBoundPeak(graph).bytes;
    if (bound < 2)
      continue;
    const bool isProved = random.chance(50);
    const Ask ask = makeAsk(isProved ? bound - 1 : bound,
                            random.chance(50) ? "none" : "auto");
    const Outcome refusal = cantFail(Session(graph).solve(ask));
    if (!refusal.isRefusal())
      continue;
    for (const Advice &advice : advise(graph, ask, refusal)) {
      if (advice.isOption()) {
        ++options;
        EXPECT_TRUE(
            cantFail(Session(graph).solve(change(ask, advice))).hasPlan());
      } else if (advice.kind != Advice::Kind::ShrinkTask) {
        ++changes;
        Ask quick = ask;
        quick.search.effort = 0;
        const Graph changed = change(graph, advice);
        EXPECT_TRUE(cantFail(Session(changed).solve(quick)).hasPlan());
      }
    }
  }
  EXPECT_GT(options, 100);
  EXPECT_GT(changes, 20);
}

TEST(AdviceTest, LargeStepsAreAdvisedAsWell) {
  Random random(61);
  const Graph graph = makeLayeredStep(random, 50);
  Ask ask = makeAsk(lowerBoundPeak(graph).bytes, "none");
  const Outcome refusal = cantFail(Session(graph).solve(ask));
  ASSERT_EQ(refusal.status, Status::NotFound);
  for (const Advice &each : advise(graph, ask, refusal))
    if (each.isOption())
      EXPECT_TRUE(cantFail(Session(graph).solve(change(ask, each))).hasPlan());
}

TEST(AdviceTest, InterruptEndsItsSearches) {
  Graph graph = makeRing(6, 100);
  Ask ask = makeAsk(150, "none");
  const Outcome refusal = cantFail(Session(graph).solve(ask));
  ASSERT_TRUE(refusal.isRefusal());
  TestObserver observer;
  observer.interrupt = true;
  ask.observer = &observer;
  // Nothing is advised that was not tried.
  EXPECT_TRUE(advise(graph, ask, refusal).empty());
}

} // namespace
