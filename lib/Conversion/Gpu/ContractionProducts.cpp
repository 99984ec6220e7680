//===- ContractionProducts.cpp - Products of tiles in shared memory -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

static Value createZero(ImplicitLocOpBuilder &b, Type type) {
  return arith::ConstantOp::create(b, type, b.getZeroAttr(type));
}

//===----------------------------------------------------------------------===//
// Fused multiply-adds
//===----------------------------------------------------------------------===//

namespace {

/// Each thread sums a small matrix, whose rows and columns come in vectors:
/// those of neighboring threads lie next to each other, so that the threads of
/// a warp read shared memory without conflicts.
class FmaProduct final : public TileProduct {
public:
  FmaProduct(TileMath &math, const ContractionShape &shape,
             const ContractionTile &tile, SharedTile left, SharedTile right,
             Value thread, Value slice);

  SmallVector<Value> getInitialSums() override;
  SmallVector<Value> accumulate(ValueRange sums, Value leftMemory,
                                Value leftStage, Value rightMemory,
                                Value rightStage) override;
  OutputFragment getOutput(ValueRange sums) override;

private:
  /// The vectors of one operand at `step` of the depth.
  SmallVector<Value> loadVectors(const SharedTile &layout, Value memory,
                                 Value stage, Value step, Value first,
                                 int64_t unit);
  /// Elements from one of a thread's vectors to the next.
  int64_t getDistance(int64_t size, int64_t unit) const {
    return size / (unit / width);
  }

  int64_t width;
  /// The first row and column of this thread.
  Value row, column;
};

} // namespace

FmaProduct::FmaProduct(TileMath &math, const ContractionShape &shape,
                       const ContractionTile &tile, SharedTile left,
                       SharedTile right, Value thread, Value slice)
    : TileProduct(math, shape, tile, left, right, thread, slice) {
  int64_t bits = shape.accumulator.getIntOrFloatBitWidth();
  width = std::min({int64_t(128 / bits), tile.unitRows, tile.unitColumns});
  int64_t down = tile.rows / tile.unitRows;
  int64_t across = tile.columns / tile.unitColumns;
  // A warp is 4 x 8 threads where that fits: it then reads the least of shared
  // memory for what it computes.
  int64_t warpAcross = std::min<int64_t>(across, 8);
  int64_t warpDown = kWarp / warpAcross;
  Value x, y;
  if (down % warpDown == 0) {
    Value lane = math.rem(thread, kWarp), warp = math.div(thread, kWarp);
    int64_t warpsAcross = across / warpAcross;
    x = math.add(math.mul(math.rem(warp, warpsAcross), warpAcross),
                 math.rem(lane, warpAcross));
    y = math.add(math.mul(math.div(warp, warpsAcross), warpDown),
                 math.div(lane, warpAcross));
  } else {
    x = math.rem(thread, across);
    y = math.div(thread, across);
  }
  row = math.mul(y, width);
  column = math.mul(x, width);
}

SmallVector<Value> FmaProduct::getInitialSums() {
  auto type = VectorType::get(width, shape.accumulator);
  return SmallVector<Value>(tile.unitRows * tile.unitColumns / width,
                            createZero(math.builder, type));
}

SmallVector<Value> FmaProduct::loadVectors(const SharedTile &layout,
                                           Value memory, Value stage,
                                           Value step, Value first,
                                           int64_t unit) {
  ImplicitLocOpBuilder &b = math.builder;
  auto type = VectorType::get(width, shape.accumulator);
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < unit / width; ++i) {
    Value at = math.add(first, i * getDistance(layout.rows, unit));
    Value index = math.add(stage, layout.index(math, at, step));
    vectors.push_back(vector::LoadOp::create(
        b, type, memory, math.toIndex(index), /*nontemporal=*/false,
        llvm::MaybeAlign(width * shape.accumulator.getIntOrFloatBitWidth() /
                         8)));
  }
  return vectors;
}

