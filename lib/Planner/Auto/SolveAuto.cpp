//===- SolveAuto.cpp - The best plan there is -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a free order, AutoSearch works on the canonical graph, so that the
// step's spelling does not matter.
//
//===----------------------------------------------------------------------===//

#include "Auto/AutoSearch.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/Optimality.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"

#include <cmath>

#define DEBUG_TYPE "remat-auto"

using namespace llvm;
using namespace mlir::remat::planner;

/// The strategies for chains and joins are cheap on steps of so few tasks.
static constexpr size_t kSmallStep = 100;

/// Their tables take minutes on larger steps.
static constexpr size_t kMaxConsulted = 32'768;

/// Asked by `consultChains` in order: the first of equal plans stays.
static constexpr StringLiteral kConsulted[] = {"rotor", "rotor-floating",
                                               "precise", "revolve", "join"};

/// Whether the plan is poor enough that the strategies for chains and joins
/// deserve full limits. As starts they have smaller ones.
static bool isWorthMore(const Problem &problem, const Plan &plan) {
  const Graph &graph = problem.graph;
  if (plan.provedOptimal || graph.tasks.size() > kMaxConsulted ||
      problem.search.reorder != Reorder::Full)
    return false;
  // They may have a plan where there is none yet.
  if (graph.tasks.size() <= kSmallStep ||
      (problem.budget && plan.peak > *problem.budget))
    return true;
  if (problem.search.effort == 0)
    return false;
  // Else a plan that is just good enough could be slower than one of effort 1
  // that was not.
  if (problem.search.effort > 1)
    return true;
  if (!problem.budget) {
    const int64_t bound = lowerBoundPeak(graph).bytes;
    return plan.peak > bound + bound / 100;
  }
  const double known = getContext(problem).timeFloor;
  const double gap =
      plan.time - (known > 0 ? known : assess(problem, plan).bound.time);
  return gap > graph.forwardTime() / 20;
}

static void consultChains(const Problem &problem, SearchControl &control,
                          Plan &plan) {
  if (control.shouldStop() || !isWorthMore(problem, plan))
    return;
  const SolverContext &context = getContext(problem);
  PlanSelection selection(problem);
  selection.offer(plan);
  for (StringRef name : kConsulted) {
    const Strategy *strategy =
        find_if(context.starts,
                [&](const Strategy &each) { return each.name == name; });
    if (strategy == context.starts.end())
      continue;
    if (control.shouldStop())
      break;
    Problem asked = problem;
    asked.search.timeLimit = control.secondsLeft();
    Expected<Plan> other = askSolver(
        asked, strategy->solver, Scale::Consulted,
        context.memory ? &context.memory->consulted[name.str()] : nullptr);
    if (!other) {
      // Strategies that do not apply, or are too large, add nothing.
      consumeError(other.takeError());
      continue;
    }
    LLVM_DEBUG(dbgs() << "  " << name << " consulted: peak " << other->peak
                      << ", time " << format("%g", other->time) << "\n");
    other->stage = name.str() + " consulted";
    selection.offer(*other);
  }
  if (Expected<Plan> best = selection.take("auto"))
    plan = std::move(*best);
  else
    consumeError(best.takeError());
}

/// Keeps the plan for later searches. Its proofs hold for this budget alone.
static void remember(const Problem &problem, Plan plan) {
  plan.provedOptimal = false;
  if (AutoMemory *memory = getContext(problem).memory)
    memory->found.add(plan);
}

static Expected<Plan> solveCanonically(const Problem &problem,
                                       SearchControl &control) {
  const SolverContext &context = getContext(problem);
  std::unique_ptr<CanonicalStep> own;
  std::unique_ptr<CanonicalStep> &canonical =
      context.canonical ? *context.canonical : own;
  if (!canonical) {
    CanonicalNumbering numbering = numberCanonically(problem.graph);
    Expected<Graph> graph = renumber(problem.graph, numbering);
    if (!graph)
      return graph.takeError();
    canonical = std::make_unique<CanonicalStep>(
        CanonicalStep{std::move(numbering), std::move(*graph)});
  }
  Problem renumbered(canonical->graph, problem.budget);
  renumbered.objective = problem.objective;
  renumbered.search = problem.search;
  renumbered.observer = problem.observer;
  renumbered.context = problem.context;
  Expected<Plan> plan = AutoSearch(renumbered).run();
  if (!plan)
    return plan;
  consultChains(renumbered, control, *plan);
  remember(problem, *plan);
  for (Step &step : plan->steps)
    step.task = canonical->numbering.tasks[step.task];
  return plan;
}

static Expected<Plan> solveFreely(const Problem &problem,
                                  SearchControl &control) {
  if (problem.search.reorder != Reorder::Full) {
    Expected<Plan> plan = AutoSearch(problem).run();
    if (plan)
      remember(problem, *plan);
    return plan;
  }
  // The step's order is an answer, but no place to search from.
  PlanSelection selection(problem);
  selection.beginStage("base order");
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

/// Of otherwise equal plans, chooses one that reruns tasks early in the base
/// order, as far as EventSearch::settleTies finds one.
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
  if (search.settleTies(placeOf,
                        workLimitOf(problem, problem.search.effort) / 128) == 0)
    return;
  // The plan may have useless runs, and views made elsewhere.
  std::vector<Step> steps = search.getSchedule().steps();
  std::optional<ScheduleFigures> result = PlanEvaluator(graph).evaluate(steps);
  if (!result || steps.size() != plan.steps.size() ||
      result->peak != plan.peak ||
      std::abs(result->time - plan.time) > 1e-12 * plan.time)
    return;
  plan.steps = std::move(steps);
  plan.time = result->time;
}

namespace mlir::remat::planner {

/// Searches orders and recomputation together: small steps exactly, others from
/// several starts, among them the other strategies' plans. Never slower than
/// those it asks (Strategies.cpp; `lower-set` with smaller limits; for chains
/// and joins too where the plan is near a proven bound; without reordering,
/// those in base order; with `Reorder::Full`, those for the order from the
/// structure of the graph alone, so that base order, ids and places of tasks
/// and values do not matter). docs/internals/auto.md has the algorithm.
Expected<Plan> solveAuto(const Problem &problem) {
  // Its time covers everything.
  SearchControl control(problem);
  Expected<Plan> plan = solveFreely(problem, control);
  if (plan)
    settleTies(problem, control, *plan);
  return plan;
}

} // namespace mlir::remat::planner
