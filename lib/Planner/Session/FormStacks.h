//===- FormStacks.h - Adjusts the stacks of the best form -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMSTACKS_H
#define REMAT_LIB_PLANNER_SESSION_FORMSTACKS_H

#include "FormSearch.h"

namespace mlir::remat::planner {

/// Adds stacks to those of the best form, in the same segments, while the
/// ask's budget has room for them. Nothing if `best` has no plan. At most
/// 4 searches, each after one `chooseStacksLike`. Errors: those of
/// `Session::solve`.
llvm::Error fillWithStacks(FormSearch &search, const Ask &ask, FoundForm &best);

/// Drops small stacks that save next to no time beside large ones, where few
/// stacks are preferred and `best`, which has a plan, is not the given form.
/// One search at most. Errors: those of `Session::solve`.
llvm::Error dropSmallStacks(FormSearch &search, const Ask &ask,
                            FoundForm &best);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMSTACKS_H
