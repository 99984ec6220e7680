//===- LowerSetSearch.cpp - The dynamic program over lower sets -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state is a set L with the overhead t so far and m = M(U). A step to L' ⊋ L
// is within the budget B iff m + 2M(L'∖L) + M(δ⁺(L')∖L') + M(δ⁻(δ⁺(L'))∖L') ≤
// B, that is iff key(L') ≤ B - m + 2M(L): with the sets sorted by key, a state
// reaches its supersets in a range of indices.
//
// The supersets of L are the intersection of the bit sets "contains v" over the
// maximal v in L. Two bounds cut most before reading their boundary:
//  - need(L), the least slack B - m from which V can be reached;
//  - remaining(L), the least cost from L to V with the least m = M(∂L) that a
//    state of L can have.
// Neither drops anything optimal. The cost limit starts at remaining(∅) and
// grows until a sequence is below it.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LowerSets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <cassert>
#include <limits>

#define DEBUG_TYPE "remat-lower-sets"

using namespace llvm;
using namespace mlir::remat::planner;

/// Above every cost and size, with room for additions.
static constexpr int64_t infinite = std::numeric_limits<int64_t>::max() / 4;
/// Some 500 MB of states.
static constexpr size_t maxStates = 20'000'000;

LowerSetPairs::LowerSetPairs(const ForwardModel &model,
                             const LowerSetFamily &family)
    : model(model), family(family), familyWords((family.size() + 63) / 64),
      superset(familyWords, 0) {
  containing.assign(model.nodes.size() * familyWords, 0);
  for (size_t set = 0; set != family.size(); ++set)
    for (size_t word = 0; word != family.words; ++word)
      for (uint64_t rest = family.bits[set * family.words + word]; rest;
           rest &= rest - 1)
        containing[(word * 64 + llvm::countr_zero(rest)) * familyWords +
                   (set >> 6)] |= uint64_t(1) << (set & 63);
}

void LowerSetPairs::enter(size_t set) {
  const size_t nodeCount = model.nodes.size();
  outside.resize(nodeCount);
  for (size_t node = 0; node != nodeCount; ++node)
    outside[node] = family.contains(set, node)
                        ? Step{0, 0}
                        : Step{model.nodes[node].bytes, model.nodes[node].time};
  outsideTime = family.time[set];
  outsideKept = family.keptBytes[set];
}

LowerSetPairs::Step LowerSetPairs::stepTo(size_t next) const {
  Step step{family.keptBytes[next] - outsideKept,
            family.time[next] - outsideTime};
  for (int32_t node : family.boundary(next)) {
    step.bytes += outside[node].bytes;
    step.cost -= outside[node].cost;
  }
  return step;
}

size_t LowerSetPairs::window(size_t set, int64_t most) const {
  return llvm::upper_bound(family.key,
                           most + family.weight * family.bytes[set]) -
         family.key.begin();
}

void LowerSetPairs::supersets(size_t set, size_t end) {
  const size_t firstWord = set >> 6, lastWord = (end + 63) >> 6;
  if (firstWord >= lastWord)
    return;
  uint64_t *result = superset.data();
  bool first = true;
  for (int32_t node : family.maximal(set)) {
    const uint64_t *sets = containing.data() + node * familyWords;
    if (first)
      std::copy(sets + firstWord, sets + lastWord, result + firstWord);
    else
      for (size_t word = firstWord; word != lastWord; ++word)
        result[word] &= sets[word];
    first = false;
  }
  if (first)
    std::fill(result + firstWord, result + lastWord, ~uint64_t(0));
  // Excludes `set` itself and earlier ones.
  result[firstWord] &= ~uint64_t(0) << (set & 63) << 1;
  if (end & 63)
    result[lastWord - 1] &= (uint64_t(1) << (end & 63)) - 1;
}

LowerSetSequence LowerSetPairs::evaluate(std::vector<int32_t> sets) {
  LowerSetSequence sequence;
  const int32_t last = family.size() - 1;
  int32_t from = 0;
  int64_t cached = 0;
  for (int32_t to : sets) {
    sequence.peak = std::max(sequence.peak, cached + stepPeak(from, to));
    if (to == last)
      break;
    enter(from);
    const Step step = stepTo(to);
    cached += step.bytes;
    sequence.cost += step.cost;
    from = to;
  }
  sequence.sets = std::move(sets);
  return sequence;
}

