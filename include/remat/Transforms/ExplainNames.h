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

/// An op, or an argument of the function or of a block inside.
struct NamedOp {
  Operation *op = nullptr;
  BlockArgument argument;
  /// Asked for was not `op`, but an op of this name that prepares what `op`
  /// writes over.
  std::optional<OperationName> destination;

  Location getLoc() const { return op ? op->getLoc() : argument.getLoc(); }
  void setLoc(Location loc) { op ? op->setLoc(loc) : argument.setLoc(loc); }
};

/// Whether `what` is the name of a value ("%5", "@f:%5"), which only the text
/// of the module knows: remat-opt puts a place there.
bool isValueName(StringRef what);

/// Marks what `what` means in `function`: a place in a file (step.mlir:12:3,
/// 12:3, 12), the name of an op, a name in a location (whole, or else its end
/// behind a `/`, or else a part of it). Ops inside of others count if none
/// outside is meant; a destination stands for the ops that write over it.
/// Locations carry the marks: isolating destinations keeps them.
void markNamedOps(func::FuncOp function, StringRef what);
/// Returns what is marked in `function`, in program order, ops outside of
/// others first.
SmallVector<NamedOp> findMarkedOps(func::FuncOp function);
void unmarkNamedOps(func::FuncOp function);

/// Whether something under `op`, a function or a module, is what `what` says.
/// If nothing is, an error that names what is near; of a single function, whose
/// neighbors may have it, a warning. A function that is not `functionName` is
/// left out, unless that is empty.
LogicalResult checkIsThere(Operation *op, StringRef functionName,
                           StringRef what);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_EXPLAINNAMES_H
