//===- ChainStorages.cpp - What a chain in a graph stores -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainStorages.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

ChainStorages::ChainStorages(const Graph &graph, std::vector<bool> held)
    : graph(graph), kept(std::move(held)), unitOf(graph.values.size(), -1) {
  for (const Task &task : graph.tasks)
    if (task.runsOnce())
      for (ValueId output : task.outputs)
        kept[output] = true;
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.values[value].isResult)
      kept[value] = true;
  // A view made along with its source is kept with it.
  for (const Task &task : graph.tasks)
    for (ValueId output : task.outputs)
      if (const ValueId root = graph.root(output);
          kept[root] && is_contained(task.outputs, root))
        kept[output] = true;
}

/// Whether a kept storage is remade beside another output of its task, while
/// views hold on to its former copy.
bool ChainStorages::isRemade(ValueId root) const {
  if (!kept[root])
    return true;
  const Task &task = graph.tasks[graph.writers(root).front()];
  return !task.runsOnce() &&
         !all_of(task.outputs, [&](ValueId output) { return kept[output]; });
}

int32_t ChainStorages::addUnit(ChainStorage::Kind kind, ValueId root,
                               int32_t stage) {
  ChainStorage &unit = units.emplace_back();
  unit.kind = kind;
  unit.bytes = graph.values[root].bytes;
  unit.root = root;
  unit.made = kind == ChainStorage::Kept ? stageCount + 1 : stage;
  unit.lastForward = stage;
  unit.lowestUse = stageCount + 2;
  unit.firstMade = stage;
  return units.size() - 1;
}

/// Whether each run that makes the root makes the value.
bool ChainStorages::comesWithRoot(ValueId value) const {
  const ValueId root = graph.root(value);
  if (value == root)
    return true;
  const Task &task = graph.tasks[graph.writers(root).front()];
  return is_contained(task.outputs, value) &&
         all_of(task.variants, [&](const Variant &variant) {
           return !is_contained(variant.outputs, root) ||
                  is_contained(variant.outputs, value);
         });
}

int32_t ChainStorages::keptUnit(ValueId value, int32_t stage) {
  const ValueId root = graph.root(value);
  if (!comesWithRoot(value) && isRemade(root))
    return addUnit(ChainStorage::Kept, root, stage);
  auto [found, isNew] = keptUnits.try_emplace(root, units.size());
  if (isNew)
    addUnit(ChainStorage::Kept, root, stage);
  return found->second;
}

/// The unit of this stage's view of a value of that unit.
int32_t ChainStorages::unitOfView(int32_t viewed, int32_t stage,
                                  bool isForward) {
  const ChainStorage unit = units[viewed];
  if ((unit.kind == ChainStorage::Kept && !isRemade(unit.root)) ||
      unit.kind == ChainStorage::Backward ||
      (unit.made == stage && isForward == (unit.kind == ChainStorage::Forward)))
    return viewed;
  auto [found, isNew] = unitsOfStage.try_emplace(
      {unit.root, isForward ? stage : -stage}, units.size());
  if (isNew) {
    addUnit(isForward ? ChainStorage::Forward : ChainStorage::BackwardView,
            unit.root, stage);
    units[found->second].viewed = viewed;
  }
  return found->second;
}

void ChainStorages::resolve(ValueId value, TaskId maker, int32_t stage,
                            bool isForward) {
  // The first of an accumulating value's writers makes it.
  if (unitOf[value] >= 0)
    return;
  // Views of values of the same task may precede it.
  SmallVector<ValueId, 4> path = {value};
  while (graph.values[path.back()].viewOf) {
    ValueId viewed = *graph.values[path.back()].viewOf;
    if (unitOf[viewed] >= 0 || !is_contained(graph.writers(viewed), maker))
      break;
    path.push_back(viewed);
  }
  for (ValueId next : reverse(path)) {
    const Value &made = graph.values[next];
    const ValueId root = graph.root(next);
    // Values without a writer have no bytes.
    if (graph.writers(root).empty())
      continue;
    if (isForward && kept[next])
      unitOf[next] = keptUnit(next, stage);
    else if (made.viewOf && unitOf[*made.viewOf] >= 0)
      unitOf[next] = unitOfView(unitOf[*made.viewOf], stage, isForward);
    else
      unitOf[next] =
          addUnit(isForward ? ChainStorage::Forward : ChainStorage::Backward,
                  root, stage);
  }
}

