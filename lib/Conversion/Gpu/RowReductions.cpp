//===- RowReductions.cpp - Rows reduced by warps and blocks ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Reductions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// From so many accesses on a whole block combines a row; from fewer, if there
/// are not rows enough to keep a GPU busy with a warp each.
static constexpr int64_t kLeastItemsOfBlock = 1024;
static constexpr int64_t kLeastItemsOfSmallBlock = 64;
static constexpr int64_t kFewRows = 8192;
/// The largest block, for long rows of which there are fewer than a large GPU
/// has multiprocessors.
static constexpr int64_t kMostThreads = 1024;
static constexpr int64_t kVeryFewRows = 128;

namespace {

class RowLowering {
public:
  RowLowering(ReductionKernel &kernel, unsigned loop);

  void emit(OpBuilder &builder);

private:
  void chooseLanes();
  void emitThread(ReductionEmitter &emitter, Value block, Value thread,
                  ValueRange shared);
  SmallVector<Value> emitTail(ReductionEmitter &emitter,
                              const NestEmitter::Point &row, Value part,
                              Value lane, SmallVector<Value> accumulators);
  Value combineWarps(ReductionEmitter &emitter, Value value, Value thread,
                     Value shared);

  ReductionKernel &kernel;
  KernelNest &nest;
  /// The loops of a row, the one along which lanes go last, and of the rows.
  SmallVector<unsigned> reduced, parallel;
  /// Elements of an access.
  int64_t width = 1;
  /// Accesses of a row, of a part of it, and the elements behind the last.
  int64_t items = 1, perPart = 1, tail = 0;
  int64_t rows = 1;
  /// Threads of a row and of a block, rows of a block.
  int64_t lanes = 1, threads = 1, rowsOfBlock = 1;
};

} // namespace

RowLowering::RowLowering(ReductionKernel &kernel, unsigned loop)
    : kernel(kernel), nest(kernel.nest) {
  for (auto [i, other] : llvm::enumerate(nest.loops))
    if (!other.reduction)
      parallel.push_back(i);
    else if (i != loop)
      reduced.push_back(i);
  reduced.push_back(loop);

  if (const int64_t widest = nest.getWidestElement(loop))
    for (unsigned i = 0; i < nest.numInputs; ++i)
      if (nest.operands[i].isRead)
        width = std::max(width,
                         nest.getVectorSize(nest.operands[i], loop,
                                            std::max<int64_t>(1, 16 / widest)));
  // A row that goes on elsewhere has no tail.
  while (reduced.size() > 1 && nest.loops[loop].extent % width)
    width /= 2;
  for (unsigned i : reduced)
    items *= i == loop ? nest.loops[i].extent / width : nest.loops[i].extent;
  tail = reduced.size() == 1 ? nest.loops[loop].extent % width : 0;
  // Parts begin at multiples of the widest access.
  perPart = kernel.parts > 1 ? kernel.perPart / width : items;
  rows = nest.getSize(/*reduction=*/false);
  chooseLanes();
}

void RowLowering::chooseLanes() {
  const int64_t most = std::max<int64_t>(std::min(perPart, items), 1);
  const bool few = rows * kernel.parts < kFewRows;
  lanes = llvm::PowerOf2Ceil(most);
  if (most >= kLeastItemsOfBlock || (few && most >= kLeastItemsOfSmallBlock))
    lanes =
        std::min(lanes, rows * kernel.parts <= kVeryFewRows ? kMostThreads
                                                            : kBlockThreads);
  else
    lanes = std::min(lanes, kWarpThreads);
  if (lanes > kWarpThreads) {
    threads = lanes;
    return;
  }
  threads = std::min(kBlockThreads,
                     static_cast<int64_t>(llvm::alignTo(
                         std::min(rows, kBlockThreads) * lanes, kWarpThreads)));
  rowsOfBlock = threads / lanes;
}

/// The elements behind the last access, in the last part, one a lane.
SmallVector<Value> RowLowering::emitTail(ReductionEmitter &emitter,
                                         const NestEmitter::Point &row,
                                         Value part, Value lane,
                                         SmallVector<Value> accumulators) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc;
  KernelMath &math = emitter.math;
  const unsigned loop = reduced.back();
  // With several parts the last is the one behind whose items the tail is.
  const int64_t lastPart = kernel.parts - 1;
  NestEmitter::Point point = row;
  auto forOp = scf::ForOp::create(builder, loc, math.add(lane, items * width),
                                  math.constant(items * width + tail),
                                  math.constant(lanes), accumulators.front());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forOp.getBody());
  point[loop] = forOp.getInductionVar();
  Value combined =
      emitter
          .accumulate(Value(forOp.getRegionIterArg(0)),
                      emitter.loadInputs(point, loop, 1), point, loop)
          .front();
  if (lastPart > 0)
    combined = arith::SelectOp::create(builder, loc, math.less(part, lastPart),
                                       forOp.getRegionIterArg(0), combined);
  scf::YieldOp::create(builder, loc, combined);
  accumulators.front() = forOp.getResult(0);
  return accumulators;
}

