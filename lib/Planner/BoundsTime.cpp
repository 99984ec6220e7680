//===- BoundsTime.cpp - What no plan within a budget can go below ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Take any valid plan and the first run of a task t. Before it, all ancestors
// of t have run; after it, all its descendants run. So a value that an ancestor
// made and that t or a descendant reads, or that is a result, is alive at that
// step, or its writer runs once more afterwards. If it runs once more, what it
// reads (made by ancestors of t as well) is alive at that step or made once
// more afterwards too. What is alive there, with the inputs of t, what t makes,
// its workspace, and the values that cannot be made again, is within the
// budget. Every task runs once; so the least time of a set of writers that
// satisfies all this is on top of the time of all tasks. Only runs after the
// first one of their task are counted, so that nothing is counted twice.
//
// The least is found by walking back over the ancestors, whose readers have
// then all been decided: for a task whose outputs are needed, run it again or
// keep them. Of the choices made so far only the needs that are not of every
// choice, the bytes and the time matter. If there are too many, these needs are
// forgotten, which can only lower the result.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Bounds.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

/// What is known of the first run of a task.
struct Moment {
  TaskId task = 0;
  /// Alive for sure, resident bytes and workspace included.
  int64_t fixedBytes = 0;
  /// Needed afterwards and not alive for sure.
  int64_t neededBytes = 0;
};

class TimeBoundFinder {
public:
  TimeBoundFinder(const Graph &graph, int64_t budget);
  TimeBound find();

private:
  /// A set of choices.
  struct Choice {
    /// Sorted: values that are needed beside those that always are, and (as
    /// ~root) storages that are counted as alive.
    SmallVector<ValueId, 4> extra;
    int64_t bytes = 0;
    double time = 0;
  };

  bool runsOnce(TaskId task) const {
    const Task &t = graph.tasks[task];
    return !t.mayRunAgain || t.policy == Policy::Save;
  }
  double leastTime(TaskId task) const;
  bool isStored(ValueId value) const {
    return !graph.writers(graph.root(value)).empty();
  }
  /// Fills what is known of the first run of `task`.
  Moment look(TaskId task);
  void mark(TaskId task);
  /// The least time of all that must run again, if `look` was last asked about
  /// `moment`; infinite if its step cannot be within the budget.
  double leastAgain(const Moment &moment);
  /// Runs `task` again.
  void runAgain(TaskId task, Choice &choice);
  /// Keeps the values alive.
  void keep(ArrayRef<ValueId> values, Choice &choice) const;
  /// Leaves those that no other is better than, and not too many.
  void prune(std::vector<Choice> &choices);
  static void insertExtra(Choice &choice, ValueId value) {
    auto *at = llvm::lower_bound(choice.extra, value);
    if (at == choice.extra.end() || *at != value)
      choice.extra.insert(at, value);
  }
  static bool eraseExtra(Choice &choice, ValueId value) {
    auto *at = llvm::lower_bound(choice.extra, value);
    if (at == choice.extra.end() || *at != value)
      return false;
    choice.extra.erase(at);
    return true;
  }
  std::string explain(const Moment &moment, double time) const;

  static constexpr size_t maxChoices = 1024;

  const Graph &graph;
  int64_t budget;
  /// By root: whether there are views of it.
  BitVector isViewed;
  uint64_t work = 0;
  // Of the moment in hand. By task: ran before it; runs at or after it.
  BitVector before;
  BitVector after;
  /// By value: needed afterwards and not alive for sure.
  BitVector needed;
  /// By root: alive for sure, or not to be counted any more.
  BitVector fixed;
};

} // namespace

TimeBoundFinder::TimeBoundFinder(const Graph &graph, int64_t budget)
    : graph(graph), budget(budget), isViewed(graph.values.size()) {
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (graph.values[value].viewOf)
      isViewed.set(graph.root(value));
}

double TimeBoundFinder::leastTime(TaskId task) const {
  const Task &t = graph.tasks[task];
  double least = t.time;
  for (const Variant &variant : t.variants)
    // What runs once makes all that is needed of it.
    if (!runsOnce(task) || all_of(t.outputs, [&](ValueId value) {
          return is_contained(variant.outputs, value) ||
                 (graph.readers(value).empty() &&
                  !graph.values[value].isResult);
        }))
      least = std::min(least, variant.time);
  return least;
}

