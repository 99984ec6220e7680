//===- Tiles.h - Transposes through workgroup memory ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_TILES_H
#define REMAT_LIB_CONVERSION_GPU_TILES_H

#include "Gpu/Nest.h"

namespace mlir::remat {

/// Launches an op with an input contiguous along another loop than its result
/// through 32x32 tiles in workgroup memory, so that both are coalesced. Emits
/// nothing and returns false for other ops or less than a tile.
bool emitTiles(KernelBuilder &b, KernelNest &nest);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_TILES_H
