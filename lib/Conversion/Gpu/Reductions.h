//===- Reductions.h - Reductions by many threads ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H
#define REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H

#include "Gpu/Launch.h"

namespace mlir::remat {

/// A reduction into one result, and how it is shared out.
struct ReductionKernel {
  KernelNest nest;
  /// What is combined, and what combines it with the result.
  Value value;
  Operation *combiner = nullptr;
  /// Where nothing was combined yet.
  TypedAttr neutral;
  /// Each part combines `perPart` of the reduced elements, the last what is
  /// left. One part includes what the result held before.
  int64_t parts = 1;
  int64_t perPart = 0;
  /// With several parts, where each writes: the result's place is then
  /// `partial`, that of part 0, and the next part's is `outputs` behind.
  KernelOperand partial;
  int64_t outputs = 1;

  Type getElementType() const { return combiner->getResult(0).getType(); }
  const KernelOperand &getOutput() const { return nest.getOutputs().front(); }
};

/// The reduced items that a thread combines: of each part, every `lanes`-th
/// from `lane` on.
struct ItemRange {
  /// All items, and those of a part but for the last.
  int64_t items;
  int64_t perPart;
  Value part;
  Value lane;
  int64_t lanes;
  /// So many are read before the first of them is combined.
  int64_t unroll;
};

/// What both forms do: combine values, and write results.
class ReductionEmitter : public NestEmitter {
public:
  ReductionEmitter(ReductionKernel &kernel, KernelBuilder &b)
      : NestEmitter(kernel.nest, b), kernel(kernel) {}

  Value combine(Value a, Value b);
  /// `values` combined pairwise.
  Value combineAll(SmallVector<Value> values);
  /// `count` neutral elements.
  SmallVector<Value> makeNeutral(int64_t count);
  /// Combines `accumulators`, one for each of the elements from `point` on
  /// along `loop`, with what the payload makes of these.
  SmallVector<Value> accumulate(ArrayRef<Value> accumulators,
                                ArrayRef<SmallVector<Value>> inputs,
                                const Point &point, unsigned loop);
  /// What becomes of the neutral elements when all items of `range` are
  /// accumulated, each `width` elements from its point on along `loop`.
  SmallVector<Value> accumulateItems(const ItemRange &range, int64_t width,
                                     unsigned loop,
                                     function_ref<Point(Value item)> getPoint);
  /// What every `width` neighboring lanes hold, combined, in each of them.
  Value combineLanes(Value value, int64_t width);
  /// Where `condition` holds, writes the results of `part` from `point` on
  /// along `loop`, combined with what was there if this is the only part.
  void finish(Value condition, ArrayRef<Value> results, const Point &point,
              unsigned loop, Value part);

  ReductionKernel &kernel;
};

/// Lanes go along the reduced loop `loop`; the lanes of a warp or of a block
/// combine what they have through shuffles.
void emitRowReduction(KernelBuilder &b, ReductionKernel &kernel, unsigned loop);

/// Lanes go along the parallel loop `loop`; rows of threads share the reduced
/// elements and combine what they have through workgroup memory.
void emitColumnReduction(KernelBuilder &b, ReductionKernel &kernel,
                         unsigned loop);

/// Whether emitColumnReduction is of use: else a thread for each result, which
/// combines all elements, is enough to fill a GPU or does not take long.
bool isWorthColumns(const ReductionKernel &kernel, unsigned loop);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H
