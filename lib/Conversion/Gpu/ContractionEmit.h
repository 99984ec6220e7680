//===- ContractionEmit.h - Parts of a contraction's kernel ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kernels of contractions are put together from: integer arithmetic
// that folds, the copies of tiles to shared memory, and the computations on
// them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H

#include "Gpu/ContractionShape.h"
#include "Gpu/ContractionTiles.h"
#include "Gpu/Launch.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <memory>

namespace mlir::remat {

/// Arithmetic on indices that also decides: of 32 bits where all that is
/// computed fits.
class TileMath : public KernelMath {
public:
  TileMath(ImplicitLocOpBuilder &builder, IntegerType type)
      : KernelMath(builder, builder.getLoc(), type), builder(builder) {}

  ImplicitLocOpBuilder &builder;

  Value exclusiveOr(Value a, Value b);
  /// `a` if `condition`, which may be null for true, else `b`.
  Value select(Value condition, Value a, Value b);
  /// Both conditions; either may be null for true.
  Value both(Value a, Value b);
  /// Where `operand` is after `index` iterations of `group`, in elements.
  Value address(Value index, const ContractionDims &group,
                ContractionOperand operand);
};

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
  Value index(TileMath &math, Value row, Value depth) const;
};

/// Copies tiles of an operand from device to shared memory: through registers,
/// or asynchronously.
class TileCopy {
public:
  /// `thread` counts within the block.
  TileCopy(TileMath &math, const ContractionShape &shape,
           const ContractionTile &tile, ContractionOperand operand,
           Value thread);

  const SharedTile &getLayout() const { return layout; }
  /// Whether vectors of 16 bytes can be copied as they are.
  bool canBeAsync() const;

  /// Takes the operand's and the shared memory, both one-dimensional, where the
  /// batch begins, and the first row of the block's tile; computes what does
  /// not change from tile to tile.
  void prepare(Value memory, Value shared, Value batchAddress, Value firstRow);
  /// Reads what this thread copies of the tile that begins at `firstDepth`;
  /// zeros outside.
  SmallVector<Value> load(Value firstDepth);
  /// Writes what `load` returned, converted to the shared memory's type, into
  /// the stage that begins at `stage`.
  void store(ArrayRef<Value> values, Value stage);
  /// Both at once, in the background. Returns the token of the last copy.
  Value copyAsync(Value firstDepth, Value stage);

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

  TileMath &math;
  const ContractionShape &shape;
  const ContractionTile &tile;
  ContractionOperand operand;
  /// Whether neighboring threads read along the depth.
  bool alongDepth;
  SharedTile layout;
  Value thread;
  /// Elements per vector.
  int64_t width = 1;
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
  /// `left` and `right` are the layouts of the operands' tiles; `thread` counts
  /// within a slice, whose number is `slice`.
  TileProduct(TileMath &math, const ContractionShape &shape,
              const ContractionTile &tile, SharedTile left, SharedTile right,
              Value thread, Value slice)
      : math(math), shape(shape), tile(tile), left(left), right(right),
        thread(thread), slice(slice) {}
  virtual ~TileProduct() = default;

  /// The zeros that sums start from.
  virtual SmallVector<Value> getInitialSums() = 0;
  /// `sums` and what the stages that begin at the two offsets add to them.
  virtual SmallVector<Value> accumulate(ValueRange sums, Value leftMemory,
                                        Value leftStage, Value rightMemory,
                                        Value rightStage) = 0;
  /// The sums with their places.
  virtual OutputFragment getOutput(ValueRange sums) = 0;

protected:
  TileMath &math;
  const ContractionShape &shape;
  const ContractionTile &tile;
  SharedTile left, right;
  Value thread, slice;
};

std::unique_ptr<TileProduct>
createTileProduct(TileMath &math, const ContractionShape &shape,
                  const ContractionTile &tile, SharedTile left,
                  SharedTile right, Value thread, Value slice);

/// Emits a gpu.launch that computes `shape` by `tile`, before `builder`'s
/// insertion point.
void emitContraction(ImplicitLocOpBuilder &builder,
                     const ContractionShape &shape,
                     const ContractionTile &tile);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONEMIT_H
