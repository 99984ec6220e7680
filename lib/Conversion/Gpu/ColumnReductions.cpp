//===- ColumnReductions.cpp - Columns reduced by rows of threads ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Reductions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Combined by a thread in the time that it takes to meet the others.
static constexpr int64_t kLeastReduced = 32;
/// Fills a large GPU.
static constexpr int64_t kEnoughThreads = int64_t(1) << 18;

namespace {

class ColumnLowering : public ReductionEmitter {
public:
  ColumnLowering(KernelBuilder &b, ReductionKernel &kernel, unsigned loop);

  void emit();

private:
  void emitThread(Value block, Value thread, ValueRange shared);
  SmallVector<Value> combineRows(SmallVector<Value> accumulators, Value row,
                                 Value column, Value shared);

  unsigned loop;
  /// The reduced loops, and the parallel ones except `loop`.
  SmallVector<unsigned> reduced, outer;
  /// Elements of an access, accesses along `loop`.
  int64_t width, items;
  /// Threads of a block along `loop`, and those that share the reduced
  /// elements.
  int64_t columns, rows;
};

} // namespace

/// Elements of an access along `loop`.
static int64_t getWidth(const KernelNest &nest, unsigned loop) {
  int64_t width = nest.getReadWidth(loop);
  while (nest.loops[loop].extent % width)
    width /= 2;
  return width;
}

ColumnLowering::ColumnLowering(KernelBuilder &b, ReductionKernel &kernel,
                               unsigned loop)
    : ReductionEmitter(kernel, b), loop(loop), width(getWidth(nest, loop)),
      items(nest.loops[loop].extent / width),
      columns(std::min<int64_t>(llvm::PowerOf2Ceil(items), kWarpThreads)) {
  for (auto [i, other] : llvm::enumerate(nest.loops))
    if (other.reduction)
      reduced.push_back(i);
    else if (i != loop)
      outer.push_back(i);
  const int64_t most = std::min(kernel.perPart, nest.getSize(true));
  rows = std::min<int64_t>(kBlockThreads / columns,
                           llvm::bit_floor<uint64_t>(most));
  rows = std::max(rows, kWarpThreads / columns);
}

/// Combines the values of all rows of threads in the first row.
SmallVector<Value> ColumnLowering::combineRows(SmallVector<Value> accumulators,
                                               Value row, Value column,
                                               Value shared) {
  auto getIndices = [&](int64_t lane, Value row) {
    return SmallVector<Value>{b.toIndex(b.constant(lane)), b.toIndex(row),
                              b.toIndex(column)};
  };
  for (int64_t half = rows / 2; half > 0; half /= 2) {
    // Each half of the remaining rows writes where no row still reads.
    Value isUpper = arith::AndIOp::create(b, b.less(b.constant(half - 1), row),
                                          b.less(row, 2 * half));
    b.emitIf(isUpper, [&] {
      for (auto [lane, value] : llvm::enumerate(accumulators))
        storeShared(b, value, shared, getIndices(lane, row));
    });
    gpu::BarrierOp::create(b);
    auto combineHalves = [&] {
      SmallVector<Value> combined;
      for (auto [lane, value] : llvm::enumerate(accumulators))
        combined.push_back(combine(
            value, loadShared(b, shared, getIndices(lane, b.add(row, half)),
                              kernel.getElementType())));
      return combined;
    };
    accumulators = b.emitIfElse(b.less(row, half), combineHalves,
                                [&] { return accumulators; });
  }
  return accumulators;
}

void ColumnLowering::emitThread(Value block, Value thread, ValueRange shared) {
  SmallVector<int64_t> gridExtents = {kernel.parts};
  llvm::append_range(gridExtents, nest.getExtents(outer));
  gridExtents.push_back(countBlocks(items, columns));
  SmallVector<Value> digits = b.split(block, gridExtents);
  Value part = kernel.parts > 1 ? digits.front() : b.constant(0);
  Point start(nest.loops.size(), b.constant(0));
  for (auto [i, digit] :
       llvm::zip_equal(outer, ArrayRef(digits).drop_front().drop_back()))
    start[i] = digit;
  Value row = b.div(thread, columns), column = b.rem(thread, columns);
  Value item = b.add(b.mul(digits.back(), columns), column);
  Value writes = b.less(row, 1);
  if (items % columns != 0) {
    writes = arith::AndIOp::create(b, writes, b.less(item, items));
    item = b.min(item, items - 1);
  }
  start[loop] = b.mul(item, width);
  const int64_t all = nest.getSize(/*reduction=*/true);
  const int64_t most = std::min(kernel.perPart, all);
  SmallVector<Value> results = accumulateItems(
      {all, kernel.perPart, part, row, rows,
       std::clamp<int64_t>(most / rows, 1, width == 1 ? 8 : 4)},
      width, loop, [&](Value reducedItem) {
        Point point = start;
        setDigits(point, reduced, reducedItem, nest.getExtents(reduced));
        return point;
      });
  if (rows > 1)
    results = combineRows(results, row, column, shared.front());
  finish(writes, results, start, loop, part);
}

void ColumnLowering::emit() {
  int64_t blocks = kernel.parts * countBlocks(items, columns);
  for (unsigned i : outer)
    blocks *= nest.loops[i].extent;
  SmallVector<Type> shared;
  if (rows > 1)
    shared.push_back(
        getSharedType({width, rows, columns}, kernel.getElementType()));
  buildLaunch(b, blocks, columns * rows, shared,
              [&](Value block, Value thread, ValueRange buffers) {
                emitThread(block, thread, buffers);
              });
}

void mlir::remat::emitColumnReduction(KernelBuilder &b, ReductionKernel &kernel,
                                      unsigned loop) {
  ColumnLowering(b, kernel, loop).emit();
}

bool mlir::remat::isWorthColumns(const ReductionKernel &kernel, unsigned loop) {
  const KernelNest &nest = kernel.nest;
  return nest.getSize(/*reduction=*/true) >= kLeastReduced &&
         nest.getSize(/*reduction=*/false) / getWidth(nest, loop) <
             kEnoughThreads;
}
