//===- ContractionEmit.h - Parts of a contraction's kernel ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the kernels of contractions: the copies of tiles to shared
// memory, and the computations on them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H

#include "Gpu/ContractionShape.h"
#include "Gpu/ContractionTiles.h"
#include "Gpu/Launch.h"

#include <memory>

namespace mlir::remat {

/// Where `operand` is after `index` iterations of `group`, in elements.
Value getAddress(KernelBuilder &b, Value index, const ContractionDims &group,
                 ContractionOperand operand);

/// Where `operand` is at the beginning of the batch `batch`.
Value getBatchAddress(KernelBuilder &b, Value batch,
                      const ContractionShape &shape,
                      ContractionOperand operand);

/// The buffer as one dimension, so that only a linear address is computed.
Value flatten(KernelBuilder &b, const ContractionBuffer &buffer);

/// Where the elements of a tile of the left or the right operand lie in shared
/// memory. There are rows (the columns of the right operand are its rows here)
/// and the depth.
struct SharedTile {
  SharedTile(const ContractionTile &tile, ContractionOperand operand,
             bool depthFast);

  int64_t rows, depth;
  /// Whether the depth is what is contiguous in shared memory.
  bool depthFast;
  /// Whether groups of eight elements change places in a row, so that the eight
  /// rows of a matrix that ldmatrix reads lie in different banks.
  bool swizzled;
  /// Elements from one row, or step of depth, to the next.
  int64_t pitch;

  /// Elements of one stage.
  int64_t size() const { return (depthFast ? rows : depth) * pitch; }
  /// The index of an element in a stage.
  Value index(KernelBuilder &b, Value row, Value depth) const;
};

/// A stage of a tile in shared memory, which begins at `start`.
struct StagedTile {
  const SharedTile &layout;
  Value memory;
  Value start;

  /// The index of an element in the memory.
  Value index(KernelBuilder &b, Value row, Value depth) const {
    return b.toIndex(b.add(start, layout.index(b, row, depth)));
  }
};

/// Copies tiles of an operand from device to shared memory: through registers,
/// or asynchronously.
class TileCopy {
public:
  TileCopy(KernelBuilder &b, const ContractionShape &shape,
           const ContractionTile &tile, ContractionOperand operand);

  /// Elements of one stage.
  int64_t size() const { return layout.size(); }
  /// Whether vectors of 16 bytes can be copied as they are.
  bool canBeAsync() const;

  /// Computes what does not change from tile to tile, for `thread` of the block
  /// and the tile that begins at `firstRow`. `shared` has one dimension.
  void prepare(Value thread, Value shared, Value batch, Value firstRow);
  /// Where the stage of that number begins.
  Value getStart(Value stage) { return b.mul(stage, size()); }
  StagedTile getStage(Value stage) { return {layout, shared, getStart(stage)}; }
  /// Reads what this thread copies of the tile that begins at `firstDepth`;
  /// zeros outside.
  SmallVector<Value> load(Value firstDepth);
  /// Writes what `load` returned, converted to the shared memory's type, into
  /// the stage that begins at `start`.
  void store(ArrayRef<Value> values, Value start);
  /// Both at once, in the background. Returns the token of the last copy.
  Value copyAsync(Value firstDepth, Value start);

private:
  /// One vector that this thread copies.
  struct Part {
    Value row, depth;
    /// Address of the row, and whether there is one; null where there is.
    Value rowAddress, rowInside;
    Value sharedIndex;
  };
  /// The address of a part in the tile that begins at `firstDepth`, and whether
  /// it is inside; null where all of it is.
  std::pair<Value, Value> locate(const Part &part, Value firstDepth);

  KernelBuilder &b;
  const ContractionShape &shape;
  const ContractionTile &tile;
  ContractionOperand operand;
  /// Whether neighboring threads read along the depth.
  bool alongDepth;
  SharedTile layout;
  /// Elements per vector.
  int64_t width;
  Value memory, shared;
  SmallVector<Part> parts;
};

/// What a thread holds of the block's tile of the output, as vectors along the
/// columns.
struct OutputFragment {
  /// The rows and the first columns of the vectors, in the tile.
  SmallVector<Value> rows, columns;
  int64_t width;
  /// Row by row.
  SmallVector<Value> values;
};

/// Computes the products of a tile in shared memory.
class TileProduct {
public:
  /// `thread` counts within a slice, whose number is `slice`.
  TileProduct(KernelBuilder &b, const ContractionShape &shape,
              const ContractionTile &tile, Value thread, Value slice)
      : b(b), shape(shape), tile(tile), thread(thread), slice(slice) {}
  virtual ~TileProduct() = default;

  /// The zeros that sums start from.
  virtual SmallVector<Value> getInitialSums() = 0;
  /// `sums` and what the two stages add to them.
  virtual SmallVector<Value> accumulate(ValueRange sums, const StagedTile &left,
                                        const StagedTile &right) = 0;
  /// The sums with their places.
  virtual OutputFragment getOutput(ValueRange sums) = 0;

protected:
  KernelBuilder &b;
  const ContractionShape &shape;
  const ContractionTile &tile;
  Value thread, slice;
};

std::unique_ptr<TileProduct> createTileProduct(KernelBuilder &b,
                                               const ContractionShape &shape,
                                               const ContractionTile &tile,
                                               Value thread, Value slice);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
