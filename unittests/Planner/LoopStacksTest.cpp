//===- LoopStacksTest.cpp - Stacks against all sets of stacks -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LoopStacks.h"
#include "RandomGraph.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

static LoopTurns makeRandomTurns(Random &random) {
  LoopTurns turns;
  for (int64_t i = random.below(2); i >= 0; --i)
    turns.values.push_back(
        {random.below(20), std::nullopt, !random.chance(5), false});
  for (int64_t i = 2 + random.below(6); i >= 0; --i) {
    TurnTask &task = turns.tasks.emplace_back();
    for (int64_t j = random.below(3); j > 0; --j)
      task.inputs.push_back(random.below(turns.values.size()));
    task.time = random.chance(20) ? 0 : random.below(20);
    task.mayRunAgain = !random.chance(5);
    for (int64_t j = random.chance(20); j >= 0; --j)
      turns.values.push_back({random.below(20),
                              static_cast<TurnTaskId>(turns.tasks.size() - 1),
                              !random.chance(5), false});
  }
  for (TurnValue &value : turns.values)
    value.isRead = random.chance(40);
  return turns;
}

/// Runs again what is not in `isKept`; false if that is impossible.
static bool makeAgain(const LoopTurns &turns, TurnValueId id,
                      const std::vector<bool> &isKept,
                      std::vector<bool> &isRemade) {
  const TurnValue &value = turns.values[id];
  if (isKept[id])
    return true;
  if (!value.maker || !turns.tasks[*value.maker].mayRunAgain)
    return false;
  isRemade[*value.maker] = true;
  for (TurnValueId input : turns.tasks[*value.maker].inputs)
    if (!makeAgain(turns, input, isKept, isRemade))
      return false;
  return true;
}

namespace {
struct Point {
  int64_t bytes;
  double time;
};
} // namespace

/// All sets of stacks that serve all readers.
static std::vector<Point> enumerate(const LoopTurns &turns) {
  std::vector<Point> points;
  for (uint32_t set = 0; set != 1u << turns.values.size(); ++set) {
    std::vector<bool> isKept, isRemade(turns.tasks.size());
    Point point = {0, 0};
    bool isPossible = true;
    for (auto [id, value] : llvm::enumerate(turns.values)) {
      isKept.push_back(set >> id & 1);
      if (isKept.back())
        point.bytes += value.stackBytes;
      isPossible &= value.mayBeKept || !isKept.back();
    }
    for (auto [id, value] : llvm::enumerate(turns.values))
      if (isPossible && value.isRead)
        isPossible = makeAgain(turns, id, isKept, isRemade);
    for (auto [task, isAgain] : llvm::zip_equal(turns.tasks, isRemade))
      if (isAgain)
        point.time += task.time;
    if (isPossible)
      points.push_back(point);
  }
  return points;
}

/// That `choice` is what it says.
static void expectConsistent(const LoopTurns &turns,
                             const StackChoice &choice) {
  std::optional<StackChoice> completed = completeChoice(turns, choice.isKept);
  ASSERT_TRUE(completed.has_value());
  EXPECT_EQ(completed->isKept, choice.isKept);
  EXPECT_EQ(completed->isRemade, choice.isRemade);
  EXPECT_EQ(completed->bytes, choice.bytes);
  EXPECT_EQ(completed->time, choice.time);
}

TEST(LoopStacksTest, ChoosesTheLeastTimeOfAllSetsWithinAnyLimit) {
  Random random(22);
  int infeasible = 0, between = 0;
  for (int instance = 0; instance != 2000; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    llvm::Error error = turns.check();
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
    const std::vector<Point> points = enumerate(turns);
    const std::vector<StackChoice> trades = findBestTrades(turns);
    const int64_t limit =
        random.below(trades.empty() ? 60 : trades.front().bytes + 2);
    double best = std::numeric_limits<double>::infinity();
    for (const Point &point : points)
      if (point.bytes <= limit)
        best = std::min(best, point.time);
    std::optional<StackChoice> chosen = chooseStacks(turns, limit);
    ASSERT_EQ(chosen.has_value(), best < 1e9) << instance;
    infeasible += !chosen;
    if (!chosen)
      continue;
    EXPECT_EQ(chosen->time, best) << instance;
    EXPECT_LE(chosen->bytes, limit);
    expectConsistent(turns, *chosen);
    between += llvm::none_of(trades, [&](const StackChoice &trade) {
      return trade.bytes <= limit && trade.time <= chosen->time;
    });
  }
  EXPECT_GT(infeasible, 50);
  EXPECT_GT(between, 50);
}

