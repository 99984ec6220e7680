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

ExactModel::ExactModel(const Graph &graph) : graph(graph) {
  hasPins = any_of(graph.tasks, [](const Task &task) {
    return task.policy == Policy::Recompute;
  });
  chooseUnit();
  // The engine's tables need two values of a mask for themselves.
  if (chooseFollowed() >= Mask::size) {
    fail("more than 127 tasks run once");
    return;
  }
  chooseValues();
  if (values.size() > size_t(Mask::size)) {
    fail("more than 128 values may be held or dropped");
    return;
  }
  for (TaskId task : graph.baseOrder)
    if (!addTask(task))
      return;
  deriveUses();
  deriveExtra();
}

void ExactModel::chooseUnit() {
  double total = 0;
  for (const Task &task : graph.tasks) {
    double longest = task.time;
    for (const Variant &variant : task.variants)
      longest = std::max(longest, variant.time);
    total += longest;
  }
  // Sums of 2^22 times the total stay within int64.
  constexpr int timeBits = 40;
  if (total > 0)
    timeShift = timeBits - std::ilogb(total) - 1;
}

int32_t ExactModel::chooseFollowed() {
  once.resize(graph.tasks.size());
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    const Task &t = graph.tasks[task];
    once[task] = t.runsOnce() || none_of(t.outputs, [&](ValueId value) {
                   return graph.isNeeded(value);
                 });
  }
  bitOf.assign(graph.tasks.size(), -1);
  int32_t bits = 0;
  for (TaskId task : graph.baseOrder)
    if (hasPins || once.test(task))
      bitOf[task] = bits++;
  return bits;
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
      // In at least one copy.
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

bool ExactModel::isModeled(ValueId value) const {
  const size_t writers = graph.writers(value).size();
  return writers > 1 || (writers == 1 && graph.isNeeded(value));
}

bool ExactModel::isPinned(ValueId value) const {
  return any_of(graph.writers(value), [&](TaskId writer) {
    return graph.tasks[writer].policy == Policy::Recompute;
  });
}

ExactValue ExactModel::makeValue(ValueId value) const {
  const ValueId root = graph.root(value);
  ArrayRef<TaskId> writers = graph.writers(value);
  ExactValue model;
  model.value = value;
  model.bytes = graph.writers(root).empty() ? 0 : graph.values[root].bytes;
  model.isResult = graph.values[value].isResult;
  model.accumulates = writers.size() > 1;
  model.madeOnce =
      all_of(writers, [&](TaskId writer) { return once.test(writer); });
  for (TaskId writer : writers)
    if (bitOf[writer] >= 0)
      model.writers.set(bitOf[writer]);
  for (TaskId reader : graph.readers(value))
    if (once.test(reader))
      model.onceReaders.set(bitOf[reader]);
  return model;
}

bool ExactModel::isFixed(const ExactValue &value) const {
  return value.madeOnce && !graph.values[value.value].viewOf &&
         !isPinned(value.value) &&
         all_of(graph.readers(value.value),
                [&](TaskId reader) { return once.test(reader); });
}

