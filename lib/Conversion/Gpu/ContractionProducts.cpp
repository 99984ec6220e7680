//===- ContractionProducts.cpp - Products of tiles in shared memory -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"
#include "remat/Conversion/GpuAddresses.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Each thread sums a small matrix in vectors of rows and columns. Neighboring
/// threads' vectors are adjacent, so that a warp reads shared memory without
/// conflicts.
class FmaProduct final : public TileProduct {
public:
  FmaProduct(KernelBuilder &b, const ContractionShape &shape,
             const ContractionTile &tile, Value thread, Value slice);

  SmallVector<Value> getInitialSums() override;
  SmallVector<Value> accumulate(ValueRange sums, const StagedTile &left,
                                const StagedTile &right) override;
  OutputFragment getOutput(ValueRange sums) override;

private:
  /// The vectors of one operand at `step` of the depth.
  SmallVector<Value> loadVectors(const StagedTile &tile, Value step,
                                 Value first, int64_t unit);
  /// Elements from one of a thread's vectors to the next.
  int64_t getDistance(int64_t size, int64_t unit) const {
    return size / (unit / width);
  }

  int64_t width;
  /// The first row and column of this thread.
  Value row, column;
};

} // namespace

FmaProduct::FmaProduct(KernelBuilder &b, const ContractionShape &shape,
                       const ContractionTile &tile, Value thread, Value slice)
    : TileProduct(b, shape, tile, thread, slice) {
  int64_t bits = shape.accumulator.getIntOrFloatBitWidth();
  width = std::min({int64_t(128 / bits), tile.unitRows, tile.unitColumns});
  int64_t down = tile.rows / tile.unitRows;
  int64_t across = tile.columns / tile.unitColumns;
  // A warp of 4 x 8 threads reads the least shared memory per product.
  int64_t warpAcross = std::min<int64_t>(across, 8);
  int64_t warpDown = kWarpThreads / warpAcross;
  Value x, y;
  if (down % warpDown == 0) {
    Value lane = b.rem(thread, kWarpThreads),
          warp = b.div(thread, kWarpThreads);
    int64_t warpsAcross = across / warpAcross;
    x = b.add(b.mul(b.rem(warp, warpsAcross), warpAcross),
              b.rem(lane, warpAcross));
    y = b.add(b.mul(b.div(warp, warpsAcross), warpDown),
              b.div(lane, warpAcross));
  } else {
    x = b.rem(thread, across);
    y = b.div(thread, across);
  }
  row = b.mul(y, width);
  column = b.mul(x, width);
}

SmallVector<Value> FmaProduct::getInitialSums() {
  return SmallVector<Value>(tile.unitRows * tile.unitColumns / width,
                            b.zero(VectorType::get(width, shape.accumulator)));
}

SmallVector<Value> FmaProduct::loadVectors(const StagedTile &tile, Value step,
                                           Value first, int64_t unit) {
  auto type = VectorType::get(width, shape.accumulator);
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < unit / width; ++i) {
    Value at = b.add(first, i * getDistance(tile.layout.rows, unit));
    vectors.push_back(vector::LoadOp::create(
        b, type, tile.memory, tile.index(b, at, step), /*nontemporal=*/false,
        llvm::MaybeAlign(getElementBytes(type))));
  }
  return vectors;
}

SmallVector<Value> FmaProduct::accumulate(ValueRange sums,
                                          const StagedTile &left,
                                          const StagedTile &right) {
  SmallVector<Value> result(sums);
  auto type = VectorType::get(width, shape.accumulator);
  int64_t steps = tile.depth / tile.slices;
  Value first = b.mul(slice, steps);
  for (int64_t k = 0; k < steps; ++k) {
    Value step = b.add(first, k);
    SmallVector<Value> lefts = loadVectors(left, step, row, tile.unitRows);
    SmallVector<Value> rights =
        loadVectors(right, step, column, tile.unitColumns);
    for (int64_t i = 0; i < tile.unitRows; ++i) {
      Value scalar = vector::ExtractOp::create(b, lefts[i / width], i % width);
      Value factor = vector::BroadcastOp::create(b, type, scalar);
      for (auto [j, other] : llvm::enumerate(rights)) {
        Value &sum = result[i * rights.size() + j];
        sum = math::FmaOp::create(b, factor, other, sum);
      }
    }
  }
  return result;
}

OutputFragment FmaProduct::getOutput(ValueRange sums) {
  OutputFragment output;
  output.width = width;
  output.values = llvm::to_vector(sums);
  for (int64_t i = 0; i < tile.unitRows; ++i)
    output.rows.push_back(b.add(
        row, i / width * getDistance(tile.rows, tile.unitRows) + i % width));
  for (int64_t j = 0; j < tile.unitColumns / width; ++j)
    output.columns.push_back(
        b.add(column, j * getDistance(tile.columns, tile.unitColumns)));
  return output;
}

