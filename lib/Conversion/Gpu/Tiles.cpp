//===- Tiles.cpp - Transposes through workgroup memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Tiles.h"

using namespace mlir;
using namespace mlir::remat;

/// A tile is a warp wide and high; a block has eight rows of threads.
static constexpr int64_t kTile = kWarpThreads;
static constexpr int64_t kRows = kBlockThreads / kTile;
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
  void emitBlock(Value block, Value thread, ValueRange tiles);
  void readTiles(const Point &corner, Value row, Value column,
                 ValueRange tiles);
  void writeResults(const Point &corner, Value row, Value column,
                    ValueRange tiles);
  /// Whether `point` is inside; null: always.
  Value isInside(const Point &point);

  unsigned x = 0, y = 0;
  /// The operands that go through tiles.
  SmallVector<unsigned> tiled;
};

} // namespace

bool TileLowering::isTransposed(const KernelOperand &operand,
                                unsigned loop) const {
  return operand.isLinear && operand.isRead && operand.strides[loop] == 1 &&
         operand.strides[x] > 1 && operand.element.isIntOrIndexOrFloat();
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
  if (best == 0 || nest.loops[x].extent < kTile / 2 ||
      nest.loops[y].extent < kTile / 2)
    return false;
  int64_t shared = 0;
  for (auto [i, input] : llvm::enumerate(nest.getInputs())) {
    const int64_t bytes = kTile * (kTile + 1) * input.bytes;
    if (!isTransposed(input, y) || shared + bytes > kSharedBytes)
      continue;
    tiled.push_back(i);
    shared += bytes;
  }
  return true;
}

Value TileLowering::isInside(const Point &point) {
  Value inside;
  for (unsigned loop : {x, y}) {
    if (nest.loops[loop].extent % kTile == 0)
      continue;
    Value less = b.less(point[loop], nest.loops[loop].extent);
    inside = inside ? arith::AndIOp::create(b, inside, less) : less;
  }
  return inside;
}

void TileLowering::readTiles(const Point &corner, Value row, Value column,
                             ValueRange tiles) {
  SmallVector<SmallVector<Value>> values;
  for (int64_t step = 0; step < kTile; step += kRows) {
    Point point = corner;
    point[x] = b.add(point[x], b.add(row, step));
    point[y] = b.add(point[y], column);
    auto loadAll = [&]() -> SmallVector<Value> {
      return llvm::map_to_vector(tiled, [&](unsigned i) {
        return load(nest.operands[i], point, y, 1).front();
      });
    };
    auto makeZeros = [&]() -> SmallVector<Value> {
      return llvm::map_to_vector(
          tiled, [&](unsigned i) { return b.zero(nest.operands[i].element); });
    };
    Value inside = isInside(point);
    values.push_back(inside ? b.emitIfElse(inside, loadAll, makeZeros)
                            : loadAll());
  }
  for (auto [i, loaded] : llvm::enumerate(values))
    for (auto [value, tile] : llvm::zip_equal(loaded, tiles))
      storeShared(b, value, tile,
                  {b.toIndex(b.add(row, i * kRows)), b.toIndex(column)});
}

void TileLowering::writeResults(const Point &corner, Value row, Value column,
                                ValueRange tiles) {
  for (int64_t step = 0; step < kTile; step += kRows) {
    Point point = corner;
    Value tileRow = b.add(row, step);
    point[x] = b.add(point[x], column);
    point[y] = b.add(point[y], tileRow);
    b.emitIf(isInside(point), [&] {
      SmallVector<SmallVector<Value>> inputs(nest.numInputs);
      for (auto [i, input] : llvm::enumerate(nest.getInputs())) {
        const auto *place = llvm::find(tiled, i);
        if (place != tiled.end())
          inputs[i] = {loadShared(b, tiles[place - tiled.begin()],
                                  {b.toIndex(column), b.toIndex(tileRow)},
                                  input.element)};
        else if (input.isRead)
          inputs[i] = load(input, point, x, 1);
      }
      SmallVector<Value> held;
      for (const KernelOperand &output : nest.getOutputs())
        held.push_back(output.isRead ? load(output, point, x, 1).front()
                                     : Value());
      SmallVector<Value> results = emitPayload(inputs, held, point, x, 0);
      for (auto [output, result] : llvm::zip_equal(nest.getOutputs(), results))
        store(output, result, point, x);
    });
  }
}

void TileLowering::emitBlock(Value block, Value thread, ValueRange tiles) {
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (loop != x && loop != y)
      order.push_back(loop);
  SmallVector<int64_t> extents = nest.getExtents(order);
  for (unsigned loop : {y, x}) {
    order.push_back(loop);
    extents.push_back(countBlocks(nest.loops[loop].extent, kTile));
  }
  Point corner(nest.loops.size());
  setDigits(corner, order, block, extents);
  for (unsigned loop : {y, x})
    corner[loop] = b.mul(corner[loop], kTile);
  Value row = b.div(thread, kTile), column = b.rem(thread, kTile);
  readTiles(corner, row, column, tiles);
  gpu::BarrierOp::create(b);
  writeResults(corner, row, column, tiles);
}

void TileLowering::emit() {
  nest.makeBuffers(b);
  int64_t blocks = 1;
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    blocks *= i == x || i == y ? countBlocks(loop.extent, kTile) : loop.extent;
  // One more column, so that a tile's columns lie in different banks.
  SmallVector<Type> shared;
  for (unsigned i : tiled)
    shared.push_back(
        getSharedType({kTile, kTile + 1}, nest.operands[i].element));
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
