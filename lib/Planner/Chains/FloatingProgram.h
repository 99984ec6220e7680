//===- FloatingProgram.h - The floating program, within limits --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_FLOATINGPROGRAM_H
#define REMAT_LIB_PLANNER_FLOATINGPROGRAM_H

#include "remat/Planner/Chain.h"

namespace mlir::remat::planner {

/// As solveFloating, but gives up after `maxWork` steps of work, of which a
/// core does about 2^28 to 2^30 in a second. Errors: that too.
ChainTableOr solveFloatingWithin(const Chain &chain, int64_t capacity,
                                 const ChainSolverOptions &options,
                                 int64_t maxWork);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FLOATINGPROGRAM_H
