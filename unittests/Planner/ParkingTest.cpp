//===- ParkingTest.cpp - Tests of storages that wait on the host ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "RandomGraph.h"

#include "Parking/ExactParking.h"
#include "Parking/ParkingSearch.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// `makers` tasks each make a value of 100 bytes; `pause` others follow; then
/// one reads them all. Each takes 10.
Graph makePause(int makers, int pause) {
  Graph graph;
  std::vector<ValueId> made;
  for (int i = 0; i != makers; ++i) {
    addTask(graph, Phase::Forward, {}, {100}).time = 10;
    made.push_back(i);
  }
  for (int i = 0; i != pause; ++i)
    addTask(graph, Phase::Forward, {}, {1}).time = 10;
  addTask(graph, Phase::Forward, made, {1}).time = 10;
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  return graph;
}

HostMemory makeHost(double bandwidth, double latency = 0,
                    int64_t budget = 1'000'000) {
  return {budget, {bandwidth, latency}};
}

Expected<ParkedSimulation> run(const Graph &graph, ArrayRef<Parking> parkings,
                               double bandwidth, double latency = 0) {
  return simulate(graph, baseSteps(graph), parkings, {bandwidth, latency});
}

std::string getError(const Graph &graph, ArrayRef<Parking> parkings) {
  Expected<ParkedSimulation> simulation = run(graph, parkings, 1);
  if (simulation)
    return "";
  return toString(simulation.takeError());
}

TEST(ParkingTest, CopiesHideBehindTasks) {
  const Graph graph = makePause(1, 4);
  // 10 a copy.
  const Parking parking = {0, 0, 1, 4};
  Expected<ParkedSimulation> simulation = run(graph, parking, 10);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->time, 60);
  EXPECT_EQ(simulation->liveBytes,
            (std::vector<int64_t>{100, 101, 1, 1, 101, 101}));
  EXPECT_EQ(simulation->peak, 101);
  EXPECT_EQ(simulation->peakStep, 1);
  EXPECT_EQ(simulation->hostBytes,
            (std::vector<int64_t>{100, 100, 100, 100, 100, 0}));
  EXPECT_EQ(simulation->hostPeak, 100);
  const ParkingCopies &copies = simulation->parkingCopies.front();
  EXPECT_EQ(copies.outBegin, 10);
  EXPECT_EQ(copies.outEnd, 20);
  EXPECT_EQ(copies.backBegin, 40);
  EXPECT_EQ(copies.backEnd, 50);
  EXPECT_EQ(copies.awaitStep, 5);
  EXPECT_EQ(copies.outWait, 0);
  EXPECT_EQ(copies.backWait, 0);
}

TEST(ParkingTest, StepWaitsForCopiesThatDoNotHide) {
  const Graph graph = makePause(1, 4);
  // 25 a copy: 15 too late each way.
  Expected<ParkedSimulation> simulation = run(graph, Parking{0, 0, 1, 4}, 4);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->parkingCopies.front().outWait, 15);
  EXPECT_EQ(simulation->parkingCopies.front().backWait, 15);
  EXPECT_EQ(simulation->time, 90);
  // Latency is of each copy.
  simulation = run(graph, Parking{0, 0, 1, 4}, 10, 3);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->time, 66);
}

TEST(ParkingTest, LinkCarriesOneCopyAtATimeEachWay) {
  const Graph graph = makePause(2, 4);
  // Out: [20, 30] and, after it, [30, 40]; back: [60, 70], as both begin before
  // the last task, and [70, 80].
  Expected<ParkedSimulation> simulation =
      run(graph, {{0, 1, 2, 6}, {1, 1, 1, 6}}, 10);
  // The second is due first: the step waits for it until 30.
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->parkingCopies[1].outBegin, 20);
  EXPECT_EQ(simulation->parkingCopies[1].outWait, 10);
  EXPECT_EQ(simulation->parkingCopies[0].outBegin, 30);
  EXPECT_EQ(simulation->parkingCopies[0].outWait, 0);
  EXPECT_EQ(simulation->parkingCopies[0].backBegin, 70);
  EXPECT_EQ(simulation->parkingCopies[1].backBegin, 80);
  EXPECT_EQ(simulation->time, 100);
}

