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
#include "remat/Planner/Refusal.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// Returns the kinds of ops in the body of a `linalg.generic` ("mulf, addf"),
/// or
/// "".
std::string getComputed(Operation *op);

/// Returns the storages among `live`, largest first.
SmallVector<planner::ValueId> sortBySize(const FunctionGraph &functionGraph,
                                         ArrayRef<planner::ValueId> live);

/// Notes the op at which most is alive, and the largest tensors there: at most
/// six lines, as MLIR prints a place's source line once.
void noteCrowdedPlace(InFlightDiagnostic &diag, func::FuncOp function,
                      const FunctionGraph &functionGraph,
                      const planner::CrowdedPlace &place);

/// Notes each text at the place of `diag`, as a change that would help.
void noteAdvice(InFlightDiagnostic &diag, ArrayRef<std::string> advice);

/// Returns each helpful change, with its op or value by name and place.
std::vector<std::string> describeAdvice(const FunctionGraph &functionGraph,
                                        ArrayRef<planner::Advice> advice,
                                        const OptionSpelling &spelling);

/// Returns "the result of linalg.matmul", or "result 1 of linalg.matmul".
std::string nameResult(OpResult result);

/// Returns why `task` may not run again and the cause; empty if it may.
std::string getObstacle(const FunctionGraph &functionGraph,
                        planner::TaskId task);

/// Returns why `op` may not run again, if it may not; empty if it may.
std::string getObstacle(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PLANNOTES_H
