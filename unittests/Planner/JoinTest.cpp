//===- JoinTest.cpp - Unit tests of joins ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Join.h"
#include "Chains/Revolve.h"

#include "RandomGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <unordered_map>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// The contents of the slots, as the operations of a schedule run.
class JoinMemory {
public:
  explicit JoinMemory(ArrayRef<int32_t> lengths) : used(lengths.size()) {
    for (int32_t length : lengths)
      branches.push_back({std::vector<bool>(size_t(length) + 1, false)});
    for (Branch &branch : branches)
      branch.isStored[0] = true;
  }

  /// False where the operation cannot run.
  bool run(JoinOp op) {
    if (op.kind == JoinOpKind::Turn)
      return runTurn();
    if (op.branch < 0 || size_t(op.branch) >= branches.size())
      return false;
    Branch &branch = branches[op.branch];
    if (op.index < 0 || op.index >= branch.length() ||
        !branch.isStored[op.index])
      return false;
    if (op.kind == JoinOpKind::Backward) {
      if (branch.gradient != op.index + 1)
        return false;
      branch.isStored[op.index] = false;
      branch.gradient = op.index;
      --used;
      return true;
    }
    if (branch.isStored[op.index + 1])
      return false;
    branch.isStored[op.index + 1] = true;
    if (op.kind == JoinOpKind::ForwardDrop)
      branch.isStored[op.index] = false;
    else
      ++used;
    return true;
  }

  bool isDone() const {
    return all_of(branches,
                  [](const Branch &branch) { return branch.gradient == 0; });
  }
  int64_t slots() const { return used; }

private:
  struct Branch {
    /// By i: x_i.
    std::vector<bool> isStored;
    /// The i of x̄_i; none before the turn.
    int32_t gradient = -1;

    int32_t length() const { return int32_t(isStored.size()) - 1; }
  };

  bool runTurn() {
    for (const Branch &branch : branches)
      if (branch.gradient >= 0 || !branch.isStored[branch.length()])
        return false;
    for (Branch &branch : branches) {
      branch.gradient = branch.length();
      branch.isStored[branch.length()] = false;
    }
    return true;
  }

  std::vector<Branch> branches;
  int64_t used;
};
struct JoinSchedule {
  /// The most slots in use after an operation, the x_0's at the start included.
  int64_t slots = 0;
  /// The makespan.
  double time = 0;
};

/// The slots and the time that the operations take; none where one of them
/// cannot run or the backwards of a branch are missing.
std::optional<JoinSchedule> simulateJoin(ArrayRef<int32_t> lengths,
                                         ArrayRef<JoinOp> ops,
                                         const JoinCosts &costs = {}) {
  JoinMemory memory(lengths);
  JoinSchedule schedule;
  schedule.slots = memory.slots();
  for (JoinOp op : ops) {
    if (!memory.run(op))
      return std::nullopt;
    schedule.slots = std::max(schedule.slots, memory.slots());
    schedule.time += op.kind == JoinOpKind::Turn       ? costs.turn
                     : op.kind == JoinOpKind::Backward ? costs.backward
                                                       : costs.forward;
  }
  return memory.isDone() ? std::optional(schedule) : std::nullopt;
}

/// Runs the operations of a join in all orders and gives values up at will: the
/// least time for every number of slots. Shares nothing with the library. At
/// most 3 branches and 12 x's.
class Exhaustive {
public:
  Exhaustive(ArrayRef<int32_t> lengths, const JoinCosts &costs)
      : lengths(lengths), costs(costs) {
    int bit = 0;
    for (int32_t length : lengths) {
      firstBit.push_back(bit);
      bit += length + 1;
    }
  }

  /// By slots; those that are missing allow nothing more.
  std::map<int64_t, double> run() {
    State start;
    for (int bit : firstBit)
      start.stored |= 1 << bit;
    start.gradients.fill(-1);
    queue.push({0, int64_t(lengths.size()), start});
    std::map<int64_t, double> best;
    while (!queue.empty()) {
      const auto [time, slots, state] = queue.top();
      queue.pop();
      if (!best.empty() && slots >= best.begin()->first)
        continue;
      auto [found, isNew] = leastSlots.try_emplace(state.code(), slots);
      if (!isNew && found->second <= slots)
        continue;
      found->second = slots;
      if (isDone(state))
        best[slots] = time;
      else
        expand(time, slots, state);
    }
    return best;
  }

private:
  struct State {
    uint32_t stored = 0;
    std::array<int8_t, 3> gradients;

    uint64_t code() const {
      uint64_t code = stored;
      for (int8_t gradient : gradients)
        code = code << 8 | uint8_t(gradient);
      return code;
    }
    bool hasTurned() const { return gradients[0] >= 0; }
  };
  struct Label {
    double time;
    int64_t slots;
    State state;

    bool operator>(const Label &other) const {
      return std::tie(time, slots) > std::tie(other.time, other.slots);
    }
  };