/// What all warps of the block hold, combined, in the first warp.
Value RowLowering::combineWarps(ReductionEmitter &emitter, Value value,
                                Value thread, Value shared) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc;
  KernelMath &math = emitter.math;
  const int64_t warps = lanes / kWarpThreads;
  auto first = scf::IfOp::create(builder, loc,
                                 math.less(math.rem(thread, kWarpThreads), 1));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(first.thenBlock());
    storeShared(builder, loc, value, shared,
                math.toIndex(math.div(thread, kWarpThreads)));
  }
  gpu::BarrierOp::create(builder, loc);
  // Every group of so many lanes combines the same values.
  value = loadShared(builder, loc, shared,
                     math.toIndex(math.rem(thread, warps)), value.getType());
  return emitter.combineLanes(value, warps);
}

void RowLowering::emitThread(ReductionEmitter &emitter, Value block,
                             Value thread, ValueRange shared) {
  OpBuilder &builder = emitter.builder;
  KernelMath &math = emitter.math;
  const int64_t rowBlocks = countBlocks(rows, rowsOfBlock);
  SmallVector<Value> digits = math.split(block, {kernel.parts, rowBlocks});
  Value part = kernel.parts > 1 ? digits[0] : math.constant(0);
  // A block of one row needs no division, which LLVM would keep.
  const bool alone = rowsOfBlock == 1;
  Value lane = alone ? thread : math.rem(thread, lanes);
  Value row = alone ? digits[1]
                    : math.add(math.mul(digits[1], rowsOfBlock),
                               math.div(thread, lanes));
  // Lanes behind the last row work on it too: all take part in shuffles.
  Value writes = math.less(lane, 1);
  if (rows % rowsOfBlock != 0) {
    writes = arith::AndIOp::create(builder, emitter.loc, writes,
                                   math.less(row, rows));
    row = math.min(row, rows - 1);
  }
  SmallVector<int64_t> rowExtents, extents;
  for (unsigned i : parallel)
    rowExtents.push_back(nest.loops[i].extent);
  for (unsigned i : reduced)
    extents.push_back(i == reduced.back() ? nest.loops[i].extent / width
                                          : nest.loops[i].extent);
  NestEmitter::Point start(nest.loops.size(), math.constant(0));
  for (auto [i, digit] : llvm::zip_equal(parallel, math.split(row, rowExtents)))
    start[i] = digit;

  const int64_t most = std::max<int64_t>(std::min(perPart, items), 1);
  SmallVector<Value> accumulators = emitter.makeNeutral(width);
  if (items > 0)
    accumulators = emitter.accumulateItems(
        {items, perPart, kernel.parts, part, lane, lanes,
         std::clamp<int64_t>(most / lanes, 1, 4)},
        width, reduced.back(), [&](Value item) {
          NestEmitter::Point point = start;
          for (auto [i, digit] :
               llvm::zip_equal(reduced, math.split(item, extents)))
            point[i] = digit;
          point[reduced.back()] = math.mul(point[reduced.back()], width);
          return point;
        });
  if (tail > 0)
    accumulators = emitTail(emitter, start, part, lane, accumulators);
  Value value = emitter.combineLanes(emitter.combineAll(accumulators),
                                     std::min(lanes, kWarpThreads));
  if (lanes > kWarpThreads)
    value = combineWarps(emitter, value, thread, shared.front());
  auto last = scf::IfOp::create(builder, emitter.loc, writes);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(last.thenBlock());
  emitter.finish(value, start, reduced.back(), part);
}

void RowLowering::emit(OpBuilder &builder) {
  SmallVector<Type> shared;
  if (lanes > kWarpThreads)
    shared.push_back(
        getSharedType({lanes / kWarpThreads}, kernel.getElementType()));
  buildLaunch(
      builder, nest.op.getLoc(), nest.indexType,
      countBlocks(rows, rowsOfBlock) * kernel.parts, threads, shared,
      [&](OpBuilder &body, Value block, Value thread, ValueRange buffers) {
        ReductionEmitter emitter(kernel, body);
        emitThread(emitter, block, thread, buffers);
      });
}

void mlir::remat::emitRowReduction(OpBuilder &builder, ReductionKernel &kernel,
                                   unsigned loop) {
  RowLowering(kernel, loop).emit(builder);
}
