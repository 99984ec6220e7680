//===- EventSearchTest.cpp - The local search and what it keeps to --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSearch.h"
#include "Asking.h"
#include "ExhaustiveSearch.h"
#include "RandomGraph.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();

bool operator==(const ScheduleRuns &a, const ScheduleRuns &b) {
  return a.firstSlots == b.firstSlots && a.events == b.events;
}

/// What the simulator says of a schedule, which must be what the schedule says
/// of itself.
Plan checkSchedule(const EventSchedule &schedule, StringRef what) {
  SCOPED_TRACE(what.str());
  const StepModel &model = schedule.getModel();
  const Graph &graph = model.graph;
  Plan plan;
  plan.steps = schedule.steps();
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  if (!simulation) {
    ADD_FAILURE() << toString(simulation.takeError());
    return plan;
  }
  plan.peak = simulation->peak;
  plan.time = simulation->time;
  // Making a view again costs its time, which the schedule does not count.
  double viewTime = 0;
  for (const Step &step : plan.steps)
    if (model.opOf[step.task] < 0)
      viewTime += graph.tasks[step.task].time;
  for (TaskId task : model.viewTasks)
    viewTime -= graph.tasks[task].time;
  EXPECT_EQ(schedule.peak(), plan.peak);
  EXPECT_NEAR(graph.baseTime() + schedule.extraTime() + viewTime, plan.time,
              1e-9 * plan.time);
  EXPECT_EQ(schedule.fits(), plan.peak <= schedule.getLimit());
  std::string error = toString(verify(Problem(graph), plan));
  // Where a storage that is pinned cannot be made again, no schedule of this
  // space is valid; solvers ask `verify`.
  if (!model.hasDropped || !StringRef(error).contains("pinned")) {
    EXPECT_EQ(error, "");
  }
  return plan;
}

EventSearch::Options optionsFor(const StepModel &model, uint64_t seed) {
  EventSearch::Options options;
  options.mayReorder = !model.hasDropped;
  options.seed = seed;
  return options;
}

/// Every entry of the search on one step, within a limit.
std::optional<Plan> searchWithin(const StepModel &model, int64_t limit,
                                 uint64_t seed, uint64_t work) {
  SearchOptions searchOptions;
  SearchControl control(searchOptions);
  EventSearch search(model, limit, control, optionsFor(model, seed));
  const EventSchedule &schedule = search.getSchedule();
  EXPECT_EQ(schedule.getLimit(), limit);
  checkSchedule(schedule, "at first");
  const bool fits = search.repair();
  EXPECT_EQ(fits, schedule.fits());
  checkSchedule(schedule, "repaired");
  double time = schedule.extraTime();
  search.prune();
  checkSchedule(schedule, "pruned");
  if (!fits)
    return std::nullopt;
  EXPECT_TRUE(schedule.fits());
  EXPECT_LE(schedule.extraTime(), time);
  const ScheduleRuns runs = schedule.allRuns();
  search.improve(0);
  EXPECT_TRUE(schedule.allRuns() == runs);
  time = schedule.extraTime();
  const uint64_t before = search.work();
  search.improve(work);
  EXPECT_GE(search.work(), before);
  EXPECT_TRUE(schedule.fits());
  EXPECT_LE(schedule.extraTime(), time);
  EXPECT_EQ(schedule.getLimit(), limit);
  checkSchedule(schedule, "improved");
  time = schedule.extraTime();
  search.polish(work);
  EXPECT_TRUE(schedule.fits());
  EXPECT_LE(schedule.extraTime(), time);
  EXPECT_EQ(schedule.getLimit(), limit);
  checkSchedule(schedule, "polished");
  time = schedule.extraTime();
  search.tradeRuns(work);
  EXPECT_TRUE(schedule.fits());
  EXPECT_LE(schedule.extraTime(), time);
  EXPECT_EQ(schedule.getLimit(), limit);
  return checkSchedule(schedule, "traded");
}