LowerSetSearch::LowerSetSearch(const ForwardModel &model,
                               const LowerSetFamily &family)
    : LowerSetPairs(model, family) {
  const size_t setCount = family.size();
  for (size_t set = 0; set != setCount; ++set) {
    int64_t bytes = family.keptBytes[set], time = family.time[set];
    for (int32_t node : family.boundary(set)) {
      bytes += model.nodes[node].bytes;
      time -= model.nodes[node].time;
    }
    boundaryBytes.push_back(bytes);
    droppedTime.push_back(time);
  }
  need.assign(setCount, 0);
  for (size_t set = setCount - 1; set-- > 0;) {
    enter(set);
    // Straight to V, or via another set whose own step costs less.
    int64_t least = stepPeak(set, setCount - 1);
    const size_t end = window(set, least - 1);
    supersets(set, end);
    for (size_t word = set >> 6; word < (end + 63) >> 6; ++word)
      for (uint64_t rest = superset[word]; rest; rest &= rest - 1) {
        const size_t next = word * 64 + llvm::countr_zero(rest);
        ++workDone;
        const int64_t peak = stepPeak(set, next);
        if (peak >= least) {
          // So has every later set.
          word = familyWords;
          break;
        }
        if (need[next] < least)
          least =
              std::min(least, std::max(peak, need[next] + stepTo(next).bytes));
      }
    need[set] = least;
  }
}

/// Fills `remaining` and the data derived from it.
void LowerSetSearch::bound(int64_t budget) {
  const size_t last = family.size() - 1;
  remaining.assign(family.size(), infinite);
  optimistic.assign(family.size(), infinite);
  optimisticOfWord.assign(familyWords, infinite);
  remaining[last] = 0;
  for (size_t set = last; set-- > 0;) {
    const int64_t slack = budget - boundaryBytes[set];
    if (slack < need[set])
      continue;
    const size_t end = window(set, slack);
    // A last step to V is free.
    int64_t least = end > last ? 0 : infinite;
    if (least != 0 || maximize) {
      enter(set);
      const size_t stop = std::min(end, last);
      supersets(set, stop);
      const size_t firstWord = set >> 6, lastWord = (stop + 63) >> 6;
      // Upper limit of an optimistic figure. A step to L' costs at least
      // T(L'∖∂L') - T(L), and its negative at least T(L) - T(L').
      const int64_t offset = maximize ? -outsideTime : outsideTime;
      for (size_t i = firstWord; i < lastWord; ++i) {
        // The greatest sets give the greatest overhead early.
        const size_t word = maximize ? lastWord - 1 - (i - firstWord) : i;
        if (optimisticOfWord[word] - offset >= least)
          continue;
        for (uint64_t rest = superset[word]; rest; rest &= rest - 1) {
          const size_t next = word * 64 + llvm::countr_zero(rest);
          ++workDone;
          if (optimistic[next] - offset >= least)
            continue;
          const Step step = stepTo(next);
          if (step.bytes + need[next] > slack)
            continue;
          least = std::min(least, remaining[next] +
                                      (maximize ? -step.cost : step.cost));
        }
      }
    }
    if (least == infinite)
      continue;
    remaining[set] = least;
    optimistic[set] = least + (maximize ? -family.time[set] : droppedTime[set]);
    int64_t &ofWord = optimisticOfWord[set >> 6];
    ofWord = std::min(ofWord, optimistic[set]);
  }
}

/// Keeps a frontier strictly ascending in cost and descending in bytes.
void LowerSetSearch::insert(size_t set, State state) {
  std::vector<State> &frontier = frontiers[set];
  auto position = llvm::partition_point(
      frontier, [&](const State &other) { return other.cost <= state.cost; });
  if (position != frontier.begin() && std::prev(position)->bytes <= state.bytes)
    return;
  auto first = position;
  if (first != frontier.begin() && std::prev(first)->cost == state.cost)
    --first;
  auto end = position;
  while (end != frontier.end() && end->bytes >= state.bytes)
    ++end;
  stateCount -= end - first;
  ++stateCount;
  // Moving elements takes time, too.
  workDone += (frontier.end() - end) / 8;
  if (first == end) {
    frontier.insert(first, state);
    return;
  }
  *first = state;
  frontier.erase(first + 1, end);
}

