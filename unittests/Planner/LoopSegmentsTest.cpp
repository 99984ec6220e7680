//===- LoopSegmentsTest.cpp - Segments against all lengths ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LoopSegments.h"
#include "RandomGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// Runs a loop in segments, turn by turn, and counts what is there.
class SegmentRunner {
public:
  /// The gradients of turns [first, last), whose state before `first` is there.
  void reverse(int64_t first, int64_t last, llvm::ArrayRef<int64_t> lengths) {
    while (!lengths.empty() && lengths.front() >= last - first)
      lengths = lengths.drop_front();
    if (lengths.empty()) {
      for (int64_t turn = first; turn != last; ++turn)
        run(turn, /*withStacks=*/true);
      for (int64_t turn = last; turn-- != first;) {
        EXPECT_EQ(turn, nextGradient--);
        --stacks;
      }
      return;
    }
    std::vector<int64_t> starts;
    int64_t start = first;
    for (; last - start > lengths.front(); start += lengths.front()) {
      starts.push_back(start);
      note(++states, stacks);
      for (int64_t turn = start; turn != start + lengths.front(); ++turn)
        run(turn, /*withStacks=*/false);
    }
    reverse(start, last, lengths.drop_front());
    for (int64_t each : llvm::reverse(starts)) {
      reverse(each, each + lengths.front(), lengths.drop_front());
      --states;
    }
  }

  SegmentCost runAll(int64_t turns, const SegmentLengths &lengths) {
    nextGradient = turns - 1;
    reverse(0, turns, lengths);
    EXPECT_EQ(nextGradient, -1);
    EXPECT_EQ(states, 0);
    most.rerunTurns = runs - turns;
    return most;
  }

private:
  void run(int64_t, bool withStacks) {
    ++runs;
    stacks += withStacks;
    note(states, stacks);
  }
  void note(int64_t ofStates, int64_t ofStacks) {
    most.states = std::max(most.states, ofStates);
    most.turns = std::max(most.turns, ofStacks);
  }

  SegmentCost most;
  int64_t states = 0, stacks = 0, runs = 0, nextGradient = 0;
};
} // namespace

/// Calls `visit` with all lengths of at most `levels` levels.
static void forAllLengths(int64_t below, unsigned levels,
                          SegmentLengths &lengths,
                          llvm::function_ref<void()> visit) {
  visit();
  if (levels == 0)
    return;
  for (int64_t length = 1; length < below; ++length) {
    lengths.push_back(length);
    forAllLengths(length, levels - 1, lengths, visit);
    lengths.pop_back();
  }
}

TEST(LoopSegmentsTest, CostsAreThoseOfTheTurnsAsTheyRun) {
  for (int64_t turns = 1; turns <= 14; ++turns) {
    SegmentLengths lengths;
    forAllLengths(turns, mostSegmentLevels, lengths, [&] {
      const SegmentCost cost = getSegmentCost(turns, lengths),
                        run = SegmentRunner().runAll(turns, lengths);
      EXPECT_EQ(cost.turns, run.turns);
      EXPECT_EQ(cost.states, run.states);
      EXPECT_EQ(cost.rerunTurns, run.rerunTurns);
    });
  }
}

TEST(LoopSegmentsTest, LengthsThatAreNotLessDoNothing) {
  EXPECT_EQ(getSegmentCost(5, {5}).rerunTurns, 0);
  EXPECT_EQ(getSegmentCost(5, {9}).states, 0);
  EXPECT_EQ(getSegmentCost(5, {9}).turns, 5);
}

static int64_t getBytes(const SegmentCost &cost, int64_t state, int64_t turn) {
  return cost.states * state + cost.turns * turn;
}

TEST(LoopSegmentsTest, FindsTheFewestRerunsWithinALimit) {
  Random random(31);
  int refused = 0;
  for (int instance = 0; instance != 500; ++instance) {
    const int64_t turns = 1 + random.below(20), state = random.below(30),
                  turn = random.below(30),
                  limit = random.below(turns * turn + 2);
    std::optional<int64_t> least;
    SegmentLengths lengths;
    forAllLengths(turns, mostSegmentLevels, lengths, [&] {
      const SegmentCost cost = getSegmentCost(turns, lengths);
      if (getBytes(cost, state, turn) <= limit)
        least = std::min(least.value_or(cost.rerunTurns), cost.rerunTurns);
    });
    const std::optional<SegmentLengths> found =
        findSegments(turns, state, turn, limit);
    ASSERT_EQ(found.has_value(), least.has_value());
    refused += !least;
    if (!least)
      continue;
    const SegmentCost cost = getSegmentCost(turns, *found);
    EXPECT_LE(getBytes(cost, state, turn), limit);
    // Fewer levels come first, so that a level more may have run less again.
    if (found->size() == mostSegmentLevels)
      EXPECT_EQ(cost.rerunTurns, *least);
    EXPECT_GE(cost.rerunTurns, *least);
  }
  EXPECT_GT(refused, 20);
}