/// The peak that it comes down to, and what it makes of that within `limit`.
Plan searchFromBelow(const StepModel &model, std::optional<int64_t> limit,
                     uint64_t seed, uint64_t work) {
  SearchOptions searchOptions;
  SearchControl control(searchOptions);
  EventSearch search(model, unlimited, control, optionsFor(model, seed));
  const EventSchedule &schedule = search.getSchedule();
  const int64_t peak = schedule.peak();
  const ScheduleRuns runs = schedule.allRuns();
  search.setLimit(peak);
  search.descend(0);
  EXPECT_TRUE(schedule.allRuns() == runs);
  EXPECT_EQ(schedule.getLimit(), peak);
  search.descend(work);
  EXPECT_LE(schedule.peak(), peak);
  EXPECT_EQ(schedule.getLimit(), schedule.peak());
  Plan plan = checkSchedule(schedule, "descended");
  if (!limit || schedule.peak() > *limit)
    return plan;
  search.setLimit(*limit);
  double time = schedule.extraTime();
  search.prune();
  EXPECT_LE(schedule.extraTime(), time);
  EXPECT_TRUE(schedule.fits());
  checkSchedule(schedule, "pruned from below");
  time = schedule.extraTime();
  search.improve(work);
  EXPECT_LE(schedule.extraTime(), time);
  EXPECT_TRUE(schedule.fits());
  return checkSchedule(schedule, "improved from below");
}

/// How often it finds the optimum from the base order alone, in percent: at the
/// smallest budget, with a quarter and with half of what could be saved.
struct Expectation {
  int smallestPeak;
  int leastTime[3];
};

void checkSmallSteps(int kind, uint64_t seed, Expectation expected) {
  constexpr int count = 100;
  constexpr uint64_t work = 10000;
  Random random(seed);
  int asked = 0, smallest = 0;
  int fastest[3] = {0, 0, 0};
  while (asked != count) {
    Graph graph = makeSmallStep(random, kind);
    ExhaustiveSearch all(graph);
    StepModel model(graph, graph.baseOrder);
    const int64_t basePeak = cantFail(simulate(graph, baseSteps(graph))).peak;
    // Pins can leave no plan.
    if (!all.isApplicable() || !all.admits(basePeak) ||
        !all.admits(basePeak - 1))
      continue;
    SCOPED_TRACE("graph " + std::to_string(++asked));
    int64_t least = basePeak - 1;
    while (all.admits(least - 1))
      --least;
    for (int i = 0; i != 3; ++i) {
      const int64_t limit = least + (basePeak - least) * (25 * i) / 100;
      const double time = *all.leastTime(limit);
      std::optional<Plan> fromAbove =
          searchWithin(model, limit, 1 + asked, work);
      Plan fromBelow = searchFromBelow(model, limit, 1 + asked, work);
      // Pins are hard for the others only.
      if (!model.hasDropped) {
        EXPECT_GE(fromBelow.peak, least);
        EXPECT_TRUE(!fromAbove || fromAbove->time >= time);
        EXPECT_TRUE(fromBelow.peak > limit || fromBelow.time >= time);
      }
      smallest += i == 0 && fromBelow.peak <= least;
      fastest[i] += (fromAbove && fromAbove->time <= time) ||
                    (fromBelow.peak <= limit && fromBelow.time <= time);
      if (testing::Test::HasFailure())
        return;
    }
  }
  EXPECT_GE(smallest, expected.smallestPeak * count / 100);
  for (int i = 0; i != 3; ++i)
    EXPECT_GE(fastest[i], expected.leastTime[i] * count / 100) << i;
}

TEST(EventSearchTest, FindsWhatThereIsOnPlainSteps) {
  checkSmallSteps(0, 201, {82, {75, 82, 94}});
}
TEST(EventSearchTest, FindsWhatThereIsWithAccumulation) {
  checkSmallSteps(1, 202, {70, {60, 75, 85}});
}
TEST(EventSearchTest, FindsWhatThereIsWithViews) {
  checkSmallSteps(2, 203, {70, {65, 70, 75}});
}
TEST(EventSearchTest, FindsWhatThereIsWithPins) {
  checkSmallSteps(3, 204, {55, {45, 52, 55}});
}

