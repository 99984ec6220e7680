//===- ExplainNames.h - What is to be explained, in the IR ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_EXPLAINNAMES_H
#define REMAT_TRANSFORMS_EXPLAINNAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace mlir::remat {

/// An op, or an argument of the function or of an inner block.
struct NamedOp {
  Operation *op = nullptr;
  BlockArgument argument;
  /// Set if an op of this name was asked for that prepares the destination of
  /// `op`.
  std::optional<OperationName> destination;

  Location getLoc() const { return op ? op->getLoc() : argument.getLoc(); }
  void setLoc(Location loc) { op ? op->setLoc(loc) : argument.setLoc(loc); }
};

/// A value's name ("%5", "@f:%5"), known only from the module's text: remat-opt
/// replaces it by a place.
bool isValueName(StringRef what);

/// Marks the ops that `what` means: a place in a file (step.mlir:12:3, 12:3,
/// 12), an op's name, a name in a location (whole, else its end behind a `/`,
/// else a part). Ops inside others count if none outside is meant; a
/// destination stands for the ops that write over it. Locations carry the
/// marks: isolating destinations keeps them.
void markNamedOps(func::FuncOp function, StringRef what);
/// In program order, ops outside of others first.
SmallVector<NamedOp> findMarkedOps(func::FuncOp function);
void unmarkNamedOps(func::FuncOp function);

/// Whether `what` means anything under `op`, a function or a module. If not, an
/// error with near names; a warning for a single function, whose neighbors may
/// have it. Skips functions not named `functionName`, unless that is empty.
LogicalResult checkIsThere(Operation *op, StringRef functionName,
                           StringRef what);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_EXPLAINNAMES_H
