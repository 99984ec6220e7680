//===- Flags.h - How flags spell what a planner is asked --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One spelling for pass options, pipeline options and the flags of all tools.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_FLAGS_H
#define REMAT_PLANNER_FLAGS_H

#include "remat/Planner/Problem.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::remat::planner {

/// The names of the objectives.
inline llvm::cl::ValuesClass getObjectiveValues() {
  return llvm::cl::values(
      clEnumValN(Objective::Time, "time", "the least recomputation"),
      clEnumValN(Objective::Memory, "memory",
                 "the most recomputation, which leaves the most to liveness"));
}

/// The names of the kinds of reordering.
inline llvm::cl::ValuesClass getReorderValues() {
  return llvm::cl::values(
      clEnumValN(Reorder::None, "none", "the order as it is given, alone"),
      clEnumValN(Reorder::Local, "local",
                 "that order, and single ops moved within it"),
      clEnumValN(Reorder::Full, "full",
                 "orders of the whole step, whatever the given one"));
}

/// Search options from what flags hold, where 0 is no limit of its own for
/// `workLimit` and no limit for `timeLimit`. `Problem::check` validates them.
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

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_FLAGS_H
