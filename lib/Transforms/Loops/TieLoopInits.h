//===- TieLoopInits.h - Zeros made where their loop starts ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_TIELOOPINITS_H
#define REMAT_LIB_TRANSFORMS_LOOPS_TIELOOPINITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Ties the broadcast constants that a StableHLO loop starts from (its empty
/// stacks and sums) to the last value that the loop waits for, for compilers
/// that schedule by themselves: XLA makes zeros that depend on nothing first,
/// or before the loop around, and has them all alive from then on. Loops that
/// start from constants and arguments alone are left as they are. O(ops).
void tieLoopInits(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_TIELOOPINITS_H
