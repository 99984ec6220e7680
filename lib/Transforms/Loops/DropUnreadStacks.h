//===- DropUnreadStacks.h - Stacks that nothing reads -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_DROPUNREADSTACKS_H
#define REMAT_LIB_TRANSFORMS_LOOPS_DROPUNREADSTACKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Takes from counted loops what their turns only write slices of, and nothing
/// reads: where an outer loop no longer stacks them, stacks of inner loops.
void dropUnreadStacks(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_DROPUNREADSTACKS_H
