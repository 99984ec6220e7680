//===- XlaIntermediates.cpp - Between the kernels of one op ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XlaFusion.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

static std::optional<SmallVector<hlo::ConvWindow, 3>>
getConvolutionWindows(Operation *op) {
  std::optional<hlo::ConvDimensions> dims = hlo::getConvDimensions(op);
  auto windows = dims ? hlo::getConvWindows(op, *dims) : std::nullopt;
  // Larger values are invalid; the sums below stay in int64.
  constexpr int64_t largest = int64_t(1) << 30;
  auto isSmall = [](const hlo::ConvWindow &window) {
    return std::max({window.input, window.kernel, window.output}) < largest &&
           llvm::all_of(ArrayRef({window.stride, window.low, window.high,
                                  window.inputDilation, window.kernelDilation}),
                        [](int64_t number) {
                          return -largest < number && number < largest;
                        });
  };
  if (windows && !llvm::all_of(*windows, isSmall))
    return std::nullopt;
  return windows;
}

/// (F4) A kernel gradient's input padding: XLA's windows are symmetric.
static int64_t getUnevenPadding(const hlo::ConvWindow &window) {
  int64_t reach = (window.kernel - 1) * window.kernelDilation + window.output;
  int64_t least = reach - window.input - window.low;
  int64_t most = least + window.kernelDilation - 1;
  int64_t high = window.low > most ? most : std::max(least, window.low);
  return std::abs(window.low - high);
}

/// Whether a convolution's `kernel` is reversed: XLA takes it for the gradient
/// of an input.
static bool isReversed(Value kernel) {
  Operation *op = kernel.getDefiningOp();
  return op && hlo::getOpKind(op) == OpKind::Reverse;
}

/// Whether XLA takes a convolution for the gradient of a kernel: its "kernel"
/// is larger than its result.
static bool isFilterGradient(Operation *op, ArrayRef<hlo::ConvWindow> windows) {
  double kernels = 1;
  double outputs = 1;
  for (const hlo::ConvWindow &window : windows) {
    kernels *= static_cast<double>(window.kernel);
    outputs *= static_cast<double>(window.output);
  }
  return !isReversed(op->getOperand(1)) && kernels > outputs &&
         llvm::all_of(windows, [](const hlo::ConvWindow &window) {
           return window.stride == 1;
         });
}

static int64_t getCount(Operation *op, StringRef name) {
  auto count = dyn_cast_or_null<IntegerAttr>(op->getAttr(name));
  return count ? count.getInt() : 1;
}

static bool isDilated(ArrayRef<hlo::ConvWindow> windows) {
  return llvm::any_of(windows, [](const hlo::ConvWindow &window) {
    return window.inputDilation > 1;
  });
}

static int64_t getPaddedInputBytes(Operation *op) {
  auto found = getConvolutionWindows(op);
  if (!found)
    return 0;
  ArrayRef<hlo::ConvWindow> windows = *found;
  const bool isGrouped = getCount(op, "feature_group_count") > 1;
  if (isReversed(op->getOperand(1)) && !isGrouped)
    return 0;
  const bool hasDilation = isDilated(windows);
  const bool makesKernel = isFilterGradient(op, windows);
  auto input = cast<ShapedType>(op->getOperand(0).getType());
  int64_t inputBytes = getTypeBytes(input).value_or(0);
  // The gradient of a transposed convolution reads both transposed.
  if (makesKernel && hasDilation)
    return saturatingAdd(inputBytes,
                         getTypeBytes(op->getOperand(1).getType()).value_or(0));
  bool isUneven = llvm::any_of(windows, [&](const hlo::ConvWindow &window) {
    return makesKernel ? getUnevenPadding(window) != 0
                       : window.low != window.high;
  });
  if (!isUneven && (makesKernel || !hasDilation))
    return 0;
  double grown = 1;
  for (const hlo::ConvWindow &window : windows) {
    int64_t padded = makesKernel ? window.input + getUnevenPadding(window)
                                 : (window.input - 1) * window.inputDilation +
                                       1 + std::max<int64_t>(0, window.low) +
                                       std::max<int64_t>(0, window.high);
    grown *= static_cast<double>(padded) /
             static_cast<double>(std::max<int64_t>(1, window.input));
  }
  double bytes = grown * static_cast<double>(inputBytes);
  return bytes < 0x1p62 ? static_cast<int64_t>(bytes) : INT64_MAX;
}

bool mlir::remat::isXlaForwardConvolution(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::Convolution ||
      getCount(op, "feature_group_count") > 1 ||
      getCount(op, "batch_group_count") > 1)
    return false;
  auto windows = getConvolutionWindows(op);
  if (!windows || isDilated(*windows) || isFilterGradient(op, *windows))
    return false;
  // To reverse a kernel of one position moves nothing.
  return !isReversed(op->getOperand(1)) ||
         llvm::all_of(*windows, [](const hlo::ConvWindow &window) {
           return window.kernel == 1;
         });
}

int64_t mlir::remat::getXlaIntermediateBytes(Operation *op) {
  if (hlo::getOpKind(op) == OpKind::Convolution)
    return getPaddedInputBytes(op);
  // (F4) One kernel finds position and element per window; a scatter follows.
  if (hlo::getOpKind(op) != OpKind::SelectAndScatter ||
      op->getNumOperands() < 2)
    return 0;
  auto source = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  if (!source || !source.hasStaticShape())
    return 0;
  int64_t places =
      saturatingMul(getNumElementsOrOne(source), 4 * source.getRank());
  return saturatingAdd(places, getTypeBytes(source).value_or(0));
}
