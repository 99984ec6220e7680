//===- Flags.h - Flags of a planner -----------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One spelling for options of passes and pipelines, flags of tools and setters
// of the C API: remat/Support/Options.td names these functions.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_FLAGS_H
#define REMAT_PLANNER_FLAGS_H

#include "remat/Planner/Ask.h"
#include "remat/Planner/Strategies.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::remat::planner {

inline llvm::cl::ValuesClass getObjectiveValues() {
  return llvm::cl::values(
      clEnumValN(Objective::Time, "time", "the least recomputation"),
      clEnumValN(Objective::Memory, "memory",
                 "the most recomputation, which leaves the most to liveness"));
}

inline llvm::cl::ValuesClass getReorderValues() {
  return llvm::cl::values(
      clEnumValN(Reorder::None, "none", "the order as it is given, alone"),
      clEnumValN(Reorder::Local, "local",
                 "that order, and single ops moved within it"),
      clEnumValN(Reorder::Full, "full",
                 "orders of the whole step, whatever the given one"));
}

inline llvm::cl::desc describeStrategyOption() {
  static const std::string text = "How to find the plan: " + getStrategyNames();
  return llvm::cl::desc(text);
}

inline llvm::cl::desc describeStrategiesOption() {
  static const std::string text =
      "The strategies to compare: " + getStrategyNames() +
      "; auto if none is given";
  return llvm::cl::desc(text);
}

/// Takes values of flags: 0 is the default `workLimit`, and no `timeLimit`.
/// `Ask::check` validates them.
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

/// Options of remat/Support/Options.td, not validated, from flags and the C
/// API.
struct PlanRequest {
#define REMAT_GOAL_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                    \
  TYPE MEMBER = DEFAULT;
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"

  /// Without the budget.
  Ask getAsk() const {
    Ask ask;
    ask.strategy = strategy;
    ask.objective = objective;
    ask.search = getSearchOptions(effort, workLimit, reorder, timeLimit);
    return ask;
  }
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_FLAGS_H
