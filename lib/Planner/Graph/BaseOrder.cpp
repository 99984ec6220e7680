//===- BaseOrder.cpp - The order without rematerialization ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"

#include <queue>

using namespace llvm;
using namespace mlir::remat::planner;

/// A min-heap of (rank, task): which ready task runs next.
using ReadyQueue = std::priority_queue<std::pair<int64_t, TaskId>,
                                       std::vector<std::pair<int64_t, TaskId>>,
                                       std::greater<>>;

Error Graph::cycleError(ArrayRef<int32_t> missing) const {
  // Every task left waits for a value of another task left: walking along these
  // must come back.
  TaskId at = find_if(missing, [](int32_t count) { return count > 0; }) -
              missing.begin();
  std::vector<int32_t> visited(tasks.size(), -1);
  std::vector<TaskId> walk;
  while (visited[at] < 0) {
    visited[at] = walk.size();
    walk.push_back(at);
    TaskId next = at;
    for (ValueId value : tasks[at].inputs)
      for (TaskId writer : writers(value))
        if (missing[writer] > 0)
          next = writer;
    at = next;
  }
  std::string text = "the ops depend on each other in a cycle: ";
  ArrayRef<TaskId> cycle = ArrayRef(walk).drop_front(visited[at]);
  // The walk went from readers to writers; name them in the order of the data.
  constexpr size_t maxNamed = 16;
  for (size_t i = 0; i != cycle.size() && i != maxNamed; ++i)
    text += describe(tasks[cycle[cycle.size() - 1 - i]]) + " -> ";
  if (cycle.size() > maxNamed)
    text += "(" + std::to_string(cycle.size() - maxNamed) + " more) -> ";
  return createStringError(text + describe(tasks[cycle.back()]));
}

Error Graph::deriveBaseOrder() {
  if (!baseOrder.empty() && baseOrder.size() != tasks.size())
    return createStringError("the base order has " + Twine(baseOrder.size()) +
                             " ops, the graph " + Twine(tasks.size()));
  const TaskId count = tasks.size();

  // Runs the tasks of `phase` (all if none), always the ready one of the
  // smallest rank. Returns how many inputs each task still misses.
  auto run = [&](std::optional<Phase> phase, ArrayRef<int64_t> rank,
                 std::vector<TaskId> &order) {
    auto takesPart = [&](TaskId task) {
      return !phase || tasks[task].phase == *phase;
    };
    std::vector<int32_t> writersLeft(values.size(), 0);
    for (ValueId value = 0, e = values.size(); value != e; ++value)
      writersLeft[value] = count_if(writers(value), takesPart);
    std::vector<int32_t> missing(count, 0);
    ReadyQueue ready;
    for (TaskId task = 0; task != count; ++task) {
      if (!takesPart(task))
        continue;
      missing[task] = count_if(tasks[task].inputs, [&](ValueId value) {
        return writersLeft[value] > 0;
      });
      if (missing[task] == 0)
        ready.push({rank[task], task});
    }
    while (!ready.empty()) {
      TaskId task = ready.top().second;
      ready.pop();
      order.push_back(task);
      for (ValueId value : tasks[task].outputs) {
        if (--writersLeft[value] != 0)
          continue;
        for (TaskId reader : readers(value))
          if (takesPart(reader) && --missing[reader] == 0)
            ready.push({rank[reader], reader});
      }
    }
    return missing;
  };

  std::vector<int64_t> rank(count);
  for (TaskId task = 0; task != count; ++task)
    rank[task] = tasks[task].id;

  if (!baseOrder.empty()) {
    std::vector<int32_t> position(count, -1);
    for (size_t i = 0; i != baseOrder.size(); ++i) {
      TaskId task = baseOrder[i];
      if (task < 0 || task >= count)
        return createStringError("the base order names no op of the graph");
      if (position[task] >= 0)
        return createStringError("the base order names " +
                                 describe(tasks[task]) + " twice");
      position[task] = i;
    }
    for (TaskId task : baseOrder)
      for (ValueId value : tasks[task].inputs)
        for (TaskId writer : writers(value))
          if (position[writer] >= position[task]) {
            std::vector<TaskId> order;
            std::vector<int32_t> missing = run(std::nullopt, rank, order);
            if (order.size() != tasks.size())
              return cycleError(missing);
            return createStringError("in the base order " +
                                     describe(tasks[task]) + " reads " +
                                     describe(values[value]) + " before " +
                                     describe(tasks[writer]) + " writes it");
          }
    return Error::success();
  }

  std::vector<TaskId> order;
  std::vector<int32_t> missing = run(Phase::Forward, rank, order);
  if (order.size() != static_cast<size_t>(count_if(tasks, [](const Task &task) {
        return task.phase == Phase::Forward;
      })))
    return cycleError(missing);

  // The wanted order: forward, backward in reverse, the others by id.
  std::vector<TaskId> rest;
  std::vector<SmallVector<TaskId, 1>> backward(count);
  for (TaskId task = 0; task != count; ++task) {
    if (tasks[task].phase == Phase::Backward && tasks[task].forward)
      backward[*tasks[task].forward].push_back(task);
    else if (tasks[task].phase != Phase::Forward)
      rest.push_back(task);
  }
  auto byId = [&](TaskId a, TaskId b) { return tasks[a].id < tasks[b].id; };
  for (size_t i = order.size(); i-- > 0;) {
    SmallVector<TaskId, 1> &list = backward[order[i]];
    llvm::sort(list, byId);
    order.insert(order.end(), list.begin(), list.end());
  }
  llvm::sort(rest, byId);
  order.insert(order.end(), rest.begin(), rest.end());

  // Running by rank in the wanted order gives just that order if it is valid,
  // and one close to it if not.
  for (TaskId i = 0; i != count; ++i)
    rank[order[i]] = i;
  missing = run(std::nullopt, rank, baseOrder);
  if (baseOrder.size() != tasks.size()) {
    baseOrder.clear();
    return cycleError(missing);
  }
  return Error::success();
}
