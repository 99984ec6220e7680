//===- Tiles.cpp - Transposes through workgroup memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Tiles.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::remat;

/// A tile is a warp wide and high; a block has eight rows of threads.
static constexpr int64_t kTile = kWarpThreads;
static constexpr int64_t kRows = kBlockThreads / kTile;
/// Of a kernel, in bytes: what every GPU has without asking.
static constexpr int64_t kSharedBytes = 48 * 1024;

namespace {

/// Rows of threads go along `x`, where the result is contiguous, but for what
/// they read of the tiled operands, which are contiguous along `y`.
class TileLowering {
public:
  explicit TileLowering(KernelNest &nest) : nest(nest) {}

  bool match();
  void emit(OpBuilder &builder);

private:
  bool isTransposed(const KernelOperand &operand, unsigned loop) const;
  void emitBlock(NestEmitter &emitter, Value block, Value thread,
                 ValueRange tiles);
  void readTiles(NestEmitter &emitter, const NestEmitter::Point &corner,
                 Value row, Value column, ValueRange tiles);
  void writeResults(NestEmitter &emitter, const NestEmitter::Point &corner,
                    Value row, Value column, ValueRange tiles);
  /// Whether `point` is inside; null if it always is.
  Value isInside(NestEmitter &emitter, const NestEmitter::Point &point);

  KernelNest &nest;
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
  const KernelOperand &output = nest.operands[nest.numInputs];
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
    for (unsigned i = 0; i < nest.numInputs; ++i)
      if (loop != x && isTransposed(nest.operands[i], loop))
        bytes += nest.operands[i].bytes;
    if (bytes > best) {
      best = bytes;
      y = loop;
    }
  }
  // Of narrower ones most of a tile would be empty.
  if (best == 0 || nest.loops[x].extent < kTile / 2 ||
      nest.loops[y].extent < kTile / 2)
    return false;
  int64_t shared = 0;
  for (unsigned i = 0; i < nest.numInputs; ++i) {
    const KernelOperand &operand = nest.operands[i];
    const int64_t bytes = kTile * (kTile + 1) * operand.bytes;
    if (!isTransposed(operand, y) || shared + bytes > kSharedBytes)
      continue;
    tiled.push_back(i);
    shared += bytes;
  }
  return true;
}

Value TileLowering::isInside(NestEmitter &emitter,
                             const NestEmitter::Point &point) {
  Value inside;
  for (unsigned loop : {x, y}) {
    if (nest.loops[loop].extent % kTile == 0)
      continue;
    Value less = emitter.math.less(point[loop], nest.loops[loop].extent);
    inside = inside ? arith::AndIOp::create(emitter.builder, emitter.loc,
                                            inside, less)
                    : less;
  }
  return inside;
}

