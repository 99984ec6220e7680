//===- FloatingTest.cpp - Unit tests of the floating program --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"
#include "remat/Planner/Chain.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <map>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
TEST(FloatingTest, IsTheBestOfTheWeaklyPersistentSequences) {
  Random random(1);
  for (int instance = 0; instance != 1000; ++instance) {
    const Chain chain = makeRandomChain(random, 6);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr table = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table),
              exhaustChain(chain, ChainRules::WeaklyPersistent));
  }
}

TEST(FloatingTest,
     IsTheBestOfAllSequencesWhereGradientsAreNoLargerThanOutputs) {
  Random random(2);
  int faster = 0;
  for (int instance = 0; instance != 1000; ++instance) {
    Chain chain = makeRandomChain(random, 6);
    for (ChainStage &stage : chain.stages)
      stage.gradientBytes =
          std::min(stage.gradientBytes, stage.activationBytes);
    for (size_t l = 1; l <= chain.stages.size(); ++l)
      chain.stages[l - 1].passingBytes =
          std::min({chain.stages[l - 1].passingBytes, chain.gradient(l),
                    chain.gradient(l - 1)});
    SCOPED_TRACE(describeChain(chain));
    const std::vector<ChainPoint> best = exhaustChain(chain, ChainRules::Any);
    ChainTableOr table = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    ASSERT_EQ(pointsOf(chain, **table), best);
    faster += best != exhaustChain(chain, ChainRules::Persistent);
  }
  EXPECT_GT(faster, 10);
}

/// Theorem 4.7 as printed, with ω_ā where the bars are lost: m does not count
/// a^{s-1}.
class PrintedRecurrence {
public:
  explicit PrintedRecurrence(const Chain &chain) : chain(chain) {}

  double cost(int s, int t, int l, int64_t m) {
    if (s > t || m < 0)
      return infinite;
    auto [found, isNew] = known.try_emplace({s, t, l, m}, infinite);
    if (!isNew)
      return found->second;
    double best = infinite;
    if (s == t && m >= allLimit(s, l))
      best = s == l ? time(s) + back(s)
                    : time(s) + cost(s + 1, s + 1, l, m - saved(s)) + back(s);
    if (t != l && m >= sweepLimit(s, l))
      best = std::min(best, checkpointed(s, t, l, m));
    return known[{s, t, l, m}] = best;
  }

private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  double checkpointed(int s, int t, int l, int64_t m) {
    double best = infinite;
    for (int split = t + 1; split <= l; ++split)
      for (int next = s + 1; next <= split; ++next)
        for (int r = s; r < next; ++r) {
          if (chain.activation(s - 1) > chain.activation(r - 1))
            continue;
          double sweep = 0;
          for (int k = s; k < next; ++k)
            sweep += time(k);
          const int64_t left =
              m - chain.activation(r - 1) + chain.activation(s - 1);
          best = std::min(best, sweep +
                                    cost(next, split, l,
                                         left - chain.activation(next - 1)) +
                                    cost(r, t, split - 1, left));
        }
    return best;
  }

  int64_t sweepLimit(int s, int l) const {
    int64_t limit = chain.activation(s);
    for (int j = s + 1; j < l; ++j)
      limit = std::max(limit, chain.activation(j - 1) + chain.activation(j));
    return limit + chain.gradient(l);
  }
  int64_t allLimit(int s, int l) const {
    return std::max(chain.gradient(l),
                    chain.gradient(s) + chain.gradient(s - 1)) +
           saved(s);
  }
  int64_t saved(int s) const { return chain.stages[s - 1].savedBytes; }
  double time(int s) const { return chain.stages[s - 1].forwardTime; }
  double back(int s) const { return chain.stages[s - 1].backwardTime; }

  const Chain &chain;
  std::map<std::tuple<int, int, int, int64_t>, double> known;
};

double timeWithin(const ChainTableOr &table, int64_t budget) {
  std::optional<ChainSchedule> schedule = (*table)->scheduleWithin(budget);
  return schedule ? schedule->time : -1;
}

