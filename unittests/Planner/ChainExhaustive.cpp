//===- ChainExhaustive.cpp - The best of all sequences of a chain ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainExhaustive.h"

#include "llvm/ADT/DenseMap.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// What is stored between two operations. Bits by stage; bit 0 is the input.
struct Memory {
  uint16_t activations = 1;
  uint16_t saved = 0;
  /// Stages whose inputs are to be kept, by the rules of persistence.
  uint16_t locked = 0;
  /// The next backward, and the stage whose F_all was just run, by the rule of
  /// stored activations.
  uint8_t next = 0;
  uint8_t pending = 0;

  uint64_t code() const {
    return uint64_t(activations) | uint64_t(saved) << 16 |
           uint64_t(locked) << 32 | uint64_t(next) << 48 |
           uint64_t(pending) << 56;
  }
};

/// By ascending time, then by ascending peak.
struct Label {
  double time;
  int64_t peak;
  Memory memory;

  bool operator>(const Label &other) const {
    return std::tie(time, peak) > std::tie(other.time, other.peak);
  }
};

class Search {
public:
  Search(const Chain &chain, ChainRules rules)
      : chain(chain), rules(rules), count(chain.stages.size()) {}

  std::vector<ChainPoint> run() {
    Memory start;
    start.next = count;
    push({0, 0, start});
    std::vector<ChainPoint> points;
    while (!queue.empty()) {
      const Label label = queue.top();
      queue.pop();
      // Later labels are slower: they must need less.
      if (label.peak >= peakToBeat)
        continue;
      auto [found, isNew] =
          leastPeak.try_emplace(label.memory.code(), label.peak);
      if (!isNew && found->second <= label.peak)
        continue;
      found->second = label.peak;
      if (label.memory.next != 0) {
        expand(label);
        continue;
      }
      peakToBeat = label.peak;
      if (!points.empty() && points.back().time == label.time)
        points.pop_back();
      points.push_back({label.peak, label.time});
    }
    std::reverse(points.begin(), points.end());
    return points;
  }

private:
  bool isPersistent() const {
    return rules == ChainRules::Persistent ||
           rules == ChainRules::PersistentActivations;
  }
  bool storesActivations() const {
    return rules == ChainRules::StoredActivations ||
           rules == ChainRules::PersistentActivations;
  }

  int64_t stored(const Memory &memory) const {
    int64_t bytes = chain.residentBytes + chain.gradient(memory.next);
    for (int l = 0; l <= count; ++l)
      if (memory.saved >> l & 1)
        bytes += chain.stages[l - 1].savedBytes;
      else if (memory.activations >> l & 1)
        bytes += chain.activation(l);
    return bytes;
  }

  void push(const Label &label) {
    if (label.peak >= peakToBeat)
      return;
    const auto found = leastPeak.find(label.memory.code());
    if (found == leastPeak.end() || found->second > label.peak)
      queue.push(label);
  }

  /// Pushes what an operation leads to.
  void push(const Label &from, const Memory &to, int64_t added, double time) {
    push({from.time + time, std::max(from.peak, fromStored + added), to});
  }

  void expand(const Label &label) {
    const Memory &memory = label.memory;
    fromStored = stored(memory);
    // Nothing can come of a forward whose backward is done: it made an end of
    // all that a later stage could read.
    for (int l = 1; l <= memory.next; ++l) {
      const bool hasSavedInput = memory.saved >> (l - 1) & 1;
      if (!hasSavedInput && !(memory.activations >> (l - 1) & 1))
        continue;
      if (memory.pending ? memory.pending != l : memory.locked >> (l + 1))
        continue;
      if (!memory.pending)
        runForwards(label, l, hasSavedInput);
      if (l == memory.next && memory.saved >> l & 1)
        runBackward(label, l, hasSavedInput);
    }
  }