/// Read by tasks 2 and 5.
Graph makeTwoPauses() {
  Graph graph;
  addTask(graph, Phase::Forward, {}, {100}).time = 10;
  for (int i = 1; i != 6; ++i) {
    std::vector<ValueId> inputs;
    if (i == 2 || i == 5)
      inputs.push_back(0);
    addTask(graph, Phase::Forward, inputs, {1}).time = 10;
  }
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  return graph;
}

TEST(ParkingTest, HostHoldsBytesForALaterStay) {
  const Graph graph = makeTwoPauses();
  Expected<ParkedSimulation> simulation =
      run(graph, {{0, 0, 0, 2}, {0, std::nullopt, 2, 5}}, 10);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->liveBytes,
            (std::vector<int64_t>{100, 1, 101, 1, 1, 101}));
  EXPECT_EQ(simulation->hostBytes,
            (std::vector<int64_t>{100, 100, 100, 100, 100, 0}));
  // Out and back before task 2, and back before task 5.
  EXPECT_EQ(simulation->time, 90);
  // Each stay on the device is a copy.
  EXPECT_EQ(count_if(simulation->copies,
                     [](const Copy &copy) { return copy.value == 0; }),
            3);
  // Sent again, the host is free in between.
  simulation = run(graph, {{0, 0, 0, 2}, {0, 3, 3, 5}}, 10);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->hostBytes,
            (std::vector<int64_t>{100, 100, 0, 100, 100, 0}));
  EXPECT_EQ(simulation->time, 100);
}

TEST(ParkingTest, ErrorsSayWhatIsWrong) {
  const Graph graph = makeTwoPauses();
  EXPECT_EQ(getError(graph, Parking{99, 0, 0, 2}),
            "a parking names no value of the graph");
  EXPECT_EQ(
      getError(graph, Parking{0, 1, 0, 2}),
      "the parking of value 0 is sent after step 1, released after step 0 "
      "and fetched before step 2, which are not in that order");
  EXPECT_EQ(getError(graph, Parking{0, 0, 2, 7}),
            "the parking of value 0 ends at step 7 of 6");
  EXPECT_NE(getError(graph, Parking{0, 0, 2, 2}), "");
  EXPECT_NE(getError(graph, Parking{0, -1, 2, 3}), "");
  EXPECT_NE(getError(graph, Parking{0, 0, 2, 6}), "");
  // Away when task 2 reads it.
  EXPECT_EQ(getError(graph, Parking{0, 0, 1, 4}),
            "the parking of value 0 has the value away at step 2, which reads "
            "it");
  EXPECT_EQ(getError(graph, Parking{0, std::nullopt, 2, 5}),
            "the parking of value 0 copies nothing out, and the host does not "
            "hold the value");
  EXPECT_EQ(getError(graph, {{0, 0, 0, 2}, {0, 1, 2, 5}}),
            "the parking of value 0 begins at step 1, before the value is back "
            "from its last one, at step 2");
  // Made by task 1, and read by none.
  EXPECT_EQ(
      getError(graph, Parking{1, 1, 2, 4}),
      "the parking of value 1 begins at step 1, but no copy is there then "
      "and needed at its fetch at step 4");
  Graph viewed = makeTwoPauses();
  Value view;
  view.id = 99;
  view.viewOf = 0;
  viewed.values.push_back(view);
  viewed.tasks[2].outputs.push_back(viewed.values.size() - 1);
  cantFail(viewed.finalize());
  EXPECT_EQ(
      getError(viewed, Parking{0, 2, 2, 5}),
      "the parking of value 0 is of a value that may not be parked: it must "
      "own a storage of at least one byte that no view shares, be made by an "
      "op, not accumulate, and not have may_park false");
}

