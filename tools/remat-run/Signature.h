//===- Inputs.h - What a step is run on -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_INPUTS_H
#define REMAT_TOOLS_REMAT_RUN_INPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::remat {

/// Floats first.
enum class ElementKind { F16, BF16, F32, F64, I1, I8, I16, I32, I64 };

/// A tensor at the function's boundary: contiguous, row-major.
struct TensorSpec {
  ElementKind kind = ElementKind::F32;
  llvm::SmallVector<int64_t, 4> shape;
  /// Integers are in [low, high).
  int64_t low = 0;
  int64_t high = 2;

  int64_t numElements() const;
  int64_t elementBytes() const;
  int64_t bytes() const { return numElements() * elementBytes(); }
  bool isFloat() const;
  /// "tensor<2x3xf32>".
  std::string str() const;
  bool operator==(const TensorSpec &other) const {
    return kind == other.kind && shape == other.shape;
  }
};

struct Signature {
  std::vector<TensorSpec> arguments;
  std::vector<TensorSpec> results;
};

/// Reads the types of `function`, tensors or buffers; on request without the
/// last argument (an arena is no input). Fails with a diagnostic on dynamic
/// shapes, buffers with a layout, other types and element types, and a
/// `remat.range` (array<i64: low, high>, high excluded) beyond the element
/// type.
FailureOr<Signature> getSignature(func::FuncOp function,
                                  bool withLastArgument = true);

/// Fills `data` (spec.bytes() bytes) with pseudo-random values that depend only
/// on `seed`, `position` (of the argument) and the element's index.
///
/// Integers are uniform in their range. Floats of rank 2 and more are uniform
/// in [-s, s), s = sqrt(3 / fan-in), fan-in over all but the last dimension,
/// which keeps variances through a layer; of rank 0 and 1 (biases, gains,
/// variances), in [0.5, 1.5).
void fillInput(const TensorSpec &spec, uint64_t seed, uint64_t position,
               char *data);

/// The element at `index` of `data`, as a double or exactly in text.
double getFloat(const TensorSpec &spec, const char *data, int64_t index);
std::string formatElement(const TensorSpec &spec, const char *data,
                          int64_t index);
/// A linear index as "[i, j, k]".
std::string formatIndex(const TensorSpec &spec, int64_t index);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_INPUTS_H
