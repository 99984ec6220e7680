//===- BaseOrder.cpp - Orders that dependences allow ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/BaseOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <functional>
#include <queue>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// A min-heap of (rank, task): which ready task runs next.
using ReadyQueue = std::priority_queue<std::pair<int64_t, TaskId>,
                                       std::vector<std::pair<int64_t, TaskId>>,
                                       std::greater<>>;

/// Orders the tasks of `phase`, or all tasks without one. Only inputs that
/// these tasks write count as missing.
static TaskOrder orderPhase(const Graph &graph, std::optional<Phase> phase,
                            ArrayRef<int64_t> rank) {
  auto takesPart = [&](TaskId task) {
    return !phase || graph.tasks[task].phase == *phase;
  };
  TaskOrder order;
  std::vector<int32_t> writersLeft(graph.values.size(), 0);
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    writersLeft[value] = count_if(graph.writers(value), takesPart);
  order.missing.assign(graph.tasks.size(), 0);
  ReadyQueue ready;
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    if (!takesPart(task))
      continue;
    order.missing[task] =
        count_if(graph.tasks[task].inputs,
                 [&](ValueId value) { return writersLeft[value] > 0; });
    if (order.missing[task] == 0)
      ready.push({rank[task], task});
  }
  while (!ready.empty()) {
    TaskId task = ready.top().second;
    ready.pop();
    order.tasks.push_back(task);
    for (ValueId value : graph.tasks[task].outputs) {
      if (--writersLeft[value] != 0)
        continue;
      for (TaskId reader : graph.readers(value))
        if (takesPart(reader) && --order.missing[reader] == 0)
          ready.push({rank[reader], reader});
    }
  }
  return order;
}

TaskOrder mlir::remat::planner::orderByRank(const Graph &graph,
                                            ArrayRef<int64_t> rank) {
  return orderPhase(graph, std::nullopt, rank);
}

/// Appends the tasks that are not forward: backward tasks in the reverse order
/// of their forward tasks, then the others by id.
static void appendOtherPhases(const Graph &graph, std::vector<TaskId> &order) {
  std::vector<TaskId> rest;
  std::vector<SmallVector<TaskId, 1>> backward(graph.tasks.size());
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    const Task &t = graph.tasks[task];
    if (t.phase == Phase::Backward && t.forward)
      backward[*t.forward].push_back(task);
    else if (t.phase != Phase::Forward)
      rest.push_back(task);
  }
  auto byId = [&](TaskId a, TaskId b) {
    return graph.tasks[a].id < graph.tasks[b].id;
  };
  for (size_t i = order.size(); i-- > 0;) {
    SmallVector<TaskId, 1> &list = backward[order[i]];
    llvm::sort(list, byId);
    order.insert(order.end(), list.begin(), list.end());
  }
  llvm::sort(rest, byId);
  order.insert(order.end(), rest.begin(), rest.end());
}

TaskOrder mlir::remat::planner::deriveBaseOrder(const Graph &graph) {
  std::vector<int64_t> rank;
  for (const Task &task : graph.tasks)
    rank.push_back(task.id);
  TaskOrder forward = orderPhase(graph, Phase::Forward, rank);
  if (any_of(forward.missing, [](int32_t count) { return count > 0; }))
    return forward;
  appendOtherPhases(graph, forward.tasks);
  // Ranks from the wanted order give exactly that order if it is valid, and one
  // close to it otherwise.
  for (size_t i = 0; i != forward.tasks.size(); ++i)
    rank[forward.tasks[i]] = i;
  return orderByRank(graph, rank);
}

std::vector<TaskId> mlir::remat::planner::findCycle(const Graph &graph,
                                                    ArrayRef<int32_t> missing) {
  auto isLeft = [&](TaskId task) { return missing[task] > 0; };
  TaskId at = find_if(missing, [](int32_t count) { return count > 0; }) -
              missing.begin();
  assert(at != TaskId(missing.size()) && "there is no cycle to find");
  // Every task that is left waits for another one that is left, so a walk along
  // these comes back to itself.
  std::vector<int32_t> visited(graph.tasks.size(), -1);
  std::vector<TaskId> walk;
  while (visited[at] < 0) {
    visited[at] = walk.size();
    walk.push_back(at);
    TaskId next = at;
    for (ValueId value : graph.tasks[at].inputs)
      for (TaskId writer : graph.writers(value))
        if (isLeft(writer))
          next = writer;
    at = next;
  }
  // The walk went from readers to writers.
  return {walk.rbegin(), walk.rend() - visited[at]};
}
