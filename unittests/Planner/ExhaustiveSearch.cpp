//===- ExhaustiveSearch.cpp - The best of all plans, by trying ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExhaustiveSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

#include <cstring>
#include <limits>
#include <queue>
#include <tuple>
#include <unordered_map>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

static uint32_t bit(int index) { return uint32_t(1) << index; }

ExhaustiveSearch::ExhaustiveSearch(const Graph &graph) : graph(graph) {
  applicable = graph.values.size() <= maxValues && graph.tasks.size() <= 32;
  if (!applicable)
    return;
  for (TaskId index = 0, e = graph.tasks.size(); index != e; ++index) {
    const Task &task = graph.tasks[index];
    allTasks |= bit(index);
    if (task.phase == Phase::Forward)
      forwardTasks |= bit(index);
    if (task.phase == Phase::Backward)
      backwardTasks |= bit(index);
    if (!task.mayRunAgain || task.policy == Policy::Save)
      for (ValueId output : task.outputs)
        madeOnce |= bit(output);
    auto addOption = [&](ArrayRef<ValueId> outputs, double time,
                         int64_t workspace) {
      Option option = {index, time, workspace, {}};
      while (option.outputs.size() != outputs.size())
        for (ValueId output : outputs) {
          std::optional<ValueId> source = graph.values[output].viewOf;
          bool isReady = !source || !is_contained(outputs, *source) ||
                         is_contained(option.outputs, *source);
          if (isReady && !is_contained(option.outputs, output))
            option.outputs.push_back(output);
        }
      options.push_back(std::move(option));
    };
    addOption(task.outputs, task.time, task.workspace);
    for (const Variant &variant : task.variants) {
      addOption(variant.outputs, variant.time, variant.workspace);
      // How long the copy lives would depend on who leaves it out.
      for (ValueId output : task.outputs)
        if (graph.values[output].accumulate &&
            !is_contained(variant.outputs, output))
          applicable = false;
    }
  }
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (graph.values[value].isResult && !graph.writers(value).empty())
      results |= bit(value);
}

size_t ExhaustiveSearch::Hash::operator()(const State &state) const {
  std::array<uint8_t, sizeof(uint32_t) * 3 + maxValues> bytes;
  const uint32_t words[] = {state.runs, state.madeByDropper,
                            state.copyOfDropper};
  std::memcpy(bytes.data(), words, sizeof(words));
  std::memcpy(bytes.data() + sizeof(words), state.copyOf.data(), maxValues);
  return xxh3_64bits(bytes);
}

const ExhaustiveSearch::Needs &ExhaustiveSearch::needsAfter(uint32_t runs) {
  auto [it, isNew] = needsByRuns.insert({runs, Needs()});
  Needs &needs = it->second;
  if (!isNew)
    return needs;
  needs.mayBe = results;
  needs.mustBe = results & madeOnce;
  // Readers come after what they read.
  for (TaskId index : reverse(graph.baseOrder)) {
    const Task &task = graph.tasks[index];
    const bool hasRun = runs & bit(index);
    const bool runsAgain = any_of(task.outputs, [&](ValueId output) {
      return (needs.mayBe & ~madeOnce & bit(output)) != 0;
    });
    if (hasRun && !runsAgain)
      continue;
    uint32_t asked = 0;
    for (ValueId input : task.inputs)
      asked |= bit(input);
    // What others have added so far.
    for (ValueId output : task.outputs)
      if (graph.values[output].accumulate)
        asked |= bit(output);
    needs.mayBe |= asked;
    if (!hasRun)
      needs.mustBe |= asked & madeOnce;
  }
  return needs;
}

bool ExhaustiveSearch::mayRun(const State &state, const Option &option,
                              uint32_t needed) const {
  const Task &task = graph.tasks[option.task];
  const bool isAgain = state.runs & bit(option.task);
  const uint32_t dropped = state.madeByDropper | state.copyOfDropper;
  if (isAgain) {
    if (!task.mayRunAgain || task.policy == Policy::Save)
      return false;
    if (none_of(option.outputs, [&](ValueId output) {
          return (needed & bit(output)) &&
                 (state.copyOf[output] == notThere || (dropped & bit(output)) ||
                  graph.values[output].viewOf);
        }))
      return false;
  }
  const uint32_t runs = state.runs | bit(option.task);
  const bool isBackwardPass = forwardTasks && (runs & backwardTasks) &&
                              (runs & forwardTasks) == forwardTasks;
  const bool refusesDropped =
      isBackwardPass && (task.phase == Phase::Backward ||
                         (task.phase == Phase::Forward && isAgain));
  return all_of(task.inputs, [&](ValueId input) {
    if (graph.writers(input).empty())
      return true;
    if (state.copyOf[input] == notThere)
      return false;
    if (refusesDropped && (dropped & bit(input)))
      return false;
    return !graph.values[input].accumulate ||
           all_of(graph.writers(input),
                  [&](TaskId writer) { return state.runs & bit(writer); });
  });
}

