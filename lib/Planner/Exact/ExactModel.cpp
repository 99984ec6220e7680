//===- ExactModel.cpp - A step as the exact search sees it ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exact/ExactModel.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::exact;

ExactModel::ExactModel(const Graph &graph, const ExactModelOptions &options)
    : graph(graph), keepOrder(options.keepOrder) {
  const size_t taskCount = graph.tasks.size();
  once.resize(taskCount);
  takesPart.resize(taskCount, options.counted == nullptr);
  bitOf.assign(taskCount, -1);
  double total = 0;
  auto isCounted = [&](ValueId value) {
    ValueId root = graph.root(value);
    return options.counted->test(root) && !graph.writers(root).empty();
  };
  for (TaskId task = 0, e = taskCount; task != e; ++task) {
    const Task &t = graph.tasks[task];
    bool isUnread = all_of(t.outputs, [&](ValueId value) {
      return graph.readers(value).empty() && !graph.values[value].isResult;
    });
    once[task] = !t.mayRunAgain || t.policy == Policy::Save || isUnread;
    if (options.counted)
      takesPart[task] =
          any_of(t.inputs, isCounted) || any_of(t.outputs, isCounted);
    hasPins |= !options.counted && t.policy == Policy::Recompute;
    double longest = t.time;
    for (const Variant &variant : t.variants)
      longest = std::max(longest, variant.time);
    total += longest;
  }
  // Sums of 2^22 of the whole stay within int64.
  constexpr int timeBits = 40;
  if (total > 0)
    timeShift = timeBits - std::ilogb(total) - 1;

  BitVector isFollowed = once;
  if (keepOrder || hasPins)
    isFollowed.set();
  if (options.after)
    for (const std::vector<TaskId> &earlier : *options.after)
      for (TaskId task : earlier)
        isFollowed.set(task);
  isFollowed &= takesPart;
  int32_t bits = 0;
  for (TaskId task : graph.baseOrder)
    if (isFollowed.test(task))
      bitOf[task] = bits++;
  // Not all bits of a mask: the engine's tables need two values for themselves.
  if (!keepOrder && bits >= Mask::size) {
    fail("more than 127 tasks run once");
    return;
  }

  chooseValues(options);
  if (values.size() > Mask::size) {
    fail("more than 128 values may be held or dropped");
    return;
  }
  addTasks(options);
  if (!error.empty())
    return;
  deriveUses();
  deriveExtra();
}

int64_t ExactModel::scale(double time) const {
  return std::llround(std::ldexp(time, timeShift));
}

double ExactModel::toTime(int64_t time) const {
  return std::ldexp(static_cast<double>(time), -timeShift);
}

int64_t ExactModel::floor() const {
  int64_t floor = 0;
  for (const ExactTask &task : tasks) {
    int64_t inputs = 0;
    std::vector<bool> isCounted(groups.size(), false);
    task.looseInputs.forEach([&](int32_t number) {
      const ExactValue &value = values[number];
      // In one copy, at the least.
      if (value.group >= 0 && isCounted[value.group])
        return;
      if (value.group >= 0)
        isCounted[value.group] = true;
      inputs += value.bytes;
    });
    for (int32_t number : task.fixedInputs)
      inputs += fixed[number].bytes;
    for (int32_t number : task.fixedOutputs)
      inputs += fixed[number].bytes;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const ExactOption &option : task.options) {
      int64_t bytes = option.bytes;
      for (int32_t number : option.accumulating)
        bytes += values[number].bytes;
      least = std::min(least, bytes);
    }
    floor = std::max(floor, inputs + least);
  }
  return graph.residentBytes + floor;
}

