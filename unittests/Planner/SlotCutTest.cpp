//===- SlotCutTest.cpp - The cheapest runs, and that none are cheaper -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/SlotCut.h"
#include "Asking.h"
#include "RandomGraph.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <functional>
#include <map>
#include <optional>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Calls `function` with the bytes alive at the slot and the time for every set
/// of earlier ops that run again right after it.
void forEachSet(const StepModel &model, int64_t limit, Slot slot,
                function_ref<void(int64_t bytes, double time)> function) {
  EventSchedule schedule(model, limit);
  std::function<void(Slot)> decide = [&](Slot op) {
    if (op == slot)
      return function(schedule.bytesAt(slot), schedule.extraTime());
    decide(op + 1);
    if (!model.ops[op].canRunAgain)
      return;
    schedule.add({slot + 1, op});
    decide(op + 1);
    schedule.remove({slot + 1, op});
  };
  decide(0);
}

/// The time of the cheapest set of runs that fits among those that are the
/// cheapest at some price of bytes; none if no set fits.
std::optional<double> getTimeOnHull(const StepModel &model, int64_t limit,
                                    Slot slot) {
  // By bytes, the least time; ascending.
  std::map<int64_t, double> sets;
  forEachSet(model, limit, slot, [&](int64_t bytes, double time) {
    const auto [it, isNew] = sets.try_emplace(bytes, time);
    it->second = std::min(it->second, time);
  });
  // From few bytes to many, with ever less steep lines between.
  std::vector<std::pair<int64_t, double>> hull;
  for (const auto &[bytes, time] : sets) {
    if (!hull.empty() && time >= hull.back().second)
      continue;
    while (hull.size() > 1) {
      const auto &[b1, t1] = hull[hull.size() - 2];
      const auto &[b2, t2] = hull.back();
      if ((t1 - t2) * (bytes - b1) > (t1 - time) * (b2 - b1))
        break;
      hull.pop_back();
    }
    hull.push_back({bytes, time});
  }
  std::optional<double> least;
  for (const auto &[bytes, time] : hull)
    if (bytes <= limit)
      least = time;
  return least;
}

TEST(SlotCutTest, TakesAtMostTheTimeOfTheCheapestCutThatFits) {
  Random random(401);
  int chosen = 0, impossible = 0;
  for (int i = 0; i != 1500; ++i) {
    SCOPED_TRACE("instance " + std::to_string(i));
    const Graph graph = makeSmallStep(random, i % 5);
    const StepModel model(graph, graph.baseOrder);
    if (model.hasDropped || !model.isSummable || model.size() < 3)
      continue;
    const Slot slot = 1 + random.below(std::min<Slot>(model.size() - 2, 11));
    EventSchedule schedule(model, 0);
    const int64_t bytes = schedule.bytesAt(slot);
    const int64_t limit = random.below(bytes + 1);
    const std::optional<double> least = getTimeOnHull(model, limit, slot);
    SlotCut cut(model);
    const std::vector<Event> runs = cut.choose(schedule, slot, limit);
    for (const Event &run : runs)
      schedule.add(run);
    if (runs.empty()) {
      // The slot fits, or nothing makes it fit.
      EXPECT_TRUE(bytes <= limit || !least);
      ++impossible;
      continue;
    }
    ++chosen;
    ASSERT_TRUE(least);
    EXPECT_LE(schedule.bytesAt(slot), limit);
    EXPECT_LE(schedule.extraTime(), *least + 1e-6 * graph.baseTime());
  }
  EXPECT_GT(chosen, 100);
  EXPECT_GT(impossible, 50);
}

TEST(SlotCutTest, OfEqualPartsMakesNoMoreAgainThanItMust) {
  // Pairs of a small value and a large one made from it, both read at the end.
  constexpr int pairs = 20;
  Graph graph;
  auto add = [&](std::vector<ValueId> inputs, int64_t bytes) {
    return addTask(graph, Phase::Forward, std::move(inputs), {bytes})
        .outputs.front();
  };
  std::vector<ValueId> small, large;
  for (int i = 0; i != pairs; ++i) {
    small.push_back(add({}, 1));
    large.push_back(add({small.back()}, 10));
  }
  const ValueId between = add({}, 1);
  ValueId last = between;
  for (int i = 0; i != pairs; ++i)
    last = add({last, small[i], large[i]}, 1);
  graph.values[last].isResult = true;
  ASSERT_FALSE(errorToBool(graph.finalize()));
  const StepModel model(graph, graph.baseOrder);
  const Slot slot = model.opOf[graph.writers(between).front()];
  EventSchedule schedule(model, 0);
  // Room for all but seven and a half.
  const int64_t limit = schedule.bytesAt(slot) - 75;
  SlotCut cut(model);
  const std::vector<Event> runs = cut.choose(schedule, slot, limit);
  EXPECT_EQ(runs.size(), 8u);
  for (const Event &run : runs)
    schedule.add(run);
  EXPECT_LE(schedule.bytesAt(slot), limit);
}

TEST(SlotCutTest, StopsWithRunsThatFit) {
  Random random(404);
  const Graph graph = makeLayeredStep(random, 150);
  const StepModel model(graph, graph.baseOrder);
  EventSchedule schedule(model, 0);
  const Slot slot = schedule.peakSlot();
  const int64_t limit = schedule.bytesAt(slot) * 2 / 3;
  const std::vector<Event> whole = SlotCut(model).choose(schedule, slot, limit);
  ASSERT_FALSE(whole.empty());
  std::vector<Event> runs;
  int asks = 0;
  for (; asks != 100 && runs != whole; ++asks) {
    StopAfter observer(asks);
    SearchControl control(SearchOptions(), &observer);
    runs = SlotCut(model, &control).choose(schedule, slot, limit);
    EXPECT_EQ(runs.empty(), asks == 0);
    EventSchedule fitting = schedule;
    for (const Event &run : runs)
      fitting.add(run);
    if (asks != 0) {
      EXPECT_LE(fitting.bytesAt(slot), limit);
    }
  }
  EXPECT_EQ(runs, whole);
  EXPECT_GT(asks, 2);
}

TEST(SlotCutTest, ASharedOperandIsPaidOnce) {
  // Both large values are made from one that nothing else reads.
  Random random(403);
  const Graph graph = makeStep(
      5,
      [](int i) -> std::vector<int> {
        return i == 0 ? std::vector<int>{}
                      : std::vector<int>{i < 3 ? 0 : i - 1};
      },
      random);
  const StepModel model(graph, graph.baseOrder);
  EventSchedule schedule(model, 0);
  const Slot slot = schedule.peakSlot();
  int64_t least = schedule.bytesAt(slot);
  forEachSet(model, 0, slot,
             [&](int64_t bytes, double) { least = std::min(least, bytes); });
  SlotCut cut(model);
  std::vector<Event> runs = cut.choose(schedule, slot, least);
  ASSERT_FALSE(runs.empty());
  for (const Event &run : runs) {
    EXPECT_GT(run.at, slot);
    schedule.add(run);
  }
  EXPECT_EQ(schedule.bytesAt(slot), least);
  EXPECT_TRUE(all_of(runs, [&](const Event &run) {
    return llvm::count_if(runs, [&](const Event &other) {
             return other.op == run.op;
           }) == 1;
  }));
}

} // namespace
