//===- PlanSelection.cpp - The best of many plans -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/PlanSelection.h"

#include "Graph/OfferedPlans.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

PlanSelection::PlanSelection(const Problem &problem)
    : problem(problem), control(problem), evaluator(problem.graph),
      hasPins(any_of(problem.graph.tasks, [](const Task &task) {
        return task.policy != Policy::Auto;
      })) {}

void PlanSelection::beginStage(StringRef name) {
  stage = name;
  bestOfStage.reset();
}

bool PlanSelection::isBetter(Figures a, Figures b) const {
  if (problem.budget) {
    const bool fits = a.peak <= *problem.budget;
    if (fits != (b.peak <= *problem.budget))
      return fits;
    if (fits && a.time != b.time)
      return a.time < b.time;
  }
  if (a.peak != b.peak)
    return a.peak < b.peak;
  return a.time < b.time;
}

bool PlanSelection::note(Figures figures) {
  leastPeak = std::min(leastPeak, figures.peak);
  if (!bestOfStage || isBetter(figures, *bestOfStage))
    bestOfStage = figures;
  return !any || isBetter(figures, {best.peak, best.time});
}

void PlanSelection::collect(ArrayRef<Step> steps,
                            const ScheduleFigures &figures) {
  OfferedPlans *offered = getContext(problem).offered;
  if (!offered)
    return;
  const Plan *known = offered->plans.find(figures.peak);
  if (!known || known->time > figures.time)
    offered->plans.add(makePlan(steps, figures));
}

std::optional<int64_t> PlanSelection::offer(ArrayRef<Step> steps) {
  std::optional<ScheduleFigures> figures = evaluator.evaluate(steps);
  if (!figures)
    return std::nullopt;
  if (figures->peak >= peakLimit)
    return figures->peak;
  // Whether the pins hold depends on the schedule, not on the budget.
  if (hasPins &&
      errorToBool(verify(Problem(problem.graph), makePlan(steps, *figures))))
    return std::nullopt;
  collect(steps, *figures);
  if (note({figures->peak, figures->time})) {
    any = true;
    best.steps.assign(steps.begin(), steps.end());
    best.peak = figures->peak;
    best.time = figures->time;
    best.stage = stage.str();
  }
  return figures->peak;
}

void PlanSelection::offer(const Plan &plan) {
  if (!note({plan.peak, plan.time}))
    return;
  any = true;
  best = plan;
  // A plan that has a past keeps it.
  if (best.stage.empty())
    best.stage = stage.str();
}

bool PlanSelection::shouldStop() {
  return any && getContext(problem).scale != Scale::Alone &&
         control.shouldStop();
}

Expected<Plan> PlanSelection::take(StringRef strategy) {
  if (!any)
    return make_error<NotApplicableError>(
        ("no plan of '" + strategy +
         "' respects which tasks may run again and how they are pinned")
            .str());
  best.strategy = strategy.str();
  return std::move(best);
}