namespace {

/// Rows and columns of one instruction's sums.
constexpr int64_t kFragmentRows = 16;
constexpr int64_t kFragmentColumns = 8;

/// Each warp sums a matrix of 16 x 8 fragments.
class WarpProduct : public TileProduct {
public:
  WarpProduct(KernelBuilder &b, const ContractionShape &shape,
              const ContractionTile &tile, Value thread, Value slice);

  SmallVector<Value> getInitialSums() override;
  SmallVector<Value> accumulate(ValueRange sums, const StagedTile &left,
                                const StagedTile &right) override;
  OutputFragment getOutput(ValueRange sums) override;

protected:
  /// Depth of one instruction.
  virtual int64_t getFragmentDepth() const = 0;
  /// The left operand's fragment at `firstRow`, `step` deep.
  virtual Value loadLeft(const StagedTile &left, Value firstRow,
                         Value step) = 0;
  /// All fragments of the right operand.
  virtual SmallVector<Value> loadRight(const StagedTile &right, Value step) = 0;

  int64_t countRows() const { return tile.unitRows / kFragmentRows; }
  int64_t countColumns() const { return tile.unitColumns / kFragmentColumns; }

  Value lane;
  /// The first row and column of this warp.
  Value row, column;
};

/// f16 and bf16, by ldmatrix.
class MmaProduct final : public WarpProduct {
public:
  using WarpProduct::WarpProduct;

private:
  int64_t getFragmentDepth() const override { return 16; }
  Value loadLeft(const StagedTile &left, Value firstRow, Value step) override;
  SmallVector<Value> loadRight(const StagedTile &right, Value step) override;
  /// Four 8 x 8 matrices from 16 rows and a depth of 16. Bit `rowBit` of a
  /// matrix' number moves it by 8 rows, the other one in the depth.
  Value loadMatrices(const StagedTile &tile, Value firstRow, Value step,
                     int64_t rowBit);
};

/// f32, cut to tf32 by the tensor cores. Reads single elements: ldmatrix needs
/// data contiguous along the depth.
class Tf32Product final : public WarpProduct {
public:
  using WarpProduct::WarpProduct;

private:
  int64_t getFragmentDepth() const override { return 8; }
  Value loadLeft(const StagedTile &left, Value firstRow, Value step) override;
  SmallVector<Value> loadRight(const StagedTile &right, Value step) override;
  /// Per thread an element at each of `rows` x `steps`, the rows first.
  Value loadElements(const StagedTile &tile, Value firstRow, Value step,
                     ArrayRef<int64_t> rows);
};

} // namespace

WarpProduct::WarpProduct(KernelBuilder &b, const ContractionShape &shape,
                         const ContractionTile &tile, Value thread, Value slice)
    : TileProduct(b, shape, tile, thread, slice) {
  lane = b.rem(thread, kWarpThreads);
  Value warp = b.div(thread, kWarpThreads);
  int64_t across = tile.columns / tile.unitColumns;
  row = b.mul(b.div(warp, across), tile.unitRows);
  column = b.mul(b.rem(warp, across), tile.unitColumns);
}

SmallVector<Value> WarpProduct::getInitialSums() {
  return SmallVector<Value>(countRows() * countColumns(),
                            b.zero(VectorType::get({2, 2}, b.getF32Type())));
}

SmallVector<Value> WarpProduct::accumulate(ValueRange sums,
                                           const StagedTile &left,
                                           const StagedTile &right) {
  SmallVector<Value> result(sums);
  int64_t depth = getFragmentDepth();
  int64_t steps = tile.depth / tile.slices;
  bool tf32 = tile.unit == ContractionUnit::Tf32;
  for (int64_t k = 0; k < steps; k += depth) {
    Value step = b.add(b.mul(slice, steps), k);
    SmallVector<Value> lefts;
    for (int64_t i = 0; i < countRows(); ++i)
      lefts.push_back(loadLeft(left, b.add(row, i * kFragmentRows), step));
    SmallVector<Value> rights = loadRight(right, step);
    for (auto [i, a] : llvm::enumerate(lefts))
      for (auto [j, other] : llvm::enumerate(rights)) {
        Value &sum = result[i * rights.size() + j];
        sum = nvgpu::MmaSyncOp::create(
            b, a, other, sum,
            ArrayRef<int64_t>{kFragmentRows, kFragmentColumns, depth}, tf32);
      }
  }
  return result;
}

