//===- IsolateDestinations.h - One storage for each op ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BUFFERIZE_ISOLATEDESTINATIONS_H
#define REMAT_BUFFERIZE_ISOLATEDESTINATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Gives every destination-passing op its own destination, made directly before
/// it, after erasing dead code, unless that counts as in a planned function;
/// the pass `-remat-isolate-destinations` tells all that holds afterwards.
/// Idempotent. Leaves declarations alone. Fails, with a diagnostic, on an
/// unranked tensor. O(ops), plus the uses of carried tensors for each loop.
LogicalResult isolateDestinations(func::FuncOp function,
                                  bool keepsDeadCode = false);

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_ISOLATEDESTINATIONS_H
