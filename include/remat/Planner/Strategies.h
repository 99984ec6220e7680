//===- Strategies.h - The table of strategies -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_STRATEGIES_H
#define REMAT_PLANNER_STRATEGIES_H

#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

/// Returns its fastest plan within the budget, simulated and verified; without
/// a budget, or if all are over it, the one of smallest peak, which Session
/// turns into a refusal. Errors: NotApplicableError.
using Solver = llvm::Expected<Plan> (*)(const Problem &problem);

struct Strategy {
  llvm::StringRef name;
  llvm::StringRef summary;
  Solver solver;
  /// `auto` starts from it on steps of at most so many tasks; 0 for `auto`
  /// itself.
  size_t maxTasksAsStart;

  /// Searches from others' plans: effort, time limits and earlier plans matter.
  bool isSearch() const { return maxTasksAsStart == 0; }
};

/// In the order in which `auto` asks them.
llvm::ArrayRef<Strategy> strategies();
/// Null if unknown.
const Strategy *lookupStrategy(llvm::StringRef name);
/// "auto, none, chen".
std::string getStrategyNames();
/// A line each: name and summary.
std::string describeStrategies();
/// Fails with the known names if `name` is unknown.
llvm::Error checkStrategy(llvm::StringRef name);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_STRATEGIES_H