TEST(ParkingTest, VerifierHoldsPlansToBothBudgets) {
  const Graph graph = makePause(1, 4);
  const std::vector<Step> steps = baseSteps(graph);
  Problem problem(graph, 101);
  problem.host = makeHost(10);
  Plan plan = makePlan(steps, cantFail(run(graph, Parking{0, 0, 1, 4}, 10)));
  plan.parkings = {{0, 0, 1, 4}};
  plan.hostPeak = 100;
  EXPECT_EQ(toString(verify(problem, plan)), "");
  problem.host.budget = 99;
  EXPECT_EQ(toString(verify(problem, plan)),
            "the plan parks 100 bytes on the host at once, over its budget of "
            "99 bytes");
  problem.host.budget = 100;
  plan.hostPeak = 90;
  EXPECT_EQ(toString(verify(problem, plan)),
            "the plan states a peak of 90 bytes on the host, simulated are 100 "
            "bytes");
  plan.hostPeak = 100;
  // A link that is slower than said.
  problem.host.link.bandwidth = 5;
  EXPECT_EQ(toString(verify(problem, plan)),
            "the plan states a time of 6.000000e+01, simulated is "
            "8.000000e+01");
  problem.host = {};
  EXPECT_EQ(toString(verify(problem, plan)),
            "the plan parks values on the host, but there is no host budget");
}

TEST(ParkingTest, AsksNeedALinkAndTheStrategyAuto) {
  Ask ask = makeAsk(100);
  ask.host.budget = 100;
  EXPECT_EQ(toString(ask.check()),
            "the link to the host has no bandwidth; give the bytes that it "
            "carries per unit of time");
  ask.host.link = {-2, 0};
  EXPECT_EQ(toString(ask.check()),
            "the link's bandwidth of -2 is out of range; give a number from "
            "1e-9 to 1e18");
  ask.host.link = {1, -1};
  EXPECT_EQ(toString(ask.check()),
            "the link's latency of -1 is out of range; give a number from 0 "
            "to 1e18");
  ask.host = {-1, {1, 0}};
  EXPECT_EQ(toString(ask.check()),
            "the host budget of -1 bytes is out of range; give a number of "
            "bytes from 0 to 1152921504606846976");
  ask.host.budget = 100;
  ask.strategy = "chen";
  EXPECT_EQ(toString(ask.check()),
            "the strategy 'chen' parks nothing on the host; leave out the host "
            "budget, or use the strategy auto");
}

/// All that `simulate` says of parkings, from the definitions.
struct Reference {
  std::vector<int64_t> liveBytes;
  std::vector<int64_t> hostBytes;
  int64_t peak = 0;
  double time = 0;
};

/// One parking of a copy, without views.
Reference evaluate(const Graph &graph, ArrayRef<Step> steps,
                   ArrayRef<Parking> parkings, const HostLink &link) {
  const int32_t count = steps.size();
  Reference result;
  result.liveBytes = cantFail(simulate(graph, steps)).liveBytes;
  result.hostBytes.assign(count, 0);
  std::vector<int32_t> readers;
  for (const Parking &parking : parkings) {
    int32_t reader = count;
    for (int32_t step = count; step-- > parking.fetchStep;)
      if (is_contained(graph.tasks[steps[step].task].inputs, parking.value))
        reader = step;
    readers.push_back(reader);
    const int64_t bytes = graph.values[parking.value].bytes;
    for (int32_t step = 0; step != count; ++step) {
      if (step > parking.releaseStep && step < parking.fetchStep)
        result.liveBytes[step] -= bytes;
      if (step >= *parking.sendStep && step < reader)
        result.hostBytes[step] += bytes;
    }
  }
  result.peak =
      *std::max_element(result.liveBytes.begin(), result.liveBytes.end());
  int64_t atEnd = graph.residentBytes;
  for (const Value &value : graph.values)
    if (value.isResult && !graph.writers(&value - graph.values.data()).empty())
      atEnd += value.bytes;
  if (!parkings.empty())
    result.peak = std::max(result.peak, atEnd);
  // Queues of copies, in the order in which they may begin.
  std::vector<double> out(parkings.size()), back(parkings.size());
  double now = 0, outFree = 0, backFree = 0;
  for (int32_t gap = -1; gap != count; ++gap) {
    for (int32_t due = 0; due <= count; ++due)
      for (auto [i, parking] : enumerate(parkings))
        if (*parking.sendStep == gap && parking.releaseStep == due)
          out[i] = outFree = std::max(now, outFree) +
                             link.getTime(graph.values[parking.value].bytes);
    for (auto [i, parking] : enumerate(parkings))
      if (parking.releaseStep == gap)
        now = std::max(now, out[i]);
    for (int32_t due = 0; due <= count; ++due)
      for (auto [i, parking] : enumerate(parkings))
        if (parking.fetchStep == gap + 1 && readers[i] == due)
          back[i] = backFree = std::max(now, backFree) +
                               link.getTime(graph.values[parking.value].bytes);
    for (auto [i, parking] : enumerate(parkings))
      if (readers[i] == gap + 1)
        now = std::max(now, back[i]);
    if (gap + 1 != count)
      now += graph.tasks[steps[gap + 1].task].time;
  }
  result.time = now;
  return result;
}

