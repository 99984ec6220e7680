//===- ContractionStaging.cpp - Tiles in shared memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

/// The most that one instruction loads or stores, in bytes.
static constexpr int64_t kVectorBytes = 16;
/// Elements of f16 or bf16 in a row of a matrix that ldmatrix reads.
static constexpr int64_t kMatrixRow = 8;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value TileMath::exclusiveOr(Value a, Value b) {
  return builder.createOrFold<arith::XOrIOp>(a, b);
}

Value TileMath::select(Value condition, Value a, Value b) {
  return condition ? builder.createOrFold<arith::SelectOp>(condition, a, b) : a;
}

Value TileMath::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::AndIOp>(a, b);
}

Value TileMath::address(Value index, const ContractionDims &group,
                        ContractionOperand operand) {
  Value sum = constant(0);
  for (size_t i = group.dims.size(); i-- > 0;) {
    const ContractionDim &dim = group.dims[i];
    Value coordinate = i == 0 ? index : rem(index, dim.size);
    if (dim.strides[operand] != 0)
      sum = add(sum, mul(coordinate, dim.strides[operand]));
    if (i != 0)
      index = div(index, dim.size);
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

SharedTile::SharedTile(const ContractionTile &tile, ContractionOperand operand,
                       bool fast)
    : rows(operand == kLeft ? tile.rows : tile.columns), depth(tile.depth),
      depthFast(fast && tile.unit == ContractionUnit::Mma),
      swizzled(tile.unit == ContractionUnit::Mma) {
  // Single threads, and those of tf32 fragments, read along the rows. Eight
  // more keep the four steps of depth of such a fragment in different banks;
  // four are enough to spread what is written across rows and keep vectors
  // aligned.
  int64_t padding = swizzled ? 0 : tile.unit == ContractionUnit::Tf32 ? 8 : 4;
  pitch = (depthFast ? depth : rows) + padding;
}

Value SharedTile::index(TileMath &math, Value row, Value step) const {
  Value slow = depthFast ? row : step, fast = depthFast ? step : row;
  Value start = math.mul(slow, pitch);
  if (!swizzled)
    return math.add(start, fast);
  // Eight rows of 16 bytes go into 128 bytes of banks: rows shorter than that
  // share them already.
  int64_t groups = pitch / kMatrixRow;
  Value turn = math.div(math.rem(slow, kMatrixRow),
                        groups >= kMatrixRow ? 1 : kMatrixRow / groups);
  Value group = math.exclusiveOr(math.div(fast, kMatrixRow), turn);
  return math.add(math.add(start, math.mul(group, kMatrixRow)),
                  math.rem(fast, kMatrixRow));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static const ContractionDims &getRows(const ContractionShape &shape,
                                      ContractionOperand operand) {
  return operand == kLeft ? shape.rows : shape.columns;
}

/// Iterations of the innermost of `group`, by which `operand` is contiguous; 0
/// if it is not.
static int64_t getRun(const ContractionDims &group,
                      ContractionOperand operand) {
  bool contiguous =
      !group.dims.empty() && group.dims.back().strides[operand] == 1;
  return contiguous ? group.dims.back().size : 0;
}

/// Elements of 16 bytes.
static int64_t getWidthLimit(const ContractionShape &shape,
                             ContractionOperand operand) {
  return kVectorBytes * 8 /
         shape.buffers[operand].elementType.getIntOrFloatBitWidth();
}

/// Whether neighboring threads shall read along the depth.
static bool readsAlongDepth(const ContractionShape &shape,
                            ContractionOperand operand) {
  int64_t limit = getWidthLimit(shape, operand);
  const ContractionDims &rows = getRows(shape, operand);
  int64_t depthWidth = shape.getVectorWidth(operand, shape.reduced, limit);
  int64_t rowWidth = shape.getVectorWidth(operand, rows, limit);
  if (depthWidth != rowWidth)
    return depthWidth > rowWidth;
  return getRun(shape.reduced, operand) > getRun(rows, operand);
}

TileCopy::TileCopy(TileMath &math, const ContractionShape &shape,
                   const ContractionTile &tile, ContractionOperand operand,
                   Value thread)
    : math(math), shape(shape), tile(tile), operand(operand),
      alongDepth(readsAlongDepth(shape, operand)),
      layout(tile, operand, alongDepth), thread(thread) {
  width = shape.getVectorWidth(
      operand, alongDepth ? shape.reduced : getRows(shape, operand),
      getWidthLimit(shape, operand));
  width = std::min(width, layout.rows * layout.depth / tile.getThreads());
}

bool TileCopy::canBeAsync() const {
  return tile.unit == ContractionUnit::Mma && width == kMatrixRow;
}

void TileCopy::prepare(Value memory, Value shared, Value batchAddress,
                       Value firstRow) {
  this->memory = memory;
  this->shared = shared;
  const ContractionDims &group = getRows(shape, operand);
  int64_t threads = tile.getThreads();
  int64_t vectors = (alongDepth ? layout.depth : layout.rows) / width;
  int64_t total = layout.rows * layout.depth / (width * threads);
  for (int64_t i = 0; i < total; ++i) {
    Value at = math.add(thread, i * threads);
    // Powers of two: one divides the other, so that one of the coordinates is
    // the same for all parts or differs by a constant.
    Value fast, slow;
    if (threads % vectors == 0) {
      fast = math.rem(thread, vectors);
      slow = math.add(math.div(thread, vectors), i * (threads / vectors));
    } else {
      fast = math.rem(at, vectors);
      slow = math.div(at, vectors);
    }
    fast = math.mul(fast, width);
    Part part;
    part.row = alongDepth ? slow : fast;
    part.depth = alongDepth ? fast : slow;
    part.sharedIndex = layout.index(math, part.row, part.depth);
    Value row = math.add(firstRow, part.row);
    if (group.size() % layout.rows != 0)
      part.rowInside = math.less(row, group.size());
    row = math.select(part.rowInside, row, math.constant(0));
    part.rowAddress = math.add(batchAddress, math.address(row, group, operand));
    parts.push_back(part);
  }
}

std::pair<Value, Value> TileCopy::locate(const Part &part, Value firstDepth) {
  const ContractionDims &reduced = shape.reduced;
  Value address, inside = part.rowInside;
  if (!reduced.dims.empty() && reduced.dims.back().size % tile.depth == 0) {
    // The outer loops stand still within the tile.
    address =
        math.add(math.address(firstDepth, reduced, operand),
                 math.mul(part.depth, reduced.dims.back().strides[operand]));
  } else {
    Value depth = math.add(firstDepth, part.depth);
    if (reduced.size() % tile.depth != 0) {
      Value depthInside = math.less(depth, reduced.size());
      depth = math.select(depthInside, depth, math.constant(0));
      inside = math.both(inside, depthInside);
    }
    address = math.address(depth, reduced, operand);
  }
  return {math.add(part.rowAddress, address), inside};
}

SmallVector<Value> TileCopy::load(Value firstDepth) {
  ImplicitLocOpBuilder &b = math.builder;
  Type element = shape.buffers[operand].elementType;
  Type type = width == 1 ? element : VectorType::get(width, element);
  Value zero = arith::ConstantOp::create(b, type, b.getZeroAttr(type));
  SmallVector<Value> values;
  for (const Part &part : parts) {
    auto [address, inside] = locate(part, firstDepth);
    // An address that is always there, and no branch: so the loads of all parts
    // are under way together.
    Value index = math.toIndex(math.select(inside, address, math.constant(0)));
    Value value;
    if (width == 1)
      value = memref::LoadOp::create(b, memory, index);
    else
      value = vector::LoadOp::create(
          b, cast<VectorType>(type), memory, index, /*nontemporal=*/false,
          llvm::MaybeAlign(width * element.getIntOrFloatBitWidth() / 8));
    values.push_back(math.select(inside, value, zero));
  }
  return values;
}

void TileCopy::store(ArrayRef<Value> values, Value stage) {
  ImplicitLocOpBuilder &b = math.builder;
  Type element = cast<MemRefType>(shared.getType()).getElementType();
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  bool contiguous = layout.depthFast == alongDepth;
  for (auto [part, loaded] : llvm::zip_equal(parts, values)) {
    Value value = loaded;
    Type type = width == 1 ? element : VectorType::get(width, element);
    if (type != value.getType())
      value = arith::ExtFOp::create(b, type, value);
    Value index = math.add(stage, part.sharedIndex);
    if (width == 1) {
      memref::StoreOp::create(b, value, shared, math.toIndex(index));
    } else if (contiguous) {
      vector::StoreOp::create(
          b, value, shared, math.toIndex(index), /*nontemporal=*/false,
          llvm::MaybeAlign(std::min(width * bytes, kVectorBytes)));
    } else {
      for (int64_t i = 0; i < width; ++i)
        memref::StoreOp::create(
            b, vector::ExtractOp::create(b, value, i), shared,
            math.toIndex(math.add(index, i * layout.pitch)));
    }
  }
}

Value TileCopy::copyAsync(Value firstDepth, Value stage) {
  ImplicitLocOpBuilder &b = math.builder;
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value token;
  for (const Part &part : parts) {
    auto [address, inside] = locate(part, firstDepth);
    Value count;
    if (inside) {
      address = math.select(inside, address, math.constant(0));
      count = math.toIndex(
          math.select(inside, math.constant(width), math.constant(0)));
    }
    token = nvgpu::DeviceAsyncCopyOp::create(
        b, type, shared, math.toIndex(math.add(stage, part.sharedIndex)),
        memory, math.toIndex(address), b.getIndexAttr(width), count,
        b.getUnitAttr());
  }
  return token;
}
