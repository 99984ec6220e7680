//===- FormBounds.cpp - What holds for all forms of a step ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormBounds.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Refusal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Other stacks may take the place of those of the form.
static PeakBound getPeakBoundOf(const LoopForm &form, int64_t hostBytes) {
  Graph graph = *form.graph;
  for (ValueId stack : form.stacks)
    graph.values[stack].bytes = 0;
  if (Error error = graph.finalize())
    report_fatal_error(std::move(error));
  return lowerBoundPeakOfRuns(graph, hostBytes);
}

/// Only the form as given proves something for all. Another may have unrolled
/// turns of its loops: their ops look like ops that every form runs.
PeakBound mlir::remat::planner::getPeakBoundOfForms(const LoopForm &given,
                                                    const LoopForm &form,
                                                    int64_t hostBytes) {
  PeakBound bound = getPeakBoundOf(form, hostBytes);
  if (&form == &given)
    return bound;
  const int64_t ofAll = getPeakBoundOf(given, hostBytes).bytes;
  // What is alive there has no ids in this form.
  return ofAll < bound.bytes ? PeakBound{ofAll, std::nullopt, {}} : bound;
}

/// Of the step as given: loops may run without what they do for their stacks.
static TimeBound getTimeBound(const LoopForm &form) {
  TimeBound bound;
  // What only loops read may be made in their turns, or not at all.
  auto isForLoops = [&](ValueId output) {
    return llvm::is_contained(form.stacks, form.graph->root(output));
  };
  for (const Task &task : form.graph->tasks)
    if (!llvm::is_contained(form.loops, task.id) &&
        !llvm::all_of(task.outputs, isForLoops))
      bound.time += task.time;
  bound.reason = "each op outside of the loops that may keep other stacks runs "
                 "once";
  return bound;
}

void mlir::remat::planner::restateForForms(const Ask &ask,
                                           const LoopForm &given,
                                           const LoopForm &form,
                                           Outcome &outcome) {
  outcome.plan.provedOptimal = false;
  if (outcome.isRefusal()) {
    outcome.bound = getPeakBoundOfForms(given, form, ask.host.budget);
    outcome.boundOfPlans = outcome.bound.bytes;
    outcome.status = outcome.budget < outcome.bound.bytes ? Status::Infeasible
                                                          : Status::NotFound;
    outcome.message = describeRefusal(outcome, "the step", ask.strategy);
    return;
  }
  if (!outcome.hasPlan() || !ask.isAssessed)
    return;
  outcome.bound = getPeakBoundOfForms(given, form, ask.host.budget);
  Optimality &optimality = outcome.optimality;
  optimality =
      compareWithBound(*form.graph, getTimeBound(given), outcome.plan.time);
  optimality.isOfWholeTasks = false;
  if (!ask.budget)
    optimality.proved = outcome.plan.peak <= outcome.bound.bytes;
  optimality.summary =
      optimality.proved
          ? (ask.budget ? "proved optimal" : "proved the smallest peak")
      : ask.budget ? "the fastest found with any stacks in the loops"
                   : "the smallest peak found with any stacks in the loops";
}