/// Of each copy with a pause, at most one parking.
std::vector<Parking> makeRandomParkings(Random &random, const Graph &graph,
                                        ArrayRef<Step> steps) {
  const int32_t count = steps.size();
  const Simulation simulation = cantFail(simulate(graph, steps));
  const std::vector<bool> parkable = getParkable(graph);
  std::vector<Parking> parkings;
  for (const Copy &copy : simulation.copies) {
    if (!parkable[copy.value] || !random.chance(60))
      continue;
    std::vector<int32_t> uses = {copy.firstStep};
    for (int32_t step = copy.firstStep + 1; step <= copy.lastStep; ++step)
      if (is_contained(graph.tasks[steps[step].task].inputs, copy.value))
        uses.push_back(step);
    // Results stay to the end.
    if (copy.lastStep != uses.back())
      uses.push_back(count);
    const size_t pause = random.below(uses.size());
    if (pause + 1 == uses.size() || uses[pause + 1] - uses[pause] < 2)
      continue;
    const int32_t before = uses[pause], after = uses[pause + 1];
    const int32_t release = before + random.below(after - before - 1);
    const int32_t fetch = release + 1 + random.below(after - release);
    const int32_t send =
        copy.firstStep + random.below(release - copy.firstStep + 1);
    parkings.push_back({copy.value, send, release, fetch});
  }
  return parkings;
}

/// Valid steps: the base order, or with runs added and moved.
std::vector<Step> makeValidSteps(Random &random, const Graph &graph) {
  const std::vector<Step> steps = makeRandomSteps(random, graph);
  Expected<Simulation> simulation = simulate(graph, steps);
  if (!simulation) {
    consumeError(simulation.takeError());
    return baseSteps(graph);
  }
  const bool isValid =
      !errorToBool(verify(Problem(graph), makePlan(steps, *simulation)));
  return isValid ? steps : baseSteps(graph);
}

TEST(ParkingTest, AgreesWithTheDefinitions) {
  Random random(1);
  int parked = 0, again = 0;
  for (int trial = 0; trial != 2000; ++trial) {
    const Graph graph = makeSmallStep(random, trial % 2);
    const std::vector<Step> steps = makeValidSteps(random, graph);
    const std::vector<Parking> parkings =
        makeRandomParkings(random, graph, steps);
    const HostLink link = {1.0 + random.below(20), double(random.below(3))};
    Expected<ParkedSimulation> simulation =
        simulate(graph, steps, parkings, link);
    ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
    const Reference reference = evaluate(graph, steps, parkings, link);
    EXPECT_EQ(simulation->liveBytes, reference.liveBytes);
    EXPECT_EQ(simulation->hostBytes, reference.hostBytes);
    EXPECT_EQ(simulation->peak, reference.peak);
    EXPECT_NEAR(simulation->time, reference.time, 1e-9 * reference.time);
    parked += parkings.size();
    again += steps.size() > graph.tasks.size();
  }
  EXPECT_GT(parked, 1500);
  EXPECT_GT(again, 200);
}

/// Tries steps and parkings of them: no more runs than tasks and one, and up to
/// two parkings.
class Enumeration {
public:
  Enumeration(const Graph &graph, const Problem &problem)
      : graph(graph), problem(problem), evaluator(graph) {}