OutputFragment WarpProduct::getOutput(ValueRange sums) {
  OutputFragment output;
  output.width = 2;
  Value firstRow = b.add(row, b.div(lane, 4));
  Value firstColumn = b.add(column, b.mul(b.rem(lane, 4), 2));
  for (int64_t j = 0; j < countColumns(); ++j)
    output.columns.push_back(b.add(firstColumn, j * kFragmentColumns));
  for (int64_t i = 0; i < countRows(); ++i)
    for (int64_t half = 0; half < 2; ++half) {
      output.rows.push_back(b.add(firstRow, i * kFragmentRows + half * 8));
      for (int64_t j = 0; j < countColumns(); ++j)
        output.values.push_back(
            vector::ExtractOp::create(b, sums[i * countColumns() + j], half));
    }
  return output;
}

Value MmaProduct::loadMatrices(const StagedTile &tile, Value firstRow,
                               Value step, int64_t rowBit) {
  // Lanes 8 i to 8 i + 7 give the starts of matrix i's rows in shared memory,
  // which are steps of depth if rows are contiguous there.
  Value inMatrix = b.rem(lane, 8);
  Value bits[2] = {b.mul(b.rem(b.div(lane, 8), 2), 8),
                   b.mul(b.div(lane, 16), 8)};
  Value rowAt = b.add(firstRow, bits[rowBit]);
  Value depthAt = b.add(step, bits[1 - rowBit]);
  Value &along = tile.layout.depthFast ? rowAt : depthAt;
  along = b.add(along, inMatrix);
  Type element = cast<MemRefType>(tile.memory.getType()).getElementType();
  return nvgpu::LdMatrixOp::create(b, Type(VectorType::get({4, 2}, element)),
                                   tile.memory, tile.index(b, rowAt, depthAt),
                                   /*transpose=*/!tile.layout.depthFast,
                                   uint32_t(4));
}

Value MmaProduct::loadLeft(const StagedTile &left, Value firstRow, Value step) {
  return loadMatrices(left, firstRow, step, /*rowBit=*/0);
}

SmallVector<Value> MmaProduct::loadRight(const StagedTile &right, Value step) {
  SmallVector<Value> fragments;
  // Two fragments at a time, of two matrices each.
  for (int64_t j = 0; j < countColumns(); j += 2) {
    Value pair = loadMatrices(right, b.add(column, j * kFragmentColumns), step,
                              /*rowBit=*/1);
    Type element = getElementTypeOrSelf(pair);
    for (int64_t half = 0; half < 2; ++half) {
      Value fragment = b.zero(VectorType::get({2, 2}, element));
      for (int64_t i = 0; i < 2; ++i)
        fragment = vector::InsertOp::create(
            b, vector::ExtractOp::create(b, pair, 2 * half + i), fragment, i);
      fragments.push_back(fragment);
    }
  }
  return fragments;
}

Value Tf32Product::loadElements(const StagedTile &tile, Value firstRow,
                                Value step, ArrayRef<int64_t> rows) {
  Value rowAt = b.add(firstRow, b.div(lane, 4));
  Value depthAt = b.add(step, b.rem(lane, 4));
  Value result =
      b.zero(VectorType::get({int64_t(2 * rows.size()), 1}, b.getF32Type()));
  int64_t count = 0;
  for (int64_t depth : {0, 4})
    for (int64_t offset : rows) {
      Value index = tile.index(b, b.add(rowAt, offset), b.add(depthAt, depth));
      result = vector::InsertOp::create(
          b, memref::LoadOp::create(b, tile.memory, index), result,
          ArrayRef<int64_t>{count++, 0});
    }
  return result;
}

Value Tf32Product::loadLeft(const StagedTile &left, Value firstRow,
                            Value step) {
  return loadElements(left, firstRow, step, {0, 8});
}

SmallVector<Value> Tf32Product::loadRight(const StagedTile &right, Value step) {
  SmallVector<Value> fragments;
  for (int64_t j = 0; j < countColumns(); ++j)
    fragments.push_back(
        loadElements(right, b.add(column, j * kFragmentColumns), step, {0}));
  return fragments;
}

std::unique_ptr<TileProduct>
mlir::remat::createTileProduct(KernelBuilder &b, const ContractionShape &shape,
                               const ContractionTile &tile, Value thread,
                               Value slice) {
  switch (tile.unit) {
  case ContractionUnit::Fma:
    return std::make_unique<FmaProduct>(b, shape, tile, thread, slice);
  case ContractionUnit::Mma:
    return std::make_unique<MmaProduct>(b, shape, tile, thread, slice);
  case ContractionUnit::Wgmma:
    return createWgmmaProduct(b, shape, tile, thread);
  case ContractionUnit::Tf32:
    return std::make_unique<Tf32Product>(b, shape, tile, thread, slice);
  }
  llvm_unreachable("a unit");
}
