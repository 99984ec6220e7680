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

/// Whether `what` means anything in `function`, which a pass on `op` plans. If
/// not, an error with near names; a warning where `op` is the function, whose
/// neighbors may have it.
LogicalResult checkIsThere(Operation *op, func::FuncOp function,
                           StringRef what);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_EXPLAINNAMES_H
