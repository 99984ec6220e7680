//===- DotsAndConvolutions.cpp - Their dimensions and flops ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

#include <numeric>

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

/// The ranked, static type of `value`, or null.
static RankedTensorType getStatic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

/// The rank of a tensor, else -1.
static int64_t getRank(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : -1;
}

/// The text between the outer `<` and `>` of an attribute `mnemonic`, such as
/// `#stablehlo.dot<...>`.
static std::optional<std::string> getAttrBody(Attribute attribute,
                                              StringRef mnemonic) {
  if (!attribute)
    return std::nullopt;
  std::string text = llvm::to_string(attribute);
  StringRef rest = StringRef(text).split('.').second;
  if (!rest.consume_front(mnemonic) || !rest.consume_front("<") ||
      !rest.consume_back(">"))
    return std::nullopt;
  return rest.str();
}

/// Parses `[0, 2]`.
static bool parseList(StringRef text, SmallVectorImpl<int64_t> &list) {
  text = text.trim();
  if (!text.consume_front("[") || !text.consume_back("]"))
    return false;
  if (text.trim().empty())
    return true;
  for (StringRef part : llvm::split(text, ','))
    if (part.trim().getAsInteger(10, list.emplace_back()))
      return false;
  return true;
}

/// Parses `name = [...], name = [...]`; skips other fields.
static bool
parseFields(StringRef body,
            ArrayRef<std::pair<StringRef, SmallVectorImpl<int64_t> *>> fields) {
  body = body.trim();
  while (!body.empty()) {
    auto [name, rest] = body.split('=');
    size_t end = rest.find(']');
    if (end == StringRef::npos)
      return false;
    StringRef list = rest.take_front(end + 1);
    for (const auto &field : fields)
      if (name.trim() == field.first &&
          (!field.second->empty() || !parseList(list, *field.second)))
        return false;
    body = rest.drop_front(end + 1).ltrim();
    if (!body.empty() && !body.consume_front(","))
      return false;
    body = body.ltrim();
  }
  return true;
}

/// Whether all are distinct dimensions of a tensor of this rank.
static bool areDimensions(int64_t rank, ArrayRef<int64_t> a,
                          ArrayRef<int64_t> b) {
  SmallVector<int64_t> all(a);
  llvm::append_range(all, b);
  llvm::sort(all);
  return std::adjacent_find(all.begin(), all.end()) == all.end() &&
         (all.empty() || (all.front() >= 0 && all.back() < rank));
}

std::optional<DotDimensions> mlir::remat::hlo::getDotDimensions(Operation *op) {
  if (getOpKind(op) != OpKind::Dot || op->getNumOperands() < 2)
    return std::nullopt;
  const int64_t lhsRank = getRank(op->getOperand(0));
  const int64_t rhsRank = getRank(op->getOperand(1));
  if (lhsRank < 0 || rhsRank < 0)
    return std::nullopt;
  DotDimensions dims;
  StringRef name = op->getName().stripDialect();
  if (name == "dot") {
    if (lhsRank == 0 || rhsRank == 0)
      return std::nullopt;
    dims.lhsContracting.push_back(lhsRank - 1);
    dims.rhsContracting.push_back(0);
    return dims;
  }
  std::optional<std::string> body;
  if (name == "dot_general")
    body = getAttrBody(op->getAttr("dot_dimension_numbers"), "dot");
  else if (name == "ragged_dot")
    body =
        getAttrBody(op->getAttr("ragged_dot_dimension_numbers"), "ragged_dot");
  if (!body ||
      !parseFields(*body, {{"lhs_batching_dimensions", &dims.lhsBatching},
                           {"rhs_batching_dimensions", &dims.rhsBatching},
                           {"lhs_contracting_dimensions", &dims.lhsContracting},
                           {"rhs_contracting_dimensions", &dims.rhsContracting},
                           {"lhs_ragged_dimensions", &dims.lhsRagged},
                           {"rhs_group_dimensions", &dims.rhsGroup}}))
    return std::nullopt;
  if (dims.lhsBatching.size() != dims.rhsBatching.size() ||
      dims.lhsContracting.size() != dims.rhsContracting.size() ||
      !areDimensions(lhsRank, dims.lhsBatching, dims.lhsContracting) ||
      !areDimensions(rhsRank, dims.rhsBatching, dims.rhsContracting) ||
      !areDimensions(lhsRank, dims.lhsRagged, {}) ||
      !areDimensions(rhsRank, dims.rhsGroup, dims.rhsBatching))
    return std::nullopt;
  return dims;
}

