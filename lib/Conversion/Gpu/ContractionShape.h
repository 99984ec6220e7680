//===- ContractionShape.h - Contractions as matrix products -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes ops that sum products of two inputs as batches of matrix products.
// A convolution's left matrix only has less direct addresses.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONSHAPE_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONSHAPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>

namespace mlir {
class Operation;

namespace remat {

/// Operands of a contraction, as indices of the arrays below.
enum ContractionOperand : unsigned { kLeft = 0, kRight = 1, kOutput = 2 };

/// A loop, and each operand's stride along it in elements.
struct ContractionDim {
  int64_t size;
  std::array<int64_t, 3> strides;
};

/// Nested loops, outermost first. Omits loops of one iteration and merges two
/// that all operands walk as one.
struct ContractionDims {
  llvm::SmallVector<ContractionDim, 4> dims;

  /// Iterations of all loops together.
  int64_t size() const;
  /// Whether the innermost loop moves through `operand` contiguously.
  bool isContiguous(ContractionOperand operand) const;
};

struct ContractionBuffer {
  Value memref;
  Type elementType;
  /// The address with all loops at 0, in elements from the aligned pointer;
  /// nullopt if the type does not say.
  std::optional<int64_t> offset;
  /// The indexing map's share of `offset`.
  int64_t mapOffset = 0;
  /// Elements from the memref's first to its last, inclusive.
  int64_t span = 0;
};

/// output[b, m, n] += sum over k of left[b, m, k] * right[b, k, n]
struct ContractionShape {
  ContractionDims batch, rows, columns, reduced;
  /// By ContractionOperand. Left and right may be swapped against the op to
  /// make the output contiguous along the columns.
  std::array<ContractionBuffer, 3> buffers;
  /// The type of products and sums: f64 for f64 outputs, else f32.
  Type accumulator;

  std::array<const ContractionDims *, 4> getGroups() const {
    return {&batch, &rows, &columns, &reduced};
  }
  /// The rows of the left operand, the columns of the right one.
  const ContractionDims &getRowsOf(ContractionOperand operand) const {
    return operand == kLeft ? rows : columns;
  }
  /// The most elements of `operand` that one access can move along `fast`
  /// (rows, columns or reduced loops): contiguous, aligned to their size, all
  /// inside or all outside. A power of two up to `limit`; 1 if `fast` is not
  /// contiguous.
  int64_t getVectorWidth(ContractionOperand operand,
                         const ContractionDims &fast, int64_t limit) const;
};

/// Returns `op` as a contraction, or nullopt without a diagnostic. Takes linalg
/// ops on static buffers in memory space 0 with two inputs, one output and
/// linear indexing maps, whose payload adds the product of the inputs, extended
/// or not, to the output, in f16, bf16, f32 or f64. Each parallel loop must
/// address the output on its own. O(loops operands).
std::optional<ContractionShape> matchContraction(Operation *op);

} // namespace remat
} // namespace mlir

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONSHAPE_H