void ExactModel::chooseValues(const ExactModelOptions &options) {
  const ValueId valueCount = graph.values.size();
  looseNumber.assign(valueCount, -1);
  fixedNumber.assign(valueCount, -1);
  auto isModeled = [&](ValueId value) {
    ValueId root = graph.root(value);
    size_t writers = graph.writers(value).size();
    if (writers == 0 || (options.counted && (!options.counted->test(root) ||
                                             graph.writers(root).empty())))
      return false;
    // One that nobody reads is gone after the step that makes it, unless others
    // are to add to it.
    return graph.values[value].isResult || !graph.readers(value).empty() ||
           writers > 1;
  };
  auto runOnce = [&](TaskId task) { return runsOnce(task); };
  // How many values of a storage there are.
  std::vector<int32_t> members(valueCount, 0);
  for (ValueId value = 0; value != valueCount; ++value)
    if (isModeled(value))
      ++members[graph.root(value)];

  // In the order in which base order makes them, so that the order in which a
  // file lists them does not matter.
  std::vector<int32_t> groupOf(valueCount, -1);
  std::vector<bool> seen(valueCount, false);
  for (TaskId task : graph.baseOrder)
    for (ValueId value : graph.tasks[task].outputs) {
      if (seen[value] || !isModeled(value))
        continue;
      seen[value] = true;
      const Value &v = graph.values[value];
      ValueId root = graph.root(value);
      ArrayRef<TaskId> writers = graph.writers(value);
      ExactValue model;
      model.value = value;
      model.bytes = graph.writers(root).empty() ? 0 : graph.values[root].bytes;
      model.isResult = v.isResult;
      model.accumulates = writers.size() > 1;
      model.madeOnce = all_of(writers, runOnce);
      for (TaskId writer : writers)
        if (bitOf[writer] >= 0)
          addToSet(model.writers, bitOf[writer]);
      for (TaskId reader : graph.readers(value))
        if (runsOnce(reader))
          addToSet(model.onceReaders, bitOf[reader]);
      bool isPinned = hasPins && any_of(writers, [&](TaskId writer) {
                        return graph.tasks[writer].policy == Policy::Recompute;
                      });
      if (model.madeOnce && !v.viewOf && members[root] == 1 && !isPinned &&
          all_of(graph.readers(value), runOnce)) {
        fixedNumber[value] = fixed.size();
        fixed.push_back(model);
        continue;
      }
      const int32_t number = values.size();
      looseNumber[value] = number;
      if (members[root] > 1 && !graph.writers(root).empty()) {
        if (groupOf[root] < 0) {
          groupOf[root] = groups.size();
          groups.emplace_back();
        }
        model.group = groupOf[root];
        groups[model.group].push_back(number);
      } else if (number < Mask::size) {
        single.set(number);
      }
      if (model.isResult && number < Mask::size)
        looseResults.set(number);
      values.push_back(model);
    }
}

bool ExactModel::addOption(ExactTask &task, int32_t variant) {
  const Task &t = graph.tasks[task.task];
  ArrayRef<ValueId> outputs = t.outputs;
  ExactOption option;
  option.variant = variant;
  option.time = scale(t.time);
  option.bytes = t.workspace;
  if (variant) {
    const Variant &v = t.variants[variant - 1];
    outputs = v.outputs;
    option.time = scale(v.time);
    option.bytes = v.workspace;
    for (ValueId value : t.outputs) {
      if (is_contained(outputs, value) ||
          (looseNumber[value] < 0 && fixedNumber[value] < 0))
        continue;
      bool isNeeded =
          graph.values[value].isResult || !graph.readers(value).empty();
      if (graph.writers(value).size() > 1 && !isNeeded)
        return fail("a variant of " + Graph::describe(t) + " does not make " +
                    Graph::describe(graph.values[value]) +
                    ", which other tasks add to");
      // It would never be made.
      if (isNeeded && runsOnce(task.task))
        return true;
    }
  }
  for (ValueId value : outputs) {
    const Value &v = graph.values[value];
    int32_t loose = looseNumber[value];
    if (!v.viewOf && fixedNumber[value] < 0 && !graph.writers(value).empty()) {
      if (loose >= 0 && values[loose].accumulates)
        option.accumulating.push_back(loose);
      else if (loose >= 0 || !hasCounted || hasCounted->test(value))
        option.bytes += v.bytes;
    }
    if (loose < 0)
      continue;
    ExactOutput output;
    output.value = loose;
    ValueId source = value;
    while (graph.values[source].viewOf && is_contained(outputs, source))
      source = *graph.values[source].viewOf;
    if (!is_contained(outputs, source))
      output.source = looseNumber[source];
    option.outputs.push_back(output);
    option.makes.set(loose);
  }
  task.leastTime = task.options.empty() ? option.time
                                        : std::min(task.leastTime, option.time);
  task.options.push_back(std::move(option));
  return true;
}

