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

/// An op, or an argument of the function or of a block inside.
struct NamedOp {
  Operation *op = nullptr;
  BlockArgument argument;

  Location getLoc() const { return op ? op->getLoc() : argument.getLoc(); }
  void setLoc(Location loc) { op ? op->setLoc(loc) : argument.setLoc(loc); }
};

/// Marks what `what` means in `function`: a place in a file (step.mlir:12:3,
/// 12:3, 12), the name of an op, a name in a location (whole, or else its end
/// behind a '/', or else a part of it). Ops inside of others count if none
/// outside is meant. Locations carry the marks, since isolating destinations
/// keeps them, while other ops may stand at the place after it.
void markNamedOps(func::FuncOp function, StringRef what);
/// Returns what is marked in `function`, in program order, ops outside of
/// others first.
SmallVector<NamedOp> findMarkedOps(func::FuncOp function);
void unmarkNamedOps(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_NAMEDOPS_H
