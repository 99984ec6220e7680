//===- PlanNotes.h - What notes say of ops and values --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_PLANNOTES_H
#define REMAT_LIB_TRANSFORMS_PLANNOTES_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Advice.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// Returns the storages among `live`, largest first.
SmallVector<planner::ValueId> sortBySize(const FunctionGraph &functionGraph,
                                         ArrayRef<planner::ValueId> live);

/// Notes the largest storages alive at the place of `diag`.
void noteLive(InFlightDiagnostic &diag, const FunctionGraph &functionGraph,
              ArrayRef<planner::ValueId> live);

/// Notes each helpful change at its op or value, or at `elsewhere`.
void noteAdvice(InFlightDiagnostic &diag, const FunctionGraph &functionGraph,
                ArrayRef<planner::Advice> advice, Location elsewhere);

/// Returns each helpful change, located at its op or value, or `elsewhere`.
std::vector<std::string> describeAdvice(const FunctionGraph &functionGraph,
                                        ArrayRef<planner::Advice> advice,
                                        Location elsewhere);

/// Returns why `task` may not run again and the cause; empty if it may.
std::string getObstacle(const FunctionGraph &functionGraph,
                        planner::TaskId task);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PLANNOTES_H
