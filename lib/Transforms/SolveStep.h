//===- SolveStep.h - Searches beside that for the plan ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SOLVESTEP_H
#define REMAT_LIB_TRANSFORMS_SOLVESTEP_H

#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {

/// The ask for the plan, without a budget.
planner::Ask getAsk(const RematerializeOptions &options);

/// What the step needs, however it runs, whatever its loops keep, and with what
/// the host may hold.
planner::PeakBound getPeakBound(const PreparedStep &step,
                                const planner::HostMemory &host);

/// The ask for further searches, without a budget, with the rest of the time
/// limit, at least a tenth of it.
planner::Ask getAskBeside(const RematerializeOptions &options,
                          const FunctionOutcome &outcome);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SOLVESTEP_H
