//===- CanonicalGraph.cpp - A graph without file order --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

//===----------------------------------------------------------------------===//
// Colors
//===----------------------------------------------------------------------===//

namespace {

using Color = uint64_t;

/// The finalizer of SplitMix64 over both. Sums of such hashes stand for
/// multisets.
Color mix(Color a, Color b) {
  uint64_t x = (a ^ 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u + b;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

Color mixTime(Color color, double time) {
  // -0 and 0 are the same time.
  return mix(color, llvm::bit_cast<uint64_t>(time == 0 ? 0.0 : time));
}

/// Colors of tasks and values: equal only for those that look the same from
/// where they are (up to collisions of hashes).
class Coloring {
public:
  explicit Coloring(const Graph &graph);

  /// Refines until colors are not told apart any further.
  void refine();
  /// Tells tasks apart that look the same, a few at a time.
  void tellApart();
  /// Makes the place of each task of the order part of its color.
  void markPlaces(ArrayRef<TaskId> order);

  bool isDiscrete() const { return classes == tasks.size(); }
  Color ofTask(TaskId task) const { return tasks[task]; }
  Color ofValue(ValueId value) const { return values[value]; }
  /// By task: its place in the order of colors, ties in base order.
  std::vector<int32_t> ranks() const;

private:
  void passUp();
  void passDown();
  void passAcross();
  /// All tasks by color, ties in base order.
  std::vector<TaskId> byColor() const;
  size_t countClasses() const;

  const Graph &graph;
  std::vector<Color> tasks;
  std::vector<Color> values;
  std::vector<int32_t> basePosition;
  /// Distinct colors of tasks.
  size_t classes = 0;
  // Of one pass, by task and by value.
  std::vector<Color> taskSums;
  std::vector<Color> valueSums;
};

} // namespace

/// All that is known of a task by itself. Values of its own are named by their
/// places among its operands.
static Color colorAlone(const Graph &graph, const Task &task) {
  Color color = mix(static_cast<Color>(task.phase),
                    static_cast<Color>(task.policy) * 2 + task.mayRunAgain);
  color = mixTime(mix(color, task.workspace), task.time);
  color = mix(mix(color, task.inputs.size()), task.outputs.size());
  auto placeOf = [](ArrayRef<ValueId> list, ValueId value) -> Color {
    return find(list, value) - list.begin();
  };
  for (ValueId output : task.outputs)
    if (std::optional<ValueId> source = graph.values[output].viewOf)
      color = mix(mix(color, placeOf(task.inputs, *source)),
                  placeOf(task.outputs, *source));
  for (const Variant &variant : task.variants) {
    color = mixTime(mix(color, variant.workspace), variant.time);
    color = mix(color, variant.outputs.size());
    for (ValueId output : variant.outputs)
      color = mix(color, placeOf(task.outputs, output));
  }
  return color;
}

Coloring::Coloring(const Graph &graph)
    : graph(graph), basePosition(graph.tasks.size()) {
  for (size_t i = 0; i != graph.baseOrder.size(); ++i)
    basePosition[graph.baseOrder[i]] = i;
  for (const Task &task : graph.tasks)
    tasks.push_back(colorAlone(graph, task));
  for (const Value &value : graph.values)
    values.push_back(mix(value.bytes, static_cast<Color>(value.kind) * 4 +
                                          value.accumulate * 2 +
                                          value.isResult));
  if (graph.loss)
    values[*graph.loss] = mix(values[*graph.loss], 1);
  refine();
}

void Coloring::passUp() {
  // Any topological order gives the same.
  valueSums.assign(values.size(), 0);
  for (TaskId task : graph.baseOrder) {
    Color &color = tasks[task];
    for (ValueId input : graph.tasks[task].inputs)
      color = mix(color, mix(values[input], valueSums[input]));
    for (const auto &[i, output] : enumerate(graph.tasks[task].outputs))
      valueSums[output] += mix(color, i);
  }
  for (size_t value = 0; value != values.size(); ++value)
    values[value] = mix(values[value], valueSums[value]);
}

void Coloring::passDown() {
  valueSums.assign(values.size(), 0);
  for (TaskId task : reverse(graph.baseOrder)) {
    Color &color = tasks[task];
    for (ValueId output : graph.tasks[task].outputs)
      color = mix(color, mix(values[output], valueSums[output]));
    for (const auto &[i, input] : enumerate(graph.tasks[task].inputs))
      valueSums[input] += mix(color, i);
  }
  for (size_t value = 0; value != values.size(); ++value)
    values[value] = mix(values[value], valueSums[value]);
}

void Coloring::passAcross() {
  taskSums.assign(tasks.size(), 0);
  valueSums.assign(values.size(), 0);
  for (size_t task = 0; task != tasks.size(); ++task)
    if (std::optional<TaskId> forward = graph.tasks[task].forward) {
      taskSums[task] += mix(tasks[*forward], 1);
      taskSums[*forward] += mix(tasks[task], 2);
    }
  auto link = [&](size_t value, std::optional<ValueId> other, Color kind) {
    if (!other)
      return;
    valueSums[value] += mix(values[*other], kind);
    valueSums[*other] += mix(values[value], kind + 1);
  };
  for (size_t value = 0; value != values.size(); ++value) {
    link(value, graph.values[value].viewOf, 1);
    link(value, graph.values[value].gradientOf, 3);
  }
  for (size_t task = 0; task != tasks.size(); ++task)
    tasks[task] = mix(tasks[task], taskSums[task]);
  for (size_t value = 0; value != values.size(); ++value)
    values[value] = mix(values[value], valueSums[value]);
}

size_t Coloring::countClasses() const {
  std::vector<Color> sorted = tasks;
  llvm::sort(sorted);
  return llvm::unique(sorted) - sorted.begin();
}

void Coloring::refine() {
  // What goes up, down and across reaches all that is connected by a path; to
  // be of any effect over several bends is rare.
  constexpr int most = 8;
  for (int round = 0; round != most && !isDiscrete(); ++round) {
    passUp();
    passDown();
    passAcross();
    const size_t now = countClasses();
    if (round > 0 && now == classes)
      break;
    classes = now;
  }
}

std::vector<TaskId> Coloring::byColor() const {
  std::vector<TaskId> order = graph.baseOrder;
  llvm::stable_sort(order,
                    [&](TaskId a, TaskId b) { return tasks[a] < tasks[b]; });
  return order;
}

std::vector<int32_t> Coloring::ranks() const {
  std::vector<int32_t> ranks(tasks.size());
  for (const auto &[i, task] : enumerate(byColor()))
    ranks[task] = i;
  return ranks;
}

void Coloring::tellApart() {
  // Steps with more symmetries than that are rare, and each round costs as much
  // as the first coloring.
  constexpr int most = 16;
  for (int round = 0; round != most && !isDiscrete(); ++round) {
    // Which of equals it is does not matter if they can be exchanged.
    std::vector<TaskId> order = byColor();
    auto it = std::adjacent_find(
        order.begin(), order.end(),
        [&](TaskId a, TaskId b) { return tasks[a] == tasks[b]; });
    tasks[*it] = mix(tasks[*it], 1);
    refine();
  }
}

void Coloring::markPlaces(ArrayRef<TaskId> order) {
  if (isDiscrete())
    return;
  for (const auto &[i, task] : enumerate(order))
    tasks[task] = mix(tasks[task], i + 1);
  refine();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

namespace {

/// Finds the order. A task is placed together with all that it waits for.
class Ordering {
public:
  Ordering(const Graph &graph, Coloring &coloring);

  std::vector<TaskId> run();

private:
  bool isForward(TaskId task) const {
    return graph.tasks[task].phase == Phase::Forward;
  }
  /// Visits what the task waits for, each once, in the order of its operands.
  template <typename Function>
  void forEachBefore(TaskId task, Function function) const;
  void listWriters();
  /// Appends the task to `placed`, after all that it waits for and that is not
  /// placed yet.
  void place(TaskId task);
  void placeForward();
  void placeRest();
  std::vector<char> findEarly() const;
  std::vector<TaskId> lossTasks() const;

  const Graph &graph;
  Coloring &coloring;
  std::vector<int32_t> rank;
  /// Of values with several writers, those by rank.
  std::vector<std::vector<TaskId>> severalWriters;
  std::vector<int32_t> listOf;
  /// By task: the tasks on the longest way to one that nobody reads.
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
  // A task is on the stack once more for each reader that waits for it, and
  // below what it waits for in turn.
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

/// The tasks at the end of the forward pass.
std::vector<TaskId> Ordering::lossTasks() const {
  std::vector<TaskId> roots;
  if (graph.loss)
    for (TaskId writer : graph.writers(*graph.loss))
      if (isForward(writer))
        roots.push_back(writer);
  if (roots.empty()) {
    // Those on the longest ways.
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

/// Tasks that are not part of the forward pass, wait for nothing but the
/// forward pass, and leave fewer bytes than they let go: masks, for one.
std::vector<char> Ordering::findEarly() const {
  std::vector<char> mayBeEarly(graph.tasks.size(), false);
  std::vector<char> isEarly(graph.tasks.size(), false);
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
  // By storage: whether somebody reads it late anyway.
  std::vector<char> isReadLate(graph.values.size(), false);
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.values[value].isResult ||
        any_of(graph.readers(value), [&](TaskId reader) {
          return !isForward(reader) && !mayBeEarly[reader];
        }))
      isReadLate[graph.root(value)] = true;
  // What goes if the task runs early, and with it what it waits for.
  std::vector<int64_t> freed(graph.tasks.size(), 0);
  for (TaskId task : graph.baseOrder) {
    if (!mayBeEarly[task])
      continue;
    int64_t made = 0;
    for (ValueId output : graph.tasks[task].outputs)
      if (!graph.values[output].viewOf)
        made += graph.values[output].bytes;
    for (ValueId input : graph.tasks[task].inputs) {
      const ValueId root = graph.root(input);
      ArrayRef<TaskId> writers = graph.writers(root);
      if (writers.empty())
        continue;
      const bool isThere = isForward(writers.front()) || isEarly[writers.front()];
      if (isThere && !isReadLate[root])
        freed[task] += graph.values[root].bytes;
      if (!isThere)
        freed[task] += freed[writers.front()] -
                       (isReadLate[root] ? graph.values[root].bytes : 0);
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
  // Other forward tasks follow the last one that they wait for. Those that wait
  // for none come at the end.
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
  // Where every backward task says to which forward task it belongs, the last
  // one comes first. Others come as soon as they can, from the last forward
  // task on for which most of them wait, directly or not; those that wait for
  // less, when somebody needs them.
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
  const int32_t begin = std::max_element(waiting.begin(), waiting.end()) -
                        waiting.begin();
  // By task: smaller ones first.
  std::vector<int32_t> level(graph.tasks.size(), -1);
  for (TaskId task : rest) {
    forEachBefore(task, [&](TaskId before) {
      if (!isPlaced[before] && (isLinked || (after[before] >= begin) == (after[task] >= begin)))
        level[task] = std::max(level[task], level[before] + !isLinked);
    });
    if (isLinked && graph.tasks[task].forward)
      level[task] = placed.size() - position[*graph.tasks[task].forward];
  }
  auto key = [&](TaskId task) {
    const bool isLate = isLinked ? level[task] < 0 : after[task] < begin;
    return std::tuple(isLate, level[task], height[task], rank[task]);
  };
  llvm::sort(rest, [&](TaskId a, TaskId b) { return key(a) < key(b); });
  for (TaskId task : rest)
    place(task);
}

std::vector<TaskId> Ordering::run() {
  placeForward();
  // What is equal so far is told apart by where its neighbors are.
  coloring.markPlaces(placed);
  rank = coloring.ranks();
  listWriters();
  placeRest();
  return std::move(placed);
}

CanonicalNumbering
mlir::remat::planner::numberCanonically(const Graph &graph) {
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
  // What no task reads or makes.
  std::vector<ValueId> others(graph.values.size());
  std::iota(others.begin(), others.end(), 0);
  llvm::stable_sort(others, [&](ValueId a, ValueId b) {
    return coloring.ofValue(a) < coloring.ofValue(b);
  });
  number(others);
  return numbering;
}

//===----------------------------------------------------------------------===//
// Renumbering
//===----------------------------------------------------------------------===//

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
  auto toNewList = [&](auto list) {
    for (ValueId &value : list)
      value = valueNumber[value];
    return list;
  };

  Graph result;
  result.residentBytes = graph.residentBytes;
  result.loss = toNewValue(graph.loss);
  result.values.reserve(graph.values.size());
  for (ValueId number : numbering.values) {
    const Value &value = graph.values[number];
    Value &copy = result.values.emplace_back();
    copy.id = result.values.size() - 1;
    copy.bytes = value.bytes;
    copy.kind = value.kind;
    copy.gradientOf = toNewValue(value.gradientOf);
    copy.accumulate = value.accumulate;
    copy.viewOf = toNewValue(value.viewOf);
    copy.isResult = value.isResult;
  }
  result.tasks.reserve(graph.tasks.size());
  for (TaskId number : numbering.tasks) {
    const Task &task = graph.tasks[number];
    Task &copy = result.tasks.emplace_back();
    copy.id = result.tasks.size() - 1;
    copy.phase = task.phase;
    copy.inputs = toNewList(task.inputs);
    copy.outputs = toNewList(task.outputs);
    copy.time = task.time;
    copy.workspace = task.workspace;
    copy.mayRunAgain = task.mayRunAgain;
    copy.policy = task.policy;
    if (task.forward)
      copy.forward = taskNumber[*task.forward];
    for (const Variant &variant : task.variants)
      copy.variants.push_back({"", toNewList(variant.outputs), variant.time,
                               variant.workspace});
    result.baseOrder.push_back(copy.id);
  }
  if (Error error = result.finalize())
    return std::move(error);
  return std::move(result);
}
