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

/// A solver returns its fastest plan within the budget, simulated and verified;
/// without a budget, or if all are over it, the one with the smallest peak.
/// Session turns a plan over the budget into a refusal. Errors:
/// NotApplicableError.
using Solver = llvm::Expected<Plan> (*)(const Problem &problem);

/// A row of the table.
struct Strategy {
  llvm::StringRef name;
  llvm::StringRef summary;
  Solver solver;
  /// `auto` asks it for a start on steps of at most so many tasks. 0 for `auto`
  /// itself.
  size_t maxTasksAsStart;

  /// It searches from the plans of the others: effort, time limits and earlier
  /// plans matter.
  bool isSearch() const { return maxTasksAsStart == 0; }
};

/// All strategies, in the order in which `auto` asks them.
llvm::ArrayRef<Strategy> strategies();
/// The strategy of that name, or null.
const Strategy *lookupStrategy(llvm::StringRef name);
/// "auto, none, chen": for help texts and messages.
std::string getStrategyNames();
/// One line for each strategy: its name and its summary.
std::string describeStrategies();
/// Fails with the names that there are, unless one is `name`.
llvm::Error checkStrategy(llvm::StringRef name);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_STRATEGIES_H
