//===- Signature.h - What a step takes and returns --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_SIGNATURE_H
#define REMAT_TOOLS_REMAT_RUN_SIGNATURE_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::remat {

/// A value at the function's boundary: a scalar, or contiguous and row-major.
struct TensorSpec {
  /// A buffer is a memref that is an argument, which the step may write.
  enum class Form { Tensor, Buffer, Scalar };

  Form form = Form::Tensor;
  Type element;
  llvm::SmallVector<int64_t, 4> shape;
  /// Integers are in [low, high).
  int64_t low = 0;
  int64_t high = 2;
  /// By which the user may call it, the best first.
  std::vector<std::string> names;

  bool isBuffer() const { return form == Form::Buffer; }
  bool isScalar() const { return form == Form::Scalar; }
  int64_t numElements() const;
  int64_t elementBytes() const;
  int64_t bytes() const { return numElements() * elementBytes(); }
  /// A complex element has two numbers, others one.
  Type numberType() const;
  int64_t numbersPerElement() const;
  int64_t numNumbers() const { return numElements() * numbersPerElement(); }
  int64_t numberBytes() const { return elementBytes() / numbersPerElement(); }
  /// Whether its numbers are floats.
  bool isFloat() const;
  /// Bits of an integer.
  unsigned integerBits() const;
  /// "tensor<2x3xf32>", "memref<2x3xf32>", "f32".
  std::string str() const;
  /// Whether both hold the same, whatever passes it.
  bool operator==(const TensorSpec &other) const {
    return element == other.element && shape == other.shape &&
           isScalar() == other.isScalar();
  }
};

struct Signature {
  std::vector<TensorSpec> arguments;
  std::vector<TensorSpec> results;
};

/// Reads the types of `function`: tensors, buffers, scalars; on request without
/// the last argument (an arena is no input). Names come from locations, from
/// `jax.result_info`, and from the text it was parsed from, of which `text`
/// tells. Fails with a diagnostic on dynamic shapes, buffers
/// with a layout or in a memory space, other types and element types, and a
/// `remat.range` (array<i64: low, high>, high excluded) beyond the element
/// type.
FailureOr<Signature> getSignature(func::FuncOp function,
                                  const AsmParserState &text,
                                  bool withLastArgument = true);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_SIGNATURE_H
