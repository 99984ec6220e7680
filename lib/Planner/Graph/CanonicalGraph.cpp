//===- CanonicalGraph.cpp - A graph without file order --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/CanonicalGraph.h"

#include "Graph/Coloring.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

/// Finds the order: places a task after all that it waits for.
class Ordering {
public:
  Ordering(const Graph &graph, Coloring &coloring);

  std::vector<TaskId> run();

private:
  bool isForward(TaskId task) const {
    return graph.tasks[task].phase == Phase::Forward;
  }
  /// Visits the tasks that it waits for, once each, in operand order.
  template <typename Function>
  void forEachBefore(TaskId task, Function function) const;
  void listWriters();
  /// Appends the task to `placed`, after its unplaced dependences.
  void place(TaskId task);
  std::vector<TaskId> lossTasks() const;
  std::vector<char> findEarly() const;
  void placeForward();
  void placeRest();

  const Graph &graph;
  Coloring &coloring;
  std::vector<int32_t> rank;
  /// Writers by rank, if several.
  std::vector<std::vector<TaskId>> severalWriters;
  std::vector<int32_t> listOf;
  /// By task: length of the longest path to an unread task.
  std::vector<int32_t> height;
  /// By task: place in the forward part, or -1.
  std::vector<int32_t> position;
  std::vector<char> isPlaced;
  std::vector<TaskId> placed;
};

} // namespace

Ordering::Ordering(const Graph &graph, Coloring &coloring)
    : graph(graph), coloring(coloring), rank(coloring.ranks()),
      listOf(graph.values.size(), -1), height(graph.tasks.size(), 0),
      position(graph.tasks.size(), -1), isPlaced(graph.tasks.size(), false) {
  for (TaskId task : reverse(graph.baseOrder))
    for (ValueId output : graph.tasks[task].outputs)
      for (TaskId reader : graph.readers(output))
        height[task] = std::max(height[task], height[reader] + 1);
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.writers(value).size() > 1) {
      listOf[value] = severalWriters.size();
      severalWriters.push_back(graph.writers(value).vec());
    }
  listWriters();
}

void Ordering::listWriters() {
  for (std::vector<TaskId> &list : severalWriters)
    llvm::sort(list, [&](TaskId a, TaskId b) { return rank[a] < rank[b]; });
}

template <typename Function>
void Ordering::forEachBefore(TaskId task, Function function) const {
  for (ValueId input : graph.tasks[task].inputs) {
    ArrayRef<TaskId> writers = graph.writers(input);
    if (listOf[input] >= 0)
      writers = severalWriters[listOf[input]];
    for (TaskId writer : writers)
      function(writer);
  }
}

void Ordering::place(TaskId root) {
  if (isPlaced[root])
    return;
  // A task is on the stack once per waiting reader, below its own dependences.
  std::vector<std::pair<TaskId, bool>> stack = {{root, false}};
  while (!stack.empty()) {
    auto [task, isOpen] = stack.back();
    stack.pop_back();
    if (isPlaced[task])
      continue;
    if (isOpen) {
      isPlaced[task] = true;
      placed.push_back(task);
      continue;
    }
    stack.push_back({task, true});
    const size_t begin = stack.size();
    forEachBefore(task, [&](TaskId before) {
      if (!isPlaced[before])
        stack.push_back({before, false});
    });
    std::reverse(stack.begin() + begin, stack.end());
  }
}

std::vector<TaskId> Ordering::lossTasks() const {
  std::vector<TaskId> roots;
  if (graph.loss)
    for (TaskId writer : graph.writers(*graph.loss))
      if (isForward(writer))
        roots.push_back(writer);
  if (roots.empty()) {
    // Those on the longest paths.
    std::vector<int32_t> depth(graph.tasks.size(), 0);
    int32_t deepest = -1;
    for (TaskId task : graph.baseOrder) {
      forEachBefore(task, [&](TaskId before) {
        depth[task] = std::max(depth[task], depth[before] + 1);
      });
      if (!isForward(task) || depth[task] < deepest)
        continue;
      if (depth[task] > deepest)
        roots.clear();
      deepest = depth[task];
      roots.push_back(task);
    }
  }
  llvm::sort(roots, [&](TaskId a, TaskId b) { return rank[a] < rank[b]; });
  return roots;
}

