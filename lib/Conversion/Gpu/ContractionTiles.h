//===- ContractionTiles.h - Tiles of matrix products ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONTILES_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONTILES_H

#include "Gpu/ContractionShape.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::remat {

enum class ContractionUnit {
  /// Fused multiply-adds of single threads.
  Fma,
  /// Tensor cores on f16 or bf16, with f32 sums.
  Mma,
  /// The same by four warps at once, from shared memory (wgmma of sm_90a).
  Wgmma,
  /// Tensor cores on f32 inputs cut to tf32, with f32 sums.
  Tf32
};

/// How a block of threads computes a tile of the output.
struct ContractionTile {
  ContractionUnit unit;
  /// Output rows and columns per block; reduced iterations in shared memory at
  /// a time.
  int64_t rows, columns, depth;
  /// Per thread (Fma), per warp (Mma, Tf32) or per four warps (Wgmma).
  int64_t unitRows, unitColumns;
  /// Groups of threads that share the depth; their sums are added in order at
  /// the end.
  int64_t slices;
  /// Steps of `depth` in shared memory for asynchronous copies.
  int64_t stages;
  /// Estimated speed with enough blocks, in percent of the unit's best tile,
  /// from the reuse of values loaded into registers.
  int64_t efficiency;

  /// Whether f16 or bf16 is staged as it is, in the order that tensor cores
  /// read.
  bool takesHalves() const {
    return unit == ContractionUnit::Mma || unit == ContractionUnit::Wgmma;
  }
  int64_t getThreadsPerSlice() const;
  int64_t getThreads() const { return slices * getThreadsPerSlice(); }
  /// For example "mma 128x128x32, 64x64 a warp".
  std::string describe() const;
};

struct ContractionTileOptions {
  bool tensorCores = true;
  /// Allows Wgmma.
  bool wgmma = false;
  /// Allows f32 inputs to be cut to tf32.
  bool tf32 = false;
  /// Restricts tiles to these rows and columns, "64x64"; empty: any.
  llvm::StringRef only;
};

/// Whether a tile is spelled "ROWSxCOLUMNS" so.
bool isContractionTile(llvm::StringRef name);

/// Returns the fastest tile by blocks per multiprocessor. Assumes an H100's
/// multiprocessors, so that the choice is the same on all devices. Null for
/// fewer than 8 rows, columns or reduced iterations.
const ContractionTile *
chooseContractionTile(const ContractionShape &shape,
                      const ContractionTileOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONTILES_H
