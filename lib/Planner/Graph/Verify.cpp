//===- Verify.cpp - Whether a plan answers a problem ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Simulator.h"
#include "remat/Support/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// (C2) and the first half of (C4): how often each task runs.
static Error verifyCounts(const Graph &graph, ArrayRef<Step> steps) {
  std::vector<int32_t> runs(graph.tasks.size(), 0);
  for (size_t i = 0; i != steps.size(); ++i) {
    const Task &task = graph.tasks[steps[i].task];
    if (++runs[steps[i].task] > 1 && task.runsOnce())
      return createStringError(
          "step " + Twine(i) + ": " + Graph::describe(task) +
          " runs again, but " +
          (task.mayRunAgain ? "is pinned save" : "may run once"));
  }
  for (auto [task, count] : zip_equal(graph.tasks, runs))
    if (count == 0)
      return createStringError(Graph::describe(task) + " never runs");
  return Error::success();
}

/// (C3): all results exist in the end. By (C1) values with readers exist, since
/// every reader runs.
static Error verifyResults(const Graph &graph, ArrayRef<Step> steps) {
  std::vector<int32_t> made(graph.values.size(), 0);
  for (const Step &step : steps)
    for (ValueId value : graph.tasks[step.task].outputsOf(step.variant))
      ++made[value];
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value) {
    if (!graph.values[value].isResult)
      continue;
    int32_t writers = graph.writers(value).size();
    // Writers of accumulating values run once, so counts suffice.
    int32_t needed =
        graph.values[value].accumulate ? writers : std::min(writers, 1);
    if (made[value] < needed)
      return createStringError(Graph::describe(graph.values[value]) +
                               " is a result, but no step makes " +
                               (made[value] ? "all of it" : "it"));
  }
  return Error::success();
}

/// The second half of (C4).
static Error verifyRecompute(const Graph &graph, ArrayRef<Step> steps) {
  if (none_of(graph.tasks, [](const Task &task) {
        return task.policy == Policy::Recompute;
      }))
    return Error::success();
  const int64_t stepCount = steps.size();
  std::vector<int64_t> firstRun(graph.tasks.size(), -1);
  int64_t lastForward = -1, firstBackward = stepCount;
  for (int64_t i = 0; i != stepCount; ++i) {
    TaskId task = steps[i].task;
    if (firstRun[task] >= 0)
      continue;
    firstRun[task] = i;
    if (graph.tasks[task].phase == Phase::Forward)
      lastForward = i;
    else if (graph.tasks[task].phase == Phase::Backward)
      firstBackward = std::min(firstBackward, i);
  }
  if (lastForward < 0 || firstBackward == stepCount)
    return Error::success();
  const int64_t forwardEnd = std::min(lastForward, firstBackward);
  const int64_t backwardBegin = std::max(lastForward, firstBackward);

  // For each value the step that made the storage under it, and its own; either
  // may be of a pinned task.
  std::vector<int64_t> storageMade(graph.values.size(), -1);
  std::vector<int64_t> valueMade(graph.values.size(), -1);
  auto isPinned = [&](int64_t madeAt) {
    return madeAt >= 0 && madeAt <= forwardEnd &&
           graph.tasks[steps[madeAt].task].policy == Policy::Recompute;
  };
  for (int64_t i = 0; i != stepCount; ++i) {
    TaskId index = steps[i].task;
    const Task &task = graph.tasks[index];
    bool serves = task.phase == Phase::Backward ||
                  (task.phase == Phase::Forward && firstRun[index] != i);
    if (serves && i >= backwardBegin)
      for (ValueId value : task.inputs)
        for (int64_t madeAt : {valueMade[value], storageMade[value]})
          if (isPinned(madeAt))
            return createStringError(
                "step " + Twine(i) + ": " + Graph::describe(task) + " reads " +
                Graph::describe(graph.values[value]) + " as step " +
                Twine(madeAt) + " made it in the forward pass, but " +
                Graph::describe(graph.tasks[steps[madeAt].task]) +
                " is pinned recompute");
    ArrayRef<ValueId> outputs = task.outputsOf(steps[i].variant);
    for (ValueId value : outputs)
      valueMade[value] = storageMade[value] = i;
    // The chain of views within the task leads to a storage that it made or
    // read.
    for (ValueId value : outputs) {
      ValueId source = value;
      while (graph.values[source].viewOf && valueMade[source] == i)
        source = *graph.values[source].viewOf;
      storageMade[value] = storageMade[source];
    }
  }
  return Error::success();
}

Error mlir::remat::planner::verify(const Problem &problem, const Plan &plan) {
  if (Error error = problem.check())
    return error;
  const Graph &graph = problem.graph;
  if (!plan.parkings.empty() && !problem.host.isAvailable())
    return createStringError("the plan parks values on the host, but there is "
                             "no host budget");
  Expected<ParkedSimulation> simulation =
      simulate(graph, plan.steps, plan.parkings, problem.host.link);
  if (!simulation)
    return simulation.takeError();
  if (Error error = verifyCounts(graph, plan.steps))
    return error;
  if (Error error = verifyResults(graph, plan.steps))
    return error;
  if (Error error = verifyRecompute(graph, plan.steps))
    return error;
  if (problem.budget && simulation->peak > *problem.budget)
    return createStringError(
        "step " + Twine(simulation->peakStep) + ": the peak of " +
        formatSize(simulation->peak) + " is over the budget of " +
        formatSize(*problem.budget) + ": " +
        formatSize(simulation->peak - *problem.budget) + " more");
  if (simulation->hostPeak > problem.host.budget)
    return createStringError("the plan parks " +
                             formatSize(simulation->hostPeak) +
                             " on the host at once, over its budget of " +
                             formatSize(problem.host.budget));
  if (plan.peak != simulation->peak)
    return createStringError("the plan states a peak of " +
                             formatSize(plan.peak) + ", simulated are " +
                             formatSize(simulation->peak));
  if (plan.hostPeak != simulation->hostPeak)
    return createStringError(
        "the plan states a peak of " + formatSize(plan.hostPeak) +
        " on the host, simulated are " + formatSize(simulation->hostPeak));
  // Other programs may sum the times in another order.
  double difference = std::abs(plan.time - simulation->time);
  if (!(difference <= 1e-9 * std::max(1.0, simulation->time))) {
    std::string text;
    raw_string_ostream(text) << "the plan states a time of " << plan.time
                             << ", simulated is " << simulation->time;
    return createStringError(text);
  }
  return Error::success();
}
