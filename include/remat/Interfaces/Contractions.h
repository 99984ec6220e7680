//===- Contractions.h - Which ops sum products ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_CONTRACTIONS_H
#define REMAT_INTERFACES_CONTRACTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::remat {

/// Whether `op` adds products of two inputs, converted or not, to its output:
/// matrix products, convolutions, and generic ops that do the same. On tensors
/// or buffers. O(payload).
bool isContraction(linalg::LinalgOp op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_CONTRACTIONS_H
