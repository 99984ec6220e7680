//===- ReplaceByCountedLoops.h - Loops as the planner counts ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_REPLACEBYCOUNTEDLOOPS_H
#define REMAT_LIB_TRANSFORMS_LOOPS_REPLACEBYCOUNTEDLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// By `CountedLoopOpInterface::replaceByCountedLoop`, inner loops first: an
/// `scf.while` that counts becomes an `scf.for`.
void replaceByCountedLoops(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_REPLACEBYCOUNTEDLOOPS_H
