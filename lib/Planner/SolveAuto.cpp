//===- SolveAuto.cpp - The best plan there is -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the order of the step is free, all that AutoSearch does is done on the
// canonical graph, so that it does not matter how the step is written down.
//
//===----------------------------------------------------------------------===//

#include "AutoSearch.h"
#include "CanonicalGraph.h"
#include "remat/Planner/Solvers.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

/// Solves the problem on the canonical graph, so that it does not matter how
/// the step is written down.
static Expected<Plan> solveCanonically(const Problem &problem) {
  const CanonicalNumbering numbering = numberCanonically(problem.graph);
  Expected<Graph> graph = renumber(problem.graph, numbering);
  if (!graph)
    return graph.takeError();
  Problem renumbered(*graph, problem.budget);
  renumbered.objective = problem.objective;
  renumbered.search = problem.search;
  Expected<Plan> plan = AutoSearch(renumbered).run();
  if (plan)
    for (Step &step : plan->steps)
      step.task = numbering.tasks[step.task];
  return plan;
}

static Expected<Plan> solveFreely(const Problem &problem) {
  if (problem.search.reorder != Reorder::Full)
    return AutoSearch(problem).run();
  // The order of the step is an answer, but no place to search from.
  PlanSelection selection(problem);
  std::optional<int64_t> peak = selection.offer(baseSteps(problem.graph));
  const bool fits = peak && problem.budget && *peak <= *problem.budget;
  if (!fits || hasVariants(problem.graph)) {
    Expected<Plan> plan = solveCanonically(problem);
    if (!plan || plan->provedOptimal)
      return plan;
    selection.offer(*plan);
    return selection.take("auto");
  }
  Expected<Plan> plan = selection.take("auto");
  if (plan)
    plan->provedOptimal = true;
  return plan;
}

/// Of plans that are equal otherwise, one that runs tasks again which stand
/// early in the base order, as far as EventSearch::settleTies finds one.
static void settleTies(const Problem &problem, SearchControl &control,
                       Plan &plan) {
  const Graph &graph = problem.graph;
  if (plan.steps.size() == graph.tasks.size() || hasVariants(graph) ||
      control.shouldStop())
    return;
  std::optional<Start> start = startFrom(graph, plan.steps);
  if (!start || start->model->hasDropped)
    return;
  std::vector<int32_t> placeOf(start->model->size(), 0);
  for (const auto &[i, task] : enumerate(graph.baseOrder))
    if (const Slot op = start->model->opOf[task]; op >= 0)
      placeOf[op] = i;
  EventSearch::Options options;
  options.mayReorder = false;
  EventSearch search(*start->model, plan.peak, control, options, start->runs);
  if (search.settleTies(placeOf, workLimitOf(problem) / 128) == 0)
    return;
  // The plan may have had runs that nobody needs, and views made in other
  // places.
  std::vector<Step> steps = search.getSchedule().steps();
  std::optional<PlanEvaluator::Result> result =
      PlanEvaluator(graph).evaluate(steps);
  if (!result || steps.size() != plan.steps.size() ||
      result->peak != plan.peak ||
      std::abs(result->time - plan.time) > 1e-12 * plan.time)
    return;
  plan.steps = std::move(steps);
  plan.time = result->time;
}

Expected<Plan> mlir::remat::planner::solveAuto(const Problem &problem) {
  // Its time is that of all of it.
  SearchControl control(problem.search);
  Expected<Plan> plan = solveFreely(problem);
  if (plan)
    settleTies(problem, control, *plan);
  if (problem.search.wasStopped && control.shouldStop() &&
      !(plan && plan->provedOptimal))
    *problem.search.wasStopped = true;
  return plan;
}
