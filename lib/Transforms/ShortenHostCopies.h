//===- ShortenHostCopies.h - A step's own copies, kept short ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SHORTENHOSTCOPIES_H
#define REMAT_LIB_TRANSFORMS_SHORTENHOSTCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Moves each copy from the host that a StableHLO function makes itself
/// directly before its first reader, and each copy to the host directly behind
/// what it copies: the device then has both for the shortest time. Changes no
/// result. The function must have one block. O(ops + reads · depth).
void shortenHostCopies(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SHORTENHOSTCOPIES_H
