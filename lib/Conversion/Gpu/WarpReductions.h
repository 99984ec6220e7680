//===- WarpReductions.h - Reductions of a warp by shuffles ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_WARPREDUCTIONS_H
#define REMAT_LIB_CONVERSION_GPU_WARPREDUCTIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Lowers `gpu.subgroup_reduce` and `gpu.all_reduce` within `op` to shuffles of
/// warps of 32 lanes, for GPUs and for their emulation alike. Fails where
/// patterns do not come to an end.
LogicalResult lowerWarpReductions(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_WARPREDUCTIONS_H