  void runForwards(const Label &label, int l, bool hasSavedInput) {
    const ChainStage &stage = chain.stages[l - 1];
    Memory to = label.memory;
    to.activations &= ~(1 << l);
    to.saved &= ~(1 << l);
    const uint16_t lock =
        isPersistent() || rules == ChainRules::WeaklyPersistent ? 1 << l : 0;

    Memory all = to;
    all.saved |= 1 << l;
    all.locked |= lock;
    if (storesActivations())
      all.pending = l;
    if (!storesActivations() || l == label.memory.next)
      push(label, all, stage.savedBytes + stage.forwardWorkspace,
           stage.forwardTime);

    to.activations |= 1 << l;
    Memory kept = to;
    kept.locked |= lock;
    const int64_t added = stage.activationBytes + stage.checkpointWorkspace;
    push(label, kept, added, stage.checkpointTime);
    // Table 1 drops a's only.
    if (hasSavedInput || (isPersistent() && (to.locked >> l & 1)))
      return;
    to.activations &= ~(1 << (l - 1));
    to.locked &= ~(1 << l);
    push(label, to, added, stage.checkpointTime);
  }

  void runBackward(const Label &label, int l, bool hasSavedInput) {
    const ChainStage &stage = chain.stages[l - 1];
    Memory to = label.memory;
    to.saved &= ~(1 << l);
    if (!hasSavedInput)
      to.activations &= ~(1 << (l - 1));
    to.locked &= ~(1 << l);
    to.next = l - 1;
    to.pending = 0;
    push(label, to, chain.newGradient(l) + stage.backwardWorkspace,
         stage.backwardTime);
  }

  const Chain &chain;
  ChainRules rules;
  int count;
  std::priority_queue<Label, std::vector<Label>, std::greater<>> queue;
  /// By state, of the labels that were taken from the queue.
  DenseMap<uint64_t, int64_t> leastPeak;
  int64_t peakToBeat = std::numeric_limits<int64_t>::max();
  /// Of the label that is being expanded.
  int64_t fromStored = 0;
};
} // namespace

std::vector<ChainPoint>
mlir::remat::planner::test::exhaustChain(const Chain &chain, ChainRules rules) {
  return Search(chain, rules).run();
}

Chain mlir::remat::planner::test::makeRandomChain(Random &random,
                                                  int maxStages) {
  const bool hasWorkspaces = random.chance(60), hasNegative = random.chance(30),
             sameGradients = random.chance(50), savesMore = random.chance(70),
             savesTime = random.chance(40), freeBackward = random.chance(30);
  const int64_t sizes = random.chance(30) ? 3 : 8;
  const int64_t times = random.chance(30) ? 3 : 10;
  // No common divisor, and no hope for a table over all bytes.
  const int64_t scale = random.chance(30) ? int64_t(1) << 37 : 1;
  auto size = [&](int64_t count) {
    const int64_t bytes = random.below(count) * scale;
    return bytes ? bytes + random.below(scale) : 0;
  };
  auto workspace = [&](int64_t freed) {
    if (!hasWorkspaces)
      return int64_t(0);
    return hasNegative && random.chance(50) ? -random.below(freed + 1)
                                            : size(5);
  };
  Chain chain;
  chain.inputBytes = size(sizes);
  chain.inputGradientBytes = sameGradients ? chain.inputBytes : size(sizes);
  chain.residentBytes = random.chance(20) ? size(10) : 0;
  const int count = 1 + random.below(maxStages);
  for (int l = 1; l <= count; ++l) {
    ChainStage stage;
    stage.activationBytes = size(sizes);
    stage.savedBytes =
        stage.activationBytes + (savesMore ? size(2 * sizes) : 0);
    stage.gradientBytes = sameGradients ? stage.activationBytes : size(sizes);
    stage.forwardWorkspace = workspace(stage.savedBytes);
    stage.checkpointWorkspace =
        random.chance(60)
            ? std::max(stage.forwardWorkspace, -stage.activationBytes)
            : workspace(stage.activationBytes);
    if (!sameGradients)
      stage.passingBytes = random.below(
          std::min(stage.gradientBytes, chain.gradient(l - 1)) + 1);
    stage.backwardWorkspace =
        workspace(chain.gradient(l - 1) - stage.passingBytes);
    stage.forwardTime = random.below(times);
    stage.checkpointTime =
        savesTime ? random.below(stage.forwardTime + 1) : stage.forwardTime;
    stage.backwardTime = freeBackward ? 0 : random.below(times);
    chain.stages.push_back(stage);
  }
  return chain;
}