/// Tasks outside of the forward pass with no other dependences that free more
/// bytes than they leave if they run early: masks, for one.
std::vector<char> Ordering::findEarly() const {
  std::vector<char> mayBeEarly(graph.tasks.size(), false);
  for (TaskId task : graph.baseOrder) {
    if (isForward(task) || graph.tasks[task].forward ||
        graph.tasks[task].inputs.empty())
      continue;
    mayBeEarly[task] = true;
    forEachBefore(task, [&](TaskId before) {
      if (!isForward(before) && !mayBeEarly[before])
        mayBeEarly[task] = false;
    });
  }
  // By storage: read late anyway.
  std::vector<char> isReadLate(graph.values.size(), false);
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.values[value].isResult ||
        any_of(graph.readers(value), [&](TaskId reader) {
          return !isForward(reader) && !mayBeEarly[reader];
        }))
      isReadLate[graph.root(value)] = true;
  std::vector<char> isEarly(graph.tasks.size(), false);
  // By task: bytes freed with it and its dependences.
  std::vector<int64_t> freed(graph.tasks.size(), 0);
  for (TaskId task : graph.baseOrder) {
    if (!mayBeEarly[task])
      continue;
    int64_t made = 0;
    for (ValueId output : graph.tasks[task].outputs)
      if (!graph.values[output].viewOf)
        made += graph.values[output].bytes;
    SmallVector<ValueId, 4> roots;
    for (ValueId input : graph.tasks[task].inputs)
      roots.push_back(graph.root(input));
    // Views of one storage free it once.
    llvm::sort(roots);
    roots.erase(llvm::unique(roots), roots.end());
    for (ValueId root : roots) {
      // One of several writers does not stand for the others.
      if (graph.writers(root).size() != 1)
        continue;
      const TaskId writer = graph.writers(root).front();
      int64_t bytes = 0;
      if (isForward(writer) || isEarly[writer])
        bytes = isReadLate[root] ? 0 : graph.values[root].bytes;
      else
        bytes =
            freed[writer] - (isReadLate[root] ? graph.values[root].bytes : 0);
      // Repeatedly meeting chains would overflow the sums.
      freed[task] = std::clamp(freed[task] + bytes, -Graph::maxTotalBytes,
                               Graph::maxTotalBytes);
    }
    isEarly[task] = made < freed[task];
  }
  return isEarly;
}

void Ordering::placeForward() {
  for (TaskId task : lossTasks())
    place(task);
  std::vector<TaskId> main;
  main.swap(placed);
  // Other forward tasks follow their last dependence; without any, they come at
  // the end.
  constexpr int32_t atEnd = std::numeric_limits<int32_t>::max();
  std::vector<int32_t> after(graph.tasks.size(), -1);
  for (const auto &[i, task] : enumerate(main))
    after[task] = i;
  std::vector<TaskId> others;
  const std::vector<char> isEarly = findEarly();
  for (TaskId task : graph.baseOrder) {
    if (isPlaced[task])
      continue;
    forEachBefore(task, [&](TaskId before) {
      after[task] = std::max(after[task], after[before]);
    });
    if (isForward(task) || isEarly[task])
      others.push_back(task);
  }
  auto placeAfter = [&](TaskId task) {
    return after[task] < 0 ? atEnd : after[task];
  };
  llvm::sort(others, [&](TaskId a, TaskId b) {
    return std::tuple(placeAfter(a), height[a], rank[a]) <
           std::tuple(placeAfter(b), height[b], rank[b]);
  });
  std::vector<TaskId> order;
  auto next = others.begin();
  auto placeThoseAfter = [&](int32_t last) {
    for (; next != others.end() && placeAfter(*next) <= last; ++next)
      place(*next);
    append_range(order, placed);
    placed.clear();
  };
  for (const auto &[i, task] : enumerate(main)) {
    order.push_back(task);
    placeThoseAfter(i);
  }
  placeThoseAfter(atEnd);
  placed = std::move(order);
  for (const auto &[i, task] : enumerate(placed))
    position[task] = i;
}