void TimeBoundFinder::mark(TaskId task) {
  before.reset();
  after.reset();
  std::vector<TaskId> stack = {task};
  while (!stack.empty()) {
    TaskId at = stack.back();
    stack.pop_back();
    for (ValueId input : graph.tasks[at].inputs)
      for (TaskId writer : graph.writers(input))
        if (!before.test(writer)) {
          before.set(writer);
          stack.push_back(writer);
        }
    work += 1 + graph.tasks[at].inputs.size();
  }
  after.set(task);
  stack = {task};
  while (!stack.empty()) {
    TaskId at = stack.back();
    stack.pop_back();
    for (ValueId output : graph.tasks[at].outputs)
      for (TaskId reader : graph.readers(output))
        if (!after.test(reader)) {
          after.set(reader);
          stack.push_back(reader);
        }
    work += 1 + graph.tasks[at].outputs.size();
  }
}

Moment TimeBoundFinder::look(TaskId task) {
  if (before.empty()) {
    before.resize(graph.tasks.size());
    after.resize(graph.tasks.size());
  }
  mark(task);
  needed.clear();
  needed.resize(graph.values.size());
  fixed = needed;
  Moment moment;
  moment.task = task;
  moment.fixedBytes = graph.residentBytes;
  auto addFixed = [&](ValueId value) {
    ValueId root = graph.root(value);
    if (graph.writers(root).empty() || fixed.test(root))
      return;
    fixed.set(root);
    moment.fixedBytes += graph.values[root].bytes;
  };
  const Task &t = graph.tasks[task];
  for (ValueId input : t.inputs)
    addFixed(input);
  auto ranBefore = [&](TaskId writer) { return before.test(writer); };
  auto runsAfter = [&](TaskId reader) { return after.test(reader); };
  for (TaskId writer : before.set_bits())
    for (ValueId value : graph.tasks[writer].outputs) {
      // Others add to it, in place.
      bool isPartial = !all_of(graph.writers(value), ranBefore);
      if (!graph.values[value].isResult && !isPartial &&
          none_of(graph.readers(value), runsAfter))
        continue;
      if (isPartial && !graph.values[value].isResult &&
          none_of(graph.writers(value), runsAfter) &&
          none_of(graph.readers(value), runsAfter))
        continue;
      if (all_of(graph.writers(value),
                 [&](TaskId other) { return runsOnce(other); }))
        addFixed(value);
      else
        needed.set(value);
    }
  BitVector counted = fixed;
  for (ValueId value : needed.set_bits())
    if (ValueId root = graph.root(value);
        isStored(value) && !counted.test(root)) {
      counted.set(root);
      moment.neededBytes += graph.values[root].bytes;
    }

  // What it makes, in the way that takes least.
  auto extraBytes = [&](ArrayRef<ValueId> outputs, int64_t workspace) {
    int64_t bytes = workspace;
    for (ValueId value : outputs)
      if (!graph.values[value].viewOf && !fixed.test(value))
        bytes += graph.values[value].bytes;
    return bytes;
  };
  int64_t least = extraBytes(t.outputs, t.workspace);
  for (const Variant &variant : t.variants)
    least = std::min(least, extraBytes(variant.outputs, variant.workspace));
  moment.fixedBytes += least;
  work += graph.values.size() / 64;
  return moment;
}

void TimeBoundFinder::keep(ArrayRef<ValueId> values, Choice &choice) const {
  for (ValueId value : values) {
    ValueId root = graph.root(value);
    if (!isStored(value) || fixed.test(root) ||
        is_contained(choice.extra, ~root))
      continue;
    choice.bytes += graph.values[root].bytes;
    // Others of the same storage, and what is made once, may come again.
    if (isViewed.test(root) || any_of(graph.writers(value), [&](TaskId writer) {
          return runsOnce(writer);
        }))
      insertExtra(choice, ~root);
  }
}

void TimeBoundFinder::runAgain(TaskId task, Choice &choice) {
  choice.time += leastTime(task);
  for (ValueId input : graph.tasks[task].inputs) {
    if (graph.writers(input).empty() || needed.test(input))
      continue;
    if (all_of(graph.writers(input),
               [&](TaskId writer) { return runsOnce(writer); }))
      keep(input, choice);
    else
      insertExtra(choice, input);
  }
}