std::string mlir::remat::planner::test::describeChain(const Chain &chain) {
  std::string text = "a0 " + std::to_string(chain.inputBytes) + " δ0 " +
                     std::to_string(chain.inputGradientBytes);
  for (const ChainStage &stage : chain.stages)
    text += "; a " + std::to_string(stage.activationBytes) + " ā " +
            std::to_string(stage.savedBytes) + " δ " +
            std::to_string(stage.gradientBytes) + " o " +
            std::to_string(stage.forwardWorkspace) + " " +
            std::to_string(stage.checkpointWorkspace) + " " +
            std::to_string(stage.backwardWorkspace) + " u " +
            std::to_string(stage.forwardTime) + " " +
            std::to_string(stage.checkpointTime) + " " +
            std::to_string(stage.backwardTime);
  return text;
}

std::vector<ChainPoint>
mlir::remat::planner::test::pointsOf(const Chain &chain,
                                     const ChainTable &table) {
  std::vector<ChainPoint> points;
  for (int64_t budget : table.budgets()) {
    std::optional<ChainSchedule> schedule = table.scheduleWithin(budget);
    EXPECT_TRUE(schedule.has_value()) << budget;
    if (!schedule)
      continue;
    EXPECT_LE(schedule->peak, budget);
    Expected<ChainSchedule> simulated = simulateChain(chain, schedule->ops);
    if (!simulated) {
      ADD_FAILURE() << toString(simulated.takeError());
      continue;
    }
    EXPECT_EQ(simulated->peak, schedule->peak);
    EXPECT_EQ(simulated->time, schedule->time);
    if (points.empty()) {
      EXPECT_FALSE(table.scheduleWithin(budget - 1).has_value());
    } else {
      // A byte less, and it is the schedule of the budget before.
      std::optional<ChainSchedule> before = table.scheduleWithin(budget - 1);
      EXPECT_TRUE(before.has_value());
      EXPECT_EQ(before ? before->time : -1, points.back().time);
      EXPECT_LT(schedule->time, points.back().time);
    }
    points.push_back({budget, schedule->time});
  }
  return points;
}

/// A stage whose ā and δ are as large as its a.
static ChainStage makeStage(int64_t activation, double forward,
                            double backward) {
  ChainStage stage;
  stage.activationBytes = stage.savedBytes = stage.gradientBytes = activation;
  stage.forwardTime = stage.checkpointTime = forward;
  stage.backwardTime = backward;
  return stage;
}

Chain mlir::remat::planner::test::makeToyChain() {
  // a, ā - a, o_b, u_f, u_b.
  const std::tuple<int64_t, int64_t, int64_t, double, double> rows[] = {
      {954, 0, 2001, 1.60, 3.05},
      {1068, 0, 2764, 2.20, 4.48},
      {1106, 2, 3099, 2.44, 5.09},
      {1068, 0, 3099, 2.51, 4.93},
      {954, 0, 2764, 2.10, 4.21},
      {763, 0, 1908, 1.43, 3.34},
      {0, 0, 0, 0, 0}};
  Chain chain;
  chain.name = "toy";
  chain.inputBytes = chain.inputGradientBytes = 763;
  for (auto [activation, more, workspace, forward, backward] : rows) {
    ChainStage stage = makeStage(activation, forward, backward);
    stage.savedBytes += more;
    stage.backwardWorkspace = workspace;
    chain.stages.push_back(stage);
  }
  return chain;
}

Chain mlir::remat::planner::test::makeFigure4Chain(int n) {
  Chain chain;
  chain.name = "figure 4";
  for (int l = 1; l <= n + 3; ++l) {
    const int64_t size = l == 1 ? 1 : l == n + 2 ? 4 : l == n + 3 ? 0 : 3;
    chain.stages.push_back(makeStage(size, l == 1 ? n - 2 : l == 2 ? 2 : 0, 0));
  }
  return chain;
}

Chain mlir::remat::planner::test::makeSmallestFloatingChain() {
  const std::pair<int64_t, double> rows[] = {
      {2, 5}, {3, 5}, {3, 4}, {2, 1}, {1, 2}};
  Chain chain;
  chain.name = "smallest floating";
  for (auto [size, time] : rows)
    chain.stages.push_back(makeStage(size, time, 0));
  return chain;
}
