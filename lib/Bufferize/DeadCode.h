//===- DeadCode.h - What would get storages for nothing ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_BUFFERIZE_DEADCODE_H
#define REMAT_LIB_BUFFERIZE_DEADCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Erases ops without effects whose results are not used. O(ops).
void eraseDeadOps(Region &region);

/// Erases what would get storages for nothing: unused ops, buffers that are not
/// read, selects of tensors that are decided, and, by upstream's patterns,
/// unused results of branches and loops, branches that are never taken, and
/// loops of at most one turn around their bodies. Goes on until nothing is
/// dead: a second call finds nothing. O(ops) for each round, one more for each
/// loop or branch that another one alone keeps alive.
void eraseDeadCode(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_BUFFERIZE_DEADCODE_H
