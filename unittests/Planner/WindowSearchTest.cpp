//===- WindowSearchTest.cpp - Exact choices for a few ops -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/WindowSearch.h"
#include "Auto/EventSearch.h"
#include "RandomGraph.h"

#include "remat/Planner/ExactSearch.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

constexpr double epsilon = 1e-9;

WindowOptions makeLimits(bool mayReorder, size_t width = 65536,
                         uint64_t states = 10'000'000) {
  WindowOptions limits;
  limits.mayReorder = mayReorder;
  limits.width = width;
  limits.states = states;
  return limits;
}

/// A window of a schedule, and what the search makes of it.
struct Solved {
  WindowAnswer answer;
  /// Of the events before.
  double time = 0;
  ScheduleRuns runs;
};

/// Asks for less time than the events of `ops` take, or for `toBeat`.
Solved solve(const EventSchedule &schedule, ArrayRef<Slot> ops,
             const WindowOptions &limits,
             std::optional<double> toBeat = std::nullopt) {
  Solved solved;
  EventSchedule without = schedule;
  std::vector<Event> before;
  for (const Event &event : schedule.allEvents())
    if (is_contained(ops, event.op)) {
      before.push_back(event);
      solved.time += schedule.getModel().ops[event.op].time;
      without.remove(event);
    }
  WindowSearch window(schedule.getModel());
  solved.answer = window.run(without, ops, toBeat.value_or(solved.time),
                             epsilon, before, limits);
  solved.runs = without.allRuns();
  for (const Event &first : solved.answer.firsts)
    solved.runs.firstSlots[first.op] = first.at;
  append_range(solved.runs.events, solved.answer.events);
  llvm::sort(solved.runs.events);
  return solved;
}

/// What the simulator says of a schedule, which must be valid and within its
/// limit.
void expectValid(const EventSchedule &schedule) {
  const Graph &graph = schedule.getModel().graph;
  Plan plan;
  plan.steps = schedule.steps();
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  plan.peak = simulation->peak;
  plan.time = simulation->time;
  EXPECT_EQ(schedule.peak(), plan.peak);
  EXPECT_EQ(toString(verify(Problem(graph, schedule.getLimit()), plan)), "");
}

/// All ops of which the runs may be elsewhere or repeated.
SmallVector<Slot, 32> allOps(const StepModel &model) {
  SmallVector<Slot, 32> ops;
  for (Slot op = 0; op != model.size(); ++op)
    if (!model.ops[op].canRunAgain || model.ops[op].madeBytes > 0)
      ops.push_back(op);
  return ops;
}

/// Repairs the step to `limit`; none if that does not work.
std::optional<EventSchedule> repaired(const StepModel &model, int64_t limit,
                                      bool mayReorder) {
  SearchOptions searchOptions;
  SearchControl control(searchOptions);
  EventSearch::Options options;
  options.mayReorder = mayReorder;
  EventSearch search(model, limit, control, options);
  if (!search.repair())
    return std::nullopt;
  return search.getSchedule();
}

//===----------------------------------------------------------------------===//
// Random steps
//===----------------------------------------------------------------------===//

struct Counts {
  int windows = 0;
  int better = 0;
  int moved = 0;
};

/// Random windows of schedules within random limits.
void checkWindows(const Graph &graph, Random &random, Counts &counts) {
  StepModel model(graph, graph.baseOrder);
  if (model.hasDropped || model.size() < 3)
    return;
  const bool mayReorder = random.chance(60);
  const int64_t basePeak = EventSchedule(model, 0).peak();
  const int64_t limit = basePeak - basePeak * random.below(40) / 100;
  std::optional<EventSchedule> schedule = repaired(model, limit, mayReorder);
  if (!schedule)
    return;
  for (int i = 0; i != 4; ++i) {
    SmallVector<Slot, 8> ops;
    for (int64_t k = 1 + random.below(8); k > 0; --k) {
      const Slot op = random.below(model.size());
      if (!is_contained(ops, op) &&
          (!model.ops[op].canRunAgain || model.ops[op].madeBytes > 0))
        ops.push_back(op);
    }
    Solved all = solve(*schedule, ops, makeLimits(mayReorder));
    Solved few = solve(*schedule, ops, makeLimits(mayReorder, 2));
    ++counts.windows;
    // What is left out makes nothing better.
    EXPECT_TRUE(all.answer.isExact);
    EXPECT_TRUE(!few.answer.isBetter || all.answer.isBetter);
    for (const Solved &solved : {few, all}) {
      if (!solved.answer.isBetter)
        continue;
      EXPECT_TRUE(mayReorder || solved.answer.firsts.empty());
      EventSchedule other(model, limit, solved.runs);
      expectValid(other);
      // Less time, or as much with fewer runs.
      EXPECT_NEAR(other.extraTime() - schedule->extraTime(),
                  solved.answer.time - solved.time, 1e-6);
      EXPECT_TRUE(solved.answer.time < solved.time ||
                  other.eventCount() < schedule->eventCount());
      EXPECT_LE(all.answer.time, solved.answer.time + 1e-6);
    }
    if (!all.answer.isBetter)
      continue;
    ++counts.better;
    counts.moved += !all.answer.firsts.empty();
    schedule.emplace(model, limit, all.runs);
  }
}

