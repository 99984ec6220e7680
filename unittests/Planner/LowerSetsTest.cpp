//===- LowerSetsTest.cpp - Lower sets against exhaustive search -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LowerSets.h"
#include "RandomGraph.h"
#include "remat/Planner/NotApplicable.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Node sets are the bits of an integer here.
using Mask = uint32_t;

/// A random model of up to `maxNodes` nodes; `density` is how many percent of
/// the possible edges it has. 0 gives an antichain, the widest there is.
ForwardModel makeModel(Random &random, int maxNodes, int density) {
  ForwardModel model;
  const int nodeCount = 1 + random.below(maxNodes);
  model.nodes.resize(nodeCount);
  const int64_t unit = random.chance(50) ? 1 : 1'000'000'000'007;
  for (int i = 0; i != nodeCount; ++i) {
    ForwardNode &node = model.nodes[i];
    node.bytes = random.chance(15) ? 0 : random.below(20);
    node.kept = random.chance(8);
    node.time = node.kept || random.chance(15) ? 0 : random.below(12) * unit;
    for (int pred = 0; pred != i; ++pred)
      if (random.chance(density)) {
        node.preds.push_back(pred);
        model.nodes[pred].succs.push_back(i);
      }
  }
  return model;
}

/// The definitions of section 2, word by word.
struct Definitions {
  explicit Definitions(const ForwardModel &model) : model(model) {}

  Mask all() const { return (Mask(1) << model.nodes.size()) - 1; }
  Mask after(Mask set) const {
    Mask result = 0;
    for (size_t i = 0; i != model.nodes.size(); ++i)
      if (set >> i & 1)
        for (int32_t succ : model.nodes[i].succs)
          result |= Mask(1) << succ;
    return result;
  }
  Mask before(Mask set) const {
    Mask result = 0;
    for (size_t i = 0; i != model.nodes.size(); ++i)
      if (set >> i & 1)
        for (int32_t pred : model.nodes[i].preds)
          result |= Mask(1) << pred;
    return result;
  }
  bool isLowerSet(Mask set) const { return (before(set) & ~set) == 0; }
  /// ∂L, and what is kept anyway.
  Mask boundary(Mask set) const {
    Mask kept = 0;
    for (size_t i = 0; i != model.nodes.size(); ++i)
      if (model.nodes[i].kept)
        kept |= Mask(1) << i;
    return (before(all() & ~set) | kept) & set;
  }
  int64_t bytes(Mask set) const {
    int64_t sum = 0;
    for (size_t i = 0; i != model.nodes.size(); ++i)
      if (set >> i & 1)
        sum += model.nodes[i].bytes;
    return sum;
  }
  int64_t time(Mask set) const {
    int64_t sum = 0;
    for (size_t i = 0; i != model.nodes.size(); ++i)
      if (set >> i & 1)
        sum += model.nodes[i].time;
    return sum;
  }
  /// Eq. (2) for the step from L_{i-1} to L_i.
  int64_t peak(Mask cached, Mask from, Mask to) const {
    return bytes(cached) + 2 * bytes(to & ~from) + bytes(after(to) & ~to) +
           bytes(before(after(to)) & ~to);
  }
  /// Eq. (1) without T(V_k), and eq. (2), of a whole sequence.
  std::pair<int64_t, int64_t> evaluate(ArrayRef<Mask> sequence) const {
    int64_t cost = 0, most = 0;
    Mask cached = 0, from = 0;
    for (Mask to : sequence) {
      most = std::max(most, peak(cached, from, to));
      cached |= boundary(to);
      if (to != all())
        cost += time(to & ~from & ~boundary(to));
      from = to;
    }
    return {cost, most};
  }

  const ForwardModel &model;
};

std::vector<Mask> allLowerSets(const Definitions &definitions) {
  std::vector<Mask> sets;
  for (Mask set = 0; set <= definitions.all(); ++set)
    if (definitions.isLowerSet(set))
      sets.push_back(set);
  return sets;
}

Mask maskOf(const LowerSetFamily &family, const ForwardModel &model,
            size_t set) {
  Mask mask = 0;
  for (size_t i = 0; i != model.nodes.size(); ++i)
    if (family.contains(set, i))
      mask |= Mask(1) << i;
  return mask;
}

