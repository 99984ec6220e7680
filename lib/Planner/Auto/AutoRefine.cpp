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

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

void AutoSearch::addNeighborStarts() {
  if (problem.search.reorder == Reorder::None)
    return;
  beginStage("neighbors");
  ArrayRef<Plan> plans = context.memory->found.plans();
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
  assert(context.memory && problem.budget &&
         "only a budget has neighbors, and only a memory knows their plans");
  control.setTimeFloor(context.timeFloor);
  auto isDone = [&] {
    const Plan *best = selection.peek();
    return best && best->peak <= *problem.budget &&
           control.isAtFloor(best->time);
  };
  addNeighborStarts();
  Expected<uint64_t> work = offerStarts(workLimit / 4);
  if (!work)
    return work.takeError();
  if (const Plan *best = selection.peek();
      best && !isDone() && problem.search.reorder == Reorder::Full)
    addStart(startFrom(graph, best->steps));
  if (!isDone())
    addStart(startFrom(graph, graph.baseOrder));
  if (!isDone() && !starts.empty())
    searchWithin(*problem.budget, *work);
  const Plan *best = selection.peek();
  return takeBest(/*isProved=*/best && isEachTaskOnce(*best));
}