void TimeBoundFinder::prune(std::vector<Choice> &choices) {
  erase_if(choices,
           [&](const Choice &choice) { return choice.bytes > budget; });
  auto order = [](const Choice &a, const Choice &b) {
    return std::tie(a.extra, a.bytes, a.time) <
           std::tie(b.extra, b.bytes, b.time);
  };
  auto leaveBest = [&] {
    llvm::sort(choices, order);
    std::vector<Choice> best;
    for (Choice &choice : choices)
      if (best.empty() || best.back().extra != choice.extra ||
          choice.time < best.back().time)
        best.push_back(std::move(choice));
    choices = std::move(best);
  };
  work += choices.size();
  leaveBest();
  if (choices.size() <= maxChoices)
    return;
  // Forget needs; storages that some choice counts cost nothing from now on.
  for (Choice &choice : choices) {
    for (ValueId value : choice.extra)
      if (value < 0)
        fixed.set(~value);
    choice.extra.clear();
  }
  leaveBest();
  // Each two become one that is at least as good as both.
  while (choices.size() > maxChoices) {
    std::vector<Choice> merged;
    for (size_t i = 0; i < choices.size(); i += 2) {
      merged.push_back(choices[i]);
      if (i + 1 != choices.size())
        merged.back().time = choices[i + 1].time;
    }
    choices = std::move(merged);
  }
}

double TimeBoundFinder::leastAgain(const Moment &moment) {
  Choice start;
  start.bytes = moment.fixedBytes;
  std::vector<Choice> choices = {start};
  prune(choices);
  std::vector<Choice> next;
  SmallVector<ValueId, 4> values;
  for (TaskId task : reverse(graph.baseOrder)) {
    if (!before.test(task) || runsOnce(task))
      continue;
    bool mayMatter = false;
    next.clear();
    for (Choice &choice : choices) {
      values.clear();
      bool isFree = true;
      for (ValueId output : graph.tasks[task].outputs) {
        if (!eraseExtra(choice, output) && !needed.test(output))
          continue;
        ValueId root = graph.root(output);
        isFree &= !isStored(output) || fixed.test(root) ||
                  is_contained(choice.extra, ~root);
        values.push_back(output);
      }
      // Of the same storage only older values, if any, are still to come.
      if (!isFree) {
        mayMatter = true;
        next.push_back(choice);
        runAgain(task, next.back());
        keep(values, choice);
      }
      for (ValueId output : graph.tasks[task].outputs)
        if (!graph.values[output].viewOf)
          eraseExtra(choice, ~output);
      next.push_back(std::move(choice));
    }
    choices.swap(next);
    if (mayMatter)
      prune(choices);
  }
  double least = std::numeric_limits<double>::infinity();
  for (const Choice &choice : choices)
    least = std::min(least, choice.time);
  return least;
}

std::string TimeBoundFinder::explain(const Moment &moment, double time) const {
  auto size = [](int64_t bytes) {
    return (Twine(bytes) + " bytes (" + formatBytes(bytes) + ")").str();
  };
  std::string text = "when " + Graph::describe(graph.tasks[moment.task]) +
                     " first runs, " + size(moment.fixedBytes) +
                     " are alive in any plan, and " + size(moment.neededBytes) +
                     " more that were made before are needed afterwards; "
                     "within " +
                     size(budget) + " ";
  if (time == std::numeric_limits<double>::infinity())
    return text + "that cannot be, whatever is made again";
  int64_t over = moment.fixedBytes + moment.neededBytes - budget;
  return text + "at least " + size(over) + " of these have to be made again";
}

TimeBound TimeBoundFinder::find() {
  TimeBound bound;
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
    bound.time += leastTime(task);
  const double once = bound.time;
  bound.reason = "every op runs at least once";

  // All tasks if that is not much work, else some at equal distances.
  constexpr uint64_t lookLimit = 20000000, choiceLimit = 600000;
  std::vector<Moment> moments;
  const size_t count = graph.baseOrder.size();
  size_t step = 1;
  for (size_t i = 0; i < count; i += step) {
    Moment moment = look(graph.baseOrder[i]);
    if (moment.fixedBytes + moment.neededBytes > budget)
      moments.push_back(moment);
    // What the rest would take at this distance.
    uint64_t each = work / (i / step + 1) + 1;
    while (i >= 16 * step && work < lookLimit &&
           each * ((count - i) / step) > lookLimit - work && step < count)
      step *= 2;
    if (work >= lookLimit)
      break;
  }
  llvm::stable_sort(moments, [](const Moment &a, const Moment &b) {
    return a.fixedBytes + a.neededBytes > b.fixedBytes + b.neededBytes;
  });
  work = 0;
  for (const Moment &moment : moments) {
    look(moment.task);
    double again = leastAgain(moment);
    if (once + again > bound.time) {
      bound.time = once + again;
      bound.reason = explain(moment, again);
    }
    if (work >= choiceLimit)
      break;
  }
  return bound;
}

TimeBound mlir::remat::planner::lowerBoundTime(const Problem &problem) {
  const Graph &graph = problem.graph;
  return TimeBoundFinder(graph, problem.budget.value_or(
                                    std::numeric_limits<int64_t>::max()))
      .find();
}
