//===- BoundsTest.cpp - Tests of the lower bounds -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// The smallest peak of all valid plans of up to `maxSteps` steps.
class BruteForce {
public:
  BruteForce(const Graph &graph, size_t maxSteps)
      : graph(graph), evaluator(graph), maxSteps(maxSteps),
        runs(graph.tasks.size(), 0) {}

  int64_t run() {
    extend();
    return best;
  }

private:
  void extend() {
    std::optional<ScheduleFigures> result = evaluator.evaluate(steps);
    // What cannot run cannot be extended to something that can.
    if (!result)
      return;
    if (result->peak < best && is_contained(runs, 0) == false) {
      Plan plan;
      plan.steps = steps;
      plan.peak = result->peak;
      plan.time = result->time;
      if (Error error = verify(Problem(graph), plan))
        consumeError(std::move(error));
      else
        best = result->peak;
    }
    if (steps.size() + count(runs, 0) > maxSteps || steps.size() == maxSteps)
      return;
    for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
      const Task &t = graph.tasks[task];
      if (runs[task] && (!t.mayRunAgain || t.policy == Policy::Save))
        continue;
      ++runs[task];
      for (int32_t option = 0, last = t.variants.size(); option <= last;
           ++option) {
        steps.push_back({task, option});
        extend();
        steps.pop_back();
      }
      --runs[task];
    }
  }

  const Graph &graph;
  PlanEvaluator evaluator;
  size_t maxSteps;
  std::vector<int> runs;
  std::vector<Step> steps;
  int64_t best = std::numeric_limits<int64_t>::max();
};

TEST(BoundsTest, NoPlanGoesBelow) {
  Random random(77);
  RandomGraphOptions options;
  options.minForward = 1;
  options.maxForward = 3;
  int graphs = 0, tight = 0, workspaces = 0;
  for (int i = 0; graphs != 600; ++i) {
    Graph graph = makeRandomGraph(random, options);
    if (graph.tasks.size() > 6)
      continue;
    int64_t variants = 0;
    for (const Task &task : graph.tasks)
      variants += task.variants.size();
    int64_t choices = graph.tasks.size() + variants;
    size_t maxSteps = graph.tasks.size() + (choices > 8 ? 1 : 2);
    int64_t optimum = BruteForce(graph, maxSteps).run();
    // Pins may leave no plan of that length.
    if (optimum == std::numeric_limits<int64_t>::max())
      continue;
    ++graphs;
    PeakBound bound = lowerBoundPeak(graph);
    ASSERT_LE(bound.bytes, optimum) << "graph " << i;
    tight += bound.bytes == optimum;

    // What it names explains it, but for workspaces and what is resident.
    int64_t named = graph.residentBytes;
    for (ValueId value : bound.live) {
      EXPECT_EQ(graph.root(value), value);
      named += graph.values[value].bytes;
    }
    EXPECT_LE(named, bound.bytes);
    const int64_t workspace = bound.getWorkspace(graph);
    if (!bound.task)
      continue;
    EXPECT_EQ(named + workspace, bound.bytes) << "graph " << i;
    const Task &task = graph.tasks[*bound.task];
    EXPECT_TRUE(workspace == task.workspace ||
                any_of(task.variants,
                       [&](const Variant &variant) {
                         return variant.workspace == workspace;
                       }))
        << "graph " << i;
    workspaces += workspace > 0;
  }
  // A bound of 0 would pass the above.
  EXPECT_GT(tight, 400);
  EXPECT_GT(workspaces, 0);
}

TEST(BoundsTest, LargeRandomPlansStayAbove) {
  Random random(78);
  RandomGraphOptions options;
  options.maxForward = 12;
  int valid = 0;
  for (int i = 0; i != 2000; ++i) {
    Graph graph = makeRandomGraph(random, options);
    PeakBound bound = lowerBoundPeak(graph);
    PlanEvaluator evaluator(graph);
    for (int k = 0; k != 5; ++k) {
      Plan plan;
      plan.steps = makeRandomSteps(random, graph);
      std::optional<ScheduleFigures> result = evaluator.evaluate(plan.steps);
      if (!result)
        continue;
      plan.peak = result->peak;
      plan.time = result->time;
      if (Error error = verify(Problem(graph), plan)) {
        consumeError(std::move(error));
        continue;
      }
      ++valid;
      ASSERT_LE(bound.bytes, result->peak) << "graph " << i;
    }
  }
  EXPECT_GT(valid, 2000);
}

/// in -> a -> b; the backward task of b reads a, b; that of a reads its
/// gradient.
TEST(BoundsTest, NamesWhereItBinds) {
  Graph graph;
  auto addValue = [&](int64_t bytes) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    graph.values.push_back(value);
    return static_cast<ValueId>(value.id);
  };
  auto addTask = [&](Phase phase, ArrayRef<ValueId> inputs, ValueId output) {
    Task task;
    task.id = graph.tasks.size();
    task.phase = phase;
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs = {output};
    task.mayRunAgain = phase == Phase::Forward;
    graph.tasks.push_back(task);
  };
  ValueId in = addValue(1), a = addValue(10), b = addValue(20),
          gb = addValue(4), ga = addValue(8);
  addTask(Phase::Forward, {in}, a);
  addTask(Phase::Forward, {a}, b);
  addTask(Phase::Backward, {a, b}, gb);
  addTask(Phase::Backward, {gb}, ga);
  graph.values[gb].isResult = true;
  graph.residentBytes = 100;
  ASSERT_FALSE(bool(graph.finalize()));
  PeakBound bound = lowerBoundPeak(graph);
  EXPECT_EQ(bound.bytes, 134);
  EXPECT_EQ(bound.task, std::optional<TaskId>(2));
  EXPECT_EQ(bound.live, (std::vector<ValueId>{b, a, gb}));
}

