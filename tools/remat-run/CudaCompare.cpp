//===- CudaCompare.cpp - Results of a GPU beside a CPU's ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCompare.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// The element as a number; integers beyond 2^53 to the nearest.
static double getNumber(const TensorSpec &spec, const char *data,
                        int64_t index) {
  if (spec.isFloat())
    return getFloat(spec, data, index);
  double value = 0;
  if (StringRef(formatElement(spec, data, index)).getAsDouble(value))
    return std::numeric_limits<double>::quiet_NaN();
  return value;
}

static double getDifference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double difference = std::fabs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

ResultDifference mlir::remat::compareResult(const TensorSpec &spec,
                                            const Accuracy &accuracy,
                                            const std::vector<char> &data,
                                            const std::vector<char> &expected) {
  ResultDifference result;
  result.tolerance = accuracy.getTolerance();
  result.reductionChain = accuracy.reductionChain;
  int64_t width = spec.elementBytes();
  auto isBetter = [&](double difference) {
    return difference > result.largest;
  };
  for (int64_t i = 0; i < spec.numElements(); ++i) {
    const char *left = data.data() + i * width;
    const char *right = expected.data() + i * width;
    double wanted = getNumber(spec, expected.data(), i);
    if (std::isfinite(wanted))
      result.scale = std::max(result.scale, std::fabs(wanted));
    if (std::memcmp(left, right, static_cast<size_t>(width)) == 0)
      continue;
    double difference = getDifference(getNumber(spec, data.data(), i), wanted);
    // Equal numbers of other bits (zeros, NaNs) are a difference to exact ones.
    if (accuracy.isExact && difference == 0)
      difference = std::numeric_limits<double>::min();
    if (!isBetter(difference))
      continue;
    result.largest = difference;
    result.index = i;
  }
  if (result.largest > 0) {
    result.element = formatElement(spec, data.data(), result.index);
    result.expected = formatElement(spec, expected.data(), result.index);
  }
  return result;
}

std::string mlir::remat::describe(const TensorSpec &spec,
                                  const ResultDifference &result) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (result.tolerance == 0)
    os << "bit by bit: ";
  else
    os << llvm::formatv("within {0:e2} (sums of {1}): ", result.tolerance,
                        result.reductionChain);
  if (result.largest == 0) {
    os << "identical";
    return text;
  }
  os << llvm::formatv("off by {0:e2} of {1:e2} at {2} ({3} for {4})",
                      result.largest, result.scale,
                      formatIndex(spec, result.index), result.element,
                      result.expected);
  return text;
}
