//===- CudaCompare.h - Results of a GPU beside a CPU's ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CUDACOMPARE_H
#define REMAT_TOOLS_REMAT_RUN_CUDACOMPARE_H

#include "Inputs.h"

#include "remat/Analysis/Accuracy.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// How far one result is off.
struct ResultDifference {
  /// What is allowed, relative to the largest element; 0: the same bits.
  double tolerance = 0;
  int64_t reductionChain = 0;
  /// The largest difference, where it is, and the largest element of the
  /// expected result (both magnitudes; infinite where one of both is no number
  /// and the other is).
  double largest = 0;
  int64_t index = 0;
  double scale = 0;
  /// Both elements there, as text.
  std::string element, expected;

  bool isWithin() const { return largest <= tolerance * scale; }
};

/// Compares `data` with `expected`, both of `spec`: bits where `accuracy` is
/// exact, else differences. O(elements).
ResultDifference compareResult(const TensorSpec &spec, const Accuracy &accuracy,
                               const std::vector<char> &data,
                               const std::vector<char> &expected);

/// A line of text on it: the tolerance and the largest difference.
std::string describe(const TensorSpec &spec, const ResultDifference &result);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDACOMPARE_H