/// Cost and peak of every sequence over `sets` that ends in V.
std::set<std::pair<int64_t, int64_t>>
allSequences(const Definitions &definitions, ArrayRef<Mask> sets) {
  std::set<std::pair<int64_t, int64_t>> results;
  std::vector<Mask> sequence;
  auto extend = [&](Mask from, auto &&self) -> void {
    if (from == definitions.all()) {
      results.insert(definitions.evaluate(sequence));
      return;
    }
    for (Mask to : sets)
      if (to != from && (from & ~to) == 0) {
        sequence.push_back(to);
        self(to, self);
        sequence.pop_back();
      }
  };
  extend(0, extend);
  return results;
}

/// Compares the search with all sequences at several budgets around every peak.
void checkSearch(const ForwardModel &model, const LowerSetFamily &family,
                 ArrayRef<Mask> sets) {
  Definitions definitions(model);
  const std::set<std::pair<int64_t, int64_t>> sequences =
      allSequences(definitions, sets);
  std::set<int64_t> budgets;
  int64_t smallest = INT64_MAX;
  for (auto [cost, peak] : sequences) {
    smallest = std::min(smallest, peak);
    budgets.insert({peak - 1, peak});
  }
  budgets.insert(3 * definitions.bytes(definitions.all()));

  LowerSetSearch search(model, family);
  EXPECT_EQ(search.smallestBudget(), smallest);
  for (int64_t budget : budgets)
    for (Objective objective : {Objective::Time, Objective::Memory}) {
      std::optional<int64_t> expected;
      for (auto [cost, peak] : sequences)
        if (peak <= budget)
          expected = !expected                      ? cost
                     : objective == Objective::Time ? std::min(*expected, cost)
                                                    : std::max(*expected, cost);
      std::optional<LowerSetSequence> found = search.solve(budget, objective);
      EXPECT_FALSE(search.gaveUp());
      ASSERT_EQ(found.has_value(), expected.has_value()) << "budget " << budget;
      if (!found)
        continue;
      EXPECT_EQ(found->cost, *expected) << "budget " << budget;
      std::vector<Mask> sequence;
      for (int32_t set : found->sets)
        sequence.push_back(maskOf(family, model, set));
      EXPECT_EQ(std::make_pair(found->cost, found->peak),
                definitions.evaluate(sequence));
      EXPECT_LE(found->peak, budget);
    }
}

} // namespace

TEST(LowerSets, EnumerationMeetsEverySetOnce) {
  Random random(1);
  for (int i = 0; i != 600; ++i) {
    ForwardModel model = makeModel(random, 10, random.below(60));
    Definitions definitions(model);
    std::optional<LowerSetFamily> family = LowerSetFamily::all(model, 1 << 10);
    ASSERT_TRUE(family);
    std::vector<Mask> sets, expected = allLowerSets(definitions);
    for (size_t set = 0; set != family->size(); ++set) {
      sets.push_back(maskOf(*family, model, set));
      Mask boundary = 0;
      for (int32_t node : family->boundary(set))
        boundary |= Mask(1) << node;
      Mask kept = 0;
      for (size_t node = 0; node != model.nodes.size(); ++node)
        if (model.nodes[node].kept)
          kept |= Mask(1) << node;
      EXPECT_EQ(boundary, definitions.boundary(sets.back()) & ~kept);
      // Subsets come first.
      for (Mask earlier : sets)
        EXPECT_TRUE(earlier == sets.back() || (sets.back() & ~earlier) != 0);
    }
    llvm::sort(sets);
    EXPECT_EQ(sets, expected);
    // The limit counts sets.
    EXPECT_TRUE(LowerSetFamily::all(model, expected.size()));
    EXPECT_FALSE(LowerSetFamily::all(model, expected.size() - 1));
  }
}

TEST(LowerSets, PrunedFamilyIsOneSetForEachNode) {
  Random random(2);
  for (int i = 0; i != 600; ++i) {
    ForwardModel model = makeModel(random, 10, random.below(60));
    Definitions definitions(model);
    std::set<Mask> expected = {0, definitions.all()};
    for (size_t node = 0; node != model.nodes.size(); ++node) {
      Mask set = Mask(1) << node;
      while ((definitions.before(set) & ~set) != 0)
        set |= definitions.before(set);
      expected.insert(set);
    }
    LowerSetFamily family = LowerSetFamily::pruned(model, 100, false);
    std::set<Mask> sets;
    for (size_t set = 0; set != family.size(); ++set)
      EXPECT_TRUE(sets.insert(maskOf(family, model, set)).second);
    EXPECT_EQ(sets, expected);
    for (size_t node = 0; node != model.nodes.size(); ++node)
      expected.insert((Mask(2) << node) - 1);
    sets.clear();
    LowerSetFamily both = LowerSetFamily::pruned(model, 100, true);
    for (size_t set = 0; set != both.size(); ++set)
      EXPECT_TRUE(sets.insert(maskOf(both, model, set)).second);
    EXPECT_EQ(sets, expected);
    // With a limit there are fewer, and always the two ends.
    LowerSetFamily few = LowerSetFamily::pruned(model, 3, false);
    EXPECT_LE(few.size(), 5u);
    EXPECT_EQ(maskOf(few, model, 0), 0u);
    EXPECT_EQ(maskOf(few, model, few.size() - 1), definitions.all());
  }
}

