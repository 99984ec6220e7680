//===- ReferenceEvaluator.cpp - Plans by definition -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceEvaluator.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// A storage: its root value and the step that made it.
using Storage = std::pair<ValueId, int>;

class Reference {
public:
  Reference(const Graph &graph, ArrayRef<Step> steps)
      : graph(graph), steps(steps) {}
  ReferenceResult run();

private:
  const Task &task(int step) const { return graph.tasks[steps[step].task]; }
  const SmallVector<ValueId, 2> &outputs(int step) const {
    int variant = steps[step].variant;
    return variant ? task(step).variants[variant - 1].outputs
                   : task(step).outputs;
  }
  bool makes(int step, ValueId value) const {
    return is_contained(outputs(step), value);
  }
  bool isWritten(ValueId value) const {
    return any_of(graph.tasks, [&](const Task &task) {
      return is_contained(task.outputs, value);
    });
  }
  bool stepExists(int step) const;
  /// Whether `value` can be read after the steps before `end`.
  bool isThere(ValueId value, int end) const;
  /// The storage that `value` means after the steps before `end`; none where it
  /// is there from the start. It must be there.
  std::optional<Storage> storageOf(ValueId value, int end) const;
  /// The last step before `end` that makes `value`, or -1.
  int lastMade(ValueId value, int end) const {
    int step = end - 1;
    while (step >= 0 && !makes(step, value))
      --step;
    return step;
  }
  bool isUsedFrom(const Storage &storage, int step) const;
  int64_t liveBytes(int step) const;
  int runsBefore(TaskId task, int end) const {
    return count_if(steps.take_front(end),
                    [&](const Step &step) { return step.task == task; });
  }
  void checkCounts(ReferenceResult &result) const;
  void checkRecompute(ReferenceResult &result) const;

  const Graph &graph;
  ArrayRef<Step> steps;
};

} // namespace

bool Reference::stepExists(int step) const {
  return steps[step].task >= 0 &&
         steps[step].task < static_cast<int>(graph.tasks.size()) &&
         steps[step].variant >= 0 &&
         steps[step].variant <= static_cast<int>(task(step).variants.size());
}

bool Reference::isThere(ValueId value, int end) const {
  if (!isWritten(value))
    return true;
  int made = 0;
  for (int step = 0; step != end; ++step)
    made += makes(step, value);
  int needed = 1;
  if (graph.values[value].accumulate)
    needed = count_if(graph.tasks, [&](const Task &task) {
      return is_contained(task.outputs, value);
    });
  return made >= needed;
}

std::optional<Storage> Reference::storageOf(ValueId value, int end) const {
  if (!isWritten(value))
    return std::nullopt;
  int made = lastMade(value, end);
  if (graph.values[value].accumulate) {
    for (int step = 0; step != end; ++step)
      if (makes(step, value))
        return Storage(value, step);
  }
  std::optional<ValueId> source = graph.values[value].viewOf;
  if (!source)
    return Storage(value, made);
  // The source as it is when the step has run.
  return storageOf(*source, made + (makes(made, *source) ? 1 : 0));
}

bool Reference::isUsedFrom(const Storage &storage, int begin) const {
  for (int step = begin, e = steps.size(); step != e; ++step) {
    for (ValueId value : task(step).inputs)
      if (storageOf(value, step) == storage)
        return true;
    for (ValueId value : outputs(step))
      if (graph.values[value].accumulate &&
          storageOf(value, step + 1) == storage)
        return true;
  }
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (graph.values[value].isResult && isWritten(value) &&
        lastMade(value, steps.size()) >= 0 &&
        storageOf(value, steps.size()) == storage)
      return true;
  return false;
}

int64_t Reference::liveBytes(int step) const {
  int variant = steps[step].variant;
  int64_t bytes = graph.residentBytes +
                  (variant ? task(step).variants[variant - 1].workspace
                           : task(step).workspace);
  std::set<Storage> storages;
  for (int made = 0; made <= step; ++made)
    for (ValueId value : outputs(made))
      if (std::optional<Storage> storage = storageOf(value, made + 1))
        storages.insert(*storage);
  for (const Storage &storage : storages)
    if (storage.second == step || isUsedFrom(storage, step))
      bytes += graph.values[storage.first].bytes;
  return bytes;
}

void Reference::checkCounts(ReferenceResult &result) const {
  for (TaskId index = 0, e = graph.tasks.size(); index != e; ++index) {
    const Task &t = graph.tasks[index];
    int runs = runsBefore(index, steps.size());
    if (runs == 0 || (runs > 1 && !t.mayRunAgain))
      result.broken.insert("C2");
    if (runs > 1 && t.policy == Policy::Save)
      result.broken.insert("C4");
  }
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (graph.values[value].isResult &&
        !isThere(value, static_cast<int>(steps.size())))
      result.broken.insert("C3");
}

void Reference::checkRecompute(ReferenceResult &result) const {
  int lastForward = -1, firstBackward = -1;
  for (int step = 0, e = steps.size(); step != e; ++step) {
    if (runsBefore(steps[step].task, step) != 0)
      continue;
    if (task(step).phase == Phase::Forward)
      lastForward = step;
    if (task(step).phase == Phase::Backward && firstBackward < 0)
      firstBackward = step;
  }
  if (lastForward < 0 || firstBackward < 0)
    return;
  auto pinnedInForward = [&](int step) {
    return step >= 0 && step <= std::min(lastForward, firstBackward) &&
           task(step).policy == Policy::Recompute;
  };
  for (int step = std::max(lastForward, firstBackward), e = steps.size();
       step != e; ++step) {
    bool isAgain = runsBefore(steps[step].task, step) != 0;
    if (task(step).phase == Phase::Other ||
        (task(step).phase == Phase::Forward && !isAgain))
      continue;
    for (ValueId value : task(step).inputs) {
      std::optional<Storage> storage = storageOf(value, step);
      if (pinnedInForward(lastMade(value, step)) ||
          (storage && pinnedInForward(storage->second)))
        result.broken.insert("C4");
    }
  }
}

ReferenceResult Reference::run() {
  ReferenceResult result;
  for (int step = 0, e = steps.size(); step != e; ++step) {
    if (!stepExists(step))
      return result;
    for (ValueId value : task(step).inputs)
      if (!isThere(value, step))
        return result;
  }
  result.runs = true;
  result.peak = graph.residentBytes;
  for (int step = 0, e = steps.size(); step != e; ++step) {
    result.liveBytes.push_back(liveBytes(step));
    result.peak = std::max(result.peak, result.liveBytes.back());
    int variant = steps[step].variant;
    result.time +=
        variant ? task(step).variants[variant - 1].time : task(step).time;
  }
  checkCounts(result);
  checkRecompute(result);
  return result;
}

ReferenceResult
mlir::remat::planner::test::evaluateReference(const Graph &graph,
                                              ArrayRef<Step> steps) {
  return Reference(graph, steps).run();
}
