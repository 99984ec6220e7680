//===- RemakeModel.cpp - Who makes what again, and at what cost -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds/RemakeModel.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

/// Costs together, and sizes together, stay below these, so that a price times
/// an amount, summed, stays below MinCut::infinite.
static constexpr int64_t maxCosts = int64_t(1) << 28;
static constexpr int64_t maxSizes = int64_t(1) << 31;

/// The least time of the ways to run the task that make all of `outputs`.
static double leastTimeMaking(const Task &task, ArrayRef<ValueId> outputs) {
  double least = task.time;
  for (const Variant &variant : task.variants)
    if (all_of(outputs, [&](ValueId value) {
          return is_contained(variant.outputs, value);
        }))
      least = std::min(least, variant.time);
  return least;
}

static double longestRun(const Task &task) {
  double longest = task.time;
  for (const Variant &variant : task.variants)
    longest = std::max(longest, variant.time);
  return longest;
}

RemakeModel::RemakeModel(const Graph &graph) : graph(graph) {
  const size_t valueCount = graph.values.size();
  remaker.assign(valueCount, -1);
  levelOf.assign(valueCount, 0);
  for (ValueId value = 0, e = valueCount; value != e; ++value) {
    if (graph.values[value].isResult)
      results.push_back(value);
    ArrayRef<TaskId> writers = graph.writers(value);
    if (!graph.values[value].viewOf && writers.size() == 1 &&
        !graph.values[value].accumulate &&
        !graph.tasks[writers.front()].runsOnce())
      remaker[value] = writers.front();
  }
  std::vector<TaskId> readBy(valueCount, -1);
  readBegin.push_back(0);
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    for (ValueId input : graph.tasks[task].inputs) {
      ValueId root = graph.root(input);
      if (graph.writers(root).empty() || readBy[root] == task)
        continue;
      readBy[root] = task;
      readRoots.push_back(root);
    }
    readBegin.push_back(readRoots.size());
  }
  deriveTimes();
  deriveSizes();
  deriveTimeUnit();
  deriveLevels();
}

void RemakeModel::deriveTimes() {
  SmallVector<ValueId, 4> needed;
  for (const Task &task : graph.tasks) {
    needed.clear();
    copy_if(task.outputs, std::back_inserter(needed),
            [&](ValueId output) { return graph.isNeeded(output); });
    double total = leastTimeMaking(task, needed), first = total;
    if (!task.runsOnce()) {
      first = total = leastTimeMaking(task, {});
      for (ValueId output : needed)
        total = std::max(total, leastTimeMaking(task, output));
    }
    hasCheaperFirst |= first < total;
    leastTotal.push_back(total);
    leastFirst.push_back(first);
    leastTime += total;
  }
}

void RemakeModel::deriveSizes() {
  auto isCounted = [&](ValueId value) {
    return !graph.values[value].viewOf && !graph.writers(value).empty();
  };
  int64_t sizes = 0, commonSize = 0;
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (isCounted(value)) {
      sizes += graph.values[value].bytes;
      commonSize = std::gcd(commonSize, graph.values[value].bytes);
    }
  byteUnit = std::max<int64_t>(commonSize, 1);
  while (sizes / byteUnit >= maxSizes)
    byteUnit *= 2;
  size.assign(graph.values.size(), 0);
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (isCounted(value)) {
      size[value] = graph.values[value].bytes / byteUnit;
      sizeLimit += size[value];
    }
}

bool RemakeModel::isExactWith(double &factor) const {
  // Times that are whole multiples of some power of 2 add up exactly in any
  // order while the sums have at most 53 bits.
  constexpr double maxWhole = double(int64_t(1) << 52);
  auto isWhole = [&](double time) { return std::floor(time) == time; };
  factor = 1;
  double everything = 0;
  for (const Task &task : graph.tasks) {
    for (int32_t way = 0, e = task.variants.size(); way <= e; ++way) {
      while (!isWhole(task.timeOf(way) * factor) && factor < (1 << 20))
        factor *= 2;
      if (!isWhole(task.timeOf(way) * factor))
        return false;
    }
    everything += longestRun(task);
  }
  return everything * factor < maxWhole;
}

void RemakeModel::deriveTimeUnit() {
  double factor = 1;
  isExact = isExactWith(factor);
  // Of the tasks that may run again.
  int64_t commonTime = 0;
  double total = 0;
  for (const Task &task : graph.tasks) {
    if (task.runsOnce())
      continue;
    total += longestRun(task);
    if (isExact)
      for (int32_t way = 0, e = task.variants.size(); way <= e; ++way)
        commonTime = std::gcd(commonTime,
                              static_cast<int64_t>(task.timeOf(way) * factor));
  }
  if (commonTime > 0)
    timeUnit = commonTime / factor;
  // A sum of next to nothing cannot be divided further.
  if (total < 1e-290) {
    timeUnit = 1;
  } else if (commonTime == 0 || total / timeUnit >= maxCosts) {
    timeUnit = total / (maxCosts - 1);
    isExact = false;
  }
}

void RemakeModel::deriveLevels() {
  levelBegin.push_back(0);
  SmallVector<int64_t, 2> costs;
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    const Task &t = graph.tasks[task];
    costs.clear();
    auto costOf = [&](ValueId output) {
      return static_cast<int64_t>(leastTimeMaking(t, output) / timeUnit);
    };
    for (ValueId output : t.outputs)
      if (remaker[output] == task)
        costs.push_back(costOf(output));
    llvm::sort(costs);
    costs.erase(llvm::unique(costs), costs.end());
    for (ValueId output : t.outputs)
      if (remaker[output] == task)
        levelOf[output] =
            llvm::lower_bound(costs, costOf(output)) - costs.begin();
    append_range(levelCosts, costs);
    levelBegin.push_back(levelCosts.size());
    if (!costs.empty())
      costLimit += costs.back();
  }
}
