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
#include "remat/Planner/Optimality.h"

#include <string>

namespace mlir::remat {

std::string writeSavedPlan(const FunctionGraph &functionGraph,
                           const planner::Plan &plan, int64_t budget,
                           const planner::Optimality &optimality);

struct SavedPlan {
  planner::Plan plan;
  /// As made for, else its peak.
  int64_t budget = 0;
};

/// Reads and simulates a plan. Errors: malformed JSON, steps that the function
/// lacks, no fingerprint, another function's fingerprint (with the first task
/// that differs). Hands one warning for each unknown key to `warn`.
llvm::Expected<SavedPlan>
readSavedPlan(llvm::StringRef json, const FunctionGraph &functionGraph,
              llvm::function_ref<void(const llvm::Twine &)> warn);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_SAVEDPLAN_H
