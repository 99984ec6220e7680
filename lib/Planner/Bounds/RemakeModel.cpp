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
#include <numeric>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Total costs and sizes stay below these, so that sums of price times amount
/// stay below MinCut::infinite.
static constexpr int64_t maxCosts = int64_t(1) << 28;
static constexpr int64_t maxSizes = int64_t(1) << 31;

/// The least time to make all of `outputs`.
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
  deriveReads();
  deriveTimes();
  deriveSizes();
  deriveTimeUnit();
  deriveLevels();
}

void RemakeModel::deriveReads() {
  const size_t valueCount = graph.values.size();
  remaker.assign(valueCount, -1);
  for (auto [id, value] : enumerate(graph.values)) {
    if (value.isResult)
      results.push_back(id);
    ArrayRef<TaskId> writers = graph.writers(id);
    if (!value.viewOf && writers.size() == 1 && !value.accumulate &&
        !graph.tasks[writers.front()].runsOnce())
      remaker[id] = writers.front();
  }
  std::vector<TaskId> readBy(valueCount, -1);
  reads.resize(graph.tasks.size());
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
    for (ValueId input : graph.tasks[task].inputs)
      if (ValueId root = graph.root(input);
          !graph.writers(root).empty() &&
          std::exchange(readBy[root], task) != task)
        reads[task].push_back(root);
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
  for (auto [id, value] : enumerate(graph.values))
    if (isCounted(id)) {
      sizes += value.bytes;
      commonSize = std::gcd(commonSize, value.bytes);
    }
  byteUnit = std::max<int64_t>(commonSize, 1);
  while (sizes / byteUnit >= maxSizes)
    byteUnit *= 2;
  size.assign(graph.values.size(), 0);
  for (auto [id, value] : enumerate(graph.values))
    if (isCounted(id)) {
      size[id] = value.bytes / byteUnit;
      sizeLimit += size[id];
    }
}

/// A factor that makes all times integers whose sums are exact in any order, as
/// sums of multiples of a power of 2 are up to 53 bits.
static std::optional<double> findExactFactor(const Graph &graph) {
  constexpr double maxWhole = double(int64_t(1) << 52);
  auto isWhole = [&](double time) { return std::floor(time) == time; };
  double factor = 1, everything = 0;
  for (const Task &task : graph.tasks) {
    for (int32_t way = 0, e = task.variants.size(); way <= e; ++way) {
      while (!isWhole(task.timeOf(way) * factor) && factor < (1 << 20))
        factor *= 2;
      if (!isWhole(task.timeOf(way) * factor))
        return std::nullopt;
    }
    everything += longestRun(task);
  }
  return everything * factor < maxWhole ? std::optional(factor) : std::nullopt;
}

void RemakeModel::deriveTimeUnit() {
  const std::optional<double> factor = findExactFactor(graph);
  isExact = factor.has_value();
  // Of repeatable tasks.
  int64_t commonTime = 0;
  double total = 0;
  for (const Task &task : graph.tasks) {
    if (task.runsOnce())
      continue;
    total += longestRun(task);
    if (factor)
      for (int32_t way = 0, e = task.variants.size(); way <= e; ++way)
        commonTime = std::gcd(commonTime,
                              static_cast<int64_t>(task.timeOf(way) * *factor));
  }
  if (commonTime > 0)
    timeUnit = commonTime / *factor;
  // Tiny sums cannot be divided further.
  if (total < 1e-290) {
    timeUnit = 1;
  } else if (commonTime == 0 || total / timeUnit >= maxCosts) {
    timeUnit = total / (maxCosts - 1);
    isExact = false;
  }
}

void RemakeModel::deriveLevels() {
  levelOf.assign(graph.values.size(), 0);
  for (TaskId id = 0, e = graph.tasks.size(); id != e; ++id) {
    const Task &task = graph.tasks[id];
    SmallVector<int64_t, 2> &costs = levels.emplace_back();
    auto costOf = [&](ValueId output) {
      return static_cast<int64_t>(leastTimeMaking(task, output) / timeUnit);
    };
    for (ValueId output : task.outputs)
      if (remaker[output] == id)
        costs.push_back(costOf(output));
    llvm::sort(costs);
    costs.erase(llvm::unique(costs), costs.end());
    for (ValueId output : task.outputs)
      if (remaker[output] == id)
        levelOf[output] =
            llvm::lower_bound(costs, costOf(output)) - costs.begin();
    if (!costs.empty())
      costLimit += costs.back();
  }
}

CheapestRun mlir::remat::planner::findCheapestRun(
    const Graph &graph, TaskId id, function_ref<bool(ValueId)> isThere,
    function_ref<bool(ArrayRef<ValueId>)> mayBe) {
  const Task &task = graph.tasks[id];
  CheapestRun least;
  for (int32_t way = 0, e = task.variants.size(); way <= e; ++way) {
    ArrayRef<ValueId> outputs = task.outputsOf(way);
    auto isMade = [&](ValueId value) {
      return !graph.isNeeded(value) || is_contained(outputs, value);
    };
    // The whole task makes all outputs.
    if (way && ((task.runsOnce() && !all_of(task.outputs, isMade)) ||
                (mayBe && !mayBe(outputs))))
      continue;
    int64_t bytes = task.workspaceOf(way);
    for (ValueId value : outputs)
      if (!graph.values[value].viewOf && !isThere(value))
        bytes += graph.values[value].bytes;
    if (bytes < least.bytes)
      least = {bytes, way};
  }
  return least;
}