TEST(FloatingTest, IsNotTheBestOfAllSequencesWhereGradientsAreLarger) {
  // a, δ, o_f.
  const std::tuple<int64_t, int64_t, int64_t> rows[] = {
      {3, 0, 2}, {0, 6, 1}, {0, 0, 0}, {3, 5, 1}};
  Chain chain;
  chain.inputBytes = 3;
  for (auto [activation, gradient, workspace] : rows) {
    ChainStage stage;
    stage.activationBytes = stage.savedBytes = activation;
    stage.gradientBytes = gradient;
    stage.forwardWorkspace = stage.checkpointWorkspace = workspace;
    stage.forwardTime = stage.checkpointTime = 2;
    chain.stages.push_back(stage);
  }
  // Stage 1 is run again before B^3 makes the large δ^2, though ā^3, which is
  // nothing, waits for that: Lemma 4.4 puts it off.
  const std::vector<ChainPoint> all = {{13, 12}, {15, 8}};
  EXPECT_EQ(exhaustChain(chain, ChainRules::Any), all);
  const std::vector<ChainPoint> weak = {{13, 14}, {14, 12}, {15, 8}};
  EXPECT_EQ(exhaustChain(chain, ChainRules::WeaklyPersistent), weak);
  ChainTableOr table = solveFloating(chain, 15);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  EXPECT_EQ(pointsOf(chain, **table), weak);
}

TEST(FloatingTest, IsFasterThanThePrintedRecurrence) {
  const Chain chain = makeSmallestFloatingChain();
  EXPECT_EQ(PrintedRecurrence(chain).cost(1, 1, 5, 12), 41);
  ChainTableOr table = solveFloating(chain, 12);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  EXPECT_EQ(timeWithin(table, 12), 36);
  EXPECT_EQ(exhaustChain(chain, ChainRules::Any).back().time, 17);
  EXPECT_EQ((*table)->budgets().back(), 12);
}

TEST(FloatingTest, Figure4IsFasterThanAllPersistentSequences) {
  for (int n = 4; n <= 9; ++n) {
    const Chain chain = makeFigure4Chain(n);
    ChainTableOr floating = solveFloating(chain, 15);
    ASSERT_TRUE(bool(floating)) << toString(floating.takeError());
    EXPECT_EQ(timeWithin(floating, 15), 2 * n + 2);
    ChainTableOr persistent = solvePersistent(chain, 15);
    ASSERT_TRUE(bool(persistent)) << toString(persistent.takeError());
    EXPECT_EQ(timeWithin(persistent, 15), 3 * n - 2);
  }
}

TEST(FloatingTest, ToyOfTable2) {
  const Chain chain = makeToyChain();
  ChainTableOr table = solveFloating(chain, 10701);
  ASSERT_TRUE(bool(table)) << toString(table.takeError());
  EXPECT_DOUBLE_EQ(timeWithin(table, 10701), 37.38);
  EXPECT_DOUBLE_EQ(timeWithin(table, 9000), 47.42);
  EXPECT_EQ((*table)->scheduleWithin(9000)->peak, 8677);
}

TEST(FloatingTest, ASmallerCapacityGivesTheSameUpToIt) {
  Random random(4);
  for (int instance = 0; instance != 200; ++instance) {
    const Chain chain = makeRandomChain(random, 9);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr all = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(all)) << toString(all.takeError());
    std::vector<ChainPoint> points = pointsOf(chain, **all);
    const int64_t capacity =
        points[random.below(points.size())].peak - random.below(2);
    ChainTableOr some = solveFloating(chain, capacity);
    ASSERT_TRUE(bool(some)) << toString(some.takeError());
    while (!points.empty() && points.back().peak > capacity)
      points.pop_back();
    EXPECT_EQ(pointsOf(chain, **some), points);
    EXPECT_EQ((*some)->scheduleWithin(capacity).has_value(), !points.empty());
  }
}