  /// The least time of a plan within both budgets.
  std::optional<double> run() {
    extend();
    return best;
  }

private:
  void extend() {
    std::optional<ScheduleFigures> figures = evaluator.evaluate(steps);
    if (!figures || (best && figures->time >= *best))
      return;
    std::vector<bool> hasRun(graph.tasks.size());
    for (const Step &step : steps)
      hasRun[step.task] = true;
    const size_t left = count(hasRun, false);
    if (left == 0 &&
        !errorToBool(verify(Problem(graph), makePlan(steps, *figures)))) {
      bare = cantFail(simulate(graph, steps));
      park(0, 2);
    }
    if (steps.size() + left > graph.tasks.size() + 1)
      return;
    for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
      if (hasRun[task] && graph.tasks[task].runsOnce())
        continue;
      steps.push_back({task, 0});
      extend();
      steps.pop_back();
    }
  }
  void judge() {
    Expected<ParkedSimulation> simulation =
        simulate(graph, steps, parkings, problem.host.link);
    if (!simulation) {
      consumeError(simulation.takeError());
      return;
    }
    if (simulation->peak <= *problem.budget &&
        simulation->hostPeak <= problem.host.budget &&
        (!best || simulation->time < *best))
      best = simulation->time;
  }
  /// Of copies from `first` on.
  void park(size_t first, int left) {
    judge();
    if (left == 0)
      return;
    for (size_t i = first; i < bare.copies.size(); ++i) {
      const Copy copy = bare.copies[i];
      if (copy.lastStep - copy.firstStep < 2 ||
          graph.values[copy.value].bytes == 0)
        continue;
      // A result may come back at the end.
      const int32_t last = copy.lastStep + graph.values[copy.value].isResult;
      for (int32_t send = copy.firstStep; send != copy.lastStep; ++send)
        for (int32_t release = send; release != copy.lastStep; ++release)
          for (int32_t fetch = release + 2; fetch <= last; ++fetch) {
            parkings.push_back({copy.value, send, release, fetch});
            park(i + (left == 1), left - 1);
            parkings.pop_back();
          }
    }
  }

  const Graph &graph;
  const Problem &problem;
  PlanEvaluator evaluator;
  std::vector<Step> steps;
  std::vector<Parking> parkings;
  Simulation bare;
  std::optional<double> best;
};

/// A step of few tasks, without views, variants and pins.
Graph makeTinyStep(Random &random, int forward) {
  RandomGraphOptions options;
  options.minForward = 1;
  options.maxForward = forward;
  options.views = options.variants = options.policies = false;
  return makeRandomGraph(random, options);
}

TEST(ParkingTest, NoEnumeratedPlanBeatsTheSession) {
  Random random(2);
  int compared = 0, parked = 0;
  for (int trial = 0; compared != 60 && trial != 3000; ++trial) {
    const Graph graph = makeTinyStep(random, 3);
    if (graph.tasks.size() > 5)
      continue;
    const int64_t peak = cantFail(simulate(graph, baseSteps(graph))).peak;
    Ask ask = makeAsk();
    ask.host = makeHost(1.0 + random.below(30), random.below(2),
                        1 + random.below(peak));
    const int64_t least = lowerBoundPeak(graph, ask.host.budget).bytes;
    if (least >= peak)
      continue;
    ask.budget = least + random.below(peak - least);
    if (*ask.budget <= 0)
      continue;
    Problem problem = ask.getProblem(graph);
    const std::optional<double> best = Enumeration(graph, problem).run();
    Expected<Plan> plan = solve(graph, ask);
    if (!plan) {
      EXPECT_FALSE(best) << toString(plan.takeError());
      continue;
    }
    ++compared;
    parked += !plan->parkings.empty();
    if (best) {
      EXPECT_LE(plan->time, *best * (1 + 1e-12)) << "trial " << trial;
    }
  }
  EXPECT_EQ(compared, 60);
  EXPECT_GT(parked, 10);
}

