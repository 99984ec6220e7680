//===- IsolateDestinations.h - One destination for each op ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_ISOLATEDESTINATIONS_H
#define REMAT_LIB_TRANSFORMS_ISOLATEDESTINATIONS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func

namespace remat {

/// Gives every destination-passing op in `function` a destination of its own,
/// made directly before it; see the pass `-remat-isolate-destinations` for all
/// that holds afterwards. Idempotent. A function without a body is left alone.
///
/// Fails, with a diagnostic, on a tensor without a rank. O(ops), and one look
/// at the uses of each carried tensor for each loop.
LogicalResult isolateDestinations(func::FuncOp function);

/// The first step of that: turns ops that have no destination, but can have
/// one, into linalg ops and insertions: elementwise ops on tensors, selects of
/// tensors by a scalar, concatenations, splats, softmax. An attribute of the
/// remat dialect on an elementwise op goes to the linalg op that replaces it.
LogicalResult convertToDestinationStyle(func::FuncOp function);

} // namespace remat
} // namespace mlir

#endif // REMAT_LIB_TRANSFORMS_ISOLATEDESTINATIONS_H
