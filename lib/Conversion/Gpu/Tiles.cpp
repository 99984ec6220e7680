//===- Tiles.cpp - Transposes through workgroup memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Tiles.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/Conversion/GpuAddresses.h"

using namespace mlir;
using namespace mlir::remat;

/// A tile is as wide and high as a warp's accesses; a block has eight rows of
/// threads.
static constexpr int64_t kRows = kBlockThreads / kWarpThreads;
/// Bytes per kernel that every GPU has by default.
static constexpr int64_t kSharedBytes = 48 * 1024;

namespace {

/// Rows of threads go along `x`, where the result is contiguous, except to read
/// the tiled operands, which are contiguous along `y`.
class TileLowering : public NestEmitter {
public:
  using NestEmitter::NestEmitter;

  bool match();
  void emit();

private:
  bool isTransposed(const KernelOperand &operand, unsigned loop) const;
  int64_t chooseWidth() const;
  /// Elements of a tile in one direction.
  int64_t getSide() const { return kWarpThreads * width; }
  void emitBlock(Value block, Value thread, ValueRange tiles);
  void readTiles(const Point &corner, Value row, Value column,
                 ValueRange tiles);
  void storeTile(ArrayRef<Value> values, Value tile, Value row, Value column);
  SmallVector<Value> loadTile(Value tile, Value row, Value column,
                              Type element);
  void writeResults(const Point &corner, Value row, Value column,
                    ValueRange tiles);
  void writeRow(ArrayRef<SmallVector<Value>> inputs, const Point &point);
  /// Whether `point` is inside; null: always.
  Value isInside(const Point &point);

  unsigned x = 0, y = 0;
  /// The operands that go through tiles.
  SmallVector<unsigned> tiled;
  /// Elements of an access.
  int64_t width = 1;
};

} // namespace

bool TileLowering::isTransposed(const KernelOperand &operand,
                                unsigned loop) const {
  return operand.isLinear && operand.isRead && operand.strides[loop] == 1 &&
         operand.strides[x] > 1 && operand.element.isIntOrIndexOrFloat();
}

/// Two where all elements have 16 bits and lie on multiples of two, so that a
/// warp moves 128 bytes at once.
int64_t TileLowering::chooseWidth() const {
  constexpr int64_t pair = 2;
  for (unsigned loop : {x, y})
    if (nest.loops[loop].extent % pair != 0)
      return 1;
  for (unsigned i : tiled)
    if (nest.operands[i].bytes != pair ||
        nest.getVectorSize(nest.operands[i], y, pair) != pair)
      return 1;
  for (const KernelOperand &output : nest.getOutputs())
    if (output.bytes != pair || nest.getVectorSize(output, x, pair) != pair)
      return 1;
  return pair;
}

bool TileLowering::match() {
  const KernelOperand &output = nest.getOutputs().front();
  if (nest.getSize(/*reduction=*/true) != 1 || !output.isLinear)
    return false;
  const auto *unit = llvm::find(output.strides, 1);
  if (unit == output.strides.end())
    return false;
  x = unit - output.strides.begin();
  // Another result may be contiguous elsewhere; it is then written so.
  int64_t best = 0;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t bytes = 0;
    for (const KernelOperand &input : nest.getInputs())
      if (loop != x && isTransposed(input, loop))
        bytes += input.bytes;
    if (bytes > best) {
      best = bytes;
      y = loop;
    }
  }
  // Narrower ones would leave most of a tile empty.
  if (best == 0 || nest.loops[x].extent < kWarpThreads / 2 ||
      nest.loops[y].extent < kWarpThreads / 2)
    return false;
  int64_t shared = 0;
  for (auto [i, input] : llvm::enumerate(nest.getInputs())) {
    const int64_t bytes = kWarpThreads * (kWarpThreads + 1) * input.bytes;
    if (!isTransposed(input, y) || shared + bytes > kSharedBytes)
      continue;
    tiled.push_back(i);
    shared += bytes;
  }
  width = chooseWidth();
  if (width * width * shared > kSharedBytes)
    width = 1;
  return true;
}

Value TileLowering::isInside(const Point &point) {
  Value inside;
  for (unsigned loop : {x, y}) {
    if (nest.loops[loop].extent % getSide() == 0)
      continue;
    Value less = b.less(point[loop], nest.loops[loop].extent);
    inside = inside ? arith::AndIOp::create(b, inside, less) : less;
  }
  return inside;
}

