//===- Contractions.h - Which ops sum products ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_CONTRACTIONS_H
#define REMAT_TARGETS_CONTRACTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::remat {

/// Whether `op` adds the products of its two inputs, extended or not, to its
/// output, in floats: matrix products, convolutions, and generic ops that do
/// the same. On tensors or buffers. O(1).
bool isContraction(linalg::LinalgOp op);

} // namespace mlir::remat

#endif // REMAT_TARGETS_CONTRACTIONS_H