std::optional<double> mlir::remat::hlo::getDotFlops(Operation *op) {
  std::optional<DotDimensions> dims = getDotDimensions(op);
  if (!dims)
    return std::nullopt;
  RankedTensorType lhs = getStatic(op->getOperand(0));
  RankedTensorType rhs = getStatic(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  double elements = 1;
  for (int64_t extent : lhs.getShape())
    elements *= static_cast<double>(extent);
  double flops = 2 * elements;
  for (auto [dim, extent] : llvm::enumerate(rhs.getShape())) {
    int64_t number = static_cast<int64_t>(dim);
    if (!llvm::is_contained(dims->rhsBatching, number) &&
        !llvm::is_contained(dims->rhsContracting, number) &&
        !llvm::is_contained(dims->rhsGroup, number))
      flops *= static_cast<double>(extent);
  }
  return flops;
}

/// Parses `[b, 0, 1, f]`: the places of the two letters and of the numbers.
static bool parseLayout(StringRef text, char first, char second,
                        int64_t &firstPlace, int64_t &secondPlace,
                        SmallVectorImpl<int64_t> &spatial) {
  text = text.trim();
  if (!text.consume_front("[") || !text.consume_back("]"))
    return false;
  auto parts = llvm::to_vector(llvm::split(text, ','));
  if (parts.size() < 2)
    return false;
  firstPlace = secondPlace = -1;
  spatial.assign(parts.size() - 2, -1);
  for (auto [index, untrimmed] : llvm::enumerate(parts)) {
    StringRef part = untrimmed.trim();
    int64_t place = static_cast<int64_t>(index);
    size_t number;
    if (part == StringRef(&first, 1) && firstPlace < 0)
      firstPlace = place;
    else if (part == StringRef(&second, 1) && secondPlace < 0)
      secondPlace = place;
    else if (!part.getAsInteger(10, number) && number < spatial.size() &&
             spatial[number] < 0)
      spatial[number] = place;
    else
      return false;
  }
  // As many distinct places as parts: none is missing.
  return true;
}

std::optional<ConvDimensions>
mlir::remat::hlo::getConvDimensions(Operation *op) {
  if (getOpKind(op) != OpKind::Convolution || op->getNumOperands() < 2 ||
      op->getNumResults() != 1)
    return std::nullopt;
  std::optional<std::string> body =
      getAttrBody(op->getAttr("dimension_numbers"), "conv");
  if (!body)
    return std::nullopt;
  auto [operands, output] = StringRef(*body).split("->");
  auto [input, kernel] = operands.split('x');
  ConvDimensions dims;
  if (!parseLayout(input, 'b', 'f', dims.inputBatch, dims.inputFeature,
                   dims.inputSpatial) ||
      !parseLayout(kernel, 'i', 'o', dims.kernelInputFeature,
                   dims.kernelOutputFeature, dims.kernelSpatial) ||
      !parseLayout(output, 'b', 'f', dims.outputBatch, dims.outputFeature,
                   dims.outputSpatial))
    return std::nullopt;
  int64_t rank = static_cast<int64_t>(dims.inputSpatial.size()) + 2;
  if (dims.kernelSpatial.size() != dims.inputSpatial.size() ||
      dims.outputSpatial.size() != dims.inputSpatial.size() ||
      getRank(op->getOperand(0)) != rank ||
      getRank(op->getOperand(1)) != rank || getRank(op->getResult(0)) != rank)
    return std::nullopt;
  return dims;
}

std::optional<SmallVector<int64_t>>
mlir::remat::hlo::getIntegers(Operation *op, StringRef name, size_t count,
                              int64_t missing) {
  Attribute attribute = op->getAttr(name);
  SmallVector<int64_t> values;
  if (!attribute) {
    values.assign(count, missing);
  } else if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    llvm::append_range(values, array.asArrayRef());
  } else if (auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
             dense && dense.getElementType().isInteger(64) &&
             dense.getNumElements() == static_cast<int64_t>(count)) {
    llvm::append_range(values, dense.getValues<int64_t>());
  }
  if (values.size() != count)
    return std::nullopt;
  return values;
}