TEST(ParkingTest, PlansKeepBothBudgetsAndAreNeverSlowerThanWithoutAHost) {
  Random random(3);
  int parked = 0;
  for (int trial = 0; trial != 60; ++trial) {
    const Graph graph = trial % 2 ? makeSmallStep(random, trial % 5)
                                  : makeLayeredStep(random, 12);
    const int64_t peak = cantFail(simulate(graph, baseSteps(graph))).peak;
    Ask plain = makeAsk(std::max<int64_t>(peak * 2 / 3, 1));
    plain.search.effort = 0;
    Ask ask = plain;
    ask.host = makeHost(1.0 + random.below(30), random.below(2), 1 + peak / 2);
    Session session(graph), other(graph);
    Expected<Outcome> with = session.solve(ask), without = other.solve(plain);
    ASSERT_TRUE(bool(with)) << toString(with.takeError());
    ASSERT_TRUE(bool(without)) << toString(without.takeError());
    if (!with->hasPlan()) {
      EXPECT_FALSE(without->hasPlan());
      EXPECT_LE(with->smallestPeak, without->smallestPeak);
      EXPECT_LE(with->bound.bytes, with->smallestPeak);
      continue;
    }
    // Session has verified it.
    EXPECT_LE(with->plan.peak, *ask.budget);
    EXPECT_LE(with->plan.hostPeak, ask.host.budget);
    parked += !with->plan.parkings.empty();
    if (without->hasPlan()) {
      EXPECT_LE(with->plan.time, without->plan.time);
    }
    // The same ask, the same plan.
    Expected<Outcome> again = session.solve(ask);
    ASSERT_TRUE(bool(again)) << toString(again.takeError());
    EXPECT_EQ(again->plan.steps, with->plan.steps);
    EXPECT_EQ(again->plan.parkings, with->plan.parkings);
  }
  EXPECT_GT(parked, 20);
}

TEST(ParkingTest, HostBudgetOf0ChangesNothing) {
  Random random(4);
  const Graph graph = makeLayeredStep(random, 30);
  const int64_t peak = cantFail(simulate(graph, baseSteps(graph))).peak;
  const Ask plain = makeAsk(peak * 3 / 4);
  Ask ask = plain;
  ask.host = makeHost(10, 0, 0);
  const Plan with = cantFail(solve(graph, ask));
  const Plan without = cantFail(solve(graph, plain));
  EXPECT_EQ(with.steps, without.steps);
  EXPECT_TRUE(with.parkings.empty());
}

TEST(ParkingTest, SmallestPeakIsAtTheBoundOfATaskWhereTheHostIsLarge) {
  // The 100 bytes of the first task, which runs once, wait for the last one
  // while another needs 200 beside its input and output.
  Graph graph;
  addTask(graph, Phase::Forward, {}, {100}).mayRunAgain = false;
  addTask(graph, Phase::Forward, {0}, {1});
  addTask(graph, Phase::Forward, {1}, {1}).workspace = 200;
  addTask(graph, Phase::Forward, {0, 2}, {1});
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  Ask ask = makeAsk();
  EXPECT_EQ(cantFail(solve(graph, ask)).peak, 302);
  ask.host = makeHost(10);
  EXPECT_EQ(cantFail(solve(graph, ask)).peak, 202);
  EXPECT_EQ(lowerBoundPeak(graph, ask.host.budget).bytes, 202);
}

TEST(ParkingTest, BoundsHoldForRandomPlans) {
  Random random(5);
  for (int trial = 0; trial != 2000; ++trial) {
    const Graph graph = makeSmallStep(random, trial % 5);
    const std::vector<Step> steps = makeValidSteps(random, graph);
    const std::vector<Parking> parkings =
        makeRandomParkings(random, graph, steps);
    const ParkedSimulation simulation =
        cantFail(simulate(graph, steps, parkings, {10, 0}));
    EXPECT_LE(lowerBoundPeak(graph, simulation.hostPeak).bytes,
              simulation.peak);
    Problem problem(graph, std::max<int64_t>(simulation.peak, 1));
    problem.host = makeHost(10, 0, simulation.hostPeak);
    EXPECT_LE(lowerBoundTime(problem).time, simulation.time * (1 + 1e-12));
  }
}

/// Two results of 100 bytes, each made with 50 of workspace.
Graph makeTwoResults() {
  Graph graph;
  addTask(graph, Phase::Forward, {}, {1}).time = 10;
  for (int i = 0; i != 2; ++i) {
    Task &task = addTask(graph, Phase::Forward, {0}, {100});
    task.time = 10;
    task.workspace = 50;
    graph.values.back().isResult = true;
  }
  cantFail(graph.finalize());
  return graph;
}

