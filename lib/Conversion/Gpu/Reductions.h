//===- Reductions.h - Reductions by many threads ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H
#define REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H

#include "Gpu/Nest.h"

namespace mlir::remat {

/// A reduction into one result, divided into parts.
struct ReductionKernel {
  KernelNest nest;
  /// The combined value and the op that combines it with the result.
  Value value;
  Operation *combiner = nullptr;
  TypedAttr neutral;
  /// Each part combines `perPart` reduced elements, the last the rest. One part
  /// includes the result's former value.
  int64_t parts = 1;
  int64_t perPart = 0;
  /// With several parts: `partial` is the place of part 0; the next part's is
  /// `outputs` behind.
  KernelOperand partial;
  int64_t outputs = 1;

  Type getElementType() const { return combiner->getResult(0).getType(); }
  const KernelOperand &getOutput() const { return nest.getOutputs().front(); }
};

/// A thread's items: of each part, every `lanes`-th from `lane` on.
struct ItemRange {
  /// In total, and per part except the last.
  int64_t items;
  int64_t perPart;
  Value part;
  Value lane;
  int64_t lanes;
  /// Items read before the first is combined.
  int64_t unroll;
};

/// Shared by both forms: combines values, writes results.
class ReductionEmitter : public NestEmitter {
public:
  ReductionEmitter(ReductionKernel &kernel, KernelBuilder &b)
      : NestEmitter(kernel.nest, b), kernel(kernel) {}

  Value combine(Value a, Value b);
  /// Combines `values` pairwise.
  Value combineAll(SmallVector<Value> values);
  SmallVector<Value> makeNeutral(int64_t count);
  /// Combines `accumulators`, one for each element from `point` on along
  /// `loop`, with the payload's results.
  SmallVector<Value> accumulate(ArrayRef<Value> accumulators,
                                ArrayRef<SmallVector<Value>> inputs,
                                const Point &point, unsigned loop);
  /// Accumulates all items of `range`, each `width` elements from its point on
  /// along `loop`, starting from neutral elements.
  SmallVector<Value> accumulateItems(const ItemRange &range, int64_t width,
                                     unsigned loop,
                                     function_ref<Point(Value item)> getPoint);
  /// Combines the values of every `width` neighboring lanes, in each of them.
  Value combineLanes(Value value, int64_t width);
  /// Where `condition` holds, writes `part`'s results from `point` on along
  /// `loop`, combined with the former value if it is the only part.
  void finish(Value condition, ArrayRef<Value> results, const Point &point,
              unsigned loop, Value part);

  ReductionKernel &kernel;
};

/// Lanes walk the reduced loop `loop`; a warp's or a block's lanes combine
/// through shuffles.
void emitRowReduction(KernelBuilder &b, ReductionKernel &kernel, unsigned loop);

/// Lanes walk the parallel loop `loop`; rows of threads share the reduced
/// elements and combine through workgroup memory.
void emitColumnReduction(KernelBuilder &b, ReductionKernel &kernel,
                         unsigned loop);

/// Whether emitColumnReduction pays off: otherwise one thread per result fills
/// a GPU or is quick.
bool isWorthColumns(const ReductionKernel &kernel, unsigned loop);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_REDUCTIONS_H