//===----------------------------------------------------------------------===//
// When it ends
//===----------------------------------------------------------------------===//

/// A search on a step of 80 tasks that fits a limit, with room to improve.
struct Fixture {
  explicit Fixture(uint64_t seed = 1)
      : random(31), graph(makeLayeredStep(random, 40)),
        model(graph, graph.baseOrder), control(SearchOptions(), &observer) {
    EventSearch::Options options;
    options.seed = seed;
    search.emplace(model, 0, control, options);
    search->setLimit(search->getSchedule().peak() / 2);
  }
  const EventSchedule &schedule() const { return search->getSchedule(); }

  Random random;
  Graph graph;
  StepModel model;
  TestObserver observer;
  SearchControl control;
  std::optional<EventSearch> search;
};

constexpr uint64_t endless = std::numeric_limits<uint64_t>::max();

TEST(EventSearchTest, GivesTheSameTwiceAndOtherSeedsOthers) {
  std::vector<ScheduleRuns> improved, descended;
  for (uint64_t seed : {1, 1, 2}) {
    Fixture fixture(seed);
    ASSERT_TRUE(fixture.search->repair());
    fixture.search->prune();
    fixture.search->improve(20000);
    improved.push_back(fixture.schedule().allRuns());
    Fixture other(seed);
    other.search->descend(20000);
    descended.push_back(other.schedule().allRuns());
  }
  EXPECT_TRUE(improved[0] == improved[1]);
  EXPECT_TRUE(descended[0] == descended[1]);
  EXPECT_FALSE(improved[0] == improved[2]);
  EXPECT_FALSE(descended[0] == descended[2]);
}

TEST(EventSearchTest, SettlesTiesWithoutOtherChanges) {
  Random random(95);
  int64_t exchanged = 0;
  for (int i = 0; i != 120; ++i) {
    SCOPED_TRACE(i);
    Graph graph = makeLayeredStep(random, 30);
    // Few different times make many ties.
    for (Task &task : graph.tasks)
      task.time = 1 + random.below(2);
    cantFail(graph.finalize());
    StepModel model(graph, graph.baseOrder);
    SearchOptions unbounded;
    SearchControl control(unbounded);
    EventSearch search(model, unlimited, control, optionsFor(model, i + 1));
    const int64_t peak = search.getSchedule().peak();
    search.setLimit(peak - peak / 4);
    if (!search.repair())
      continue;
    search.prune();
    search.setLimit(search.getSchedule().peak());
    std::vector<int32_t> placeOf(model.size());
    for (Slot op = 0; op != model.size(); ++op)
      placeOf[op] = i % 2 ? op : model.size() - op;
    auto sumOfPlaces = [&] {
      int64_t sum = 0;
      for (const Event &event : search.getSchedule().allEvents())
        sum += placeOf[event.op];
      return sum;
    };
    Plan before = checkSchedule(search.getSchedule(), "before");
    const int64_t sumBefore = sumOfPlaces();
    EXPECT_EQ(search.settleTies(placeOf, 0), 0);
    const int64_t count = search.settleTies(placeOf, 1'000'000);
    Plan after = checkSchedule(search.getSchedule(), "after");
    EXPECT_EQ(before.time, after.time);
    EXPECT_EQ(before.peak, after.peak);
    EXPECT_EQ(before.steps.size(), after.steps.size());
    EXPECT_LE(sumOfPlaces(), sumBefore - count);
    exchanged += count;
  }
  EXPECT_GT(exchanged, 20);
}

