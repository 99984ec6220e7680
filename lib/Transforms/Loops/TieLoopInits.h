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

/// Ties the repeated constants that a StableHLO loop starts from and changes
/// (its empty stacks and sums) to the last computed value that the loop reads,
/// for compilers that schedule by themselves: XLA makes zeros that depend on
/// nothing first, or before the loop around, and has them all alive from then
/// on. Leaves loops as they are that read nothing computed: what XLA can make
/// of constants and arguments inside its readers is there from the start. Costs
/// no bytes. O(ops · nesting).
void tieLoopInits(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_TIELOOPINITS_H
