//===- Cuts.cpp - Where all that is alive passes a barrier ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuts.h"
#include "remat/Planner/Simulator.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Phase;
using planner::Plan;
using planner::Task;

/// The position that parts the first runs of forward tasks from all that
/// backward tasks do: the most time on the right side.
static size_t findBoundary(const planner::Graph &graph, const Plan &plan) {
  std::vector<bool> ran(graph.tasks.size(), false);
  double score = 0;
  double best = 0;
  size_t boundary = 0;
  for (auto [position, step] : llvm::enumerate(plan.steps)) {
    const Task &task = graph.tasks[step.task];
    bool isFirst = !ran[step.task];
    ran[step.task] = true;
    if (task.phase == Phase::Forward && isFirst)
      score += task.time;
    else
      score -= task.time;
    if (score > best) {
      best = score;
      boundary = position + 1;
    }
  }
  return boundary;
}

static size_t findPeak(const planner::Graph &graph, const Plan &plan) {
  llvm::Expected<planner::Simulation> simulation =
      planner::simulate(graph, plan.steps);
  if (!simulation) {
    // A valid plan has a simulation; without one there is nothing to cut.
    llvm::consumeError(simulation.takeError());
    return 0;
  }
  return simulation->peakStep;
}

/// The last position at or before `position` that does not part a group of
/// steps that run again.
static size_t leaveGroup(size_t position, const std::vector<bool> &isRerun) {
  while (position > 0 && isRerun[position - 1])
    --position;
  return position;
}

llvm::DenseSet<size_t> mlir::remat::chooseCuts(const planner::Graph &graph,
                                               const Plan &plan,
                                               int64_t count) {
  llvm::DenseSet<size_t> cuts;
  if (count <= 0 || plan.steps.empty())
    return cuts;
  std::vector<bool> isRerun;
  std::vector<bool> ran(graph.tasks.size(), false);
  for (const planner::Step &step : plan.steps) {
    isRerun.push_back(ran[step.task]);
    ran[step.task] = true;
  }
  size_t boundary = findBoundary(graph, plan);
  if (boundary == 0 || boundary == plan.steps.size())
    boundary = findPeak(graph, plan);
  auto add = [&](size_t position) {
    position = leaveGroup(position, isRerun);
    if (position > 0 && position < plan.steps.size())
      cuts.insert(position);
  };
  add(boundary);

  double rest = 0;
  for (size_t position = boundary; position != plan.steps.size(); ++position)
    rest += graph.tasks[plan.steps[position].task].time;
  double passed = 0;
  int64_t next = 1;
  for (size_t position = boundary; position != plan.steps.size(); ++position) {
    if (next < count && passed >= rest * double(next) / double(count)) {
      add(position);
      ++next;
    }
    passed += graph.tasks[plan.steps[position].task].time;
  }
  return cuts;
}
