//===- OfferedPlans.cpp - What a strategy has on offer --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/OfferedPlans.h"

#include "Graph/SearchControl.h"
#include "remat/Planner/NotApplicable.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

/// Of all plans on offer, the one that a selection would have kept.
static Expected<Plan> pick(const Problem &problem, const OfferedPlans &kept) {
  if (!kept.reason.empty())
    return make_error<NotApplicableError>(kept.reason);
  assert(!kept.plans.plans().empty() && "a complete offer without a reason");
  const Plan *plan = kept.plans.find(problem.budget);
  return plan ? *plan : *kept.plans.find(std::nullopt);
}

Expected<Plan> mlir::remat::planner::askSolver(const Problem &problem,
                                               Solver solver, Scale scale,
                                               OfferedPlans *kept) {
  if (kept && kept->isComplete && !kept->dependOnBudget)
    return pick(problem, *kept);
  SolverContext context;
  context.scale = scale;
  context.offered = kept;
  Problem asked = problem;
  asked.context = &context;
  SearchControl control(asked);
  if (kept)
    kept->reason.clear();
  Expected<Plan> plan = solver(asked);
  if (!kept)
    return plan;
  if (!plan) {
    Error other =
        handleErrors(plan.takeError(), [&](const NotApplicableError &error) {
          kept->reason = error.reason;
        });
    if (other)
      return std::move(other);
    plan = make_error<NotApplicableError>(kept->reason);
  }
  kept->isComplete = !control.shouldStop();
  return plan;
}
