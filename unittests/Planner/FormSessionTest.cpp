//===- FormSessionTest.cpp - Forms against all sets of stacks -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/FormSession.h"
#include "RandomGraph.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/LoopSegments.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Sweep.h"

#include "gtest/gtest.h"

#include <limits>
#include <map>
#include <tuple>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {
/// A forward loop, a loss that needs a workspace, and a backward loop, each a
/// task. What is kept makes the first longer, what is made again the last.
class TestForms final : public LoopForms {
public:
  TestForms(LoopTurns turns, StackChoice given, int64_t workspace)
      : turns(std::move(turns)), given(std::move(given)), workspace(workspace) {
  }

  const LoopTurns &getTurns() const override { return turns; }
  const StackChoice &getGiven() const override { return given; }
  bool prefersFewStacks() const override { return prefersFew; }
  bool prefersFew = false;
  bool mayParkStacks() const override { return copyTimeOfByte.has_value(); }
  /// None: nothing lies on the host.
  std::optional<double> copyTimeOfByte;

  const LoopForm *get(const StackChoice &choice) override {
    auto [found, isNew] =
        made.try_emplace({choice.isKept, choice.isOnHost, choice.segments});
    if (isNew)
      make(choice, found->second);
    return &found->second.form;
  }

private:
  struct Made {
    Graph graph;
    LoopForm form;
  };

  void make(const StackChoice &choice, Made &into) {
    Graph &graph = into.graph;
    std::vector<int64_t> bytes;
    for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id)
      if (choice.isKept[id] && choice.segments.empty())
        bytes.push_back(choice.isOnHostAt(id) ? 0
                                              : turns.values[id].stackBytes);
    if (!choice.segments.empty())
      bytes.push_back(choice.bytes);
    std::vector<ValueId> stacks;
    const int64_t count = bytes.size();
    bytes.push_back(8);
    addTask(graph, Phase::Forward, {}, bytes).time =
        20 + choice.time +
        copyTimeOfByte.value_or(0) * static_cast<double>(choice.hostBytes);
    for (int64_t id = 0; id != count; ++id)
      stacks.push_back(id);
    const ValueId state = count;
    Task &loss = addTask(graph, Phase::Forward, {state}, {4});
    loss.workspace = workspace;
    const ValueId made = count + 1;
    std::vector<ValueId> reads = stacks;
    reads.push_back(made);
    addTask(graph, Phase::Backward, reads, {16}).time = 30;
    graph.values.back().isResult = true;
    // The stacks alone are to be chosen.
    for (Task &task : graph.tasks)
      task.mayRunAgain = false;
    cantFail(graph.finalize());
    into.form.graph = &graph;
    into.form.basePeak = cantFail(Session(graph).getBase()).peak;
    into.form.stacks = stacks;
    into.form.loops = {0, 2};
  }

  LoopTurns turns;
  StackChoice given;
  int64_t workspace;
  std::map<std::tuple<std::vector<bool>, std::vector<bool>,
                      std::vector<SegmentLengths>>,
           Made>
      made;
};
} // namespace

static Ask makeAsk(std::optional<int64_t> budget = std::nullopt) {
  Ask ask;
  ask.search.effort = 0;
  ask.budget = budget;
  return ask;
}

/// All sets of stacks that serve the backward turn.
static std::vector<StackChoice> enumerateChoices(const LoopTurns &turns) {
  std::vector<StackChoice> choices;
  for (uint32_t set = 0; set != 1u << turns.values.size(); ++set) {
    std::vector<bool> isKept;
    for (size_t id = 0; id != turns.values.size(); ++id)
      isKept.push_back(set >> id & 1);
    std::optional<StackChoice> choice = completeChoice(turns, isKept);
    if (choice && choice->isKept == isKept)
      choices.push_back(std::move(*choice));
  }
  return choices;
}