SmallVector<Value> FmaProduct::accumulate(ValueRange sums, Value leftMemory,
                                          Value leftStage, Value rightMemory,
                                          Value rightStage) {
  ImplicitLocOpBuilder &b = math.builder;
  SmallVector<Value> result(sums);
  auto type = VectorType::get(width, shape.accumulator);
  int64_t steps = tile.depth / tile.slices;
  Value first = math.mul(slice, steps);
  for (int64_t k = 0; k < steps; ++k) {
    Value step = math.add(first, k);
    SmallVector<Value> lefts =
        loadVectors(left, leftMemory, leftStage, step, row, tile.unitRows);
    SmallVector<Value> rights = loadVectors(right, rightMemory, rightStage,
                                            step, column, tile.unitColumns);
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
    output.rows.push_back(math.add(
        row, i / width * getDistance(tile.rows, tile.unitRows) + i % width));
  for (int64_t j = 0; j < tile.unitColumns / width; ++j)
    output.columns.push_back(
        math.add(column, j * getDistance(tile.columns, tile.unitColumns)));
  return output;
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

namespace {

/// Rows and columns of the sums of one instruction.
constexpr int64_t kFragmentRows = 16;
constexpr int64_t kFragmentColumns = 8;

/// Each warp sums a matrix made of fragments of 16 x 8.
class WarpProduct : public TileProduct {
public:
  WarpProduct(TileMath &math, const ContractionShape &shape,
              const ContractionTile &tile, SharedTile left, SharedTile right,
              Value thread, Value slice);

  SmallVector<Value> getInitialSums() override;
  SmallVector<Value> accumulate(ValueRange sums, Value leftMemory,
                                Value leftStage, Value rightMemory,
                                Value rightStage) override;
  OutputFragment getOutput(ValueRange sums) override;

protected:
  /// Depth of one instruction.
  virtual int64_t getFragmentDepth() const = 0;
  /// The left operand's fragment `i` of the warp, `step` deep.
  virtual Value loadLeft(Value memory, Value stage, int64_t i, Value step) = 0;
  /// All fragments of the right operand.
  virtual SmallVector<Value> loadRight(Value memory, Value stage,
                                       Value step) = 0;

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
  Value loadLeft(Value memory, Value stage, int64_t i, Value step) override;
  SmallVector<Value> loadRight(Value memory, Value stage, Value step) override;
  /// Four matrices of 8 x 8 from 16 rows and a depth of 16. Of the bits of a
  /// matrix' number, `rowBit` says which one moves it by 8 rows; the other one
  /// moves it in the depth.
  Value loadMatrices(const SharedTile &layout, Value memory, Value stage,
                     Value firstRow, Value step, int64_t rowBit);
};

/// f32, cut to tf32 by the tensor cores: there is no ldmatrix for what is not
/// contiguous along the depth, so single elements are read.
class Tf32Product final : public WarpProduct {
public:
  using WarpProduct::WarpProduct;

private:
  int64_t getFragmentDepth() const override { return 8; }
  Value loadLeft(Value memory, Value stage, int64_t i, Value step) override;
  SmallVector<Value> loadRight(Value memory, Value stage, Value step) override;
  /// One element a thread at each of `rows` x `steps`, the rows first.
  Value loadElements(const SharedTile &layout, Value memory, Value stage,
                     Value firstRow, Value step, ArrayRef<int64_t> rows);
};

} // namespace

WarpProduct::WarpProduct(TileMath &math, const ContractionShape &shape,
                         const ContractionTile &tile, SharedTile left,
                         SharedTile right, Value thread, Value slice)
    : TileProduct(math, shape, tile, left, right, thread, slice) {
  lane = math.rem(thread, kWarp);
  Value warp = math.div(thread, kWarp);
  int64_t across = tile.columns / tile.unitColumns;
  row = math.mul(math.div(warp, across), tile.unitRows);
  column = math.mul(math.rem(warp, across), tile.unitColumns);
}

SmallVector<Value> WarpProduct::getInitialSums() {
  auto type = VectorType::get({2, 2}, math.builder.getF32Type());
  return SmallVector<Value>(countRows() * countColumns(),
                            createZero(math.builder, type));
}

SmallVector<Value> WarpProduct::accumulate(ValueRange sums, Value leftMemory,
                                           Value leftStage, Value rightMemory,
                                           Value rightStage) {
  ImplicitLocOpBuilder &b = math.builder;
  SmallVector<Value> result(sums);
  int64_t depth = getFragmentDepth();
  int64_t steps = tile.depth / tile.slices;
  bool tf32 = tile.unit == ContractionUnit::Tf32;
  for (int64_t k = 0; k < steps; k += depth) {
    Value step = math.add(math.mul(slice, steps), k);
    SmallVector<Value> lefts;
    for (int64_t i = 0; i < countRows(); ++i)
      lefts.push_back(loadLeft(leftMemory, leftStage, i, step));
    SmallVector<Value> rights = loadRight(rightMemory, rightStage, step);
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
  ImplicitLocOpBuilder &b = math.builder;
  OutputFragment output;
  output.width = 2;
  Value firstRow = math.add(row, math.div(lane, 4));
  Value firstColumn = math.add(column, math.mul(math.rem(lane, 4), 2));
  for (int64_t j = 0; j < countColumns(); ++j)
    output.columns.push_back(math.add(firstColumn, j * kFragmentColumns));
  for (int64_t i = 0; i < countRows(); ++i)
    for (int64_t half = 0; half < 2; ++half) {
      output.rows.push_back(math.add(firstRow, i * kFragmentRows + half * 8));
      for (int64_t j = 0; j < countColumns(); ++j)
        output.values.push_back(
            vector::ExtractOp::create(b, sums[i * countColumns() + j], half));
    }
  return output;
}

Value MmaProduct::loadMatrices(const SharedTile &layout, Value memory,
                               Value stage, Value firstRow, Value step,
                               int64_t rowBit) {
  ImplicitLocOpBuilder &b = math.builder;
  // Lanes 8 i to 8 i + 7 say where the rows of matrix i begin: rows of shared
  // memory, which are steps of depth if the rows are contiguous there.
  Value inMatrix = math.rem(lane, 8);
  Value bits[2] = {math.mul(math.rem(math.div(lane, 8), 2), 8),
                   math.mul(math.div(lane, 16), 8)};
  Value rowAt = math.add(firstRow, bits[rowBit]);
  Value depthAt = math.add(step, bits[1 - rowBit]);
  if (layout.depthFast)
    rowAt = math.add(rowAt, inMatrix);
  else
    depthAt = math.add(depthAt, inMatrix);
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  Value index = math.add(stage, layout.index(math, rowAt, depthAt));
  return nvgpu::LdMatrixOp::create(
      b, Type(VectorType::get({4, 2}, element)), memory, math.toIndex(index),
      /*transpose=*/!layout.depthFast, uint32_t(4));
}

Value MmaProduct::loadLeft(Value memory, Value stage, int64_t i, Value step) {
  return loadMatrices(left, memory, stage, math.add(row, i * kFragmentRows),
                      step, /*rowBit=*/0);
}

SmallVector<Value> MmaProduct::loadRight(Value memory, Value stage,
                                         Value step) {
  ImplicitLocOpBuilder &b = math.builder;
  SmallVector<Value> fragments;
  // Two fragments at a time, of two matrices each.
  for (int64_t j = 0; j < countColumns(); j += 2) {
    Value pair = loadMatrices(right, memory, stage,
                              math.add(column, j * kFragmentColumns), step,
                              /*rowBit=*/1);
    auto type = cast<VectorType>(pair.getType());
    for (int64_t half = 0; half < 2; ++half) {
      Value fragment =
          createZero(b, VectorType::get({2, 2}, type.getElementType()));
      for (int64_t i = 0; i < 2; ++i)
        fragment = vector::InsertOp::create(
            b, vector::ExtractOp::create(b, pair, 2 * half + i), fragment, i);
      fragments.push_back(fragment);
    }
  }
  return fragments;
}

Value Tf32Product::loadElements(const SharedTile &layout, Value memory,
                                Value stage, Value firstRow, Value step,
                                ArrayRef<int64_t> rows) {
  ImplicitLocOpBuilder &b = math.builder;
  Value rowAt = math.add(firstRow, math.div(lane, 4));
  Value depthAt = math.add(step, math.rem(lane, 4));
  Value result = createZero(
      b, VectorType::get({int64_t(2 * rows.size()), 1}, b.getF32Type()));
  int64_t count = 0;
  for (int64_t depth : {0, 4})
    for (int64_t offset : rows) {
      Value index = math.add(stage, layout.index(math, math.add(rowAt, offset),
                                                 math.add(depthAt, depth)));
      result = vector::InsertOp::create(
          b, memref::LoadOp::create(b, memory, math.toIndex(index)), result,
          ArrayRef<int64_t>{count++, 0});
    }
  return result;
}

Value Tf32Product::loadLeft(Value memory, Value stage, int64_t i, Value step) {
  return loadElements(left, memory, stage, math.add(row, i * kFragmentRows),
                      step, {0, 8});
}

SmallVector<Value> Tf32Product::loadRight(Value memory, Value stage,
                                          Value step) {
  SmallVector<Value> fragments;
  for (int64_t j = 0; j < countColumns(); ++j)
    fragments.push_back(loadElements(right, memory, stage,
                                     math.add(column, j * kFragmentColumns),
                                     step, {0}));
  return fragments;
}

std::unique_ptr<TileProduct>
mlir::remat::createTileProduct(TileMath &math, const ContractionShape &shape,
                               const ContractionTile &tile, SharedTile left,
                               SharedTile right, Value thread, Value slice) {
  switch (tile.unit) {
  case ContractionUnit::Fma:
    return std::make_unique<FmaProduct>(math, shape, tile, left, right, thread,
                                        slice);
  case ContractionUnit::Mma:
    return std::make_unique<MmaProduct>(math, shape, tile, left, right, thread,
                                        slice);
  case ContractionUnit::Tf32:
    return std::make_unique<Tf32Product>(math, shape, tile, left, right, thread,
                                         slice);
  }
  llvm_unreachable("a unit");
}