void ChainStorages::use(ValueId value, int32_t stage, bool isForward) {
  if (unitOf[value] < 0)
    return;
  ChainStorage &unit = units[unitOf[value]];
  if (isForward && unit.kind == ChainStorage::Forward)
    unit.lastForward = std::max(unit.lastForward, stage);
  else
    unit.lowestUse = std::min(unit.lowestUse, stage);
}

void ChainStorages::addForward(ArrayRef<TaskId> tasks,
                               ArrayRef<int32_t> stageOf, int32_t count) {
  stageCount = count;
  for (TaskId task : tasks) {
    for (ValueId input : graph.tasks[task].inputs)
      use(input, stageOf[task], /*isForward=*/true);
    for (ValueId output : graph.tasks[task].outputs) {
      resolve(output, task, stageOf[task], /*isForward=*/true);
      if (graph.loss == output && !kept[output])
        use(output, stageCount + 1, /*isForward=*/true);
    }
  }
}

void ChainStorages::addBackward(ArrayRef<TaskId> tasks,
                                ArrayRef<int32_t> stageOf) {
  for (TaskId task : tasks)
    for (ValueId output : graph.tasks[task].outputs) {
      resolve(output, task, stageOf[task], /*isForward=*/false);
      if (unitOf[output] < 0)
        continue;
      ChainStorage &unit = units[unitOf[output]];
      if (unit.kind == ChainStorage::Backward)
        unit.made = std::max(unit.made, stageOf[task]);
      use(output, stageOf[task], /*isForward=*/false);
    }
  for (TaskId task : tasks)
    for (ValueId input : graph.tasks[task].inputs)
      use(input, stageOf[task], /*isForward=*/false);
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.values[value].isResult && unitOf[value] >= 0)
      units[unitOf[value]].lowestUse = 0;
  for (ChainStorage &unit : units)
    if (unit.kind == ChainStorage::Kept && unit.lowestUse > stageCount)
      unit.lowestUse = unit.firstMade;
}

/// The storages alive at each step of a program.
class ChainStorages::Timeline {
public:
  Timeline(ChainStorages &units, size_t stepCount)
      : units(units), last(static_cast<int32_t>(stepCount) - 1),
        alive(stepCount + 1, 0), workspace(stepCount, 0) {
    units.begin.resize(units.units.size(), -1);
    units.end.resize(units.units.size(), -1);
  }

  void touch(int32_t unit, int32_t step) {
    if (units.begin[unit] < 0) {
      units.begin[unit] = step;
      touched.push_back(unit);
    }
    units.end[unit] = step;
  }
  void setWorkspace(int32_t step, int64_t bytes) { workspace[step] = bytes; }

  /// The largest sum. `range` returns the life of a touched unit, or nothing if
  /// it does not count.
  template <typename Range> int64_t most(Range range) {
    for (int32_t unit : touched) {
      auto [from, to] =
          range(units.units[unit], units.begin[unit], units.end[unit], last);
      if (from <= to) {
        alive[from] += units.units[unit].bytes;
        alive[to + 1] -= units.units[unit].bytes;
      }
      units.begin[unit] = units.end[unit] = -1;
    }
    int64_t sum = 0, largest = 0;
    for (size_t i = 0; i != workspace.size(); ++i) {
      sum += alive[i];
      largest = std::max(largest, sum + workspace[i]);
    }
    return largest;
  }

private:
  ChainStorages &units;
  int32_t last;
  std::vector<int64_t> alive, workspace;
  std::vector<int32_t> touched;
};

/// A range that counts nothing.
static constexpr std::pair<int32_t, int32_t> never = {1, 0};

int64_t ChainStorages::mostInForward(ArrayRef<Step> steps, int32_t stage,
                                     bool forBackward) {
  Timeline timeline(*this, steps.size());
  for (size_t i = 0; i != steps.size(); ++i) {
    const Step &step = steps[i];
    const Task &task = graph.tasks[step.task];
    timeline.setWorkspace(i, task.workspaceOf(step.variant));
    auto touch = [&](ValueId value) {
      if (const ChainStorage *unit = find(value);
          unit && unit->kind == ChainStorage::Forward && isOwn(*unit, stage))
        timeline.touch(unitOf[value], i);
    };
    for_each(task.inputs, touch);
    for (ValueId output : task.outputsOf(step.variant)) {
      touch(output);
      // Kept storages count up to their last use; remaking them later, beside
      // another output, takes a moment.
      if (const ChainStorage *unit = find(output);
          unit && unit->kind == ChainStorage::Kept && unit->lowestUse > 0 &&
          unit->root == output && isRemade(output))
        timeline.touch(unitOf[output], i);
    }
  }
  return timeline.most([&](const ChainStorage &unit, int32_t begin, int32_t end,
                           int32_t last) {
    const bool stays =
        unit.kind == ChainStorage::Forward &&
        (unit.lastForward > stage || (forBackward && unit.lowestUse <= stage));
    return std::make_pair(begin, stays ? last : end);
  });
}