static LoopTurns makeRandomTurns(Random &random) {
  LoopTurns turns;
  turns.values.push_back({8 + random.below(60), std::nullopt, true, false});
  for (int64_t i = 2 + random.below(5); i > 0; --i) {
    TurnTask &task = turns.tasks.emplace_back();
    task.inputs.push_back(random.below(turns.values.size()));
    task.time = 1 + random.below(20);
    TurnValue value;
    value.stackBytes = 8 + random.below(60);
    value.maker = static_cast<TurnTaskId>(turns.tasks.size() - 1);
    turns.values.push_back(value);
  }
  for (TurnValue &value : turns.values)
    value.isRead = random.chance(60);
  turns.values.back().isRead = true;
  return turns;
}

TEST(FormSessionTest, FindsTheBestOfAllChoicesForAnyBudget) {
  Random random(22);
  int refused = 0;
  for (int instance = 0; instance != 1000; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    ASSERT_FALSE(choices.empty());
    const StackChoice &given = choices[random.below(choices.size())];
    TestForms forms(turns, given, random.below(100));
    int64_t least = std::numeric_limits<int64_t>::max(), most = 0;
    for (const StackChoice &choice : choices) {
      least = std::min(least, forms.get(choice)->basePeak);
      most = std::max(most, forms.get(choice)->basePeak);
    }
    const int64_t budget = least - 10 + random.below(most - least + 20);
    std::optional<double> best;
    for (const StackChoice &choice : choices) {
      const LoopForm &form = *forms.get(choice);
      if (form.basePeak <= budget)
        best = std::min(best.value_or(1e9), form.graph->baseTime());
    }
    FormSession session(forms);
    const Outcome outcome = cantFail(session.solve(makeAsk(budget)));
    ASSERT_EQ(outcome.hasPlan(), best.has_value()) << instance;
    if (!best) {
      EXPECT_EQ(outcome.smallestPeak, least) << instance;
      EXPECT_LE(outcome.bound.bytes, least) << instance;
      ++refused;
      continue;
    }
    EXPECT_LE(outcome.plan.peak, budget);
    // What fits is left as it was for less than a twentieth of its time.
    const LoopForm &asGiven = *forms.get(given);
    const double givenTime = asGiven.graph->baseTime();
    const bool isLeft = asGiven.basePeak <= budget && *best >= givenTime * 0.95;
    EXPECT_EQ(outcome.plan.time, isLeft ? givenTime : *best) << instance;
    const LoopForm &form = *forms.get(*outcome.stacks);
    EXPECT_FALSE(
        errorToBool(verify(Problem(*form.graph, budget), outcome.plan)));
  }
  EXPECT_GT(refused, 50);
  EXPECT_LT(refused, 500);
}

/// `choice` with each set of its stacks on the host, within `bytes`.
static std::vector<StackChoice> enumerateParked(const LoopTurns &turns,
                                                const StackChoice &choice,
                                                int64_t bytes) {
  std::vector<StackChoice> found;
  for (uint32_t set = 0; set != 1u << turns.values.size(); ++set) {
    StackChoice parked = choice;
    parked.isOnHost.resize(turns.values.size());
    bool areKept = true;
    for (size_t id = 0; id != turns.values.size(); ++id) {
      if (!(set >> id & 1))
        continue;
      areKept &= choice.isKept[id];
      parked.isOnHost[id] = true;
      parked.bytes -= turns.values[id].stackBytes;
      parked.hostBytes += turns.values[id].stackBytes;
    }
    if (set == 0)
      parked.isOnHost.clear();
    if (areKept && parked.hostBytes <= bytes)
      found.push_back(std::move(parked));
  }
  return found;
}