void ExactModel::addTasks(const ExactModelOptions &options) {
  hasCounted = options.counted;
  for (TaskId index : graph.baseOrder) {
    if (!takesPart.test(index))
      continue;
    const Task &t = graph.tasks[index];
    ExactTask task;
    task.task = index;
    task.bit = bitOf[index];
    task.mayRunAgain = !runsOnce(index);
    task.isForward = t.phase == Phase::Forward;
    task.isBackward = t.phase == Phase::Backward;
    task.isPinned = t.policy == Policy::Recompute;
    for (ValueId value : t.inputs) {
      if (looseNumber[value] >= 0) {
        const ExactValue &v = values[looseNumber[value]];
        task.looseInputs.set(looseNumber[value]);
        if (v.madeOnce)
          for (TaskId writer : graph.writers(value))
            addToSet(task.after, bitOf[writer]);
      } else if (fixedNumber[value] >= 0) {
        task.fixedInputs.push_back(fixedNumber[value]);
        for (TaskId writer : graph.writers(value))
          addToSet(task.after, bitOf[writer]);
      }
    }
    if (options.after)
      for (TaskId earlier : (*options.after)[index])
        if (bitOf[earlier] >= 0)
          addToSet(task.after, bitOf[earlier]);
    for (ValueId value : t.outputs)
      if (fixedNumber[value] >= 0)
        task.fixedOutputs.push_back(fixedNumber[value]);
    for (int32_t variant = 0, e = t.variants.size(); variant <= e; ++variant)
      if (!addOption(task, variant))
        return;
    if (task.bit >= 0) {
      followed.push_back(tasks.size());
      if (task.isForward)
        addToSet(forward, task.bit);
      if (task.isBackward)
        addToSet(backward, task.bit);
    }
    for (const ExactOption &option : task.options)
      for (const ExactOutput &output : option.outputs)
        if (!values[output.value].madeOnce)
          values[output.value].writer = tasks.size();
    tasks.push_back(std::move(task));
  }

  neededFrom.assign(followed.size() + 1, looseResults);
  timeFrom.assign(followed.size() + 1, 0);
  for (size_t i = followed.size(); i-- > 0;) {
    neededFrom[i] = neededFrom[i + 1] | tasks[followed[i]].looseInputs;
    timeFrom[i] = timeFrom[i + 1] + tasks[followed[i]].leastTime;
  }
}

void ExactModel::deriveUses() {
  auto merge = [](TaskSet &into, const TaskSet &set) {
    into.mask |= set.mask;
    into.first = std::min(into.first, set.first);
    into.last = std::max(into.last, set.last);
  };
  for (const ExactTask &task : reverse(tasks)) {
    TaskSet uses;
    bool servesResult = false;
    if (task.bit >= 0)
      addToSet(uses, task.bit);
    if (task.mayRunAgain)
      for (const ExactOption &option : task.options)
        for (const ExactOutput &output : option.outputs) {
          const ExactValue &value = values[output.value];
          merge(uses, value.uses);
          servesResult |= value.isResult || value.servesResult;
        }
    task.looseInputs.forEach([&](int32_t input) {
      merge(values[input].uses, uses);
      values[input].servesResult |= servesResult;
    });
  }
}

void ExactModel::deriveExtra() {
  int32_t used = 0;
  auto take = [&](int32_t bits) {
    // A field lies within a word.
    if (used / 64 != (used + bits - 1) / 64)
      used = (used + 63) / 64 * 64;
    used += bits;
    return used - bits;
  };
  for (const std::vector<int32_t> &group : groups) {
    int32_t bits = Log2_64_Ceil(group.size());
    for (int32_t value : group) {
      values[value].copyBits = bits;
      values[value].copyShift = take(bits);
    }
  }
  if (hasPins) {
    auto isPinned = [&](ValueId value) {
      return any_of(graph.writers(value), [&](TaskId writer) {
        return graph.tasks[writer].policy == Policy::Recompute;
      });
    };
    // A view of a view: any of the tasks between may be pinned, which matters
    // only for the storage and the value itself.
    for (ExactValue &value : values)
      if (isPinned(value.value) || isPinned(graph.root(value.value)))
        value.pinShift = take(2);
  }
  if (used > Mask::size)
    fail("too many views or pinned values");
}