void ExactModel::chooseValues() {
  const ValueId valueCount = graph.values.size();
  looseNumber.assign(valueCount, -1);
  fixedNumber.assign(valueCount, -1);
  // By root: number of values in its storage.
  std::vector<int32_t> members(valueCount, 0);
  for (ValueId value = 0; value != valueCount; ++value)
    if (isModeled(value))
      ++members[graph.root(value)];
  // In the order in which the base order makes them, independent of the graph's
  // numbers.
  std::vector<int32_t> groupOf(valueCount, -1);
  for (TaskId task : graph.baseOrder)
    for (ValueId value : graph.tasks[task].outputs) {
      if (isLoose(value) || fixedNumber[value] >= 0 || !isModeled(value))
        continue;
      const ValueId root = graph.root(value);
      ExactValue model = makeValue(value);
      if (members[root] == 1 && isFixed(model)) {
        fixedNumber[value] = fixed.size();
        fixed.push_back(model);
        continue;
      }
      const int32_t number = looseNumber[value] = values.size();
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

bool ExactModel::mayUse(TaskId task, int32_t variant) {
  const Task &t = graph.tasks[task];
  for (ValueId value : t.outputs) {
    if (is_contained(t.outputsOf(variant), value) || !isModeled(value))
      continue;
    if (graph.writers(value).size() > 1 && !graph.isNeeded(value))
      return fail("a variant of " + Graph::describe(t) + " does not make " +
                  Graph::describe(graph.values[value]) +
                  ", which other tasks add to");
    // Otherwise never made.
    if (graph.isNeeded(value) && once.test(task))
      return false;
  }
  return true;
}

bool ExactModel::addOption(ExactTask &task, int32_t variant) {
  if (!mayUse(task.task, variant))
    return error.empty();
  const Task &t = graph.tasks[task.task];
  ArrayRef<ValueId> outputs = t.outputsOf(variant);
  ExactOption option;
  option.variant = variant;
  option.time = scale(t.timeOf(variant));
  option.bytes = t.workspaceOf(variant);
  for (ValueId value : outputs) {
    const int32_t loose = looseNumber[value];
    if (!graph.values[value].viewOf && fixedNumber[value] < 0) {
      if (loose >= 0 && values[loose].accumulates)
        option.accumulating.push_back(loose);
      else
        option.bytes += graph.values[value].bytes;
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

bool ExactModel::addTask(TaskId index) {
  const Task &t = graph.tasks[index];
  ExactTask task;
  task.task = index;
  task.bit = bitOf[index];
  task.mayRunAgain = !once.test(index);
  task.isForward = t.phase == Phase::Forward;
  task.isBackward = t.phase == Phase::Backward;
  task.isPinned = t.policy == Policy::Recompute;
  for (ValueId value : t.inputs) {
    if (isLoose(value))
      task.looseInputs.set(looseNumber[value]);
    else if (fixedNumber[value] >= 0)
      task.fixedInputs.push_back(fixedNumber[value]);
    if (isLoose(value) ? values[looseNumber[value]].madeOnce
                       : fixedNumber[value] >= 0)
      for (TaskId writer : graph.writers(value))
        task.after.set(bitOf[writer]);
  }
  for (ValueId value : t.outputs)
    if (fixedNumber[value] >= 0)
      task.fixedOutputs.push_back(fixedNumber[value]);
  for (int32_t variant = 0, e = t.variants.size(); variant <= e; ++variant)
    if (!addOption(task, variant))
      return false;
  for (const ExactOption &option : task.options)
    for (const ExactOutput &output : option.outputs)
      if (!values[output.value].madeOnce)
        values[output.value].writer = tasks.size();
  if (task.bit >= 0) {
    assert(task.bit == int32_t(followed.size()) &&
           "followed tasks are numbered in base order");
    followed.push_back(tasks.size());
    if (task.isForward)
      forward.set(task.bit);
    if (task.isBackward)
      backward.set(task.bit);
  }
  tasks.push_back(std::move(task));
  return true;
}

void ExactModel::deriveUses() {
  for (const ExactTask &task : reverse(tasks)) {
    Mask uses;
    bool servesResult = false;
    if (task.bit >= 0)
      uses.set(task.bit);
    if (task.mayRunAgain)
      for (const ExactOption &option : task.options)
        for (const ExactOutput &output : option.outputs) {
          const ExactValue &value = values[output.value];
          uses |= value.uses;
          servesResult |= value.isResult || value.servesResult;
        }
    task.looseInputs.forEach([&](int32_t input) {
      values[input].uses |= uses;
      values[input].servesResult |= servesResult;
    });
  }
}

void ExactModel::deriveExtra() {
  int32_t used = 0;
  auto take = [&](int32_t bits) {
    // No field crosses a word.
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
  // A view of a view: tasks between may be pinned, too, but only the storage
  // and the value itself matter.
  if (hasPins)
    for (ExactValue &value : values)
      if (isPinned(value.value) || isPinned(graph.root(value.value)))
        value.pinShift = take(2);
  if (used > Mask::size)
    fail("too many views or pinned values");
}