TEST(FloatingTest, NothingFitsIntoNothing) {
  const Chain chain = makeToyChain();
  for (int64_t capacity : {std::numeric_limits<int64_t>::min(), int64_t(-1),
                           int64_t(0), int64_t(700)}) {
    ChainTableOr table = solveFloating(chain, capacity);
    ASSERT_TRUE(bool(table)) << toString(table.takeError());
    EXPECT_TRUE((*table)->budgets().empty());
    EXPECT_FALSE((*table)->scheduleWithin(capacity).has_value());
  }
}

/// Of many stages, with sizes from 1 to 16 and times from 1 to 100.
Chain makeLongChain(Random &random, int stages) {
  Chain chain;
  chain.inputBytes = chain.inputGradientBytes = 1 + random.below(16);
  for (int l = 1; l <= stages; ++l) {
    ChainStage stage;
    stage.activationBytes = stage.gradientBytes = 1 + random.below(16);
    stage.savedBytes = stage.activationBytes + random.below(33);
    stage.forwardWorkspace = stage.checkpointWorkspace = random.below(8);
    stage.backwardWorkspace = random.below(17);
    stage.forwardTime = stage.checkpointTime = 1 + random.below(100);
    stage.backwardTime = stage.forwardTime + random.below(100);
    chain.stages.push_back(stage);
  }
  return chain;
}

TEST(FloatingTest, RowsAndStepsOfMemoryGiveTheSame) {
  Random random(5);
  for (int instance = 0; instance != 5; ++instance) {
    const Chain small = makeLongChain(random, 20);
    ChainTableOr rows = solveFloating(small, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(rows)) << toString(rows.takeError());
    // a^0 is always there: all budgets are that much higher, and too high for
    // rows.
    Chain large = small;
    const int64_t more = int64_t(1) << 40;
    large.inputBytes += more;
    ChainTableOr steps = solveFloating(large, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(steps)) << toString(steps.takeError());
    std::vector<ChainPoint> points = pointsOf(large, **steps);
    EXPECT_GT(points.size(), 50u);
    for (ChainPoint &point : points)
      point.peak -= more;
    EXPECT_EQ(points, pointsOf(small, **rows));
  }
}

TEST(FloatingTest, IsPersistentWhereActivationsDoNotGrow) {
  Random random(6);
  for (int instance = 0; instance != 10; ++instance) {
    Chain chain = makeLongChain(random, 25);
    for (size_t l = 0; l != chain.stages.size(); ++l) {
      ChainStage &stage = chain.stages[l];
      const int64_t more = stage.savedBytes - stage.activationBytes;
      stage.activationBytes = stage.gradientBytes =
          std::min(chain.activation(l), stage.activationBytes);
      stage.savedBytes = stage.activationBytes + more;
    }
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr floating = solveFloating(chain, Chain::maxTotalBytes);
    ChainTableOr persistent = solvePersistent(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(floating) && bool(persistent));
    EXPECT_EQ(pointsOf(chain, **floating), pointsOf(chain, **persistent));
  }
}

TEST(FloatingTest, TimesOfAnyFractions) {
  Random random(7);
  Chain chain = makeLongChain(random, 12);
  for (ChainStage &stage : chain.stages) {
    stage.forwardTime = 1e-3 * std::sqrt(1.0 + random.below(1000));
    stage.checkpointTime = stage.forwardTime / 3;
  }
  ChainTableOr floating = solveFloating(chain, Chain::maxTotalBytes);
  ASSERT_TRUE(bool(floating)) << toString(floating.takeError());
  ChainTableOr persistent = solvePersistent(chain, Chain::maxTotalBytes);
  ASSERT_TRUE(bool(persistent)) << toString(persistent.takeError());
  double last = std::numeric_limits<double>::infinity();
  for (int64_t budget : (*floating)->budgets()) {
    std::optional<ChainSchedule> schedule = (*floating)->scheduleWithin(budget);
    ASSERT_TRUE(schedule.has_value());
    EXPECT_EQ(schedule->peak, budget);
    EXPECT_LT(schedule->time, last);
    last = schedule->time;
    std::optional<ChainSchedule> other = (*persistent)->scheduleWithin(budget);
    if (other) {
      EXPECT_LE(schedule->time, other->time * (1 + 1e-14));
    }
  }
}

