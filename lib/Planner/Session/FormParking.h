//===- FormParking.h - Moves what forms keep to the host --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMPARKING_H
#define REMAT_LIB_PLANNER_SESSION_FORMPARKING_H

#include "FormSearch.h"

namespace mlir::remat::planner {

/// Keeps more stacks than the device has room for within the ask's budget, some
/// of them on the host. Their copies may take longer than the turns that hide
/// them, so smaller parts of the host's budget are tried, too. Nothing where
/// stacks may not lie on the host. Takes at most 12 searches, each after one
/// `chooseStacks`. Errors: those of `Session::solve`.
llvm::Error parkMoreStacks(FormSearch &search, const Ask &ask, FoundForm &best);

/// Without a budget: for each choice on the hull, moves as many bytes of stacks
/// to the host as fit. Nothing where stacks may not lie on the host. Takes at
/// most one search for each. Errors: those of `Session::solve`.
llvm::Error parkSmallest(FormSearch &search, const Ask &ask, FoundForm &best);

/// Also parks values between the loops, in what the stacks leave of the host's
/// budget: in the best form, or, if none has a plan, in the given one and the
/// one with fewest stacks. At most two searches. Errors: those of
/// `Session::solve`.
llvm::Error parkAround(FormSearch &search, const Ask &ask, FoundForm &best);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMPARKING_H