TEST(WindowSearchTest, StaysValidWithinTheLimitAndIsNeverSlower) {
  Random random(71);
  Counts counts;
  for (int i = 0; i != 700 && !HasFailure(); ++i) {
    SCOPED_TRACE("graph " + std::to_string(i));
    RandomGraphOptions options;
    options.minForward = 4;
    options.maxForward = 10;
    options.views = i % 3 == 1;
    options.policies = i % 7 == 1;
    checkWindows(i % 3 == 0 ? makeRandomStep(random, 12)
                            : makeRandomGraph(random, options),
                 random, counts);
  }
  for (int i = 0; i != 40 && !HasFailure(); ++i) {
    SCOPED_TRACE("layered step " + std::to_string(i));
    checkWindows(makeLayeredStep(random, 10 + random.below(30)), random,
                 counts);
  }
  // The test must be able to fail.
  EXPECT_GT(counts.windows, 800);
  EXPECT_GT(counts.better, 50);
  EXPECT_GT(counts.moved, 20);
}

/// The graph with a value of no bytes from each task to the next one: its first
/// runs stand in base order.
Graph inBaseOrder(Graph graph) {
  int64_t id = 0;
  for (const Value &value : graph.values)
    id = std::max(id, value.id);
  for (size_t i = 1; i < graph.baseOrder.size(); ++i) {
    const ValueId token = graph.values.size();
    graph.values.emplace_back().id = id + i;
    graph.tasks[graph.baseOrder[i - 1]].outputs.push_back(token);
    graph.tasks[graph.baseOrder[i]].inputs.push_back(token);
  }
  cantFail(graph.finalize());
  return graph;
}

/// Windows of all ops against the search of all plans.
void checkAgainstExactSearch(bool mayReorder, uint64_t seed, int expected) {
  constexpr int count = 100;
  Random random(seed);
  int asked = 0, equal = 0, again = 0;
  while (asked != count) {
    Graph graph = makeRandomStep(random, 6);
    StepModel model(graph, graph.baseOrder);
    const int64_t basePeak = EventSchedule(model, 0).peak();
    const int64_t limit = basePeak - 1 - basePeak * random.below(30) / 100;
    const Graph searched = mayReorder ? graph : inBaseOrder(graph);
    ExactAnswer exact = searchExactly(Problem(searched, limit), 1 << 20);
    if (exact.outcome != ExactAnswer::Outcome::Optimal)
      continue;
    SCOPED_TRACE("graph " + std::to_string(++asked));
    WindowOptions limits = makeLimits(mayReorder);
    limits.everySlot = true;
    Solved solved = solve(EventSchedule(model, limit), allOps(model), limits,
                          exact.time - graph.baseTime() + 0.5);
    EXPECT_TRUE(solved.answer.isExact);
    if (!solved.answer.isBetter)
      continue;
    EventSchedule other(model, limit, solved.runs);
    expectValid(other);
    const double time = graph.baseTime() + other.extraTime();
    EXPECT_GE(time, exact.time - 1e-6);
    equal += time <= exact.time + 1e-6;
    again += other.eventCount() > 0;
  }
  // Plans are no schedules in which an op runs twice between two first runs.
  EXPECT_GE(equal, expected);
  EXPECT_GT(again, 10);
}

TEST(WindowSearchTest, AWindowOfAllIsAsGoodAsAnyPlanInOrder) {
  checkAgainstExactSearch(/*mayReorder=*/false, 72, 99);
}

TEST(WindowSearchTest, AWindowOfAllIsAsGoodAsAnyPlanInAnyOrder) {
  checkAgainstExactSearch(/*mayReorder=*/true, 73, 99);
}

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

/// Tasks in a row, each with one output: time, bytes and the outputs it reads.
/// The last one's output is a result.
struct Row {
  double time;
  int64_t bytes;
  std::vector<ValueId> reads;
};
Graph makeRow(ArrayRef<Row> rows) {
  Graph graph;
  for (const auto &[i, row] : enumerate(rows)) {
    Value value;
    value.id = i;
    value.bytes = row.bytes;
    value.isResult = i + 1 == rows.size();
    graph.values.push_back(value);
    Task task;
    task.id = i;
    task.time = row.time;
    task.inputs.append(row.reads.begin(), row.reads.end());
    task.outputs = {ValueId(i)};
    graph.tasks.push_back(task);
  }
  cantFail(graph.finalize());
  return graph;
}

