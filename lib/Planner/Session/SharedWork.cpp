//===- SharedWork.cpp - What the searches of a sweep share ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session/SharedWork.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// The plan of all that are on offer which a selection would have kept.
static Expected<Plan> pick(const Problem &problem, const OfferedPlans &kept) {
  if (!kept.reason.empty())
    return make_error<NotApplicableError>(kept.reason);
  const Plan *plan = kept.plans.find(problem.budget);
  return plan ? *plan : *kept.plans.find(std::nullopt);
}

Expected<Plan> mlir::remat::planner::solveOnce(
    const Problem &problem, OfferedPlans &kept,
    function_ref<Expected<Plan>(const Problem &)> solver) {
  if (kept.isComplete && !kept.dependOnBudget)
    return pick(problem, kept);
  SharedWork own;
  own.offered = &kept;
  Problem collecting = problem;
  collecting.search.shared = &own;
  collecting.search.archive = nullptr;
  Expected<Plan> plan = solver(collecting);
  if (plan) {
    kept.isComplete = true;
    return plan;
  }
  Error other =
      handleErrors(plan.takeError(), [&](const NotApplicableError &error) {
        kept.reason = error.reason;
        kept.isComplete = true;
      });
  if (other)
    return std::move(other);
  return make_error<NotApplicableError>(kept.reason);
}
