//===- AutoRefine.cpp - Searches between neighboring budgets --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a sweep, a budget has neighbors. Their plans have been searched for long:
// brought to this budget, they are better places to start from than the orders
// that a search by itself begins with, and a share of its work is enough.
//
//===----------------------------------------------------------------------===//

#include "Auto/AutoSearch.h"
#include "Session/SharedWork.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

void AutoSearch::addNeighborStarts() {
  if (problem.search.reorder == Reorder::None)
    return;
  ArrayRef<Plan> plans = problem.search.shared->found.plans();
  const Plan *above = partition_point(
      plans, [&](const Plan &plan) { return plan.peak <= *problem.budget; });
  if (above != plans.begin()) {
    selection.offer(*std::prev(above));
    addStart(startFrom(graph, std::prev(above)->steps));
  }
  if (above != plans.end())
    addStart(startFrom(graph, above->steps));
}

Expected<Plan> AutoSearch::refine() {
  const SharedWork &shared = *problem.search.shared;
  control.setTimeFloor(shared.timeBound);
  workLimit /= 4;
  auto isDone = [&] {
    const Plan *best = selection.peek();
    return best && best->peak <= *problem.budget &&
           control.isAtFloor(best->time);
  };
  addNeighborStarts();
  if (Error error = offerSeeds())
    return std::move(error);
  if (const Plan *seed = selection.peek();
      seed && !isDone() && problem.search.reorder == Reorder::Full)
    addStart(startFrom(graph, seed->steps));
  if (!isDone())
    addStart(startFrom(graph, graph.baseOrder));
  if (!isDone() && !starts.empty())
    searchWithin(*problem.budget);
  Expected<Plan> plan = selection.take("auto");
  if (plan && plan->peak <= *problem.budget &&
      plan->steps.size() == graph.tasks.size() && !hasVariants(graph))
    plan->provedOptimal = true;
  return plan;
}
