//===- XlaIntermediates.cpp - Between the kernels of one op ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XLA splits some ops into several kernels, which hand values on to each other
// (docs/xla.md, F4).
//
//===----------------------------------------------------------------------===//

#include "XlaFusion.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

namespace {
/// The window of a convolution along one spatial dimension.
struct ConvolutionWindow {
  int64_t input, kernel, output;
  int64_t stride, low, high, inputDilation, kernelDilation;
};
} // namespace

static std::optional<SmallVector<ConvolutionWindow, 3>>
getConvolutionWindows(Operation *op) {
  std::optional<hlo::ConvDimensions> dims = hlo::getConvDimensions(op);
  if (!dims)
    return std::nullopt;
  size_t rank = dims->inputSpatial.size();
  auto strides = hlo::getIntegers(op, "window_strides", rank, 1);
  auto padding = hlo::getIntegers(op, "padding", 2 * rank, 0);
  auto inputDilation = hlo::getIntegers(op, "lhs_dilation", rank, 1);
  auto kernelDilation = hlo::getIntegers(op, "rhs_dilation", rank, 1);
  auto extents = [](Value value) {
    return cast<ShapedType>(value.getType()).getShape();
  };
  if (!strides || !padding || !inputDilation || !kernelDilation)
    return std::nullopt;
  SmallVector<ConvolutionWindow, 3> windows;
  // Larger ones are no padding and no dilation; the sums below stay in int64.
  constexpr int64_t largest = int64_t(1) << 30;
  auto isSmall = [](int64_t number) {
    return -largest < number && number < largest;
  };
  for (const SmallVector<int64_t> *numbers :
       {&*strides, &*padding, &*inputDilation, &*kernelDilation})
    if (!llvm::all_of(*numbers, isSmall))
      return std::nullopt;
  for (size_t i = 0; i != rank; ++i)
    windows.push_back({extents(op->getOperand(0))[dims->inputSpatial[i]],
                       extents(op->getOperand(1))[dims->kernelSpatial[i]],
                       extents(op->getResult(0))[dims->outputSpatial[i]],
                       (*strides)[i], (*padding)[2 * i], (*padding)[2 * i + 1],
                       (*inputDilation)[i], (*kernelDilation)[i]});
  for (const ConvolutionWindow &window : windows)
    if (std::max({window.input, window.kernel, window.output}) >= largest)
      return std::nullopt;
  return windows;
}

/// (F4) How much a gradient of a kernel pads one dimension of its input beside
/// what the convolution can do by itself: XLA's windows are symmetric.
static int64_t getUnevenPadding(const ConvolutionWindow &window) {
  int64_t reach = (window.kernel - 1) * window.kernelDilation + window.output;
  int64_t least = reach - window.input - window.low;
  int64_t most = least + window.kernelDilation - 1;
  int64_t high = window.low > most ? most : std::max(least, window.low);
  return std::abs(window.low - high);
}

static int64_t getPaddedInputBytes(Operation *op) {
  std::optional<SmallVector<ConvolutionWindow, 3>> windows =
      getConvolutionWindows(op);
  if (!windows)
    return 0;
  Operation *kernel = op->getOperand(1).getDefiningOp();
  bool isInputGradient = kernel && hlo::getOpKind(kernel) == OpKind::Reverse;
  auto groups =
      dyn_cast_or_null<IntegerAttr>(op->getAttr("feature_group_count"));
  bool isGrouped = groups && groups.getInt() > 1;
  if (isInputGradient && !isGrouped)
    return 0;
  bool isDilated = llvm::any_of(*windows, [](const ConvolutionWindow &window) {
    return window.inputDilation > 1;
  });
  double kernels = 1;
  double outputs = 1;
  for (const ConvolutionWindow &window : *windows) {
    kernels *= static_cast<double>(window.kernel);
    outputs *= static_cast<double>(window.output);
  }
  bool isFilterGradient =
      !isInputGradient && kernels > outputs &&
      llvm::all_of(*windows, [](const ConvolutionWindow &window) {
        return window.stride == 1;
      });
  auto input = cast<ShapedType>(op->getOperand(0).getType());
  int64_t inputBytes = getTypeBytes(input).value_or(0);
  // The gradient of a transposed convolution reads both transposed.
  if (isFilterGradient && isDilated)
    return saturatingAdd(inputBytes,
                         getTypeBytes(op->getOperand(1).getType()).value_or(0));
  bool isUneven = llvm::any_of(*windows, [&](const ConvolutionWindow &window) {
    return isFilterGradient ? getUnevenPadding(window) != 0
                            : window.low != window.high;
  });
  if (!isUneven && (isFilterGradient || !isDilated))
    return 0;
  double grown = 1;
  for (const ConvolutionWindow &window : *windows) {
    int64_t padded = isFilterGradient
                         ? window.input + getUnevenPadding(window)
                         : (window.input - 1) * window.inputDilation + 1 +
                               std::max<int64_t>(0, window.low) +
                               std::max<int64_t>(0, window.high);
    grown *= static_cast<double>(padded) /
             static_cast<double>(std::max<int64_t>(1, window.input));
  }
  double bytes = grown * static_cast<double>(inputBytes);
  return bytes < 0x1p62 ? static_cast<int64_t>(bytes) : INT64_MAX;
}

int64_t mlir::remat::getXlaIntermediateBytes(Operation *op) {
  switch (hlo::getOpKind(op)) {
  case OpKind::Convolution:
    return getPaddedInputBytes(op);
  case OpKind::SelectAndScatter: {
    // (F4) A kernel that finds, for each window, the place of the element and
    // the element, and a scatter.
    if (op->getNumOperands() < 2)
      return 0;
    auto source = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
    if (!source || !source.hasStaticShape())
      return 0;
    int64_t places =
        saturatingMul(getNumElementsOrOne(source), 4 * source.getRank());
    return saturatingAdd(places, getTypeBytes(source).value_or(0));
  }
  default:
    return 0;
  }
}