void Ordering::placeRest() {
  // If each backward task names its forward task, those of the last one come
  // first. Otherwise the backward pass begins at the forward task with most
  // dependents, direct or not, and goes on step by step. Tasks with fewer
  // dependents run when needed.
  const bool isLinked = all_of(graph.tasks, [](const Task &task) {
    return task.phase != Phase::Backward || task.forward;
  });
  std::vector<int32_t> after(graph.tasks.size(), -1);
  std::vector<int32_t> waiting(placed.size() + 1, 0);
  std::vector<TaskId> rest;
  for (TaskId task : graph.baseOrder) {
    if (isPlaced[task])
      continue;
    rest.push_back(task);
    forEachBefore(task, [&](TaskId before) {
      after[task] = std::max(after[task], isPlaced[before] ? position[before]
                                                           : after[before]);
    });
    if (after[task] >= 0)
      ++waiting[after[task]];
  }
  const int32_t begin = llvm::max_element(waiting) - waiting.begin();
  // By task: smaller first; -1 runs when needed.
  std::vector<int32_t> level(graph.tasks.size(), -1);
  for (TaskId task : rest) {
    if (!isLinked && after[task] >= begin)
      level[task] = 0;
    forEachBefore(task, [&](TaskId before) {
      if (!isPlaced[before] && level[before] >= 0)
        level[task] = std::max(level[task], level[before] + !isLinked);
    });
    if (isLinked && graph.tasks[task].forward)
      level[task] = placed.size() - position[*graph.tasks[task].forward];
  }
  auto key = [&](TaskId task) {
    return std::tuple(level[task] < 0, level[task], height[task], rank[task]);
  };
  llvm::sort(rest, [&](TaskId a, TaskId b) { return key(a) < key(b); });
  for (TaskId task : rest)
    place(task);
}

std::vector<TaskId> Ordering::run() {
  placeForward();
  // Neighbors break ties.
  coloring.markPlaces(placed);
  rank = coloring.ranks();
  listWriters();
  placeRest();
  return std::move(placed);
}

CanonicalNumbering mlir::remat::planner::numberCanonically(const Graph &graph) {
  Coloring coloring(graph);
  coloring.tellApart();
  CanonicalNumbering numbering;
  numbering.isUnique = coloring.isDiscrete();
  numbering.tasks = Ordering(graph, coloring).run();
  std::vector<char> isNumbered(graph.values.size(), false);
  auto number = [&](ArrayRef<ValueId> list) {
    for (ValueId value : list)
      if (!isNumbered[value]) {
        isNumbered[value] = true;
        numbering.values.push_back(value);
      }
  };
  for (TaskId task : numbering.tasks) {
    number(graph.tasks[task].inputs);
    number(graph.tasks[task].outputs);
  }
  // Values that no task reads or makes.
  std::vector<ValueId> others(graph.values.size());
  std::iota(others.begin(), others.end(), 0);
  llvm::stable_sort(others, [&](ValueId a, ValueId b) {
    return coloring.ofValue(a) < coloring.ofValue(b);
  });
  number(others);
  return numbering;
}

Expected<Graph>
mlir::remat::planner::renumber(const Graph &graph,
                               const CanonicalNumbering &numbering) {
  std::vector<TaskId> taskNumber(graph.tasks.size());
  std::vector<ValueId> valueNumber(graph.values.size());
  for (const auto &[i, task] : enumerate(numbering.tasks))
    taskNumber[task] = i;
  for (const auto &[i, value] : enumerate(numbering.values))
    valueNumber[value] = i;
  auto toNewValue = [&](std::optional<ValueId> value) {
    return value ? std::optional<ValueId>(valueNumber[*value]) : std::nullopt;
  };
  auto toNewList = [&](MutableArrayRef<ValueId> list) {
    for (ValueId &value : list)
      value = valueNumber[value];
  };

  Graph result;
  result.residentBytes = graph.residentBytes;
  result.loss = toNewValue(graph.loss);
  result.values.reserve(graph.values.size());
  for (ValueId number : numbering.values) {
    Value &value = result.values.emplace_back(graph.values[number]);
    value.id = result.values.size() - 1;
    value.name.clear();
    value.gradientOf = toNewValue(value.gradientOf);
    value.viewOf = toNewValue(value.viewOf);
  }
  result.tasks.reserve(graph.tasks.size());
  for (TaskId number : numbering.tasks) {
    Task &task = result.tasks.emplace_back(graph.tasks[number]);
    task.id = result.tasks.size() - 1;
    task.name.clear();
    task.type.clear();
    toNewList(task.inputs);
    toNewList(task.outputs);
    if (task.forward)
      task.forward = taskNumber[*task.forward];
    for (Variant &variant : task.variants) {
      variant.name.clear();
      toNewList(variant.outputs);
    }
    result.baseOrder.push_back(task.id);
  }
  if (Error error = result.finalize())
    return std::move(error);
  return std::move(result);
}