/// `graph` with its tasks `first` to `last` of the base order as one whole
/// task, if that is a graph: what is read outside, or is a result, is its
/// output.
std::optional<Graph> makeWhole(const Graph &graph, size_t first, size_t last) {
  ArrayRef<TaskId> inner =
      ArrayRef<TaskId>(graph.baseOrder).slice(first, last - first + 1);
  auto isInner = [&](TaskId task) { return is_contained(inner, task); };
  Graph merged;
  merged.values = graph.values;
  merged.residentBytes = graph.residentBytes;
  Task whole;
  whole.isWhole = true;
  whole.mayRunAgain = false;
  whole.workspace = 1 << 20;
  SmallSetVector<ValueId, 8> inputs, made, outputs;
  for (TaskId task : inner) {
    inputs.insert_range(graph.tasks[task].inputs);
    made.insert_range(graph.tasks[task].outputs);
  }
  for (ValueId value : made)
    if (graph.values[value].isResult ||
        !all_of(graph.readers(value), isInner) ||
        !all_of(graph.writers(value), isInner)) {
      outputs.insert(value);
      if (made.contains(graph.root(value)))
        outputs.insert(graph.root(value));
    }
  inputs.remove_if([&](ValueId value) { return made.contains(value); });
  whole.inputs = inputs.takeVector();
  whole.outputs = outputs.takeVector();
  for (auto [position, task] : enumerate(graph.baseOrder)) {
    if (position == first)
      merged.tasks.push_back(whole);
    if (!isInner(task)) {
      merged.tasks.push_back(graph.tasks[task]);
      merged.tasks.back().forward.reset();
    }
  }
  for (size_t task = 0; task != merged.tasks.size(); ++task) {
    merged.tasks[task].id = task;
    merged.baseOrder.push_back(task);
  }
  if (Error error = merged.finalize()) {
    consumeError(std::move(error));
    return std::nullopt;
  }
  return merged;
}

TEST(BoundsTest, NoRunOfWhatAWholeTaskDissolvesIntoGoesBelow) {
  Random random(78);
  RandomGraphOptions options;
  options.minForward = 1;
  options.maxForward = 3;
  int graphs = 0, belowThatOfPlans = 0, aboveResident = 0;
  for (int i = 0; graphs != 400; ++i) {
    Graph graph = makeRandomGraph(random, options);
    EXPECT_EQ(lowerBoundPeakOfRuns(graph).bytes, lowerBoundPeak(graph).bytes);
    if (graph.tasks.size() > 6)
      continue;
    const int64_t optimum = BruteForce(graph, graph.tasks.size() + 1).run();
    if (optimum == std::numeric_limits<int64_t>::max())
      continue;
    const size_t first = random.below(graph.tasks.size());
    const size_t last = first + random.below(graph.tasks.size() - first);
    std::optional<Graph> merged = makeWhole(graph, first, last);
    if (!merged)
      continue;
    ++graphs;
    EXPECT_TRUE(hasWholeTasks(*merged));
    const PeakBound bound = lowerBoundPeakOfRuns(*merged);
    EXPECT_LE(bound.bytes, optimum) << "graph " << i;
    EXPECT_LE(bound.bytes, lowerBoundPeak(*merged).bytes) << "graph " << i;
    belowThatOfPlans += bound.bytes < lowerBoundPeak(*merged).bytes;
    aboveResident += bound.bytes > graph.residentBytes;
  }
  EXPECT_GT(belowThatOfPlans, 0);
  EXPECT_GT(aboveResident, 300);
}

TEST(BoundsTest, ResidentBytesAloneBoundTheEmptyStep) {
  Graph graph;
  graph.residentBytes = 5;
  ASSERT_FALSE(bool(graph.finalize()));
  PeakBound bound = lowerBoundPeak(graph);
  EXPECT_EQ(bound.bytes, 5);
  EXPECT_FALSE(bound.task.has_value());
  EXPECT_TRUE(bound.live.empty());
}

TEST(BoundsTest, CountsWhatIsMadeOnceAcrossATask) {
  // once makes x (100); mid runs after it and before the reader of x.
  Graph graph;
  for (int64_t bytes : {100, 1, 1, 1}) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    graph.values.push_back(value);
  }
  auto addTask = [&](ArrayRef<ValueId> inputs, ArrayRef<ValueId> outputs,
                     int64_t workspace) {
    Task task;
    task.id = graph.tasks.size();
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs.assign(outputs.begin(), outputs.end());
    task.workspace = workspace;
    graph.tasks.push_back(task);
  };
  addTask({}, {0, 1}, 0);
  addTask({1}, {2}, 1000);
  addTask({0, 2}, {3}, 0);
  graph.tasks[0].mayRunAgain = false;
  ASSERT_FALSE(bool(graph.finalize()));
  EXPECT_EQ(lowerBoundPeak(graph).bytes, 1102);
  EXPECT_EQ(simulate(graph, baseSteps(graph))->peak, 1102);
  // If it may run again, x need not be there.
  graph.tasks[0].mayRunAgain = true;
  EXPECT_EQ(lowerBoundPeak(graph).bytes, 1002);
}

} // namespace
