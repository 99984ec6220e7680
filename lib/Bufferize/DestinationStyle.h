//===- DestinationStyle.h - Ops that get a destination ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_BUFFERIZE_DESTINATIONSTYLE_H
#define REMAT_LIB_BUFFERIZE_DESTINATIONSTYLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// The first step of `isolateDestinations`: turns elementwise ops on tensors,
/// selects of tensors by a scalar, concatenations, splats and softmax into
/// linalg ops and insertions. Keeps attributes of the remat dialect. O(ops).
LogicalResult convertToDestinationStyle(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_BUFFERIZE_DESTINATIONSTYLE_H