void TileLowering::readTiles(NestEmitter &emitter,
                             const NestEmitter::Point &corner, Value row,
                             Value column, ValueRange tiles) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc;
  KernelMath &math = emitter.math;
  SmallVector<SmallVector<Value>> values;
  for (int64_t step = 0; step < kTile; step += kRows) {
    NestEmitter::Point point = corner;
    point[x] = math.add(point[x], math.add(row, step));
    point[y] = math.add(point[y], column);
    auto loadAll = [&] {
      SmallVector<Value> loaded;
      for (unsigned i : tiled)
        loaded.push_back(emitter.load(nest.operands[i], point, y, 1).front());
      return loaded;
    };
    Value inside = isInside(emitter, point);
    if (!inside) {
      values.push_back(loadAll());
      continue;
    }
    SmallVector<Type> types;
    for (unsigned i : tiled)
      types.push_back(nest.operands[i].element);
    auto ifOp = scf::IfOp::create(builder, loc, types, inside,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    scf::YieldOp::create(builder, loc, loadAll());
    builder.setInsertionPointToStart(ifOp.elseBlock());
    SmallVector<Value> zeros;
    for (Type type : types)
      zeros.push_back(
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
    scf::YieldOp::create(builder, loc, zeros);
    values.push_back(SmallVector<Value>(ifOp.getResults()));
  }
  for (auto [i, loaded] : llvm::enumerate(values))
    for (auto [value, tile] : llvm::zip_equal(loaded, tiles))
      storeShared(
          builder, loc, value, tile,
          {math.toIndex(math.add(row, i * kRows)), math.toIndex(column)});
}

void TileLowering::writeResults(NestEmitter &emitter,
                                const NestEmitter::Point &corner, Value row,
                                Value column, ValueRange tiles) {
  OpBuilder &builder = emitter.builder;
  KernelMath &math = emitter.math;
  for (int64_t step = 0; step < kTile; step += kRows) {
    NestEmitter::Point point = corner;
    Value tileRow = math.add(row, step);
    point[x] = math.add(point[x], column);
    point[y] = math.add(point[y], tileRow);
    OpBuilder::InsertionGuard guard(builder);
    if (Value inside = isInside(emitter, point))
      builder.setInsertionPointToStart(
          scf::IfOp::create(builder, emitter.loc, inside).thenBlock());
    SmallVector<SmallVector<Value>> inputs(nest.numInputs);
    for (unsigned i = 0; i < nest.numInputs; ++i) {
      const KernelOperand &operand = nest.operands[i];
      const auto *place = llvm::find(tiled, i);
      if (place != tiled.end())
        inputs[i] = {loadShared(
            builder, emitter.loc, tiles[place - tiled.begin()],
            {math.toIndex(column), math.toIndex(tileRow)}, operand.element)};
      else if (operand.isRead)
        inputs[i] = emitter.load(operand, point, x, 1);
    }
    SmallVector<Value> outputs;
    for (const KernelOperand &output :
         ArrayRef(nest.operands).drop_front(nest.numInputs))
      outputs.push_back(
          output.isRead ? emitter.load(output, point, x, 1).front() : Value());
    for (auto [i, value] :
         llvm::enumerate(emitter.emitPayload(inputs, outputs, point, x, 0)))
      emitter.store(nest.operands[nest.numInputs + i], value, point, x);
  }
}

void TileLowering::emitBlock(NestEmitter &emitter, Value block, Value thread,
                             ValueRange tiles) {
  KernelMath &math = emitter.math;
  SmallVector<unsigned> order;
  SmallVector<int64_t> extents;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (loop != x && loop != y)
      order.push_back(loop);
  order.append({y, x});
  for (unsigned loop : order)
    extents.push_back(loop == x || loop == y
                          ? countBlocks(nest.loops[loop].extent, kTile)
                          : nest.loops[loop].extent);
  NestEmitter::Point corner(nest.loops.size());
  for (auto [loop, digit] : llvm::zip_equal(order, math.split(block, extents)))
    corner[loop] = loop == x || loop == y ? math.mul(digit, kTile) : digit;
  Value row = math.div(thread, kTile), column = math.rem(thread, kTile);
  readTiles(emitter, corner, row, column, tiles);
  gpu::BarrierOp::create(emitter.builder, emitter.loc);
  writeResults(emitter, corner, row, column, tiles);
}

void TileLowering::emit(OpBuilder &builder) {
  nest.makeBuffers(builder);
  int64_t blocks = 1;
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    blocks *= i == x || i == y ? countBlocks(loop.extent, kTile) : loop.extent;
  // One column more: those of a tile then lie in different banks.
  SmallVector<Type> shared;
  for (unsigned i : tiled)
    shared.push_back(
        getSharedType({kTile, kTile + 1}, nest.operands[i].element));
  buildLaunch(
      builder, nest.op.getLoc(), nest.indexType, blocks, kBlockThreads, shared,
      [&](OpBuilder &body, Value block, Value thread, ValueRange tiles) {
        NestEmitter emitter(nest, body);
        emitBlock(emitter, block, thread, tiles);
      });
}

bool mlir::remat::emitTiles(OpBuilder &builder, KernelNest &nest) {
  TileLowering lowering(nest);
  if (!lowering.match())
    return false;
  lowering.emit(builder);
  return true;
}
