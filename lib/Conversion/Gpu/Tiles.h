//===- Tiles.h - Transposes through workgroup memory ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_TILES_H
#define REMAT_LIB_CONVERSION_GPU_TILES_H

#include "Gpu/Launch.h"

namespace mlir::remat {

/// Emits the launch of an op that has an input contiguous along another loop
/// than its result, through tiles of 32 by 32 elements in workgroup memory, so
/// that both are coalesced. Returns false, and emits nothing, for other ops
/// and where there is less than a tile to move.
bool emitTiles(OpBuilder &builder, KernelNest &nest);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_TILES_H