TEST(LoopSegmentsTest, FindsTheFewestBytes) {
  Random random(32);
  for (int instance = 0; instance != 300; ++instance) {
    const int64_t turns = 1 + random.below(16), state = random.below(30),
                  turn = random.below(30);
    for (unsigned levels = 0; levels <= mostSegmentLevels; ++levels) {
      int64_t least = turns * turn;
      SegmentLengths lengths;
      forAllLengths(turns, levels, lengths, [&] {
        least = std::min(least,
                         getBytes(getSegmentCost(turns, lengths), state, turn));
      });
      const SegmentLengths found =
          findSmallestSegments(turns, state, turn, levels);
      EXPECT_LE(found.size(), levels);
      EXPECT_EQ(getBytes(getSegmentCost(turns, found), state, turn), least);
    }
  }
}

/// Revolve's runs of a chain of `length` turns with `slots` states, without
/// those for the gradients.
static int64_t countBinomialRuns(int64_t length, int64_t slots) {
  int64_t reach = 1, runs = 0;
  // reach = binomial(slots + sweeps, slots) turns run at most `sweeps` times.
  for (int64_t sweeps = 1;; ++sweeps) {
    const int64_t next = reach * (slots + sweeps) / sweeps;
    if (next >= length)
      return runs + (length - reach) * sweeps;
    runs += (next - reach) * sweeps;
    reach = next;
  }
}

TEST(LoopSegmentsTest, SegmentsOfEqualLengthAreNearTheBinomialOptimum) {
  // A turn keeps its state alone, and runs once more for its gradient. Revolve
  // counts the first run of all turns, too.
  double worst = 0;
  for (int64_t turns : {16, 64, 100, 256, 1000})
    for (int64_t slots : {6, 8, 12, 16, 24, 32}) {
      const std::optional<SegmentLengths> found =
          findSegments(turns, 1, 1, slots);
      if (!found || slots >= turns)
        continue;
      const int64_t runs = turns + getSegmentCost(turns, *found).rerunTurns,
                    least = countBinomialRuns(turns, slots);
      EXPECT_GE(runs, least) << turns << " turns, " << slots << " slots";
      worst = std::max(worst, static_cast<double>(turns + runs) /
                                  static_cast<double>(turns + least));
    }
  EXPECT_GT(worst, 1.05);
  EXPECT_LT(worst, 1.25);
}

/// A loop whose task makes `kept` and the next state from the state.
static LoopTurns makeTurns() {
  LoopTurns turns;
  turns.values.push_back({80, std::nullopt, true, false});
  turns.values.push_back({800, 0, true, true});
  turns.values.push_back({80, 1, true, false});
  turns.tasks.push_back({{0}, 20, true});
  turns.tasks.push_back({{1}, 40, true});
  TurnLoop &loop = turns.loops.emplace_back();
  loop.turns = 10;
  loop.endValue = 3;
  loop.endTask = 2;
  loop.states.push_back({0, 2, 8});
  loop.mayRunInSegments = true;
  return turns;
}

TEST(LoopSegmentsTest, ASecondRunMakesWhatIsKeptAndTheStates) {
  LoopTurns turns = makeTurns();
  ASSERT_FALSE(errorToBool(turns.check()));
  std::optional<StackChoice> kept = completeChoice(turns, {false, true, false});
  ASSERT_TRUE(kept);
  std::optional<StackChoice> chosen = runInSegments(turns, *kept, {{3}});
  ASSERT_TRUE(chosen);
  // Three segments of three turns and one turn: 3 states, 3 slices.
  EXPECT_EQ(chosen->bytes, 3 * 8 + 3 * 80);
  EXPECT_DOUBLE_EQ(chosen->time, (20 + 40) * 9 / 10.0);
  EXPECT_FALSE(chosen->isLike(*kept));
  EXPECT_TRUE(runInSegments(turns, *kept, {{}})->isLike(*kept));
}

TEST(LoopSegmentsTest, WhatMayNotRunAgainIsNotInSegments) {
  LoopTurns turns = makeTurns();
  const StackChoice kept = *completeChoice(turns, {false, true, false});
  turns.tasks[1].mayRunAgain = false;
  EXPECT_FALSE(runInSegments(turns, kept, {{3}}));
  turns.tasks[1].mayRunAgain = true;
  turns.loops[0].mayRunInSegments = false;
  EXPECT_FALSE(runInSegments(turns, kept, {{3}}));
  turns.loops[0].mayRunInSegments = true;
  turns.loops[0].states.clear();
  EXPECT_FALSE(runInSegments(turns, kept, {{3}}));
}

TEST(LoopSegmentsTest, ErrorsNameTheLoop) {
  auto getError = [](const LoopTurns &turns) {
    return toString(turns.check());
  };
  LoopTurns turns = makeTurns();
  turns.loops[0].turns = 0;
  EXPECT_EQ(getError(turns), "loop 0 has no turn");
  turns = makeTurns();
  turns.loops[0].endValue = 2;
  EXPECT_EQ(getError(turns), "loop 0 has a state that is none of its values");
  turns = makeTurns();
  turns.loops[0].firstTask = 1;
  EXPECT_EQ(getError(turns),
            "loop 0 does not begin where the loop before it ends");
  turns = makeTurns();
  turns.loops[0].endTask = 1;
  EXPECT_EQ(getError(turns), "there are values or tasks of no loop");
}