TEST(FloatingTest, EpsilonLosesTimeUpToItAndNoBudget) {
  Random random(8);
  int lost = 0;
  for (int instance = 0; instance != 20; ++instance) {
    Chain chain = makeLongChain(random, 10);
    // By steps; rows are exact.
    chain.inputBytes += int64_t(1) << 40;
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr exact = solveFloating(chain, Chain::maxTotalBytes);
    ASSERT_TRUE(bool(exact)) << toString(exact.takeError());
    ChainSolverOptions options;
    options.epsilon = 0.2;
    ChainTableOr close = solveFloating(chain, Chain::maxTotalBytes, options);
    ASSERT_TRUE(bool(close)) << toString(close.takeError());
    EXPECT_EQ((*exact)->budgets().front(), (*close)->budgets().front());
    EXPECT_LT((*close)->budgets().size(), (*exact)->budgets().size());
    for (int64_t budget : (*exact)->budgets()) {
      const double best = timeWithin(exact, budget);
      const double time = timeWithin(close, budget);
      EXPECT_GE(time, best);
      EXPECT_LE(time, 1.2 * best);
      lost += time > best;
    }
  }
  EXPECT_GT(lost, 0);
}

TEST(FloatingTest, BinsKeepWithinTheBudget) {
  Random random(9);
  for (int instance = 0; instance != 20; ++instance) {
    const Chain chain = makeLongChain(random, 15);
    SCOPED_TRACE(describeChain(chain));
    ChainTableOr exact = solveFloating(chain, 200);
    ASSERT_TRUE(bool(exact)) << toString(exact.takeError());
    for (int64_t bins : {1, 7, 50, 200}) {
      ChainSolverOptions options;
      options.bins = bins;
      ChainTableOr binned = solveFloating(chain, 200, options);
      ASSERT_TRUE(bool(binned)) << toString(binned.takeError());
      if (bins == 200) {
        EXPECT_EQ(pointsOf(chain, **binned), pointsOf(chain, **exact));
      }
      for (const ChainPoint &point : pointsOf(chain, **binned)) {
        EXPECT_LE(point.peak, 200);
        EXPECT_GE(point.time, timeWithin(exact, point.peak));
      }
    }
  }
}

TEST(FloatingTest, RefusesWithTheReason) {
  auto messageOf = [](const Chain &chain, const ChainSolverOptions &options) {
    ChainTableOr table = solveFloating(chain, 1000, options);
    return table ? "" : toString(table.takeError());
  };
  EXPECT_EQ(messageOf(Chain(), {}), "the chain has no stages");
  const Chain chain = makeToyChain();
  ChainSolverOptions options;
  options.bins = -3;
  EXPECT_EQ(messageOf(chain, options),
            "the number of bins is -3; it must be positive, or 0 for exact "
            "bytes");
  options.bins = 0;
  for (double epsilon : {-0.5, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    options.epsilon = epsilon;
    EXPECT_EQ(messageOf(chain, options),
              "epsilon must be a finite number, at least 0");
  }
  Chain longChain;
  longChain.stages.resize(1001);
  EXPECT_EQ(messageOf(longChain, {}),
            "the chain has 1001 stages; the floating program is for up to "
            "1000: merge stages, or use the persistent program");
}

TEST(FloatingTest, RefusesToWorkForHours) {
  Random random(10);
  Chain chain = makeLongChain(random, 30);
  for (bool isLarge : {false, true}) {
    if (isLarge)
      chain.inputBytes += int64_t(1) << 40;
    ChainSolverOptions options;
    options.maxWork = 10000;
    ChainTableOr table = solveFloating(chain, Chain::maxTotalBytes, options);
    ASSERT_FALSE(bool(table));
    EXPECT_EQ(toString(table.takeError()),
              "the floating program for the 30 stages of the chain needs more "
              "than 10000 steps of work; use memory bins, a larger epsilon, or "
              "the persistent program");
  }
}
} // namespace
