//===- ContractionShape.h - Contractions as matrix products -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op that sums products of two inputs is a batch of matrix products: a
// convolution's left matrix is only addressed in a more roundabout way. This
// is the analysis that says which; kernels are generated from its result.
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

/// The three operands of a contraction, and where each stands in the arrays
/// below.
enum ContractionOperand : unsigned { kLeft = 0, kRight = 1, kOutput = 2 };

/// A loop, and by how many elements each operand's address moves with it.
struct ContractionDim {
  int64_t size;
  std::array<int64_t, 3> strides;
};

/// Nested loops, the outermost first. Loops of one iteration are left out, and
/// two that all operands walk through as if they were one are one.
struct ContractionDims {
  llvm::SmallVector<ContractionDim, 4> dims;

  /// Iterations of all the loops together.
  int64_t size() const;
  /// Whether the innermost moves through `operand` contiguously.
  bool isContiguous(ContractionOperand operand) const;
};

/// An operand on its buffer.
struct ContractionBuffer {
  Value memref;
  Type elementType;
  /// Where the address is when all loops are at 0, in elements, counted from
  /// the buffer's aligned pointer; nullopt if the type does not say.
  std::optional<int64_t> offset;
  /// What of `offset` the indexing map adds to the memref's own offset.
  int64_t mapOffset = 0;
  /// Elements from the first to the last of the memref, both included.
  int64_t span = 0;
};

/// output[b, m, n] += sum over k of left[b, m, k] * right[b, k, n]
struct ContractionShape {
  ContractionDims batch, rows, columns, reduced;
  /// By ContractionOperand. Left and right may have changed places against the
  /// op, so that the output is contiguous along the columns where it can be.
  std::array<ContractionBuffer, 3> buffers;
  /// What the products are computed and summed in: f32, or f64 if the output is
  /// that.
  Type accumulator;

  std::array<const ContractionDims *, 4> getGroups() const {
    return {&batch, &rows, &columns, &reduced};
  }
  /// The rows of the left operand, the columns of the right one.
  const ContractionDims &getRowsOf(ContractionOperand operand) const {
    return operand == kLeft ? rows : columns;
  }
  /// The most elements of `operand`, a power of two up to `limit`, that can be
  /// read or written at once along `fast`, the rows, the columns or the reduced
  /// loops: they are contiguous, inside all together or outside all together,
  /// and aligned to their size. 1 if `fast` does not move through the operand
  /// contiguously.
  int64_t getVectorWidth(ContractionOperand operand,
                         const ContractionDims &fast, int64_t limit) const;
};

/// `op` as a contraction; nullopt, without a diagnostic, for all but a linalg
/// op on static buffers in memory space 0, with two inputs and one output,
/// whose payload adds the product of the inputs, each extended or not, to the
/// output, in f16, bf16, f32 or f64, and whose indexing maps are linear; each
/// parallel loop addresses the output on its own. O(loops operands).
std::optional<ContractionShape> matchContraction(Operation *op);

} // namespace remat
} // namespace mlir

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONSHAPE_H
