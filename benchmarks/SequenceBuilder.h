//===- SequenceBuilder.h ----- Networks on sequences -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BENCHMARKS_SEQUENCEBUILDER_H
#define REMAT_BENCHMARKS_SEQUENCEBUILDER_H

#include "LayeredStepBuilder.h"

#include "remat/Support/SplitMix64.h"

#include <initializer_list>

namespace mlir::remat::planner {

inline int64_t pick(SplitMix64 &random,
                    std::initializer_list<int64_t> choices) {
  return choices.begin()[random.below(choices.size())];
}

inline bool flip(SplitMix64 &random) { return random.next() & 1; }

/// The vocabulary of networks on sequences: matrices of `rows` tokens.
class SequenceBuilder : public LayeredStepBuilder {
public:
  SequenceBuilder(int64_t rows, int64_t elementBytes)
      : rows(rows), elementBytes(elementBytes) {}

  int64_t size(int64_t columns) const { return rows * columns * elementBytes; }
  int64_t columnsOf(ValueId x) const {
    return bytesOf(x) / (rows * elementBytes);
  }

  ValueId project(ValueId x, ValueId weight, int64_t columns) {
    LayeredOp op{"matmul", {x, weight}, size(columns)};
    op.flops = 2.0 * rows * columnsOf(x) * columns;
    op.keepsInputs = op.isProduct = true;
    return add(std::move(op));
  }
  ValueId project(ValueId x, int64_t columns) {
    return project(x, param(columnsOf(x) * columns * 4), columns);
  }
  ValueId normalize(ValueId x) {
    LayeredOp op{"layer_norm", {x, param(columnsOf(x) * 8)}, bytesOf(x)};
    op.keepsInputs = true;
    op.savedBytes = rows * 8;
    return add(std::move(op));
  }
  ValueId dropout(ValueId x) {
    LayeredOp op{"dropout", {x}, bytesOf(x)};
    op.savedBytes = bytesOf(x) / elementBytes;
    return add(std::move(op));
  }
  ValueId addBias(ValueId x, ValueId bias) {
    return add({"add_bias", {x, bias}, bytesOf(x)});
  }
  ValueId addBias(ValueId x) { return addBias(x, param(columnsOf(x) * 4)); }
  ValueId sum(ValueId a, ValueId b) { return add({"add", {a, b}, bytesOf(a)}); }
  /// An elementwise op that is differentiated from its inputs.
  ValueId apply(const char *type, llvm::ArrayRef<ValueId> inputs) {
    LayeredOp op{type, llvm::SmallVector<ValueId, 4>(inputs),
                 bytesOf(inputs[0])};
    op.keepsInputs = true;
    return add(std::move(op));
  }
  /// One that is differentiated from its result.
  ValueId activate(const char *type, ValueId x) {
    LayeredOp op{type, {x}, bytesOf(x)};
    op.keepsResult = true;
    return add(std::move(op));
  }
  ValueId slice(ValueId x, int64_t columns) {
    return add({"slice", {x}, size(columns)});
  }
  ValueId transpose(ValueId x) { return add({"transpose", {x}, bytesOf(x)}); }
  ValueId product(ValueId a, ValueId b, int64_t bytes, double flops) {
    LayeredOp op{"batch_matmul", {a, b}, bytes, flops};
    op.keepsInputs = op.isProduct = true;
    return add(std::move(op));
  }
  ValueId softmax(ValueId x) { return activate("softmax", x); }

protected:
  const int64_t rows;
  const int64_t elementBytes;
};

} // namespace mlir::remat::planner

#endif // REMAT_BENCHMARKS_SEQUENCEBUILDER_H
