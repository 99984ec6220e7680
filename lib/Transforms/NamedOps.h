//===- NamedOps.h - The ops that a person means -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_NAMEDOPS_H
#define REMAT_LIB_TRANSFORMS_NAMEDOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Transforms/ExplainNames.h"

namespace mlir::remat {

/// What `what` means in `function`, in program order: a marked value, a place
/// in a file (step.mlir:12:3, 12:3, 12), the name of an op, a name in a
/// location: whole, or else the end of one behind a '/', or else a part of one.
/// Ops inside of others count where none outside is meant.
SmallVector<NamedOp> findNamedOps(func::FuncOp function, StringRef what);

/// Marks what `what` means in `function`, unless whoever parsed it did: the ops
/// that stand there may be others once destinations are isolated.
void markNamedOps(func::FuncOp function, StringRef what);

/// What is marked as `what` in `function`, in program order, what lies outside
/// of other ops first.
SmallVector<NamedOp> findMarkedOps(func::FuncOp function, StringRef what);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_NAMEDOPS_H
