//===- ZeroFill.h - Fills that a product makes needless ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_ZEROFILL_H
#define REMAT_LIB_CONVERSION_GPU_ZEROFILL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::remat {

/// The op that fills the only output of `op` with zeros, directly before `op`
/// (and its workspace) but for allocations and ops without effects; null if
/// there is none or `op` also reads the output as an input. Does not look for
/// inputs that are other views of the output's bytes: bufferization makes no
/// such product. O(ops between).
linalg::FillOp findZeroFill(linalg::LinalgOp op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_ZEROFILL_H
