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

/// What computes the products of a tile.
enum class ContractionUnit {
  /// Fused multiply-adds of single threads.
  Fma,
  /// Tensor cores on f16 or bf16, with f32 sums.
  Mma,
  /// Tensor cores on f32 inputs cut to tf32, with f32 sums.
  Tf32
};

/// How a block of threads computes a tile of the output.
struct ContractionTile {
  ContractionUnit unit;
  /// Rows and columns of the output per block, and how many of the reduced
  /// iterations are in shared memory at a time.
  int64_t rows, columns, depth;
  /// Rows and columns per thread (Fma) or per warp (Mma, Tf32).
  int64_t unitRows, unitColumns;
  /// In how many slices the depth is divided among groups of threads, whose
  /// sums are added up in order at the end.
  int64_t slices;
  /// Steps of `depth` that are in shared memory where copies are asynchronous.
  int64_t stages;
  /// What of the peak the tile reaches where there are blocks enough, in
  /// percent of the best tile for this unit: an estimate from how often what is
  /// loaded into registers is used there.
  int64_t efficiency;

  /// Threads of one slice, and of the block.
  int64_t getThreadsPerSlice() const;
  int64_t getThreads() const { return slices * getThreadsPerSlice(); }
  /// The tile in words: "mma 128x128x32, 64x32 a warp".
  std::string describe() const;
};

/// What may be chosen.
struct ContractionTileOptions {
  bool tensorCores = true;
  /// Whether f32 inputs may be cut to tf32.
  bool tf32 = false;
  /// Only tiles of so many rows and columns, "64x64"; any if empty.
  llvm::StringRef only;
};

/// Whether there is a tile that is spelled "ROWSxCOLUMNS" so.
bool isContractionTile(llvm::StringRef name);

/// The tile that takes the least time by a count of blocks per multiprocessor,
/// of which it assumes as many as an H100 has, so that the choice does not
/// depend on the device. Null where `shape` is too small or too narrow to be
/// tiled: fewer than 8 rows, columns or reduced iterations.
const ContractionTile *
chooseContractionTile(const ContractionShape &shape,
                      const ContractionTileOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONTILES_H