void TileLowering::readTiles(const Point &corner, Value row, Value column,
                             ValueRange tiles) {
  // Values of an operand's access, operand by operand and step by step.
  SmallVector<SmallVector<Value>> values;
  for (int64_t step = 0; step < getSide(); step += kRows) {
    Point point = corner;
    point[x] = b.add(point[x], b.add(row, step));
    point[y] = b.add(point[y], column);
    auto loadAll = [&]() -> SmallVector<Value> {
      SmallVector<Value> loaded;
      for (unsigned i : tiled)
        llvm::append_range(loaded, load(nest.operands[i], point, y, width));
      return loaded;
    };
    auto makeZeros = [&]() -> SmallVector<Value> {
      SmallVector<Value> zeros;
      for (unsigned i : tiled)
        zeros.append(width, b.zero(nest.operands[i].element));
      return zeros;
    };
    Value inside = isInside(point);
    values.push_back(inside ? b.emitIfElse(inside, loadAll, makeZeros)
                            : loadAll());
  }
  for (auto [i, loaded] : llvm::enumerate(values))
    for (auto [j, tile] : llvm::enumerate(tiles))
      storeTile(ArrayRef(loaded).slice(j * width, width), tile,
                b.add(row, i * kRows), column);
}

/// Stores neighbors along `y`.
void TileLowering::storeTile(ArrayRef<Value> values, Value tile, Value row,
                             Value column) {
  SmallVector<Value> indices = {b.toIndex(row), b.toIndex(column)};
  if (width == 1)
    return storeShared(b, values.front(), tile, indices);
  auto type = VectorType::get(width, values.front().getType());
  vector::StoreOp::create(b, vector::FromElementsOp::create(b, type, values),
                          tile, indices, /*nontemporal=*/false,
                          llvm::MaybeAlign(getElementBytes(type)));
}

/// Loads neighbors along `x`.
SmallVector<Value> TileLowering::loadTile(Value tile, Value row, Value column,
                                          Type element) {
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(loadShared(
        b, tile, {b.toIndex(b.add(column, lane)), b.toIndex(row)}, element));
  return values;
}

void TileLowering::writeResults(const Point &corner, Value row, Value column,
                                ValueRange tiles) {
  for (int64_t step = 0; step < getSide(); step += kRows) {
    Point point = corner;
    Value tileRow = b.add(row, step);
    point[x] = b.add(point[x], column);
    point[y] = b.add(point[y], tileRow);
    b.emitIf(isInside(point), [&] {
      SmallVector<SmallVector<Value>> inputs(nest.numInputs);
      for (auto [i, input] : llvm::enumerate(nest.getInputs())) {
        const auto *place = llvm::find(tiled, i);
        if (place != tiled.end())
          inputs[i] = loadTile(tiles[place - tiled.begin()], tileRow, column,
                               input.element);
        else if (input.isRead)
          inputs[i] = load(input, point, x, width);
      }
      writeRow(inputs, point);
    });
  }
}

void TileLowering::writeRow(ArrayRef<SmallVector<Value>> inputs,
                            const Point &point) {
  SmallVector<SmallVector<Value>> held, results(nest.getOutputs().size());
  for (const KernelOperand &output : nest.getOutputs())
    held.push_back(output.isRead ? load(output, point, x, width)
                                 : SmallVector<Value>(width));
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> heldHere = llvm::map_to_vector(
        held, [&](const SmallVector<Value> &values) { return values[lane]; });
    SmallVector<Value> here = emitPayload(inputs, heldHere, point, x, lane);
    for (auto [values, value] : llvm::zip_equal(results, here))
      values.push_back(value);
  }
  for (auto [output, values] : llvm::zip_equal(nest.getOutputs(), results))
    store(output, values, point, x);
}

void TileLowering::emitBlock(Value block, Value thread, ValueRange tiles) {
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (loop != x && loop != y)
      order.push_back(loop);
  SmallVector<int64_t> extents = nest.getExtents(order);
  for (unsigned loop : {y, x}) {
    order.push_back(loop);
    extents.push_back(countBlocks(nest.loops[loop].extent, getSide()));
  }
  Point corner(nest.loops.size());
  setDigits(corner, order, block, extents);
  for (unsigned loop : {y, x})
    corner[loop] = b.mul(corner[loop], getSide());
  Value row = b.div(thread, kWarpThreads);
  Value column = b.mul(b.rem(thread, kWarpThreads), width);
  readTiles(corner, row, column, tiles);
  gpu::BarrierOp::create(b);
  writeResults(corner, row, column, tiles);
}

void TileLowering::emit() {
  nest.makeBuffers(b);
  int64_t blocks = 1;
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    blocks *=
        i == x || i == y ? countBlocks(loop.extent, getSide()) : loop.extent;
  // One access more in a row, so that a tile's columns lie in different banks.
  SmallVector<Type> shared;
  for (unsigned i : tiled)
    shared.push_back(getSharedType({getSide(), getSide() + width},
                                   nest.operands[i].element));
  buildLaunch(b, blocks, kBlockThreads, shared,
              [&](Value block, Value thread, ValueRange tiles) {
                emitBlock(block, thread, tiles);
              });
}

bool mlir::remat::emitTiles(KernelBuilder &b, KernelNest &nest) {
  TileLowering lowering(nest, b);
  if (!lowering.match())
    return false;
  lowering.emit();
  return true;
}