ExhaustiveSearch::State ExhaustiveSearch::run(const State &state,
                                              const Option &option,
                                              uint32_t &held) const {
  const Task &task = graph.tasks[option.task];
  const bool drops = task.policy == Policy::Recompute && forwardTasks &&
                     (state.runs & forwardTasks) != forwardTasks &&
                     !(state.runs & backwardTasks);
  // Labels of new copies: no old one is like them, so that a value that still
  // denotes the copy from before keeps it.
  constexpr int8_t firstNew = resident + 1;
  State next = state;
  next.runs |= bit(option.task);
  held = 0;
  for (ValueId output : option.outputs) {
    const Value &value = graph.values[output];
    const bool adds = value.accumulate && state.copyOf[output] != notThere;
    next.madeByDropper &= ~bit(output);
    if (drops)
      next.madeByDropper |= bit(output);
    bool isCopyOfDropper = drops;
    if (value.viewOf) {
      const ValueId source = *value.viewOf;
      isCopyOfDropper = next.copyOfDropper & bit(source);
      next.copyOf[output] =
          graph.writers(source).empty() ? resident : next.copyOf[source];
    } else if (!adds) {
      next.copyOf[output] = firstNew + output;
    }
    next.copyOfDropper &= ~bit(output);
    if (isCopyOfDropper)
      next.copyOfDropper |= bit(output);
    held |= bit(output);
  }
  // Name the copies anew.
  std::array<int8_t, firstNew + maxValues> names;
  names.fill(notThere);
  names[resident] = resident;
  for (ValueId value = 0; value != maxValues; ++value)
    if (int8_t &copy = next.copyOf[value]; copy != notThere) {
      if (names[copy] == notThere)
        names[copy] = value;
      copy = names[copy];
    }
  for (ValueId input : task.inputs)
    held |= bit(input);
  return next;
}

int64_t ExhaustiveSearch::bytesOf(const State &state, uint32_t of) const {
  uint32_t counted = 0;
  int64_t bytes = 0;
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value) {
    const int8_t copy = state.copyOf[value];
    if (!(of & bit(value)) || copy == notThere || copy == resident ||
        (counted & bit(copy)))
      continue;
    counted |= bit(copy);
    bytes += graph.values[graph.root(value)].bytes;
  }
  return bytes;
}

void ExhaustiveSearch::keepOnly(State &state, uint32_t kept) const {
  std::array<int8_t, maxValues> names;
  names.fill(notThere);
  for (ValueId value = 0; value != maxValues; ++value) {
    int8_t &copy = state.copyOf[value];
    if (!(kept & bit(value))) {
      copy = notThere;
      state.madeByDropper &= ~bit(value);
      state.copyOfDropper &= ~bit(value);
    } else if (copy != notThere && copy != resident) {
      if (names[copy] == notThere)
        names[copy] = value;
      copy = names[copy];
    }
  }
}

std::optional<double> ExhaustiveSearch::search(int64_t budget, bool byTime) {
  struct Entry {
    double estimate;
    int missing;
    double time;
    const State *state;
    bool operator<(const Entry &other) const {
      return std::tie(estimate, missing) >
             std::tie(other.estimate, other.missing);
    }
  };
  std::vector<double> leastTimes(graph.tasks.size(),
                                 std::numeric_limits<double>::infinity());
  for (const Option &option : options)
    leastTimes[option.task] = std::min(leastTimes[option.task], option.time);

  std::unordered_map<State, double, Hash> times;
  std::priority_queue<Entry> queue;
  auto push = [&](const State &state, double time) {
    auto [it, isNew] = times.insert({state, time});
    if (!isNew && it->second <= time)
      return;
    it->second = time;
    made += isNew;
    double estimate = time;
    for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
      if (byTime && !(state.runs & bit(task)))
        estimate += leastTimes[task];
    queue.push(
        {estimate, llvm::popcount(allTasks & ~state.runs), time, &it->first});
  };
  State first;
  first.copyOf.fill(notThere);
  if (graph.residentBytes <= budget)
    push(first, 0);
  while (!queue.empty()) {
    const Entry entry = queue.top();
    queue.pop();
    const State state = *entry.state;
    if (times[state] < entry.time)
      continue;
    auto isThere = [&](ValueId value) {
      return state.copyOf[value] != notThere;
    };
    bool hasResults = true;
    for (ValueId value = 0; value != maxValues; ++value)
      hasResults &= !(results & bit(value)) || isThere(value);
    if (state.runs == allTasks && hasResults)
      return entry.time;
    const uint32_t needed = needsAfter(state.runs).mayBe;
    for (const Option &option : options) {
      if (!mayRun(state, option, needed))
        continue;
      uint32_t held = 0;
      const State next = run(state, option, held);
      const Needs &needs = needsAfter(next.runs);
      const double time = entry.time + (byTime ? option.time : 0);
      // By copy: bytes, and the values that denote it. A copy stays for the
      // values that are still needed.
      std::array<uint32_t, maxValues> denoting = {};
      uint32_t alive = 0, mayGo = 0;
      for (ValueId value = 0; value != maxValues; ++value)
        if (int8_t copy = next.copyOf[value]; copy == resident)
          alive |= bit(value);
        else if (copy != notThere)
          denoting[copy] |= bit(value);
      for (int copy = 0; copy != maxValues; ++copy) {
        if (denoting[copy] & (needs.mayBe | held))
          alive |= denoting[copy];
        if ((denoting[copy] & needs.mayBe) && !(denoting[copy] & held) &&
            !(denoting[copy] & needs.mustBe))
          mayGo |= bit(copy);
      }
      const int64_t room = budget - graph.residentBytes - option.workspace;
      // All minimal sets of copies to give up.
      auto giveUp = [&](auto &&self, int from, uint32_t kept) -> void {
        if (bytesOf(next, kept) <= room) {
          State after = next;
          keepOnly(after, kept & needs.mayBe);
          push(after, time);
          return;
        }
        for (int copy = from; copy != maxValues; ++copy)
          if (mayGo & bit(copy))
            self(self, copy + 1, kept & ~denoting[copy]);
      };
      giveUp(giveUp, 0, alive);
    }
  }
  return std::nullopt;
}
