//===- ColumnReductions.cpp - Columns reduced by rows of threads ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Reductions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// What one thread combines in the time that it takes to meet the others.
static constexpr int64_t kLeastReduced = 32;
/// So many threads fill a large GPU.
static constexpr int64_t kEnoughThreads = int64_t(1) << 18;

namespace {

class ColumnLowering {
public:
  ColumnLowering(ReductionKernel &kernel, unsigned loop);

  void emit(OpBuilder &builder);
  int64_t getWidth() const { return width; }

private:
  void emitThread(ReductionEmitter &emitter, Value block, Value thread,
                  ValueRange shared);
  SmallVector<Value> combineRows(ReductionEmitter &emitter,
                                 SmallVector<Value> accumulators, Value row,
                                 Value column, Value shared);

  ReductionKernel &kernel;
  KernelNest &nest;
  unsigned loop;
  /// The reduced loops, and the parallel ones but for `loop`.
  SmallVector<unsigned> reduced, outer;
  /// Elements of an access, accesses along `loop`.
  int64_t width = 1, items = 1;
  /// Threads of a block along `loop`, and those that share the reduced
  /// elements.
  int64_t columns = 1, rows = 1;
};

} // namespace

ColumnLowering::ColumnLowering(ReductionKernel &kernel, unsigned loop)
    : kernel(kernel), nest(kernel.nest), loop(loop) {
  for (auto [i, other] : llvm::enumerate(nest.loops))
    if (other.reduction)
      reduced.push_back(i);
    else if (i != loop)
      outer.push_back(i);
  if (const int64_t widest = nest.getWidestElement(loop))
    for (unsigned i = 0; i < nest.numInputs; ++i)
      if (nest.operands[i].isRead)
        width = std::max(width,
                         nest.getVectorSize(nest.operands[i], loop,
                                            std::max<int64_t>(1, 16 / widest)));
  while (nest.loops[loop].extent % width)
    width /= 2;
  items = nest.loops[loop].extent / width;
  columns = std::min<int64_t>(llvm::PowerOf2Ceil(items), kWarpThreads);
  const int64_t most = std::min(kernel.perPart, nest.getSize(true));
  rows = std::min<int64_t>(kBlockThreads / columns,
                           llvm::bit_floor<uint64_t>(most));
  rows = std::max(rows, kWarpThreads / columns);
}

/// What the rows of threads hold, combined, in the first row.
SmallVector<Value> ColumnLowering::combineRows(ReductionEmitter &emitter,
                                               SmallVector<Value> accumulators,
                                               Value row, Value column,
                                               Value shared) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc;
  KernelMath &math = emitter.math;
  auto getIndices = [&](int64_t lane, Value row) {
    return SmallVector<Value>{math.toIndex(math.constant(lane)),
                              math.toIndex(row), math.toIndex(column)};
  };
  for (int64_t half = rows / 2; half > 0; half /= 2) {
    // Each half of what is left goes where no row still reads.
    Value isUpper = arith::AndIOp::create(
        builder, loc, math.less(math.constant(half - 1), row),
        math.less(row, 2 * half));
    auto upper = scf::IfOp::create(builder, loc, isUpper);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(upper.thenBlock());
      for (auto [lane, value] : llvm::enumerate(accumulators))
        storeShared(builder, loc, value, shared, getIndices(lane, row));
    }
    gpu::BarrierOp::create(builder, loc);
    SmallVector<Type> types(accumulators.size(), kernel.getElementType());
    auto lower =
        scf::IfOp::create(builder, loc, types, math.less(row, half),
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(lower.thenBlock());
    SmallVector<Value> combined;
    for (auto [lane, value] : llvm::enumerate(accumulators))
      combined.push_back(emitter.combine(
          value, loadShared(builder, loc, shared,
                            getIndices(lane, math.add(row, half)),
                            kernel.getElementType())));
    scf::YieldOp::create(builder, loc, combined);
    builder.setInsertionPointToStart(lower.elseBlock());
    scf::YieldOp::create(builder, loc, accumulators);
    accumulators.assign(lower.result_begin(), lower.result_end());
  }
  return accumulators;
}

void ColumnLowering::emitThread(ReductionEmitter &emitter, Value block,
                                Value thread, ValueRange shared) {
  OpBuilder &builder = emitter.builder;
  KernelMath &math = emitter.math;
  SmallVector<int64_t> gridExtents = {kernel.parts}, extents;
  for (unsigned i : outer)
    gridExtents.push_back(nest.loops[i].extent);
  gridExtents.push_back(countBlocks(items, columns));
  for (unsigned i : reduced)
    extents.push_back(nest.loops[i].extent);

  SmallVector<Value> digits = math.split(block, gridExtents);
  Value part = kernel.parts > 1 ? digits.front() : math.constant(0);
  NestEmitter::Point start(nest.loops.size(), math.constant(0));
  for (auto [i, digit] :
       llvm::zip_equal(outer, ArrayRef(digits).drop_front().drop_back()))
    start[i] = digit;
  Value row = math.div(thread, columns), column = math.rem(thread, columns);
  Value item = math.add(math.mul(digits.back(), columns), column);
  Value writes = math.less(row, 1);
  if (items % columns != 0) {
    writes = arith::AndIOp::create(builder, emitter.loc, writes,
                                   math.less(item, items));
    item = math.min(item, items - 1);
  }
  start[loop] = math.mul(item, width);

  const int64_t all = nest.getSize(/*reduction=*/true);
  const int64_t most = std::min(kernel.perPart, all);
  SmallVector<Value> results = emitter.accumulateItems(
      {all, kernel.perPart, kernel.parts, part, row, rows,
       std::clamp<int64_t>(most / rows, 1, width == 1 ? 8 : 4)},
      width, loop, [&](Value reducedItem) {
        NestEmitter::Point point = start;
        for (auto [i, digit] :
             llvm::zip_equal(reduced, math.split(reducedItem, extents)))
          point[i] = digit;
        return point;
      });
  if (rows > 1)
    results = combineRows(emitter, results, row, column, shared.front());
  auto last = scf::IfOp::create(builder, emitter.loc, writes);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(last.thenBlock());
  emitter.finish(results, start, loop, part);
}

void ColumnLowering::emit(OpBuilder &builder) {
  int64_t blocks = kernel.parts * countBlocks(items, columns);
  for (unsigned i : outer)
    blocks *= nest.loops[i].extent;
  SmallVector<Type> shared;
  if (rows > 1)
    shared.push_back(
        getSharedType({width, rows, columns}, kernel.getElementType()));
  buildLaunch(
      builder, nest.op.getLoc(), nest.indexType, blocks, columns * rows, shared,
      [&](OpBuilder &body, Value block, Value thread, ValueRange buffers) {
        ReductionEmitter emitter(kernel, body);
        emitThread(emitter, block, thread, buffers);
      });
}

void mlir::remat::emitColumnReduction(OpBuilder &builder,
                                      ReductionKernel &kernel, unsigned loop) {
  ColumnLowering(kernel, loop).emit(builder);
}

bool mlir::remat::isWorthColumns(const ReductionKernel &kernel, unsigned loop) {
  ReductionKernel copy = kernel;
  const int64_t threads = kernel.nest.getSize(/*reduction=*/false) /
                          ColumnLowering(copy, loop).getWidth();
  return kernel.nest.getSize(/*reduction=*/true) >= kLeastReduced &&
         threads < kEnoughThreads;
}
