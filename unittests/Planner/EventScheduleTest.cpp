//===- EventScheduleTest.cpp - Moves against the simulator ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSchedule.h"
#include "RandomGraph.h"
#include "remat/Planner/Simulator.h"

#include "gtest/gtest.h"

#include <map>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// The peak, the time and the validity that the simulator gives the schedule.
void expectAsSimulated(const EventSchedule &schedule, StringRef what) {
  const Graph &graph = schedule.getModel().graph;
  Plan plan;
  plan.steps = schedule.steps();
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  ASSERT_TRUE(bool(simulation))
      << what.str() << ": " << toString(simulation.takeError());
  // Making a view again costs its time, which the schedule does not count.
  double viewTime = 0;
  for (const Step &step : plan.steps)
    if (schedule.getModel().opOf[step.task] < 0)
      viewTime += graph.tasks[step.task].time;
  for (TaskId task : schedule.getModel().viewTasks)
    viewTime -= graph.tasks[task].time;
  EXPECT_EQ(schedule.peak(), simulation->peak) << what.str();
  EXPECT_DOUBLE_EQ(graph.baseTime() + schedule.extraTime() + viewTime,
                   simulation->time)
      << what.str();
  plan.peak = simulation->peak;
  plan.time = simulation->time;
  std::string error = toString(verify(Problem(graph), plan));
  // Pins are the search's affair.
  if (!StringRef(error).contains("pinned")) {
    EXPECT_EQ(error, "") << what.str();
  }

  // The excess by definition: the largest moment of every slot.
  std::map<Slot, int64_t> largest;
  size_t step = 0;
  const StepModel &model = schedule.getModel();
  for (Slot slot = 0; slot != model.size(); ++slot)
    for (const EventSchedule::Run &run : schedule.runsAt(slot)) {
      while (plan.steps[step].task != model.ops[run.op].task)
        ++step;
      int64_t &most = largest[slot];
      most = std::max(most, simulation->liveBytes[step]);
      ++step;
    }
  int64_t excess = 0;
  for (auto [slot, bytes] : largest)
    excess += std::max<int64_t>(0, bytes - schedule.getLimit());
  // The end of the step counts as a slot.
  int64_t end = graph.residentBytes;
  for (const StepModel::Storage &storage : model.storages)
    end += storage.isResult ? storage.bytes : 0;
  EXPECT_EQ(schedule.excess(),
            excess + std::max<int64_t>(0, end - schedule.getLimit()))
      << what.str();
}

TEST(EventScheduleTest, AgreesWithTheSimulatorAfterEveryKindOfMove) {
  Random random(17);
  int64_t adds = 0, removes = 0, moves = 0;
  for (int instance = 0; instance != 400; ++instance) {
    RandomGraphOptions options;
    options.maxForward = instance % 10 == 0 ? 60 : 12;
    options.variants = false;
    Graph graph = makeRandomGraph(random, options);
    StepModel model(graph, graph.baseOrder);
    EventSchedule schedule(model, random.below(200));
    expectAsSimulated(schedule, "at first");
    for (int change = 0; change != 40 && model.size() > 0; ++change) {
      Slot op = random.below(model.size());
      Slot at = random.below(model.size());
      std::vector<Event> events = schedule.allEvents();
      std::string what;
      switch (random.below(4)) {
      case 0:
        if (!schedule.canMoveFirst(op, at))
          continue;
        schedule.moveFirst(op, at);
        what = "moved";
        ++moves;
        break;
      case 1:
        if (events.empty())
          continue;
        schedule.remove(events[random.below(events.size())]);
        what = "removed";
        ++removes;
        break;
      default:
        if (!model.ops[op].canRunAgain ||
            momentOf(at, op) <= schedule.firstMoment(op) ||
            schedule.contains({at, op}))
          continue;
        schedule.add({at, op});
        what = "added";
        ++adds;
      }
      if (random.chance(10))
        schedule.setLimit(random.below(200));
      expectAsSimulated(schedule, what);
      EventSchedule again(model, schedule.getLimit(), schedule.allRuns());
      EXPECT_EQ(again.peak(), schedule.peak()) << what;
      EXPECT_EQ(again.excess(), schedule.excess()) << what;
      if (HasFailure())
        return;
    }
  }
  EXPECT_GT(adds, 1000);
  EXPECT_GT(removes, 500);
  EXPECT_GT(moves, 500);
}

// Sums are kept by blocks of slots and by groups of blocks: intervals of all
// lengths, over several groups, and limits that some of their slots keep.
TEST(EventScheduleTest, AgreesWithTheSimulatorOnLongSteps) {
  Random random(31);
  RandomGraphOptions options;
  options.minForward = options.maxForward = 2000;
  options.variants = options.policies = false;
  int64_t surelyNeeded = 0;
  for (int instance = 0; instance != 4; ++instance) {
    Graph graph = makeRandomGraph(random, options);
    StepModel model(graph, graph.baseOrder);
    ASSERT_GT(model.size(), 3000);
    EventSchedule schedule(model, 0);
    const int64_t basePeak = schedule.peak();
    for (int change = 0; change != 120; ++change) {
      schedule.setLimit(basePeak * (20 + random.below(80)) / 100);
      for (int i = 0; i != 20; ++i) {
        const Slot op = random.below(model.size());
        const Slot reach = random.chance(50) ? 100 : model.size();
        const Slot at = std::min<Slot>(
            schedule.firstSlot(op) + 1 + random.below(reach), model.size() - 1);
        if (random.chance(20) && schedule.canMoveFirst(op, at))
          schedule.moveFirst(op, at);
        else if (schedule.contains({at, op}) && schedule.firstSlot(op) != at)
          schedule.remove({at, op});
        else if (model.ops[op].canRunAgain &&
                 momentOf(at, op) > schedule.firstMoment(op))
          schedule.add({at, op});
      }
      expectAsSimulated(schedule, "changed");
      // The first slot with the peak.
      const Slot slot = schedule.peakSlot();
      EXPECT_EQ(schedule.bytesAt(slot), schedule.peak());
      for (Slot before = 0; before != slot; ++before)
        ASSERT_LT(schedule.bytesAt(before), schedule.peak());
      if (HasFailure())
        return;
    }
    schedule.setLimit(schedule.peak());
    for (const Event &event : schedule.allEvents()) {
      if (schedule.mayFitWithout(event))
        continue;
      schedule.remove(event);
      EXPECT_FALSE(schedule.fits());
      schedule.add(event);
      ++surelyNeeded;
    }
  }
  EXPECT_GT(surelyNeeded, 0);
}

TEST(EventScheduleTest, UndoesWhatItDid) {
  Random random(29);
  for (int instance = 0; instance != 50; ++instance) {
    Graph graph = makeRandomGraph(random);
    StepModel model(graph, graph.baseOrder);
    EventSchedule schedule(model, 30);
    const int64_t peak = schedule.peak(), excess = schedule.excess();
    for (Slot op = 0; op != model.size(); ++op)
      for (Slot at = op + 1; at < model.size(); ++at) {
        if (schedule.canMoveFirst(op, at)) {
          schedule.moveFirst(op, at);
          schedule.moveFirst(op, op);
        }
        if (model.ops[op].canRunAgain) {
          schedule.add({at, op});
          schedule.remove({at, op});
        }
      }
    EXPECT_EQ(schedule.peak(), peak);
    EXPECT_EQ(schedule.excess(), excess);
  }
}

} // namespace