  bool isDone(const State &state) const {
    for (size_t j = 0; j != lengths.size(); ++j)
      if (state.gradients[j] != 0)
        return false;
    return true;
  }

  void push(double time, int64_t slots, const State &state) {
    const int64_t used = llvm::popcount(state.stored) +
                         (state.hasTurned() ? int64_t(lengths.size()) : 0);
    slots = std::max(slots, used);
    const auto found = leastSlots.find(state.code());
    if (found == leastSlots.end() || found->second > slots)
      queue.push({time, slots, state});
  }

  void expand(double time, int64_t slots, const State &state) {
    bool canTurn = !state.hasTurned();
    State turned = state;
    for (size_t j = 0; j != lengths.size(); ++j) {
      canTurn &= state.stored >> (firstBit[j] + lengths[j]) & 1;
      turned.stored &= ~(1 << (firstBit[j] + lengths[j]));
      turned.gradients[j] = lengths[j];
      for (int i = 0; i <= lengths[j]; ++i)
        if (state.stored >> (firstBit[j] + i) & 1)
          expandValue(time, slots, state, j, i);
    }
    if (canTurn)
      push(time + costs.turn, slots, turned);
  }

  /// All that can be done with x_i of branch j.
  void expandValue(double time, int64_t slots, const State &state, size_t j,
                   int i) {
    const int bit = firstBit[j] + i;
    State without = state;
    without.stored &= ~(1 << bit);
    push(time, slots, without);
    if (state.gradients[j] == i + 1) {
      State back = without;
      back.gradients[j] = i;
      push(time + costs.backward, slots, back);
    }
    if (i == lengths[j])
      return;
    for (State to : {state, without}) {
      to.stored |= 1 << (bit + 1);
      push(time + costs.forward, slots, to);
    }
  }

  ArrayRef<int32_t> lengths;
  JoinCosts costs;
  std::vector<int> firstBit;
  std::priority_queue<Label, std::vector<Label>, std::greater<>> queue;
  std::unordered_map<uint64_t, int64_t> leastSlots;
};

std::string describeJoin(ArrayRef<int32_t> lengths, const JoinCosts &costs) {
  std::string text = "lengths";
  for (int32_t length : lengths)
    text += " " + std::to_string(length);
  for (double cost : {costs.forward, costs.backward, costs.turn})
    text += "; " + std::to_string(cost);
  return text;
}

/// A schedule that is what the table says.
void checkSchedule(const JoinTable &table, ArrayRef<int32_t> lengths,
                   const JoinCosts &costs, int64_t slots) {
  std::optional<std::vector<JoinOp>> ops = table.schedule(slots);
  ASSERT_TRUE(ops.has_value()) << slots;
  std::optional<JoinSchedule> schedule = simulateJoin(lengths, *ops, costs);
  ASSERT_TRUE(schedule.has_value()) << slots;
  EXPECT_LE(schedule->slots, slots);
  EXPECT_EQ(schedule->time, *table.makespan(slots)) << slots;
}

void expectSameAsExhaustive(ArrayRef<int32_t> lengths, const JoinCosts &costs) {
  SCOPED_TRACE(describeJoin(lengths, costs));
  const std::map<int64_t, double> best = Exhaustive(lengths, costs).run();
  int64_t most = 2;
  for (int32_t length : lengths)
    most += length + 1;
  Expected<JoinTable> table = JoinTable::make(lengths, most, costs);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  EXPECT_EQ(best.begin()->first, leastJoinSlots(lengths));
  for (int64_t slots = -1; slots <= most; ++slots) {
    auto found = best.upper_bound(slots);
    if (found == best.begin()) {
      EXPECT_FALSE(table->makespan(slots).has_value()) << slots;
      EXPECT_FALSE(table->schedule(slots).has_value()) << slots;
      continue;
    }
    ASSERT_TRUE(table->makespan(slots).has_value()) << slots;
    EXPECT_EQ(*table->makespan(slots), std::prev(found)->second) << slots;
    checkSchedule(*table, lengths, costs, slots);
  }
}

TEST(JoinTest, IsTheBestOfAllSequences) {
  Random random(3);
  int instances = 0;
  // All joins of up to 6 stages, up to the order of branches, at several costs.
  for (int a = 0; a <= 6; ++a)
    for (int b = -1; b <= a; ++b)
      for (int c = -1; c <= b; ++c) {
        std::vector<int32_t> lengths = {a};
        if (b >= 0)
          lengths.push_back(b);
        if (c >= 0)
          lengths.push_back(c);
        if (a + std::max(b, 0) + std::max(c, 0) > 6)
          continue;
        for (int repeat = 0; repeat != 30; ++repeat) {
          const JoinCosts costs = {double(random.below(5)),
                                   double(random.below(5)),
                                   double(random.below(5))};
          expectSameAsExhaustive(lengths, costs);
          std::rotate(lengths.begin(), lengths.begin() + 1, lengths.end());
          ++instances;
        }
      }
  EXPECT_GE(instances, 1000);
}

