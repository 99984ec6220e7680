//===- SolveStep.h - Questions beside the plan ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SOLVESTEP_H
#define REMAT_LIB_TRANSFORMS_SOLVESTEP_H

#include "remat/Planner/Ask.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {

/// Returns the ask for further searches, without a budget. It has the rest of
/// the time limit, and a tenth of the limit at least.
planner::Ask getAskBeside(const RematerializeOptions &options,
                          const FunctionOutcome &outcome);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SOLVESTEP_H