TEST(FormSessionTest, StacksOnTheHostNeverMakeAPlanSlower) {
  Random random(26);
  int parked = 0, optimal = 0;
  constexpr int instances = 80;
  for (int instance = 0; instance != instances; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    TestForms forms(turns, choices[random.below(choices.size())],
                    random.below(100));
    forms.copyTimeOfByte = 0.05 * static_cast<double>(random.below(4));
    int64_t least = std::numeric_limits<int64_t>::max(), most = 0;
    for (const StackChoice &choice : choices) {
      least = std::min(least, forms.get(choice)->basePeak);
      most = std::max(most, forms.get(choice)->basePeak);
    }
    Ask ask = makeAsk(least + random.below(most - least + 1));
    const Outcome without = cantFail(FormSession(forms).solve(ask));
    ASSERT_TRUE(without.hasPlan());
    ask.host.budget = 1 + random.below(200);
    ask.host.link.bandwidth = 1;
    const Outcome with = cantFail(FormSession(forms).solve(ask));
    ASSERT_TRUE(with.hasPlan()) << instance;
    EXPECT_LE(with.plan.peak, *ask.budget);
    EXPECT_LE(with.plan.time, without.plan.time) << instance;
    EXPECT_LE(with.stacks->hostBytes, ask.host.budget);
    EXPECT_EQ(with.host.budget, ask.host.budget);
    EXPECT_EQ(forms.get(*with.stacks)->graph->baseTime(), with.plan.time);
    double best = with.plan.time;
    for (const StackChoice &choice : choices)
      for (const StackChoice &each :
           enumerateParked(turns, choice, ask.host.budget))
        if (const LoopForm &form = *forms.get(each);
            form.basePeak <= *ask.budget)
          best = std::min(best, form.graph->baseTime());
    optimal += with.plan.time <= best * (1 + 1e-9);
    parked += with.stacks->hostBytes > 0;
  }
  EXPECT_GT(parked, 15);
  // Which stacks are worth their copies is a heuristic.
  EXPECT_GT(optimal, instances * 8 / 10);
}

TEST(FormSessionTest, StacksOnTheHostMakeTheSmallestPeakSmaller) {
  Random random(28);
  int smaller = 0, least = 0;
  constexpr int instances = 60;
  for (int instance = 0; instance != instances; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    TestForms forms(turns, choices[random.below(choices.size())],
                    random.below(20));
    forms.copyTimeOfByte = 0.05;
    Ask ask = makeAsk();
    const Outcome without = cantFail(FormSession(forms).solve(ask));
    ASSERT_TRUE(without.hasPlan());
    // Every other host holds all stacks.
    const bool isAmple = instance % 2 == 0;
    ask.host = {isAmple ? 10'000 : 1 + random.below(60), {1, 0}};
    const Outcome with = cantFail(FormSession(forms).solve(ask));
    ASSERT_TRUE(with.hasPlan()) << instance;
    EXPECT_LE(with.plan.peak, without.plan.peak) << instance;
    EXPECT_LE(with.stacks->hostBytes + with.plan.hostPeak, ask.host.budget);
    int64_t smallest = std::numeric_limits<int64_t>::max();
    for (const StackChoice &choice : choices)
      for (const StackChoice &each :
           enumerateParked(turns, choice, ask.host.budget))
        smallest = std::min(smallest, forms.get(each)->basePeak);
    if (isAmple) {
      EXPECT_LE(with.plan.peak, smallest) << instance;
      EXPECT_GT(with.stacks->hostBytes, 0) << instance;
    }
    least += with.plan.peak <= smallest;
    smaller += with.plan.peak < without.plan.peak;
  }
  EXPECT_GT(smaller, instances / 2);
  // Which stacks a small host takes is a heuristic.
  EXPECT_GT(least, instances * 8 / 10);
}

TEST(FormSessionTest, HostMemoryThatMakesNoSenseIsAnError) {
  Random random(27);
  const LoopTurns turns = makeRandomTurns(random);
  TestForms forms(turns, enumerateChoices(turns).front(), 0);
  Ask ask = makeAsk(std::numeric_limits<int64_t>::max());
  ask.host.budget = 100;
  Expected<Outcome> outcome = FormSession(forms).solve(ask);
  ASSERT_FALSE(bool(outcome));
  EXPECT_EQ(toString(outcome.takeError()),
            "the link to the host has no bandwidth; give the bytes that it "
            "carries per unit of time");
  // No sum with the largest budget overflows.
  ask.host = {Graph::maxTotalBytes, {1, 0}};
  EXPECT_TRUE(cantFail(FormSession(forms).solve(ask)).hasPlan());
}

TEST(FormSessionTest, FindsTheSmallestPeakOfAllChoices) {
  Random random(23);
  for (int instance = 0; instance != 1000; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    TestForms forms(turns, choices.front(), random.below(100));
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const StackChoice &choice : choices)
      least = std::min(least, forms.get(choice)->basePeak);
    FormSession session(forms);
    const Outcome outcome = cantFail(session.solve(makeAsk()));
    ASSERT_TRUE(outcome.hasPlan());
    EXPECT_EQ(outcome.plan.peak, least) << instance;
    EXPECT_LE(outcome.bound.bytes, least) << instance;
  }
}