/// The least time of `turns` turns that each choose one of `points`, together
/// of at most `limit` bytes.
static double chooseEachTurn(const std::vector<Point> &points, int64_t turns,
                             int64_t limit) {
  if (turns == 0)
    return 0;
  double best = std::numeric_limits<double>::infinity();
  for (const Point &point : points)
    if (point.bytes <= limit)
      best = std::min(best, point.time + chooseEachTurn(points, turns - 1,
                                                        limit - point.bytes));
  return best;
}

/// The points that no other one is as good as.
static std::vector<Point> keepBest(const std::vector<Point> &points) {
  std::vector<Point> best;
  for (const Point &point : points)
    if (llvm::none_of(points,
                      [&](const Point &other) {
                        return other.bytes <= point.bytes &&
                               other.time <= point.time &&
                               (other.bytes < point.bytes ||
                                other.time < point.time);
                      }) &&
        llvm::none_of(best, [&](const Point &other) {
          return other.bytes == point.bytes && other.time == point.time;
        }))
      best.push_back(point);
  return best;
}

/// What docs/loops.md says of turns that would each keep other values.
TEST(LoopStacksTest, OneChoiceForAllTurnsIsTheBestSuchAndNearAFreeOneATurn) {
  Random random(24);
  int compared = 0, asFree = 0;
  double sumOfGaps = 0, sumOfFree = 0;
  for (int instance = 0; compared != 1000; ++instance) {
    LoopTurns turns = makeRandomTurns(random);
    const std::vector<Point> points = keepBest(enumerate(turns));
    if (points.size() < 2)
      continue;
    ++compared;
    const int64_t n = 2 + random.below(3);
    const auto [least, most] = std::minmax_element(
        points.begin(), points.end(),
        [](const Point &a, const Point &b) { return a.bytes < b.bytes; });
    const int64_t limit =
        n * least->bytes + random.below(n * (most->bytes - least->bytes) + 1);
    double alike = std::numeric_limits<double>::infinity(), forward = 0;
    for (const Point &point : points)
      if (n * point.bytes <= limit)
        alike = std::min(alike, static_cast<double>(n) * point.time);
    for (TurnValue &value : turns.values)
      value.stackBytes *= n;
    for (TurnTask &task : turns.tasks) {
      task.time *= static_cast<double>(n);
      forward += task.time;
    }
    const std::optional<StackChoice> chosen = chooseStacks(turns, limit);
    ASSERT_TRUE(chosen.has_value()) << instance;
    EXPECT_EQ(chosen->time, alike) << instance;
    const double free = chooseEachTurn(points, n, limit);
    ASSERT_LE(free, alike) << instance;
    asFree += free == alike;
    sumOfGaps += (alike - free) / forward;
    sumOfFree += free / forward;
  }
  // In percent of the forward time: what is made again in 2 to 4 turns.
  EXPECT_EQ(asFree, 320);
  EXPECT_NEAR(sumOfFree / 10, 26.7, 0.1);
  EXPECT_NEAR(sumOfGaps / 10, 9.6, 0.1);
}

TEST(LoopStacksTest, FindsTheCornersOfTheHull) {
  Random random(23);
  size_t corners = 0;
  for (int instance = 0; instance != 2000; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<Point> points = enumerate(turns);
    const std::vector<StackChoice> trades = findBestTrades(turns);
    ASSERT_EQ(trades.empty(), points.empty());
    corners += trades.size();
    for (const StackChoice &trade : trades)
      expectConsistent(turns, trade);
    for (size_t i = 1; i < trades.size(); ++i) {
      EXPECT_LT(trades[i].bytes, trades[i - 1].bytes);
      EXPECT_GT(trades[i].time, trades[i - 1].time);
    }
    // Nothing lies below the line between two neighbors, or beyond the ends.
    for (const Point &point : points) {
      EXPECT_GE(point.time, trades.front().time);
      EXPECT_GE(point.bytes, trades.back().bytes);
      for (size_t i = 1; i < trades.size(); ++i) {
        const StackChoice &more = trades[i - 1], &less = trades[i];
        EXPECT_GE((point.time - more.time) * double(more.bytes - less.bytes) -
                      (less.time - more.time) *
                          double(more.bytes - point.bytes),
                  -1e-6);
      }
    }
  }
  EXPECT_GT(corners, 2000u);
}

