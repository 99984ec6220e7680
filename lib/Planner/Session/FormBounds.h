//===- FormBounds.h - What holds for all forms of a step --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMBOUNDS_H
#define REMAT_LIB_PLANNER_SESSION_FORMBOUNDS_H

#include "remat/Planner/Ask.h"
#include "remat/Planner/LoopForms.h"
#include "remat/Planner/Outcome.h"

namespace mlir::remat::planner {

/// Bytes that no plan of any form goes below, with `hostBytes` on the host;
/// with the ids of `form` where they have any. `given`: the form as given, by
/// its address. The time of two `lowerBoundPeak`.
PeakBound getPeakBoundOfForms(const LoopForm &given, const LoopForm &form,
                              int64_t hostBytes);

/// Takes back what `outcome`, of a plan for `form` or a refusal of it, says of
/// that form alone: bounds, proofs and a refusal become those of all forms.
/// Bounds on plans only if the ask is assessed. The time of two
/// `lowerBoundPeak` and one `compareWithBound`.
void restateForForms(const Ask &ask, const LoopForm &given,
                     const LoopForm &form, Outcome &outcome);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMBOUNDS_H