TEST(FormSessionTest, MoreBudgetNeverTakesMoreTime) {
  Random random(24);
  for (int instance = 0; instance != 100; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    TestForms forms(turns, choices.back(), random.below(100));
    FormSession session(forms);
    const SweepResult result = cantFail(sweepForms(session, makeAsk(), 12));
    ASSERT_EQ(result.strategies.size(), 1u);
    const auto &plans = result.strategies.front().plans;
    for (size_t i = 0; i != plans.size(); ++i) {
      ASSERT_TRUE(plans[i].has_value());
      EXPECT_LE(plans[i]->plan.peak, result.budgets[i]);
      EXPECT_LE(result.bounds[i].time, plans[i]->plan.time);
      if (i > 0) {
        EXPECT_LE(plans[i]->plan.time, plans[i - 1]->plan.time);
      }
    }
  }
}

TEST(FormSessionTest, ResolvesBudgetsByTheStepAsItWasGiven) {
  Random random(25);
  for (int instance = 0; instance != 100; ++instance) {
    const LoopTurns turns = makeRandomTurns(random);
    const std::vector<StackChoice> choices = enumerateChoices(turns);
    TestForms forms(turns, choices.back(), random.below(100));
    FormSession session(forms);
    const int64_t given = forms.get(choices.back())->basePeak;
    const int64_t least = cantFail(session.solve(makeAsk())).plan.peak;
    auto getBytes = [&](StringRef budget) {
      return cantFail(resolveBudget(session, makeAsk(),
                                    cantFail(parseBudget(budget))))
          .bytes;
    };
    EXPECT_EQ(getBytes("100%"), given);
    EXPECT_EQ(getBytes("min"), least);
    EXPECT_EQ(getBytes("slack:100%"), std::max(given, least));
  }
}

/// Two large values and a small one, which the backward turn reads, and a third
/// large one that is dear to make again.
static LoopTurns makeTurnsWithSmallValue(double timeOfSmall) {
  LoopTurns turns;
  turns.values.push_back({10000, std::nullopt, true, true});
  for (auto [bytes, time] : {std::pair(10000, 50.0), std::pair(10000, 40.0),
                             std::pair(10, timeOfSmall)}) {
    turns.tasks.push_back({{0}, time, true});
    turns.values.push_back(
        {bytes, static_cast<TurnTaskId>(turns.tasks.size() - 1), true, true});
  }
  return turns;
}

/// What is kept within a budget that has room for all but the third value.
static std::vector<bool> keepWithinRoom(double timeOfSmall, bool prefersFew) {
  const LoopTurns turns = makeTurnsWithSmallValue(timeOfSmall);
  TestForms forms(turns, *completeChoice(turns, {true, true, true, true}), 0);
  forms.prefersFew = prefersFew;
  FormSession session(forms);
  const Outcome outcome = cantFail(session.solve(makeAsk(25000)));
  EXPECT_TRUE(outcome.hasPlan());
  return outcome.stacks->isKept;
}

TEST(FormSessionTest, SmallStacksThatSaveNextToNothingGoWhereFewArePreferred) {
  const std::vector<bool> all = {true, true, false, true},
                          large = {true, true, false, false};
  EXPECT_EQ(keepWithinRoom(0.05, false), all);
  EXPECT_EQ(keepWithinRoom(0.05, true), large);
  // A fiftieth of the time is more than nothing.
  EXPECT_EQ(keepWithinRoom(2, true), all);
}

TEST(FormSessionTest, SmallStacksThatNothingMakesAgainStay) {
  LoopTurns turns = makeTurnsWithSmallValue(0.05);
  turns.tasks.back().mayRunAgain = false;
  TestForms forms(turns, *completeChoice(turns, {true, true, true, true}), 0);
  forms.prefersFew = true;
  FormSession session(forms);
  const Outcome outcome = cantFail(session.solve(makeAsk(25000)));
  ASSERT_TRUE(outcome.hasPlan());
  EXPECT_EQ(outcome.stacks->isKept,
            std::vector<bool>({true, true, false, true}));
}