TEST(LoopStacksTest, ParksTheFewestStacksThatAreEnough) {
  Random random(7);
  int parkedSome = 0, limited = 0;
  for (int i = 0; i < 500; ++i) {
    const LoopTurns turns = makeRandomTurns(random);
    std::vector<bool> isKept(turns.values.size(), true);
    const std::optional<StackChoice> choice = completeChoice(turns, isKept);
    if (!choice)
      continue;
    const int64_t bytes = random.below(choice->bytes + 1);
    const int64_t host = random.chance(50) ? choice->bytes : random.below(40);
    const std::optional<StackChoice> parked =
        parkStacks(turns, *choice, bytes, host);
    // The fewest of all sets that are enough.
    int64_t fewest = std::numeric_limits<int64_t>::max();
    for (uint64_t set = 0; set != uint64_t(1) << turns.values.size(); ++set) {
      int64_t away = 0, count = 0;
      bool areKept = true;
      for (size_t id = 0; id != turns.values.size(); ++id) {
        if (!((set >> id) & 1))
          continue;
        areKept &= choice->isKept[id];
        away += turns.values[id].stackBytes;
        ++count;
      }
      if (areKept && away <= host && choice->bytes - away <= bytes)
        fewest = std::min(fewest, count);
    }
    if (!parked) {
      // Room for all of them is enough.
      EXPECT_LT(host, choice->bytes);
      ++limited;
      continue;
    }
    ASSERT_NE(fewest, std::numeric_limits<int64_t>::max());
    EXPECT_LE(parked->bytes, bytes);
    EXPECT_LE(parked->hostBytes, host);
    EXPECT_EQ(parked->bytes + parked->hostBytes, choice->bytes);
    EXPECT_EQ(parked->isKept, choice->isKept);
    EXPECT_EQ(parked->time, choice->time);
    int64_t onHost = 0, count = 0;
    for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id) {
      if (!parked->isOnHostAt(id))
        continue;
      EXPECT_TRUE(choice->isKept[id]);
      onHost += turns.values[id].stackBytes;
      ++count;
    }
    EXPECT_EQ(onHost, parked->hostBytes);
    if (host >= choice->bytes) {
      EXPECT_EQ(count, fewest);
    }
    parkedSome += count > 0;
  }
  EXPECT_GT(parkedSome, 100);
  EXPECT_GT(limited, 10);
}

TEST(LoopStacksTest, RefusesMalformedTurns) {
  auto getMessage = [](const LoopTurns &turns) {
    return llvm::toString(turns.check());
  };
  LoopTurns turns;
  turns.tasks.resize(2);
  turns.values = {{4, 0, true, false}, {4, 1, true, true}};
  turns.tasks[1].inputs = {0};
  EXPECT_EQ(getMessage(turns), "");
  LoopTurns broken = turns;
  broken.values[0].stackBytes = -1;
  EXPECT_EQ(getMessage(broken), "value 0 has a stack of less than no bytes");
  broken = turns;
  broken.values[1].stackBytes = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getMessage(broken), "the stacks up to that of value 1 have more "
                                "than 1152921504606846976 bytes");
  broken = turns;
  broken.values[0].maker = 2;
  EXPECT_EQ(getMessage(broken), "value 0 is made by task 2, which is none");
  broken = turns;
  broken.tasks[0].inputs = {0};
  EXPECT_EQ(getMessage(broken), "task 0 reads value 0, which is made later");
  broken = turns;
  broken.tasks[1].inputs = {2};
  EXPECT_EQ(getMessage(broken), "task 1 reads value 2, which is none");
  broken = turns;
  broken.tasks[1].time = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(getMessage(broken),
            "task 1 takes a time that is negative or too long");
}