TEST(LowerSets, ExactSearchEqualsAllSequences) {
  Random random(3);
  for (int i = 0; i != 700; ++i) {
    ForwardModel model = makeModel(random, 6, random.below(80));
    checkSearch(model, *LowerSetFamily::all(model, 1 << 10),
                allLowerSets(Definitions(model)));
  }
}

TEST(LowerSets, ExactSearchEqualsAllSequencesOnWideGraphs) {
  Random random(4);
  for (int i = 0; i != 500; ++i) {
    ForwardModel model = makeModel(random, 5, random.below(12));
    checkSearch(model, *LowerSetFamily::all(model, 1 << 10),
                allLowerSets(Definitions(model)));
  }
}

TEST(LowerSets, SearchOverThePrunedFamilyEqualsAllItsSequences) {
  Random random(5);
  for (int i = 0; i != 600; ++i) {
    ForwardModel model = makeModel(random, 9, 10 + random.below(60));
    LowerSetFamily family = LowerSetFamily::pruned(model, 100, false);
    std::vector<Mask> sets;
    for (size_t set = 0; set != family.size(); ++set)
      sets.push_back(maskOf(family, model, set));
    checkSearch(model, family, sets);
  }
}

/// Compares the table with all sequences: exact where a grain is a unit.
static void checkTable(const ForwardModel &model, const LowerSetFamily &family,
                       ArrayRef<Mask> sets, size_t columns) {
  Definitions definitions(model);
  const bool exact = definitions.time(definitions.all()) <= int64_t(columns);
  const std::set<std::pair<int64_t, int64_t>> sequences =
      allSequences(definitions, sets);
  for (Objective objective : {Objective::Time, Objective::Memory}) {
    LowerSetTable table(model, family, objective, columns);
    // The least budget for every overhead, from the largest budget on.
    std::vector<std::pair<int64_t, int64_t>> front, expected;
    for (int32_t column : table.front()) {
      LowerSetSequence sequence = table.sequence(column);
      std::vector<Mask> masks;
      for (int32_t set : sequence.sets)
        masks.push_back(maskOf(family, model, set));
      EXPECT_EQ(std::make_pair(sequence.cost, sequence.peak),
                definitions.evaluate(masks));
      EXPECT_EQ(sequence.peak, table.budget(column));
      front.push_back({sequence.cost, sequence.peak});
    }
    auto consider = [&](std::pair<int64_t, int64_t> sequence) {
      if (expected.empty() || sequence.second < expected.back().second)
        expected.push_back(sequence);
    };
    // Of equal costs the least peak comes first.
    if (objective == Objective::Time)
      llvm::for_each(sequences, consider);
    else
      for (auto last = sequences.rbegin(); last != sequences.rend();) {
        auto first = last;
        while (std::next(first) != sequences.rend() &&
               std::next(first)->first == last->first)
          ++first;
        consider(*first);
        last = std::next(first);
      }
    ASSERT_FALSE(front.empty());
    if (exact) {
      EXPECT_EQ(front, expected);
    }
    EXPECT_EQ(table.isExact(), exact);
    // Leaving out overheads beyond that of the least peak changes nothing.
    if (objective == Objective::Time) {
      const int64_t mostCost = front.back().first;
      LowerSetTable capped(model, family, objective, 100, mostCost);
      if (capped.isExact()) {
        std::vector<std::pair<int64_t, int64_t>> cappedFront;
        for (int32_t column : capped.front())
          cappedFront.push_back(
              {capped.sequence(column).cost, capped.sequence(column).peak});
        EXPECT_EQ(cappedFront, expected);
      }
    }
    // However coarse the grain, the least peak is found.
    if (objective == Objective::Time) {
      EXPECT_EQ(front.back().second, expected.back().second);
    }
  }
}

