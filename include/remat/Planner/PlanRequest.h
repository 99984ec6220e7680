//===- PlanRequest.h - What flags and setters ask for -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANREQUEST_H
#define REMAT_PLANNER_PLANREQUEST_H

#include "remat/Planner/Ask.h"

namespace mlir::remat::planner {

/// Search options from the values of flags, where 0 is no limit of its own for
/// `workLimit` and no limit for `timeLimit`. `Ask::check` validates them.
inline SearchOptions getSearchOptions(int effort, uint64_t workLimit,
                                      Reorder reorder, double timeLimit) {
  SearchOptions options;
  options.effort = effort;
  if (workLimit)
    options.workLimit = workLimit;
  options.reorder = reorder;
  if (timeLimit != 0)
    options.timeLimit = timeLimit;
  return options;
}

/// How flags of tools and setters of the C API ask for a plan of a graph: the
/// options of remat/Support/Options.td, not validated.
struct PlanRequest {
#define REMAT_GOAL_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                    \
  TYPE MEMBER = DEFAULT;
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"

  /// The ask, but for the budget.
  Ask getAsk() const {
    Ask ask;
    ask.strategy = strategy;
    ask.objective = objective;
    ask.search = getSearchOptions(effort, workLimit, reorder, timeLimit);
    return ask;
  }
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANREQUEST_H
