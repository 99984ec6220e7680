//===- LeastGrowth.cpp - An order that grows least ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/LeastGrowth.h"

using namespace llvm;
using namespace mlir::remat::planner;

std::vector<TaskId> mlir::remat::planner::leastGrowthOrder(const Graph &graph) {
  const size_t taskCount = graph.tasks.size();
  std::vector<int32_t> rank(taskCount), missing(taskCount, 0);
  for (size_t i = 0; i != taskCount; ++i)
    rank[graph.baseOrder[i]] = i;
  std::vector<int32_t> writersLeft(graph.values.size());
  // By root: the reads to come, a result's one at the end included.
  std::vector<int32_t> readsLeft(graph.values.size(), 0);
  std::vector<bool> isMade(graph.values.size(), false);
  for (size_t value = 0; value != graph.values.size(); ++value) {
    writersLeft[value] = graph.writers(value).size();
    readsLeft[graph.root(value)] +=
        graph.readers(value).size() + graph.values[value].isResult;
    if (writersLeft[value])
      for (TaskId reader : graph.readers(value))
        ++missing[reader];
  }
  auto growth = [&](TaskId task) {
    int64_t bytes = 0;
    for (ValueId output : graph.tasks[task].outputs)
      if (!graph.values[output].viewOf && !isMade[output] &&
          readsLeft[output] > 0)
        bytes += graph.values[output].bytes;
    for (ValueId input : graph.tasks[task].inputs)
      if (readsLeft[graph.root(input)] == 1 &&
          !graph.writers(graph.root(input)).empty())
        bytes -= graph.values[graph.root(input)].bytes;
    return bytes;
  };
  std::vector<TaskId> order, ready;
  for (TaskId task : graph.baseOrder)
    if (missing[task] == 0)
      ready.push_back(task);
  // The growth of few of them changes; to look at all would be quadratic where
  // very many are ready.
  constexpr size_t looked = 256;
  while (!ready.empty()) {
    size_t best = 0;
    std::pair<int64_t, int32_t> bestKey;
    const size_t first = ready.size() > looked ? ready.size() - looked : 0;
    for (size_t i = first; i != ready.size(); ++i) {
      std::pair<int64_t, int32_t> key = {growth(ready[i]), rank[ready[i]]};
      if (i == first || key < bestKey) {
        best = i;
        bestKey = key;
      }
    }
    const TaskId task = ready[best];
    ready.erase(ready.begin() + best);
    order.push_back(task);
    for (ValueId input : graph.tasks[task].inputs)
      --readsLeft[graph.root(input)];
    for (ValueId output : graph.tasks[task].outputs) {
      isMade[output] = true;
      if (--writersLeft[output] == 0)
        for (TaskId reader : graph.readers(output))
          if (--missing[reader] == 0)
            ready.push_back(reader);
    }
  }
  return order;
}