TEST(JoinTest, OneBranchIsBetweenRevolveWithOneSlotLessAndOneMore) {
  const int32_t length = 40;
  Expected<JoinTable> table = JoinTable::make(length, 45, {1, 0, 0});
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  EXPECT_FALSE(table->makespan(2).has_value());
  for (int64_t slots = 3; slots <= 45; ++slots) {
    // The turn, as a last stage, needs no x̄ beside what is stored; all other
    // backwards do.
    EXPECT_LE(*table->makespan(slots),
              revolveForwardSteps(length + 1, slots - 2));
    EXPECT_GE(*table->makespan(slots),
              revolveForwardSteps(length + 1, slots - 1));
  }
}

TEST(JoinTest, LargeSchedulesAreWhatTheTableSays) {
  const JoinCosts costs = {2, 3, 7};
  for (const std::vector<int32_t> &lengths :
       {std::vector<int32_t>{12, 12, 12}, {8, 40}, {48}, {5, 1, 7, 0}}) {
    SCOPED_TRACE(describeJoin(lengths, costs));
    Expected<JoinTable> table = JoinTable::make(lengths, 60, costs);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    const int64_t least = leastJoinSlots(lengths);
    EXPECT_FALSE(table->schedule(least - 1).has_value());
    for (int64_t slots = least; slots <= 60; ++slots)
      checkSchedule(*table, lengths, costs, slots);
  }
}

TEST(JoinTest, HalfTheMemoryCostsAboutAQuarter) {
  for (int32_t length : {5, 15})
    for (const std::vector<int32_t> &lengths :
         {std::vector<int32_t>{2 * length, 2 * length, 2 * length},
          {length, 5 * length},
          {6 * length}}) {
      SCOPED_TRACE(describeJoin(lengths, {}));
      const int64_t all = 6 * length + lengths.size();
      Expected<JoinTable> table = JoinTable::make(lengths, all);
      ASSERT_TRUE(bool(table)) << toString(table.takeError());
      const double least = 12 * length + 1;
      EXPECT_EQ(table->makespan(all), least);
      EXPECT_GT(*table->makespan(all - 1), least);
      const double half = *table->makespan((all + 1) / 2) / least;
      EXPECT_GT(half, 1.2);
      EXPECT_LT(half, 1.3);
      // "Even with a very small memory the makespan is less than doubled":
      // with c_min + 2, at L = 5.
      if (length == 5) {
        EXPECT_LT(*table->makespan(leastJoinSlots(lengths) + 2), 2 * least);
      }
    }
}

TEST(JoinTest, RefusesWhatIsNoJoin) {
  auto messageOf = [](ArrayRef<int32_t> lengths, JoinCosts costs) {
    Expected<JoinTable> table = JoinTable::make(lengths, 10, costs);
    return table ? "" : toString(table.takeError());
  };
  EXPECT_EQ(messageOf({}, {}), "a join of 0 branches; there must be 1 to 8");
  EXPECT_EQ(messageOf({1, -2}, {}),
            "a branch has the length -2; it must not be negative");
  EXPECT_EQ(messageOf({1, 2}, {1, -1, 1}),
            "the time of an operation of the join is negative, not finite or "
            "over 1e18");
  EXPECT_EQ(messageOf({1, 2}, {std::numeric_limits<double>::quiet_NaN(), 1, 1}),
            "the time of an operation of the join is negative, not finite or "
            "over 1e18");
  const int32_t most = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(messageOf({most, most, most, most}, {}),
            "the table of the join for 10 slots and 8589934588 stages in 4 "
            "branches has more than 33554432 cells or takes more than "
            "17179869184 steps; merge stages, or ask for fewer slots");
}

TEST(JoinTest, SimulationRefusesWhatCannotRun) {
  const JoinOp keep = {JoinOpKind::ForwardKeep, 0, 0},
               drop = {JoinOpKind::ForwardDrop, 0, 0},
               turn = {JoinOpKind::Turn}, back = {JoinOpKind::Backward, 0, 0};
  auto canRun = [](ArrayRef<JoinOp> ops) {
    return simulateJoin({1, 0}, ops).has_value();
  };
  EXPECT_TRUE(canRun({keep, turn, back}));
  EXPECT_FALSE(canRun({turn}));
  EXPECT_FALSE(canRun({keep, turn, turn}));
  EXPECT_FALSE(canRun({keep, back}));
  EXPECT_FALSE(canRun({drop, turn, back}));
  EXPECT_FALSE(canRun({keep, keep}));
  EXPECT_FALSE(canRun({{JoinOpKind::ForwardDrop, 1, 0}}));
  EXPECT_FALSE(canRun({{JoinOpKind::ForwardDrop, 2, 0}}));
  EXPECT_FALSE(canRun({{JoinOpKind::ForwardDrop, -1, -1}}));
  EXPECT_FALSE(canRun({keep, turn}));
}
} // namespace
