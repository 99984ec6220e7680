//===- FormSegments.h - Runs the loops of forms in segments -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMSEGMENTS_H
#define REMAT_LIB_PLANNER_SESSION_FORMSEGMENTS_H

#include "FormSearch.h"

namespace mlir::remat::planner {

/// Runs loops in segments where the ask's budget asks for that, or where it
/// takes less time than what was found. Sizes are corrected by each form that
/// is made. Takes at most 6 `findSegmentedChoices`, each with one search.
/// Errors: those of `Session::solve`.
llvm::Error runFormsInSegments(FormSearch &search, const Ask &ask,
                               FoundForm &best);

/// Tries the smallest segments for the ask's budget, where they take less time
/// than what was found. The room in the stacks says little of them: with ops
/// outside of the loops that run again or later, a form may fit below its base
/// order. Takes at most 3 searches for each of `mostSegmentLevels` levels.
/// Errors: those of `Session::solve`.
llvm::Error runFormsInSmallestSegments(FormSearch &search, const Ask &ask,
                                       FoundForm &best);

/// Without a budget: tries one more level of segments as long as that needs
/// less. Takes at most 9 searches for each of `mostSegmentLevels` levels.
/// Errors: those of `Session::solve`.
llvm::Error shrinkBySegments(FormSearch &search, const Ask &ask,
                             FoundForm &best);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMSEGMENTS_H