void LowerSetSearch::expand(size_t set, int64_t budget, int64_t slack,
                            size_t end) {
  const std::vector<State> &frontier = frontiers[set];
  enter(set);
  supersets(set, end);
  const int64_t cheapest = frontier.front().cost;
  const int64_t offset = (maximize ? -outsideTime : outsideTime) - cheapest;
  for (size_t word = set >> 6; word < (end + 63) >> 6; ++word) {
    if (optimisticOfWord[word] - offset >= cutOff) {
      nextCut = std::min(nextCut, optimisticOfWord[word] - offset);
      continue;
    }
    for (uint64_t rest = superset[word]; rest; rest &= rest - 1) {
      const size_t next = word * 64 + llvm::countr_zero(rest);
      ++workDone;
      if (optimistic[next] - offset >= cutOff) {
        nextCut = std::min(nextCut, optimistic[next] - offset);
        continue;
      }
      Step step = stepTo(next);
      if (step.bytes + need[next] > slack)
        continue;
      if (maximize)
        step.cost = -step.cost;
      const int64_t peak = stepPeak(set, next);
      const int64_t most =
          std::min(budget - peak, budget - need[next] - step.bytes);
      // A frontier descends in bytes: its tail fits.
      const int32_t fits = llvm::partition_point(frontier,
                                                 [&](const State &state) {
                                                   return state.bytes > most;
                                                 }) -
                           frontier.begin();
      for (int32_t i = fits, e = frontier.size(); i != e; ++i) {
        const int64_t cost = frontier[i].cost + step.cost;
        if (cost + remaining[next] >= cutOff) {
          nextCut = std::min(nextCut, cost + remaining[next]);
          break;
        }
        ++workDone;
        insert(next, {cost, frontier[i].bytes + step.bytes,
                      static_cast<int32_t>(set), i});
      }
    }
  }
}

bool LowerSetSearch::search(int64_t budget, int64_t cut) {
  const size_t last = family.size() - 1;
  cutOff = cut;
  nextCut = infinite;
  best.reset();
  frontiers.assign(family.size(), {});
  stateCount = 1;
  frontiers[0].push_back({0, 0, -1, -1});
  for (size_t set = 0; set != last; ++set) {
    const std::vector<State> &frontier = frontiers[set];
    if (frontier.empty())
      continue;
    const int64_t slack = budget - frontier.back().bytes;
    const size_t end = window(set, slack);
    // The last step, to V, is free: the cheapest state that can take it ends
    // the best sequence via this set.
    if (end > last) {
      const int64_t most = budget - (family.key[last] - 2 * family.bytes[set]);
      for (int32_t i = 0, e = frontier.size(); i != e; ++i) {
        if (frontier[i].cost >= cutOff)
          break;
        if (frontier[i].bytes > most)
          continue;
        cutOff = frontier[i].cost;
        best = State{frontier[i].cost, 0, static_cast<int32_t>(set), i};
        break;
      }
      if (cutOff <= remaining[0])
        break;
    }
    expand(set, budget, slack, std::min(end, last));
    if (stateCount > maxStates || workDone > workLimit) {
      overLimit = true;
      return false;
    }
  }
  return best.has_value();
}

LowerSetSequence LowerSetSearch::trace() {
  assert(best && "there is a sequence to trace only after a search found one");
  std::vector<int32_t> sets(1, family.size() - 1);
  for (State state = *best; state.parentSet > 0;
       state = frontiers[state.parentSet][state.parentPosition])
    sets.push_back(state.parentSet);
  std::reverse(sets.begin(), sets.end());
  return evaluate(std::move(sets));
}

std::optional<LowerSetSequence> LowerSetSearch::solve(int64_t budget,
                                                      Objective objective) {
  overLimit = false;
  // More changes nothing; sums stay within int64.
  budget = std::min(budget, family.key.back());
  if (budget < need.front())
    return std::nullopt;
  maximize = objective == Objective::Memory;
  bound(budget);
  // A cut above the optimum finds it, a lower one costs little: raise the cut
  // in growing steps. Costs are integers.
  int64_t rise = std::max<int64_t>(1, family.time.back() / 256);
  for (int64_t cut = remaining[0] + 1;; rise += rise / 2 + 1) {
    const bool isFound = search(budget, cut);
    LLVM_DEBUG(dbgs() << "nominal budget " << budget << ", cut " << cut << ": "
                      << stateCount << " states, "
                      << (isFound     ? "found"
                          : overLimit ? "over the limit"
                                      : "nothing below the cut")
                      << '\n');
    if (isFound)
      return trace();
    if (overLimit || nextCut >= infinite / 2)
      return std::nullopt;
    cut = std::max(nextCut + 1, cut + rise);
  }
}
