//===- ContractionEmit.h - Parts of a contraction's kernel ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H

#include "Gpu/ContractionShape.h"
#include "Gpu/ContractionTiles.h"
#include "Gpu/KernelBuilder.h"

#include <memory>

namespace mlir::remat {

/// The address of `operand` after `index` iterations of `group`, in elements.
Value getAddress(KernelBuilder &b, Value index, const ContractionDims &group,
                 ContractionOperand operand);

/// The address of `operand` at the start of `batch`.
Value getBatchAddress(KernelBuilder &b, Value batch,
                      const ContractionShape &shape,
                      ContractionOperand operand);

/// Views the buffer as one dimension: only a linear address is computed.
Value flatten(KernelBuilder &b, const ContractionBuffer &buffer);

/// The layout of an operand's tile in shared memory, as rows (columns of the
/// right operand) and depth.
struct SharedTile {
  SharedTile(const ContractionTile &tile, ContractionOperand operand,
             bool depthFast);

  int64_t rows, depth;
  /// Depth is contiguous.
  bool depthFast;
  /// Swaps groups of eight elements in a row, so that the eight rows of a
  /// matrix that ldmatrix or wgmma reads lie in different banks.
  bool swizzled;
  /// Elements from one row, or step of depth, to the next.
  int64_t pitch;
  /// Panels of `pitch` contiguous elements, one after the other (wgmma reads at
  /// most 128 bytes of a row).
  int64_t panels;

  int64_t panelSize() const { return (depthFast ? rows : depth) * pitch; }
  int64_t size() const { return panels * panelSize(); }
  Value index(KernelBuilder &b, Value row, Value depth) const;
};

/// A stage of a tile in shared memory, from `start` on.
struct StagedTile {
  const SharedTile &layout;
  Value memory;
  Value start;

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

  int64_t size() const { return layout.size(); }
  /// Whether vectors of 16 bytes can be copied unchanged.
  bool canBeAsync() const;

  /// Computes what is the same for all tiles, for `thread` of the block and the
  /// tile at `firstRow`. `shared` has one dimension.
  void prepare(Value thread, Value shared, Value batch, Value firstRow);
  Value getStart(Value stage) { return b.mul(stage, size()); }
  StagedTile getStage(Value stage) { return {layout, shared, getStart(stage)}; }
  /// Loads this thread's share of the tile at `firstDepth`; zeros outside.
  SmallVector<Value> load(Value firstDepth);
  /// Converts the result of `load` to shared memory's type and writes it to the
  /// stage at `start`.
  void store(ArrayRef<Value> values, Value start);
  /// Loads and stores in the background. Returns the last copy's token.
  Value copyAsync(Value firstDepth, Value start);

private:
  /// A vector that this thread copies.
  struct Part {
    Value row, depth;
    /// The row's address, and whether it exists (null: it does).
    Value rowAddress, rowInside;
    Value sharedIndex;
  };
  /// The part's address in the tile at `firstDepth`, and whether all of it is
  /// inside (null: it is).
  std::pair<Value, Value> locate(const Part &part, Value firstDepth);

  KernelBuilder &b;
  const ContractionShape &shape;
  const ContractionTile &tile;
  ContractionOperand operand;
  /// Neighboring threads read along the depth.
  bool alongDepth;
  SharedTile layout;
  int64_t width;
  Value memory, shared;
  SmallVector<Part> parts;
};

/// A thread's share of the output tile, as vectors along the columns.
struct OutputFragment {
  /// The vectors' rows and first columns in the tile.
  SmallVector<Value> rows, columns;
  int64_t width;
  /// Row by row.
  SmallVector<Value> values;
};

/// Computes the products of a tile in shared memory.
class TileProduct {
public:
  /// `thread` counts within `slice`.
  TileProduct(KernelBuilder &b, const ContractionShape &shape,
              const ContractionTile &tile, Value thread, Value slice)
      : b(b), shape(shape), tile(tile), thread(thread), slice(slice) {}
  virtual ~TileProduct() = default;

  virtual SmallVector<Value> getInitialSums() = 0;
  /// Adds the products of the two stages to `sums`.
  virtual SmallVector<Value> accumulate(ValueRange sums, const StagedTile &left,
                                        const StagedTile &right) = 0;
  /// Stages that are still read when `accumulate` returns.
  virtual int64_t getStagesInFlight() const { return 0; }
  /// Emits what makes this thread's copies visible to `accumulate`, before the
  /// barrier.
  virtual void publishCopies() {}
  virtual OutputFragment getOutput(ValueRange sums) = 0;

protected:
  KernelBuilder &b;
  const ContractionShape &shape;
  const ContractionTile &tile;
  Value thread, slice;
};

/// The inline assembly through which the sums of wgmma pass when all products
/// are done.
inline constexpr llvm::StringLiteral kWaitForWgmma =
    "wgmma.wait_group.sync.aligned 0;";

std::unique_ptr<TileProduct> createWgmmaProduct(KernelBuilder &b,
                                                const ContractionShape &shape,
                                                const ContractionTile &tile,
                                                Value thread);
std::unique_ptr<TileProduct> createTileProduct(KernelBuilder &b,
                                               const ContractionShape &shape,
                                               const ContractionTile &tile,
                                               Value thread, Value slice);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
