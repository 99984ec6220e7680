//===- Coloring.cpp - Tells tasks and values apart ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/Coloring.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

using Color = Coloring::Color;

/// The finalizer of SplitMix64 over both. Sums of such hashes stand for
/// multisets.
static Color mix(Color a, Color b) {
  uint64_t x = (a ^ 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u + b;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void mixIn(std::vector<Color> &colors, ArrayRef<Color> sums) {
  for (auto [color, sum] : zip_equal(colors, sums))
    color = mix(color, sum);
}

static Color mixTime(Color color, double time) {
  // -0 and 0 are the same time.
  return mix(color, llvm::bit_cast<uint64_t>(time == 0 ? 0.0 : time));
}

namespace {

/// Positions of values among the current task's operands.
class Places {
public:
  explicit Places(size_t valueCount) : places(valueCount, {-1, 0}) {}

  void set(TaskId task, ArrayRef<ValueId> list) {
    current = task;
    for (const auto &[i, value] : enumerate(list))
      places[value] = {task, static_cast<int32_t>(i) + 1};
  }
  /// 0 if not an operand.
  Color of(ValueId value) const {
    return places[value].first == current ? places[value].second : 0;
  }

private:
  TaskId current = -1;
  std::vector<std::pair<TaskId, int32_t>> places;
};

} // namespace

/// All facts about tasks by themselves. Operand places identify their values.
static std::vector<Color> colorsAlone(const Graph &graph) {
  std::vector<Color> colors;
  Places inputs(graph.values.size()), outputs(graph.values.size());
  for (const auto &[number, task] : enumerate(graph.tasks)) {
    inputs.set(number, task.inputs);
    outputs.set(number, task.outputs);
    Color color = mix(static_cast<Color>(task.phase),
                      static_cast<Color>(task.policy) * 2 + task.mayRunAgain);
    color = mixTime(mix(color, task.workspace), task.time);
    color = mix(mix(color, task.inputs.size()), task.outputs.size());
    for (ValueId output : task.outputs)
      if (std::optional<ValueId> source = graph.values[output].viewOf)
        color = mix(mix(color, inputs.of(*source)), outputs.of(*source));
    for (const Variant &variant : task.variants) {
      color = mixTime(mix(color, variant.workspace), variant.time);
      color = mix(color, variant.outputs.size());
      for (ValueId output : variant.outputs)
        color = mix(color, outputs.of(output));
    }
    colors.push_back(color);
  }
  return colors;
}

Coloring::Coloring(const Graph &graph)
    : graph(graph), tasks(colorsAlone(graph)) {
  for (const Value &value : graph.values)
    values.push_back(mix(value.bytes, static_cast<Color>(value.kind) * 4 +
                                          value.accumulate * 2 +
                                          value.isResult));
  if (graph.loss)
    values[*graph.loss] = mix(values[*graph.loss], 1);
  refine();
}

void Coloring::pass(bool isUp) {
  // Any topological order gives the same.
  valueSums.assign(values.size(), 0);
  const size_t count = tasks.size();
  for (size_t i = 0; i != count; ++i) {
    const TaskId task = graph.baseOrder[isUp ? i : count - 1 - i];
    ArrayRef<ValueId> from = graph.tasks[task].inputs;
    ArrayRef<ValueId> to = graph.tasks[task].outputs;
    if (!isUp)
      std::swap(from, to);
    Color &color = tasks[task];
    for (ValueId value : from)
      color = mix(color, mix(values[value], valueSums[value]));
    for (const auto &[place, value] : enumerate(to))
      valueSums[value] += mix(color, place);
  }
  mixIn(values, valueSums);
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
  mixIn(tasks, taskSums);
  mixIn(values, valueSums);
}

size_t Coloring::countClasses() const {
  std::vector<Color> sorted = tasks;
  llvm::sort(sorted);
  return llvm::unique(sorted) - sorted.begin();
}

void Coloring::refine() {
  // One round reaches everything above, below or beside; more reach indirect
  // connections.
  constexpr int most = 8;
  for (int round = 0; round != most && !isDiscrete(); ++round) {
    pass(/*isUp=*/true);
    pass(/*isUp=*/false);
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
  // Steps with more symmetries are rare, and each round costs as much as the
  // first coloring.
  constexpr int most = 16;
  for (int round = 0; round != most && !isDiscrete(); ++round) {
    // Any of several exchangeable equals will do.
    std::vector<TaskId> order = byColor();
    auto it =
        std::adjacent_find(order.begin(), order.end(), [&](TaskId a, TaskId b) {
          return tasks[a] == tasks[b];
        });
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
