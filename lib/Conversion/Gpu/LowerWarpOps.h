//===- LowerWarpOps.h - Warp-wide reductions --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_LOWERWARPOPS_H
#define REMAT_LIB_CONVERSION_GPU_LOWERWARPOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Lowers `gpu.subgroup_reduce` and `gpu.all_reduce` to shuffles of warps of 32
/// lanes, for GPUs and their emulation. Fails if patterns do not converge.
LogicalResult lowerWarpReductions(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_LOWERWARPOPS_H