/// Whether that stage makes the storage instead of viewing it.
bool ChainStorages::isOwn(const ChainStorage &unit, int32_t stage) const {
  if (unit.made != stage || unit.viewed < 0)
    return unit.made == stage;
  const ChainStorage &viewed = units[unit.viewed];
  return viewed.kind == ChainStorage::Kept && viewed.firstMade == stage;
}

int64_t ChainStorages::mostInBackward(ArrayRef<TaskId> tasks, int32_t stage) {
  Timeline timeline(*this, tasks.size());
  for (size_t i = 0; i != tasks.size(); ++i) {
    const Task &task = graph.tasks[tasks[i]];
    timeline.setWorkspace(i, task.workspace);
    auto touch = [&](ValueId value) {
      for (int32_t unit = unitOf[value]; unit >= 0;) {
        timeline.touch(unit, i);
        // A view of this stage holds on to its own storages.
        const ChainStorage &touched = units[unit];
        unit =
            touched.kind == ChainStorage::BackwardView && touched.made == stage
                ? touched.viewed
                : -1;
      }
    };
    for_each(task.inputs, touch);
    for_each(task.outputs, touch);
  }
  return timeline.most([&](const ChainStorage &unit, int32_t begin, int32_t end,
                           int32_t last) -> std::pair<int32_t, int32_t> {
    const bool isForward = unit.kind == ChainStorage::Forward;
    // Storages alive before and after, and a^{l-1}, count elsewhere.
    if (unit.kind == ChainStorage::Kept ||
        (unit.lowestUse < stage && unit.made >= stage + !isForward) ||
        (isForward && unit.made < stage))
      return never;
    if (unit.made > stage || isForward)
      return {0, end};
    // A view without later readers holds on to nothing of its own.
    if (unit.kind == ChainStorage::BackwardView && unit.lowestUse >= stage)
      return never;
    return {begin, unit.lowestUse < stage ? last : end};
  });
}

int64_t mlir::remat::planner::bytesMade(const Graph &graph,
                                        ArrayRef<ValueId> outputs) {
  int64_t bytes = 0;
  for (ValueId output : outputs)
    if (!graph.values[output].viewOf)
      bytes += graph.values[output].bytes;
  return bytes;
}

int32_t mlir::remat::planner::leastVariant(const Task &task, const Graph &graph,
                                           ArrayRef<ValueId> wanted,
                                           double mostTime) {
  int32_t best = 0;
  auto costOf = [&](int32_t variant) {
    return std::make_pair(bytesMade(graph, task.outputsOf(variant)),
                          task.timeOf(variant));
  };
  for (int32_t variant = 1, e = task.variants.size(); variant <= e; ++variant) {
    ArrayRef<ValueId> made = task.outputsOf(variant);
    if (task.timeOf(variant) > mostTime || !all_of(wanted, [&](ValueId value) {
          return is_contained(made, value);
        }))
      continue;
    // Of equals the first, but rather a variant than the whole.
    if (task.timeOf(best) > mostTime || costOf(variant) < costOf(best) ||
        (best == 0 && costOf(variant) == costOf(best)))
      best = variant;
  }
  return best;
}

std::vector<Step> mlir::remat::planner::stepsOfForward(const StageTasks &tasks,
                                                       bool forBackward,
                                                       bool isFirst) {
  std::vector<Step> steps;
  for (const StageTasks::Forward &entry : tasks.forward) {
    if (isFirst && (entry.isOnce || entry.feedsOnce))
      steps.push_back({entry.task, 0});
    else if (forBackward ? entry.inAll : entry.inCheckpoint)
      steps.push_back({entry.task, forBackward ? entry.allVariant
                                               : entry.checkpointVariant});
  }
  return steps;
}
