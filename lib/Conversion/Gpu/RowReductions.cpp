//===- RowReductions.cpp - Rows reduced by warps and blocks ---------------===//
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

/// Accesses from which a whole block combines a row; the smaller number if rows
/// are too few to fill a GPU with a warp each.
static constexpr int64_t kLeastItemsOfBlock = 1024;
static constexpr int64_t kLeastItemsOfSmallBlock = 64;
static constexpr int64_t kFewRows = 8192;
/// The largest block: for long rows, if they are too few to give each
/// multiprocessor of a large GPU one.
static constexpr int64_t kMostThreads = 1024;
static constexpr int64_t kVeryFewRows = 128;

namespace {

class RowLowering : public ReductionEmitter {
public:
  RowLowering(KernelBuilder &b, ReductionKernel &kernel, unsigned loop);

  void emit();

private:
  void chooseLanes();
  void emitThread(Value block, Value thread, ValueRange shared);
  Value emitTail(const Point &row, Value part, Value lane, Value accumulator);
  Value combineWarps(Value value, Value thread, Value shared);

  /// The loops of a row, that of the lanes last, and of the rows.
  SmallVector<unsigned> reduced, parallel;
  /// The extents of `reduced`, the last in accesses.
  SmallVector<int64_t> extents;
  /// Elements of an access.
  int64_t width;
  /// Accesses of a row and of a part, and elements behind the last access.
  int64_t items = 1, perPart, tail;
  int64_t rows;
  /// Threads of a row and of a block, rows of a block.
  int64_t lanes = 1, threads = 1, rowsOfBlock = 1;
};

} // namespace

RowLowering::RowLowering(KernelBuilder &b, ReductionKernel &kernel,
                         unsigned loop)
    : ReductionEmitter(kernel, b), width(nest.getReadWidth(loop)),
      rows(nest.getSize(/*reduction=*/false)) {
  for (auto [i, other] : llvm::enumerate(nest.loops))
    if (!other.reduction)
      parallel.push_back(i);
    else if (i != loop)
      reduced.push_back(i);
  reduced.push_back(loop);
  // A row of several loops has no tail.
  while (reduced.size() > 1 && nest.loops[loop].extent % width)
    width /= 2;
  tail = nest.loops[loop].extent % width;
  extents = nest.getExtents(reduced);
  extents.back() /= width;
  for (int64_t extent : extents)
    items *= extent;
  // Parts begin at multiples of the widest access.
  perPart = kernel.parts > 1 ? kernel.perPart / width : items;
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

/// Combines `accumulator` with the elements behind the last access, in the last
/// part, one per lane.
Value RowLowering::emitTail(const Point &row, Value part, Value lane,
                            Value accumulator) {
  const unsigned loop = reduced.back();
  // Of several parts, the last takes the tail.
  const int64_t lastPart = kernel.parts - 1;
  auto combineElement = [&](Value index, ValueRange carried) {
    Point point = row;
    point[loop] = index;
    SmallVector<Value> combined =
        accumulate(carried.front(), loadInputs(point, loop, 1), point, loop);
    if (lastPart > 0)
      combined.front() = arith::SelectOp::create(
          b, b.less(part, lastPart), carried.front(), combined.front());
    return combined;
  };
  return b
      .emitFor(b.add(lane, items * width), b.constant(items * width + tail),
               b.constant(lanes), accumulator, combineElement)
      .front();
}

/// Combines the values of all warps of the block, in the first warp.
Value RowLowering::combineWarps(Value value, Value thread, Value shared) {
  const int64_t warps = lanes / kWarpThreads;
  b.emitIf(b.less(b.rem(thread, kWarpThreads), 1), [&] {
    storeShared(b, value, shared, b.toIndex(b.div(thread, kWarpThreads)));
  });
  gpu::BarrierOp::create(b);
  // Every group of so many lanes combines the same values.
  value =
      loadShared(b, shared, b.toIndex(b.rem(thread, warps)), value.getType());
  return combineLanes(value, warps);
}

void RowLowering::emitThread(Value block, Value thread, ValueRange shared) {
  const int64_t rowBlocks = countBlocks(rows, rowsOfBlock);
  SmallVector<Value> digits = b.split(block, {kernel.parts, rowBlocks});
  Value part = kernel.parts > 1 ? digits[0] : b.constant(0);
  // A block of one row needs no division, which LLVM would keep.
  const bool alone = rowsOfBlock == 1;
  Value lane = alone ? thread : b.rem(thread, lanes);
  Value row = alone
                  ? digits[1]
                  : b.add(b.mul(digits[1], rowsOfBlock), b.div(thread, lanes));
  // Lanes behind the last row repeat it: all take part in shuffles.
  Value writes = b.less(lane, 1);
  if (rows % rowsOfBlock != 0) {
    writes = arith::AndIOp::create(b, writes, b.less(row, rows));
    row = b.min(row, rows - 1);
  }
  Point start(nest.loops.size(), b.constant(0));
  setDigits(start, parallel, row, nest.getExtents(parallel));
  const unsigned loop = reduced.back();
  const int64_t most = std::max<int64_t>(std::min(perPart, items), 1);
  SmallVector<Value> accumulators = makeNeutral(width);
  if (items > 0)
    accumulators = accumulateItems({items, perPart, part, lane, lanes,
                                    std::clamp<int64_t>(most / lanes, 1, 4)},
                                   width, loop, [&](Value item) {
                                     Point point = start;
                                     setDigits(point, reduced, item, extents);
                                     point[loop] = b.mul(point[loop], width);
                                     return point;
                                   });
  if (tail > 0)
    accumulators.front() = emitTail(start, part, lane, accumulators.front());
  Value value =
      combineLanes(combineAll(accumulators), std::min(lanes, kWarpThreads));
  if (lanes > kWarpThreads)
    value = combineWarps(value, thread, shared.front());
  finish(writes, value, start, loop, part);
}

void RowLowering::emit() {
  SmallVector<Type> shared;
  if (lanes > kWarpThreads)
    shared.push_back(
        getSharedType({lanes / kWarpThreads}, kernel.getElementType()));
  buildLaunch(b, countBlocks(rows, rowsOfBlock) * kernel.parts, threads, shared,
              [&](Value block, Value thread, ValueRange buffers) {
                emitThread(block, thread, buffers);
              });
}

void mlir::remat::emitRowReduction(KernelBuilder &b, ReductionKernel &kernel,
                                   unsigned loop) {
  RowLowering(b, kernel, loop).emit();
}