TEST(WindowSearchTest, ExchangesWhatIsKept) {
  // Of the outputs of 0 and 1, one fits beside that of 2.
  Graph graph = makeRow({{10, 10, {}},
                         {1, 10, {}},
                         {1, 10, {0, 1}},
                         {1, 1, {2}},
                         {1, 1, {3, 0, 1}}});
  StepModel model(graph, graph.baseOrder);
  constexpr int64_t limit = 30;
  // No room for 3 beside all: 0 is made again.
  ScheduleRuns runs;
  runs.firstSlots = {0, 1, 2, 3, 4};
  runs.events = {{4, 0}};
  SearchOptions searchOptions;
  SearchControl control(searchOptions);
  EventSearch::Options options;
  options.mayReorder = false;
  EventSearch search(model, limit, control, options, runs);
  ASSERT_TRUE(search.getSchedule().fits());
  search.prune();
  EXPECT_EQ(search.getSchedule().extraTime(), 10);
  // Neither op alone is enough.
  for (Slot op : {0, 1})
    EXPECT_FALSE(
        solve(search.getSchedule(), {op}, makeLimits(false)).answer.isBetter);
  Solved solved = solve(search.getSchedule(), {0, 1}, makeLimits(false));
  ASSERT_TRUE(solved.answer.isBetter);
  EXPECT_TRUE(solved.answer.isExact);
  EXPECT_EQ(solved.answer.time, 1);
  ASSERT_EQ(solved.answer.events.size(), 1u);
  EXPECT_TRUE(solved.answer.events.front() == (Event{4, 1}));
  expectValid(EventSchedule(model, limit, solved.runs));
}

TEST(WindowSearchTest, MovesFirstRunsOnlyIfItMay) {
  // 0 is read at the end, and does not fit beside what is between.
  Graph graph = makeRow(
      {{5, 10, {}}, {1, 10, {}}, {1, 10, {1}}, {1, 1, {2}}, {1, 1, {3, 0}}});
  StepModel model(graph, graph.baseOrder);
  constexpr int64_t limit = 20;
  ScheduleRuns runs;
  runs.firstSlots = {0, 1, 2, 3, 4};
  runs.events = {{4, 0}};
  EventSchedule schedule(model, limit, runs);
  ASSERT_TRUE(schedule.fits());
  EXPECT_FALSE(solve(schedule, {0}, makeLimits(false)).answer.isBetter);
  Solved solved = solve(schedule, {0}, makeLimits(true));
  ASSERT_TRUE(solved.answer.isBetter);
  EXPECT_EQ(solved.answer.time, 0);
  EXPECT_TRUE(solved.answer.events.empty());
  ASSERT_EQ(solved.answer.firsts.size(), 1u);
  expectValid(EventSchedule(model, limit, solved.runs));
}

TEST(WindowSearchTest, SaysWhereItGivesUp) {
  // One that reads 70 others is more than a window holds.
  std::vector<Row> rows(70, {1, 1, {}});
  rows.push_back({1, 1, {}});
  for (ValueId i = 0; i != 70; ++i)
    rows.back().reads.push_back(i);
  rows.push_back({1, 1, {70}});
  Graph wide = makeRow(rows);
  StepModel model(wide, wide.baseOrder);
  EventSchedule schedule(model, 1000);
  const double infinite = std::numeric_limits<double>::infinity();
  WindowAnswer answer =
      solve(schedule, {70}, makeLimits(false), infinite).answer;
  EXPECT_FALSE(answer.isBetter);
  EXPECT_FALSE(answer.isExact);
  EXPECT_EQ(answer.states, 0u);

  Random random(74);
  Graph graph = makeLayeredStep(random, 20);
  StepModel layered(graph, graph.baseOrder);
  const int64_t limit = EventSchedule(layered, 0).peak() * 3 / 4;
  std::optional<EventSchedule> fitting = repaired(layered, limit, false);
  ASSERT_TRUE(fitting);
  answer =
      solve(*fitting, allOps(layered), makeLimits(false, 4096, 100), infinite)
          .answer;
  EXPECT_FALSE(answer.isExact);
  EXPECT_FALSE(answer.isBetter);
  EXPECT_GT(answer.states, 100u);

  graph.tasks[0].policy = Policy::Recompute;
  cantFail(graph.finalize());
  StepModel pinned(graph, graph.baseOrder);
  EventSchedule pinnedSchedule(pinned, 1 << 20);
  EXPECT_FALSE(
      solve(pinnedSchedule, {0}, makeLimits(false), infinite).answer.isExact);
}

} // namespace
