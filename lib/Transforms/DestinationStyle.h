//===- DestinationStyle.h - Ops that get a destination ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H
#define REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Gives every destination-passing op its own destination, made directly before
/// it; the pass `-remat-isolate-destinations` tells all that holds afterwards.
/// Idempotent. Leaves declarations alone. Fails, with a diagnostic, on an
/// unranked tensor. O(ops), plus the uses of carried tensors for each loop.
LogicalResult isolateDestinations(func::FuncOp function);

/// The first step of that: turns elementwise ops on tensors, selects of tensors
/// by a scalar, concatenations, splats and softmax into linalg ops and
/// insertions. Keeps attributes of the remat dialect.
LogicalResult convertToDestinationStyle(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H
