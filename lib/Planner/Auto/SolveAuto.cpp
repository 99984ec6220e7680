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

#include "Auto/AutoSearch.h"
#include "Session/SharedWork.h"
#include "Session/SolverSupport.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/Optimality.h"
#include "remat/Planner/Solvers.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

/// The plan may leave so much to be desired that the strategies for chains and
/// joins, with all of their limits, are worth their time. As seeds they have
/// smaller ones.
static bool isWorthMore(const Problem &problem, const Plan &plan) {
  constexpr size_t maxSmallTasks = 100, maxTasks = 2048;
  const Graph &graph = problem.graph;
  if (plan.provedOptimal || graph.tasks.size() > maxTasks ||
      problem.search.reorder != Reorder::Full)
    return false;
  if (graph.tasks.size() <= maxSmallTasks)
    return true;
  if (problem.search.effort == 0)
    return false;
  if (!problem.budget || plan.peak > *problem.budget) {
    const int64_t bound = lowerBoundPeak(graph).bytes;
    return plan.peak > bound + bound / 100;
  }
  const SharedWork *shared = problem.search.shared;
  const double gap = plan.time - (shared && shared->timeBound > 0
                                      ? shared->timeBound
                                      : assess(problem, plan).bound.time);
  return gap > graph.forwardTime() / 20;
}

/// The floating program alone: `rotor` is asked beside it.
static Expected<Plan> solveFloatingAlone(const Problem &problem) {
  return solveChainWithin(problem, ChainProgram::Floating,
                          forFloating(fullChainLimits));
}

/// `rotor` has the plans of `precise` for graphs that are no chains.
static Expected<Plan> solvePreciseOnChain(const Problem &problem) {
  ChainLimits limits = fullChainLimits;
  limits.exactOnly = true;
  return solveChainWithin(problem, ChainProgram::Precise, limits);
}

static void consultChains(const Problem &problem, SearchControl &control,
                          Plan &plan) {
  if (!isWorthMore(problem, plan))
    return;
  PlanSelection selection(problem);
  selection.offer(plan);
  SharedWork *shared = problem.search.shared;
  const std::pair<const char *, Solver> solvers[] = {
      {"rotor", solveRotor},
      {"rotor-floating", solveFloatingAlone},
      {"precise", solvePreciseOnChain},
      {"revolve", solveRevolve},
      {"join", solveJoin}};
  for (auto [name, solver] : solvers) {
    if (control.shouldStop())
      break;
    Expected<Plan> other =
        shared ? solveOnce(problem, shared->strategies[name], solver)
               : solver(problem);
    if (other)
      selection.offer(*other);
    else
      // What does not apply, or is too large, has nothing to add.
      consumeError(other.takeError());
  }
  if (Expected<Plan> best = selection.take("auto"))
    plan = std::move(*best);
  else
    consumeError(best.takeError());
}

/// Solves the problem on the canonical graph, so that it does not matter how
/// the step is written down.
static Expected<Plan> solveCanonically(const Problem &problem,
                                       SearchControl &control) {
  SharedWork *shared = problem.search.shared;
  std::optional<SharedWork::Canonical> own;
  std::optional<SharedWork::Canonical> &canonical =
      shared ? shared->canonical : own;
  if (!canonical) {
    CanonicalNumbering numbering = numberCanonically(problem.graph);
    Expected<Graph> graph = renumber(problem.graph, numbering);
    if (!graph)
      return graph.takeError();
    canonical.emplace(
        SharedWork::Canonical{std::move(numbering), std::move(*graph)});
  }
  const CanonicalNumbering &numbering = canonical->numbering;
  Problem renumbered(canonical->graph, problem.budget);
  renumbered.objective = problem.objective;
  renumbered.search = problem.search;
  Expected<Plan> plan = AutoSearch(renumbered).run();
  if (!plan)
    return plan;
  consultChains(renumbered, control, *plan);
  if (shared)
    shared->found.add(*plan);
  for (Step &step : plan->steps)
    step.task = numbering.tasks[step.task];
  return plan;
}

static Expected<Plan> solveFreely(const Problem &problem,
                                  SearchControl &control) {
  if (problem.search.reorder != Reorder::Full) {
    Expected<Plan> plan = AutoSearch(problem).run();
    if (plan && problem.search.shared)
      problem.search.shared->found.add(*plan);
    return plan;
  }
  // The order of the step is an answer, but no place to search from.
  PlanSelection selection(problem);
  std::optional<int64_t> peak = selection.offer(baseSteps(problem.graph));
  const bool fits = peak && problem.budget && *peak <= *problem.budget;
  if (!fits || hasVariants(problem.graph)) {
    Expected<Plan> plan = solveCanonically(problem, control);
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
  Expected<Plan> plan = solveFreely(problem, control);
  if (plan)
    settleTies(problem, control, *plan);
  if (problem.search.wasStopped && control.shouldStop() &&
      !(plan && plan->provedOptimal))
    *problem.search.wasStopped = true;
  return plan;
}