std::optional<SmallVector<ConvWindow, 3>>
mlir::remat::hlo::getConvWindows(Operation *op, const ConvDimensions &dims) {
  size_t rank = dims.inputSpatial.size();
  auto strides = getIntegers(op, "window_strides", rank, 1);
  auto padding = getIntegers(op, "padding", 2 * rank, 0);
  auto inputDilations = getIntegers(op, "lhs_dilation", rank, 1);
  auto kernelDilations = getIntegers(op, "rhs_dilation", rank, 1);
  if (!strides || !padding || !inputDilations || !kernelDilations)
    return std::nullopt;
  auto getExtent = [](Value value, int64_t dim) {
    return cast<RankedTensorType>(value.getType()).getDimSize(dim);
  };
  SmallVector<ConvWindow, 3> windows;
  for (size_t i = 0; i != rank; ++i)
    windows.push_back({getExtent(op->getOperand(0), dims.inputSpatial[i]),
                       getExtent(op->getOperand(1), dims.kernelSpatial[i]),
                       getExtent(op->getResult(0), dims.outputSpatial[i]),
                       (*strides)[i], (*padding)[2 * i], (*padding)[2 * i + 1],
                       (*inputDilations)[i], (*kernelDilations)[i]});
  return windows;
}

/// Counts the pairs of output o in [0, O) and kernel position k in [0, K) with
/// o x stride + k x kernelDilation - low = i x inputDilation for an i in [0,
/// input). None if a product overflows int64.
static std::optional<double> countMeetings(const ConvWindow &dim) {
  // The condition is symmetric: loop over the fewer.
  int64_t outer = dim.kernel, inner = dim.output;
  int64_t outerStep = dim.kernelDilation, innerStep = dim.stride;
  if (outer > inner) {
    std::swap(outer, inner);
    std::swap(outerStep, innerStep);
  }
  int64_t last;
  if (dim.input <= 0 || inner <= 0)
    return 0;
  if (llvm::MulOverflow(dim.input - 1, dim.inputDilation, last))
    return std::nullopt;
  // One in `period` inner positions can meet an element.
  int64_t period = dim.inputDilation / std::gcd(innerStep, dim.inputDilation);
  double count = 0;
  for (int64_t position = 0; position < outer; ++position) {
    int64_t offset, room;
    if (llvm::MulOverflow(position, outerStep, offset) ||
        llvm::SubOverflow(offset, dim.low, offset) ||
        llvm::SubOverflow(last, offset, room) || offset == INT64_MIN)
      return std::nullopt;
    int64_t low =
        std::max<int64_t>(0, -llvm::divideFloorSigned(offset, innerStep));
    int64_t high =
        std::min(inner - 1, llvm::divideFloorSigned(room, innerStep));
    // The first in one period that meets an element, if any.
    for (int64_t start = low; start <= high && start - low < period; ++start) {
      if ((start % dim.inputDilation * (innerStep % dim.inputDilation) +
           offset % dim.inputDilation) %
              dim.inputDilation !=
          0)
        continue;
      const int64_t meetings = (high - start) / period + 1;
      count += static_cast<double>(meetings);
      break;
    }
  }
  return count;
}

std::optional<double> mlir::remat::hlo::getConvolutionFlops(Operation *op) {
  std::optional<ConvDimensions> dims = getConvDimensions(op);
  if (!dims)
    return std::nullopt;
  RankedTensorType input = getStatic(op->getOperand(0));
  RankedTensorType kernel = getStatic(op->getOperand(1));
  RankedTensorType output = getStatic(op->getResult(0));
  auto windows = getConvWindows(op, *dims);
  if (!input || !kernel || !output || !windows)
    return std::nullopt;
  // Larger steps are invalid, and products below would overflow.
  auto isStep = [](int64_t step) { return step >= 1 && step < (1 << 30); };
  if (!llvm::all_of(*windows, [&](const ConvWindow &window) {
        return isStep(window.stride) && isStep(window.inputDilation) &&
               isStep(window.kernelDilation);
      }))
    return std::nullopt;
  auto batchGroups =
      dyn_cast_or_null<IntegerAttr>(op->getAttr("batch_group_count"));
  double groups = batchGroups && batchGroups.getValue().isStrictlyPositive()
                      ? batchGroups.getValue().signedRoundToDouble()
                      : 1;
  // The kernel holds the input features of one group.
  double flops =
      2 * static_cast<double>(input.getDimSize(dims->inputBatch)) / groups *
      static_cast<double>(output.getDimSize(dims->outputFeature)) *
      static_cast<double>(kernel.getDimSize(dims->kernelInputFeature));
  for (const ConvWindow &window : *windows) {
    std::optional<double> meetings = countMeetings(window);
    if (!meetings)
      return std::nullopt;
    flops *= *meetings;
  }
  return flops;
}