TEST(EventSearchTest, DoesAboutTheWorkThatItMay) {
  Fixture fixture;
  ASSERT_TRUE(fixture.search->repair());
  double time = fixture.schedule().extraTime();
  for (uint64_t work : {1, 100, 10000, 40000}) {
    const uint64_t before = fixture.search->work();
    fixture.search->improve(work);
    // It ends after the round in which the work is done.
    constexpr uint64_t round = 5000;
    EXPECT_GE(fixture.search->work(), before + work);
    EXPECT_LT(fixture.search->work(), before + work + round);
    EXPECT_LE(fixture.schedule().extraTime(), time);
    time = fixture.schedule().extraTime();
    checkSchedule(fixture.schedule(), "improved");
  }
  int64_t peak = fixture.schedule().peak();
  for (uint64_t work : {1, 100, 10000, 40000}) {
    fixture.search->descend(work);
    EXPECT_LE(fixture.schedule().peak(), peak);
    peak = fixture.schedule().peak();
    checkSchedule(fixture.schedule(), "descended");
  }
}

TEST(EventSearchTest, PolishesUntilNothingIsBetter) {
  int polished = 0;
  for (uint64_t seed = 1; seed != 11; ++seed) {
    Fixture fixture(seed);
    ASSERT_TRUE(fixture.search->repair(/*isLazy=*/true));
    fixture.search->prune();
    const double time = fixture.schedule().extraTime();
    const ScheduleRuns runs = fixture.schedule().allRuns();
    fixture.search->polish(0);
    EXPECT_TRUE(fixture.schedule().allRuns() == runs);
    fixture.search->polish(endless);
    EXPECT_TRUE(fixture.schedule().fits());
    EXPECT_LE(fixture.schedule().extraTime(), time);
    polished += fixture.schedule().extraTime() < time;
    checkSchedule(fixture.schedule(), "polished");
  }
  // What repair leaves is seldom best.
  EXPECT_GT(polished, 5);
}

TEST(EventSearchTest, DoesNothingOnceInterrupted) {
  Fixture fixture;
  fixture.observer.interrupt = true;
  ScheduleRuns runs = fixture.schedule().allRuns();
  EXPECT_FALSE(fixture.search->repair());
  EXPECT_TRUE(fixture.schedule().allRuns() == runs);
  fixture.search->setLimit(fixture.schedule().peak());
  fixture.search->improve(endless);
  fixture.search->polish(endless);
  fixture.search->tradeRuns(endless);
  fixture.search->descend(endless);
  EXPECT_TRUE(fixture.schedule().allRuns() == runs);
}

TEST(EventSearchTest, AnInterruptEndsIt) {
  Fixture fixture;
  ASSERT_TRUE(fixture.search->repair());
  fixture.search->prune();
  const double time = fixture.schedule().extraTime();
  int reports = 0;
  fixture.observer.progress = [&](const SearchProgress &progress) {
    EXPECT_GE(progress.done, 0);
    EXPECT_LE(progress.done, 1);
    fixture.observer.interrupt = ++reports >= 5;
  };
  fixture.search->improve(endless);
  EXPECT_EQ(reports, 5);
  EXPECT_TRUE(fixture.schedule().fits());
  EXPECT_LT(fixture.schedule().extraTime(), time);
  checkSchedule(fixture.schedule(), "improved");
}

TEST(EventSearchTest, AnInterruptEndsTheDescent) {
  Fixture fixture;
  const int64_t peak = fixture.schedule().peak();
  int reports = 0;
  fixture.observer.progress = [&](const SearchProgress &) {
    fixture.observer.interrupt = ++reports >= 20;
  };
  fixture.search->descend(endless);
  EXPECT_EQ(reports, 20);
  EXPECT_LT(fixture.schedule().peak(), peak);
  EXPECT_EQ(fixture.schedule().getLimit(), fixture.schedule().peak());
  checkSchedule(fixture.schedule(), "descended");
}

TEST(EventSearchTest, ATimeLimitEndsIt) {
  Fixture fixture;
  ASSERT_TRUE(fixture.search->repair());
  SearchOptions options;
  options.timeLimit = 0.01;
  fixture.control = SearchControl(options);
  fixture.search->improve(endless);
  EXPECT_TRUE(fixture.schedule().fits());
  checkSchedule(fixture.schedule(), "improved");
  fixture.search->descend(endless);
  checkSchedule(fixture.schedule(), "descended");
}

} // namespace
