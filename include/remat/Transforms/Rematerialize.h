//===- Rematerialize.h - Solve, apply, verify for one function --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_REMATERIALIZE_H
#define REMAT_TRANSFORMS_REMATERIALIZE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Problem.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"

#include <optional>
#include <string>

namespace mlir::remat {

struct RematerializeOptions {
  /// None takes the budget of the saved plan.
  std::optional<Budget> budget;
  std::string strategy = "auto";
  planner::Objective objective = planner::Objective::Time;
  /// How hard to search.
  planner::SearchOptions search;
  GraphBuilderOptions graph;
  /// Barriers over all that is alive; none is what the target needs.
  std::optional<int64_t> cuts;
  /// The text of a saved plan to apply instead of solving, and its file's name.
  std::optional<std::string> savedPlan;
  std::string savedPlanName;
  /// The value or the values to explain, as `remat-rematerialize` spells it;
  /// empty if there are none.
  std::string explain;
  /// Where to put what was decided; may be null.
  Report *report = nullptr;
  /// Who watches the search; may be null.
  SearchMonitor *monitor = nullptr;
};

/// Makes `function` fit the budget: isolates destinations where the target
/// needs it, builds the graph, solves, rewrites, and computes the profile of
/// the result again, which must be the predicted one. The function carries the
/// budget afterwards as `remat.budget`, for `verifyBudget`.
///
/// Where the search was interrupted, a warning says that the plan depends on
/// when. Emits a diagnostic on failure: what `buildFunctionGraph` refuses, a
/// strategy that does not apply, a budget that cannot be met (the bound or the
/// smallest budget found, with the step and the tensors where it binds), a
/// saved plan that was made for another function (with the first difference).
/// The function's schedule is untouched then.
LogicalResult rematerialize(func::FuncOp function,
                            const RematerializeOptions &options);

/// Returns the file that `loc` is in, without a line: what is remarked there of
/// a whole function is printed without its signature, which fills a screen.
Location getFileOnly(Location loc);

/// Whether `function` as it stands keeps `budget` bytes, arguments and
/// constants included. On tensors the memory model says so; on memrefs the
/// allocations and deallocations. Emits a diagnostic with the step at the peak
/// and what is alive there.
LogicalResult verifyBudget(func::FuncOp function, int64_t budget,
                           const Target &target);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZE_H
