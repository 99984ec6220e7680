//===- SettleLoops.h - What leaves the loops, decided once ---- -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SETTLELOOPS_H
#define REMAT_LIB_TRANSFORMS_SETTLELOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/GraphBuilder.h"

namespace mlir::remat {

/// Moves invariants out of the loops of `function`, or ties them to the turns,
/// as `remat-settle-loops` says. Fails with a diagnostic as
/// `computeMemoryProfile`.
LogicalResult settleLoops(func::FuncOp function,
                          const GraphBuilderOptions &options);

/// Ties the invariants that a plan left in the loops of `function` to the
/// turns: later code motion would make room for them that was not planned.
/// O(operations · operands).
void holdLoopInvariants(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SETTLELOOPS_H