/// A state, and tasks of which the last one makes the next state.
static LoopTurns makeSegmentableTurns(Random &random) {
  LoopTurns turns = makeRandomTurns(random);
  TurnLoop &loop = turns.loops.emplace_back();
  loop.turns = 4 + random.below(12);
  loop.endValue = turns.values.size();
  loop.endTask = turns.tasks.size();
  loop.mayRunInSegments = true;
  for (TurnValue &value : turns.values)
    value.stackBytes *= loop.turns;
  loop.states.push_back(
      {0, loop.endValue - 1, turns.values.front().stackBytes / loop.turns});
  cantFail(turns.check());
  return turns;
}

/// `choices` with all segments of at most two levels, and as they are.
static std::vector<StackChoice> addSegments(const LoopTurns &turns,
                                            std::vector<StackChoice> choices) {
  const int64_t n = turns.loops.front().turns;
  std::vector<SegmentLengths> lengths;
  for (int64_t outer = 1; outer < n; ++outer) {
    lengths.push_back({outer});
    for (int64_t inner = 1; inner < outer; ++inner)
      lengths.push_back({outer, inner});
  }
  for (size_t i = 0, end = choices.size(); i != end; ++i)
    for (const SegmentLengths &each : lengths)
      if (std::optional<StackChoice> found =
              runInSegments(turns, choices[i], {each}))
        choices.push_back(std::move(*found));
  return choices;
}

TEST(FormSessionTest, RunsLoopsInSegmentsWhereABudgetAsksForIt) {
  Random random(26);
  int withSegments = 0, answered = 0, best = 0, missed = 0;
  for (int instance = 0; instance != 300; ++instance) {
    const LoopTurns turns = makeSegmentableTurns(random);
    const std::vector<StackChoice> whole = enumerateChoices(turns);
    TestForms forms(turns, whole.back(), random.below(100));
    int64_t least = std::numeric_limits<int64_t>::max(), most = 0;
    const std::vector<StackChoice> all = addSegments(turns, whole);
    for (const StackChoice &choice : all) {
      least = std::min(least, forms.get(choice)->basePeak);
      most = std::max(most, forms.get(choice)->basePeak);
    }
    const int64_t budget = least + random.below(most - least);
    double leastTime = std::numeric_limits<double>::infinity();
    for (const StackChoice &choice : all)
      if (const LoopForm &form = *forms.get(choice); form.basePeak <= budget)
        leastTime = std::min(leastTime, form.graph->baseTime());
    FormSession session(forms);
    const Outcome outcome = cantFail(session.solve(makeAsk(budget)));
    EXPECT_LE(outcome.bound.bytes, least);
    if (!outcome.hasPlan()) {
      ++missed;
      continue;
    }
    ++answered;
    EXPECT_LE(outcome.plan.peak, budget);
    withSegments += !outcome.stacks->segments.empty();
    best += outcome.plan.time <= leastTime * 1.0001;
    EXPECT_LE(outcome.plan.time, leastTime * 1.5) << instance;
  }
  // The corners of the hull are tried with the lengths for the room that is
  // left, not each set of stacks with all lengths.
  EXPECT_EQ(missed, 0);
  EXPECT_GE(best, 275);
  EXPECT_GT(withSegments, 100);
  EXPECT_GT(answered, withSegments);
}

TEST(FormSessionTest, FindsTheSmallestPeakOfAllSegments) {
  Random random(27);
  int least = 0;
  for (int instance = 0; instance != 200; ++instance) {
    const LoopTurns turns = makeSegmentableTurns(random);
    const std::vector<StackChoice> whole = enumerateChoices(turns);
    TestForms forms(turns, whole.front(), random.below(100));
    int64_t smallest = std::numeric_limits<int64_t>::max();
    for (const StackChoice &choice : addSegments(turns, whole))
      smallest = std::min(smallest, forms.get(choice)->basePeak);
    FormSession session(forms);
    const Outcome outcome = cantFail(session.solve(makeAsk()));
    ASSERT_TRUE(outcome.hasPlan());
    least += outcome.plan.peak <= smallest;
  }
  EXPECT_EQ(least, 200);
}
