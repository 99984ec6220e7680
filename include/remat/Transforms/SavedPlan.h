//===- SavedPlan.h - Plans of functions as files ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan file (docs/graph-format.md) with one more key, `tasks`, to show where
// the function changed if the plan no longer fits.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_SAVEDPLAN_H
#define REMAT_TRANSFORMS_SAVEDPLAN_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/LoopStacks.h"
#include "remat/Planner/Optimality.h"

#include <string>

namespace mlir::remat {

/// `stacks` are those of the loops, if they had a choice.
std::string writeSavedPlan(const FunctionGraph &functionGraph,
                           const planner::Plan &plan, int64_t budget,
                           const planner::Optimality &optimality,
                           const std::optional<planner::StackChoice> &stacks,
                           const planner::HostMemory &host = {});

struct SavedPlan {
  planner::Plan plan;
  /// The budget that it was made for, else its peak.
  int64_t budget = 0;
  /// The host memory that it was made for.
  planner::HostMemory host;
};

/// Whether a saved plan says that it was made for this graph; false for
/// malformed JSON. O(size of both).
bool isSavedPlanOf(llvm::StringRef json, const planner::Graph &graph);

/// Whether a saved plan says which stacks loops keep; false for malformed JSON.
/// O(size).
bool hasSavedStacks(llvm::StringRef json);

/// Reads and simulates a plan. Errors: malformed JSON, steps that the function
/// lacks, no fingerprint, another function's fingerprint (with the first task
/// that differs). Hands one warning for each unknown key to `warn`.
llvm::Expected<SavedPlan>
readSavedPlan(llvm::StringRef json, const FunctionGraph &functionGraph,
              llvm::function_ref<void(const llvm::Twine &)> warn);

/// The stacks that a saved plan gives to loops with these turns, which keep
/// `given` as they stand; none if it says nothing of them. Errors: malformed
/// JSON, another number of values, values that cannot be kept or are needed and
/// neither kept nor made again.
llvm::Expected<std::optional<planner::StackChoice>>
readSavedStacks(llvm::StringRef json, const planner::LoopTurns &turns,
                const planner::StackChoice &given);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_SAVEDPLAN_H
