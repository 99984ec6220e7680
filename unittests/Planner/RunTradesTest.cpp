//===- RunTradesTest.cpp - Trades of runs at one peak ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "Auto/EventSearch.h"
#include "RandomGraph.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

struct Item {
  int64_t bytes;
  double time;
};

/// Tasks that make the items, one that needs `peakBytes` besides all of them
/// and the byte that it makes, and one that reads each item.
Graph makeStepWithPeak(ArrayRef<Item> items, int64_t peakBytes) {
  Graph graph;
  auto add = [&](double time, int64_t bytes, std::vector<ValueId> reads) {
    Task &task = addTask(graph, Phase::Forward, std::move(reads), {bytes});
    task.time = time;
    return task.outputs.front();
  };
  for (const Item &item : items)
    add(item.time, item.bytes, {});
  ValueId last = add(1, 1, {add(1, peakBytes - 1, {})});
  for (ValueId item = 0; item != ValueId(items.size()); ++item)
    last = add(1, 1, {last, item});
  graph.values.back().isResult = true;
  cantFail(graph.finalize());
  return graph;
}

/// The least time of items whose bytes are at least `bytes`.
double getLeastTime(ArrayRef<Item> items, int64_t bytes) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = 0; set != 1u << items.size(); ++set) {
    int64_t freed = 0;
    double time = 0;
    for (const auto &[i, item] : enumerate(items))
      if (set >> i & 1) {
        freed += item.bytes;
        time += item.time;
      }
    if (freed >= bytes)
      least = std::min(least, time);
  }
  return least;
}

EventSearch::Options inGivenOrder() {
  EventSearch::Options options;
  options.mayReorder = false;
  return options;
}

TEST(RunTradesTest, TradesSmallRunsForALargeAndATinyOne) {
  const Item items[] = {{20, 21}, {20, 21}, {20, 21},
                        {20, 21}, {80, 80}, {1, 1}};
  Graph graph = makeStepWithPeak(items, 101);
  StepModel model(graph, graph.baseOrder);
  ScheduleRuns runs = everyOpOnce(model);
  // The small ones and the tiny one, where they are read.
  for (Slot item : {0, 1, 2, 3, 5})
    runs.events.push_back({8 + item, item});
  SearchOptions searchOptions;
  SearchControl control(searchOptions);
  // 262 bytes at the peak, 81 of which are too many.
  EventSearch search(model, 181, control, inGivenOrder(), runs);
  ASSERT_TRUE(search.getSchedule().fits());
  search.prune();
  ASSERT_EQ(search.getSchedule().extraTime(), 85);
  search.tradeRuns(0);
  EXPECT_EQ(search.getSchedule().extraTime(), 85);
  search.tradeRuns(1'000'000);
  EXPECT_EQ(search.getSchedule().extraTime(), 81);
  EXPECT_TRUE(search.getSchedule().fits());
  EXPECT_EQ(search.getSchedule().getLimit(), 181);
}

TEST(RunTradesTest, ComesToTheCheapestCoverMostly) {
  Random random(411);
  int repaired = 0, traded = 0;
  for (int i = 0; i != 300; ++i) {
    SCOPED_TRACE(i);
    std::vector<Item> items;
    for (int64_t count = 4 + random.below(7); count != 0; --count) {
      const int64_t bytes = int64_t(1) << random.below(6);
      items.push_back({bytes, double(bytes * (90 + random.below(20)))});
    }
    int64_t sum = 0;
    for (const Item &item : items)
      sum += item.bytes;
    const int64_t missing = 1 + random.below(sum);
    Graph graph = makeStepWithPeak(items, 1000);
    StepModel model(graph, graph.baseOrder);
    SearchOptions searchOptions;
    SearchControl control(searchOptions);
    EventSearch search(model, 1000 + sum - missing, control, inGivenOrder());
    ASSERT_TRUE(search.repair());
    search.prune();
    const double least = getLeastTime(items, missing);
    const double before = search.getSchedule().extraTime();
    search.tradeRuns(1'000'000);
    const double after = search.getSchedule().extraTime();
    ASSERT_TRUE(search.getSchedule().fits());
    ASSERT_LE(after, before);
    ASSERT_GE(after, least);
    repaired += before == least;
    traded += after == least;
  }
  EXPECT_EQ(repaired, 257);
  EXPECT_GE(traded, 280);
}

} // namespace
