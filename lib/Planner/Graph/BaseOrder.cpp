//===- BaseOrder.cpp - Orders that dependences allow ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <functional>
#include <queue>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// A topological order, or part of one.
struct TaskOrder {
  std::vector<TaskId> tasks;
  /// By task: unmet inputs at the end. Positive for tasks missing from `tasks`
  /// because they depend on a cycle.
  std::vector<int32_t> missing;
};
} // namespace

/// A min-heap of (rank, task).
using ReadyQueue = std::priority_queue<std::pair<int64_t, TaskId>,
                                       std::vector<std::pair<int64_t, TaskId>>,
                                       std::greater<>>;

/// Orders the tasks of `phase` (by default all), smallest ready rank first.
/// Only inputs that these tasks write count as missing. O((V+E) log V).
static TaskOrder orderByRank(const Graph &graph, ArrayRef<int64_t> rank,
                             std::optional<Phase> phase = std::nullopt) {
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

/// Appends backward tasks in reverse order of their forward tasks, then the
/// others by id.
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
    append_range(order, list);
  }
  llvm::sort(rest, byId);
  append_range(order, rest);
}

/// Implements the default of `Graph::baseOrder`.
static TaskOrder deriveBaseOrder(const Graph &graph) {
  std::vector<int64_t> rank;
  for (const Task &task : graph.tasks)
    rank.push_back(task.id);
  TaskOrder forward = orderByRank(graph, rank, Phase::Forward);
  if (any_of(forward.missing, [](int32_t count) { return count > 0; }))
    return forward;
  appendOtherPhases(graph, forward.tasks);
  // Ranks from the wanted order give that order if valid, else one close to it.
  for (auto [i, task] : enumerate(forward.tasks))
    rank[task] = i;
  return orderByRank(graph, rank);
}

/// A cycle among the tasks with `missing` inputs, which must exist, in the
/// direction of the data.
static std::vector<TaskId> findCycle(const Graph &graph,
                                     ArrayRef<int32_t> missing) {
  auto isLeft = [&](TaskId task) { return missing[task] > 0; };
  TaskId at = find_if(missing, [](int32_t count) { return count > 0; }) -
              missing.begin();
  assert(at != TaskId(missing.size()) && "there is no cycle to find");
  // Every remaining task waits for another remaining one: a walk along these
  // closes.
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

/// Names the tasks of a cycle in an incomplete order.
static Error cycleError(const Graph &graph, const TaskOrder &order) {
  std::string text = "the ops depend on each other in a cycle: ";
  const std::vector<TaskId> cycle = findCycle(graph, order.missing);
  constexpr size_t maxNamed = 16;
  for (TaskId task : ArrayRef(cycle).take_front(maxNamed))
    text += Graph::describe(graph.tasks[task]) + " -> ";
  if (cycle.size() > maxNamed)
    text += "(" + std::to_string(cycle.size() - maxNamed) + " more) -> ";
  return createStringError(text + Graph::describe(graph.tasks[cycle.front()]));
}

Error Graph::checkBaseOrder() const {
  const TaskId count = tasks.size();
  if (baseOrder.size() != tasks.size())
    return createStringError("the base order has " + Twine(baseOrder.size()) +
                             " ops, the graph " + Twine(tasks.size()));
  std::vector<int32_t> position(count, -1);
  for (size_t i = 0; i != baseOrder.size(); ++i) {
    TaskId task = baseOrder[i];
    if (task < 0 || task >= count)
      return createStringError("the base order names no op of the graph");
    if (position[task] >= 0)
      return createStringError("the base order names " + describe(tasks[task]) +
                               " twice");
    position[task] = i;
  }
  for (TaskId task : baseOrder)
    for (ValueId value : tasks[task].inputs)
      for (TaskId writer : writers(value))
        if (position[writer] >= position[task]) {
          // A cycle is the better explanation.
          TaskOrder order = orderByRank(*this, std::vector<int64_t>(count, 0));
          if (order.tasks.size() != tasks.size())
            return cycleError(*this, order);
          return createStringError("in the base order " +
                                   describe(tasks[task]) + " reads " +
                                   describe(values[value]) + " before " +
                                   describe(tasks[writer]) + " writes it");
        }
  return Error::success();
}

Error Graph::settleBaseOrder() {
  if (!baseOrder.empty())
    return checkBaseOrder();
  TaskOrder order = deriveBaseOrder(*this);
  if (order.tasks.size() != tasks.size())
    return cycleError(*this, order);
  baseOrder = std::move(order.tasks);
  return Error::success();
}