TEST(ParkingTest, ResultsMayComeBackAtTheEnd) {
  const Graph graph = makeTwoResults();
  Expected<ParkedSimulation> simulation = run(graph, Parking{1, 1, 1, 3}, 10);
  ASSERT_TRUE(bool(simulation)) << toString(simulation.takeError());
  EXPECT_EQ(simulation->liveBytes, (std::vector<int64_t>{1, 151, 151}));
  // Both results.
  EXPECT_EQ(simulation->peak, 200);
  EXPECT_EQ(simulation->peakStep, 2);
  EXPECT_EQ(simulation->hostBytes, (std::vector<int64_t>{0, 100, 100}));
  EXPECT_EQ(simulation->time, 50);
  EXPECT_EQ(lowerBoundPeak(graph, 100).bytes, 200);
  Ask ask = makeAsk();
  ask.host = makeHost(10);
  const Plan plan = cantFail(solve(graph, ask));
  EXPECT_EQ(plan.peak, 200);
  EXPECT_EQ(plan.time, 50);
}

TEST(ParkingTest, ExactSearchAgreesWithTheSearchOnItsOwnBestSteps) {
  Random random(6);
  int complete = 0, asGood = 0, trials = 0;
  while (trials != 100) {
    const Graph graph = makeTinyStep(random, 4);
    const int64_t peak = cantFail(simulate(graph, baseSteps(graph))).peak;
    if (graph.tasks.size() > 10 || peak < 3)
      continue;
    ++trials;
    Problem problem(graph, peak * 2 / 3);
    problem.host = makeHost(1.0 + random.below(20), 0, peak);
    SearchControl control;
    const ExactParkingAnswer exact =
        searchParkingsExactly(problem, 1 << 18, control);
    complete += exact.isComplete;
    if (!exact.plan) {
      asGood += exact.isComplete;
      continue;
    }
    EXPECT_EQ(toString(verify(problem, *exact.plan)), "");
    ParkingSearch search(graph, exact.plan->steps, problem.host);
    const std::optional<Plan> found =
        search.search(*problem.budget, 100'000, control);
    if (!found)
      continue;
    EXPECT_EQ(toString(verify(problem, *found)), "");
    EXPECT_GE(found->time, exact.plan->time * (1 - 1e-12));
    asGood += found->time <= exact.plan->time * (1 + 1e-12);
  }
  EXPECT_GE(complete, 90);
  // The layout of copies is not exact.
  EXPECT_GE(asGood, 85);
}

TEST(ParkingTest, PlanFilesKeepParkings) {
  const Graph graph = makeTwoPauses();
  Plan plan = makePlan(baseSteps(graph), ScheduleFigures());
  plan.strategy = "auto";
  plan.parkings = {{0, 0, 0, 2}, {0, std::nullopt, 2, 5}};
  plan.hostPeak = 100;
  const HostMemory host = makeHost(10, 0.5, 200);
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  writePlan(graph, plan, 500, json, {}, host);
  Expected<PlanFile> file = readPlan(text, graph, [](const Twine &message) {
    ADD_FAILURE() << message.str();
  });
  ASSERT_TRUE(bool(file)) << toString(file.takeError());
  EXPECT_EQ(file->plan.parkings, plan.parkings);
  EXPECT_EQ(file->plan.hostPeak, 100);
  EXPECT_EQ(file->host.budget, 200);
  EXPECT_EQ(file->host.link.bandwidth, 10);
  EXPECT_EQ(file->host.link.latency, 0.5);

  auto getProblem = [&](StringRef parkings) {
    const std::string changed =
        (R"({"steps": [0,1,2,3,4,5], "host_budget": 1, "link_bandwidth": 1,)" +
         parkings + "}")
            .str();
    Expected<PlanFile> read = readPlan(changed, graph, [](const Twine &) {});
    return read ? "" : toString(read.takeError());
  };
  EXPECT_EQ(getProblem(R"("parkings": [{"value": 0}])"),
            "parking 0: key 'release' is missing");
  EXPECT_EQ(getProblem(R"("parkings": [{"value": 77, "release": 0,
                                        "fetch": 2}])"),
            "parking 0 names value 77, which the graph does not have");
  EXPECT_EQ(getProblem(R"("link_latency": -1)"),
            "the plan file: key 'link_latency' is -1, not a number from 0 to "
            "1e+18");
}

} // namespace
