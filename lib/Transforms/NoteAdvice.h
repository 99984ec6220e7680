//===- NoteAdvice.h - What would help, at the ops it is about ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_NOTEADVICE_H
#define REMAT_LIB_TRANSFORMS_NOTEADVICE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Advice.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// Attaches a note for each change that would help, at the op that it is about,
/// or at `elsewhere`.
void noteAdvice(InFlightDiagnostic &diag, const FunctionGraph &functionGraph,
                ArrayRef<planner::Advice> advice, Location elsewhere);

/// The same in words that stand alone: ops and values are named by their
/// locations.
std::vector<std::string> describeAdvice(const FunctionGraph &functionGraph,
                                        ArrayRef<planner::Advice> advice,
                                        Location elsewhere);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_NOTEADVICE_H
