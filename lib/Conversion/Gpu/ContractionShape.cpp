//===- ContractionShape.cpp - Contractions as matrix products -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionShape.h"
#include "Gpu/Nest.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Targets/Contractions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Alignment in bytes of every buffer of a step, in the arena and from the
/// device's allocator.
static constexpr int64_t kBufferAlignment = 256;

int64_t ContractionDims::size() const {
  int64_t product = 1;
  for (const ContractionDim &dim : dims)
    product *= dim.size;
  return product;
}

bool ContractionDims::isContiguous(ContractionOperand operand) const {
  return !dims.empty() && dims.back().strides[operand] == 1;
}

/// The strides of `operand`'s linear index, read through `map`, per loop;
/// nullopt if the layout is dynamic (the offset aside) or the map not linear.
static std::optional<SmallVector<int64_t>>
linearize(Value operand, AffineMap map, ContractionBuffer &buffer) {
  auto memref = dyn_cast<MemRefType>(operand.getType());
  if (!memref || !memref.hasStaticShape() || memref.getMemorySpace() ||
      !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
          memref.getElementType()))
    return std::nullopt;
  std::optional<LinearAccess> access = getLinearAccess(memref, map);
  if (!access)
    return std::nullopt;
  buffer.memref = operand;
  buffer.elementType = memref.getElementType();
  buffer.span = access->span;
  buffer.mapOffset = access->origin;
  if (!ShapedType::isDynamic(access->offset))
    buffer.offset = access->offset + buffer.mapOffset;
  return access->strides;
}

/// Adds an inner loop to `group`.
static void append(ContractionDims &group, const ContractionDim &dim) {
  if (dim.size == 1)
    return;
  if (!group.dims.empty()) {
    ContractionDim &outer = group.dims.back();
    bool continues = true;
    for (unsigned i = 0; i < 3; ++i)
      continues &= outer.strides[i] == dim.strides[i] * dim.size;
    if (continues) {
      outer = {outer.size * dim.size, dim.strides};
      return;
    }
  }
  group.dims.push_back(dim);
}

/// Swaps left and right, so that rows become columns.
static void transpose(ContractionShape &shape) {
  std::swap(shape.rows, shape.columns);
  std::swap(shape.buffers[kLeft], shape.buffers[kRight]);
  for (ContractionDims *group :
       {&shape.batch, &shape.rows, &shape.columns, &shape.reduced})
    for (ContractionDim &dim : group->dims)
      std::swap(dim.strides[kLeft], dim.strides[kRight]);
}

static bool hasComputedPayload(linalg::LinalgOp op) {
  return op.hasPureBufferSemantics() && !op.hasIndexSemantics() &&
         isContraction(op);
}

/// Whether no two points of the parallel loops write one element.
static bool writesApart(linalg::LinalgOp op, AffineMap map) {
  if (!map.isProjectedPermutation())
    return false;
  for (auto [d, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (map.isFunctionOfDim(d) != (kind == utils::IteratorType::parallel))
      return false;
  return true;
}

std::optional<ContractionShape> mlir::remat::matchContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !hasComputedPayload(linalgOp))
    return std::nullopt;
  SmallVector<AffineMap> maps = linalgOp.getIndexingMapsArray();
  if (!writesApart(linalgOp, maps[kOutput]))
    return std::nullopt;
  ContractionShape shape;
  std::array<SmallVector<int64_t>, 3> strides;
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<SmallVector<int64_t>> linear =
        linearize(op->getOperand(i), maps[i], shape.buffers[i]);
    if (!linear)
      return std::nullopt;
    strides[i] = *linear;
  }
  Type output = shape.buffers[kOutput].elementType;
  shape.accumulator =
      output.isF64() ? output : Type(Float32Type::get(op->getContext()));
  SmallVector<int64_t> sizes = linalgOp.getStaticLoopRanges();
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return std::nullopt;
  int64_t iterations = 1;
  for (auto [d, kind] : llvm::enumerate(linalgOp.getIteratorTypesArray())) {
    // Count a size of 0 as 1: there are no products then.
    if (llvm::MulOverflow(iterations, std::max<int64_t>(sizes[d], 1),
                          iterations))
      return std::nullopt;
    bool left = maps[kLeft].isFunctionOfDim(d);
    bool right = maps[kRight].isFunctionOfDim(d);
    ContractionDims &group = kind == utils::IteratorType::reduction
                                 ? shape.reduced
                             : left == right ? shape.batch
                             : left          ? shape.rows
                                             : shape.columns;
    append(group, {sizes[d], {strides[0][d], strides[1][d], strides[2][d]}});
  }
  if (shape.rows.isContiguous(kOutput) && !shape.columns.isContiguous(kOutput))
    transpose(shape);
  return shape;
}

int64_t ContractionShape::getVectorWidth(ContractionOperand operand,
                                         const ContractionDims &fast,
                                         int64_t limit) const {
  const ContractionBuffer &buffer = buffers[operand];
  if (!fast.isContiguous(operand) || !buffer.offset)
    return 1;
  int64_t bytes = getElementBytes(buffer.elementType);
  // The width must divide the loop's end and all other loops' strides.
  uint64_t common = fast.dims.back().size | kBufferAlignment / bytes | limit;
  common |= static_cast<uint64_t>(*buffer.offset);
  for (const ContractionDims *group : getGroups())
    for (const ContractionDim &dim : group->dims)
      if (&dim != &fast.dims.back())
        common |= static_cast<uint64_t>(dim.strides[operand]);
  return int64_t(1) << llvm::countr_zero(common);
}