TEST(LowerSets, TableEqualsAllSequences) {
  Random random(6);
  for (int i = 0; i != 600; ++i) {
    ForwardModel model = makeModel(random, 6, random.below(80));
    for (size_t columns : {100, 5})
      checkTable(model, *LowerSetFamily::all(model, 1 << 10),
                 allLowerSets(Definitions(model)), columns);
  }
}

TEST(LowerSets, SetsOfMoreThanOneWord) {
  // Two chains of 70 nodes that meet: 71² lower sets, and the last.
  ForwardModel model;
  model.nodes.resize(141);
  for (int i = 0; i != 140; ++i) {
    model.nodes[i].bytes = 1 + i % 5;
    model.nodes[i].time = 1 + i % 7;
    int succ = i + 2 < 140 ? i + 2 : 140;
    model.nodes[i].succs.push_back(succ);
    model.nodes[succ].preds.push_back(i);
  }
  std::optional<LowerSetFamily> family = LowerSetFamily::all(model, 1 << 16);
  ASSERT_TRUE(family);
  EXPECT_EQ(family->size(), 71u * 71u + 1u);
  LowerSetFamily pruned = LowerSetFamily::pruned(model, 1000, false);
  EXPECT_EQ(pruned.size(), 142u);
  // The pruned family is a part of the other: never better.
  LowerSetSearch exact(model, *family), approximate(model, pruned);
  EXPECT_LT(exact.smallestBudget(), approximate.smallestBudget());
  for (int64_t budget = approximate.smallestBudget();
       budget <= approximate.largestBudget(); budget += 40) {
    auto least = exact.solve(budget, Objective::Time);
    auto found = approximate.solve(budget, Objective::Time);
    ASSERT_TRUE(least && found);
    EXPECT_LE(least->cost, found->cost);
    EXPECT_LE(least->peak, budget);
    EXPECT_GE(exact.solve(budget, Objective::Memory)->cost,
              approximate.solve(budget, Objective::Memory)->cost);
  }
  EXPECT_EQ(exact.solve(exact.largestBudget(), Objective::Time)->cost, 0);
  EXPECT_FALSE(exact.solve(exact.smallestBudget() - 1, Objective::Time));
}

TEST(ForwardModel, ViewsBelongToWhatTheyView) {
  Graph graph;
  graph.values.resize(5);
  for (int i = 0; i != 5; ++i)
    graph.values[i].id = i;
  graph.values[1].bytes = graph.values[2].bytes = 8;
  graph.values[2].viewOf = 1;
  graph.values[3].bytes = 4;
  graph.values[4].bytes = 2;
  graph.values[4].kind = ValueKind::Gradient;
  graph.values[4].isResult = true;
  graph.values[0].kind = ValueKind::Input;
  graph.tasks.resize(4);
  for (int i = 0; i != 4; ++i)
    graph.tasks[i].id = i;
  graph.tasks[0].inputs = {0};
  graph.tasks[0].outputs = {1};
  graph.tasks[0].time = 2.5;
  graph.tasks[1].inputs = {1};
  graph.tasks[1].outputs = {2};
  graph.tasks[2].inputs = {2};
  graph.tasks[2].outputs = {3};
  graph.tasks[2].time = 1;
  graph.tasks[2].mayRunAgain = false;
  graph.tasks[3].inputs = {2, 3};
  graph.tasks[3].outputs = {4};
  graph.tasks[3].phase = Phase::Backward;
  graph.tasks[3].mayRunAgain = false;
  cantFail(graph.finalize());
  ForwardModel model = cantFail(buildForwardModel(graph));
  ASSERT_EQ(model.nodes.size(), 2u);
  EXPECT_EQ(ArrayRef(model.nodes[0].tasks), ArrayRef<TaskId>({0, 1}));
  EXPECT_EQ(model.nodes[0].bytes, 8);
  EXPECT_EQ(model.nodes[0].time * model.timeUnit, 2.5);
  EXPECT_EQ(ArrayRef(model.nodes[0].succs), ArrayRef<int32_t>({1}));
  EXPECT_TRUE(model.nodes[1].kept);
  EXPECT_EQ(model.nodes[1].time, 0);
  EXPECT_EQ(model.nodeOf[3], -1);

  // Without a backward phase there is nothing to plan.
  graph.tasks[3].phase = Phase::Other;
  graph.tasks[3].mayRunAgain = true;
  cantFail(graph.finalize());
  Error error = buildForwardModel(graph).takeError();
  EXPECT_TRUE(error.isA<NotApplicableError>());
  EXPECT_EQ(toString(std::move(error)),
            "the graph has no backward tasks; this strategy needs a forward "
            "and a backward phase");
}
