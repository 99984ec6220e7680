//===- UnreadSteps.cpp - Runs that make nothing that is read --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/UnreadSteps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::remat::planner;

std::vector<Step> mlir::remat::planner::dropUnreadSteps(
    const Graph &graph, llvm::ArrayRef<Step> steps, bool keepsFirstRuns) {
  // By task.
  std::vector<size_t> firstRun(graph.tasks.size(), steps.size());
  std::vector<int32_t> runsLeft(graph.tasks.size(), 0);
  for (auto [index, step] : llvm::enumerate(steps)) {
    firstRun[step.task] = std::min(firstRun[step.task], index);
    ++runsLeft[step.task];
  }
  auto mayDrop = [&](size_t index) {
    const TaskId task = steps[index].task;
    return keepsFirstRuns ? firstRun[task] != index : runsLeft[task] > 1;
  };
  // By value: a copy that is made now is read later, or stays as a result.
  std::vector<bool> isAwaited(graph.values.size(), false);
  for (auto [id, value] : llvm::enumerate(graph.values))
    isAwaited[id] = value.isResult;
  std::vector<Step> kept;
  for (size_t index = steps.size(); index-- != 0;) {
    const Step step = steps[index];
    const Task &task = graph.tasks[step.task];
    const auto outputs = task.outputsOf(step.variant);
    const bool isRead =
        llvm::any_of(outputs, [&](ValueId id) { return isAwaited[id]; });
    if (!isRead && mayDrop(index)) {
      --runsLeft[step.task];
      continue;
    }
    for (ValueId output : outputs)
      isAwaited[output] = graph.values[output].accumulate;
    for (ValueId input : task.inputs)
      isAwaited[input] = true;
    kept.push_back(step);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}
