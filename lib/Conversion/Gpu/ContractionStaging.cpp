//===- ContractionStaging.cpp - Tiles in shared memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"
#include "Gpu/Nest.h"
#include "remat/Conversion/GpuAddresses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

/// Bytes of the widest load or store.
static constexpr int64_t kVectorBytes = 16;
/// f16 or bf16 elements in a matrix row that ldmatrix reads.
static constexpr int64_t kMatrixRow = 8;
/// f16 or bf16 elements in 128 bytes, the longest row that wgmma reads.
static constexpr int64_t kPanel = 64;

Value mlir::remat::getAddress(KernelBuilder &b, Value index,
                              const ContractionDims &group,
                              ContractionOperand operand) {
  Value sum = b.constant(0);
  for (size_t i = group.dims.size(); i-- > 0;) {
    const ContractionDim &dim = group.dims[i];
    Value coordinate = i == 0 ? index : b.rem(index, dim.size);
    if (dim.strides[operand] != 0)
      sum = b.add(sum, b.mul(coordinate, dim.strides[operand]));
    if (i != 0)
      index = b.div(index, dim.size);
  }
  return sum;
}

Value mlir::remat::getBatchAddress(KernelBuilder &b, Value batch,
                                   const ContractionShape &shape,
                                   ContractionOperand operand) {
  return b.add(getAddress(b, batch, shape.batch, operand),
               shape.buffers[operand].mapOffset);
}

Value mlir::remat::flatten(KernelBuilder &b, const ContractionBuffer &buffer) {
  auto type = cast<MemRefType>(buffer.memref.getType());
  return flatten(b, buffer.memref, buffer.span,
                 /*isPlain=*/type.getStridesAndOffset().second == 0);
}

SharedTile::SharedTile(const ContractionTile &tile, ContractionOperand operand,
                       bool fast)
    : rows(operand == kLeft ? tile.rows : tile.columns), depth(tile.depth),
      depthFast(fast && tile.takesHalves()), swizzled(tile.takesHalves()) {
  // FMA threads and tf32 fragments read along the rows. Padding of eight keeps
  // the four steps of such a fragment in different banks; four are enough to
  // spread writes across rows and keep vectors aligned.
  int64_t padding = swizzled ? 0 : tile.unit == ContractionUnit::Tf32 ? 8 : 4;
  const int64_t extent = depthFast ? depth : rows;
  panels = tile.unit == ContractionUnit::Wgmma ? extent / kPanel : 1;
  pitch = extent / panels + padding;
}

Value SharedTile::index(KernelBuilder &b, Value row, Value step) const {
  Value slow = depthFast ? row : step, fast = depthFast ? step : row;
  Value start = b.mul(slow, pitch);
  if (panels > 1) {
    start = b.add(start, b.mul(b.div(fast, pitch), panelSize()));
    fast = b.rem(fast, pitch);
  }
  if (!swizzled)
    return b.add(start, fast);
  // Eight rows of 16 bytes fill the 128 bytes of banks; shorter rows share them
  // already.
  int64_t groups = pitch / kMatrixRow;
  Value turn = b.div(b.rem(slow, kMatrixRow),
                     groups >= kMatrixRow ? 1 : kMatrixRow / groups);
  Value group = b.exclusiveOr(b.div(fast, kMatrixRow), turn);
  return b.add(b.add(start, b.mul(group, kMatrixRow)), b.rem(fast, kMatrixRow));
}

/// Iterations of `group`'s innermost loop if `operand` is contiguous along it,
/// else 0.
static int64_t getRun(const ContractionDims &group,
                      ContractionOperand operand) {
  return group.isContiguous(operand) ? group.dims.back().size : 0;
}

/// Elements of 16 bytes.
static int64_t getWidthLimit(const ContractionShape &shape,
                             ContractionOperand operand) {
  return kVectorBytes / getElementBytes(shape.buffers[operand].elementType);
}

/// Whether neighboring threads should read along the depth.
static bool readsAlongDepth(const ContractionShape &shape,
                            ContractionOperand operand) {
  int64_t limit = getWidthLimit(shape, operand);
  const ContractionDims &rows = shape.getRowsOf(operand);
  int64_t depthWidth = shape.getVectorWidth(operand, shape.reduced, limit);
  int64_t rowWidth = shape.getVectorWidth(operand, rows, limit);
  if (depthWidth != rowWidth)
    return depthWidth > rowWidth;
  return getRun(shape.reduced, operand) > getRun(rows, operand);
}

TileCopy::TileCopy(KernelBuilder &b, const ContractionShape &shape,
                   const ContractionTile &tile, ContractionOperand operand)
    : b(b), shape(shape), tile(tile), operand(operand),
      alongDepth(readsAlongDepth(shape, operand)),
      layout(tile, operand, alongDepth) {
  width = shape.getVectorWidth(
      operand, alongDepth ? shape.reduced : shape.getRowsOf(operand),
      getWidthLimit(shape, operand));
  width = std::min(width, layout.rows * layout.depth / tile.getThreads());
}

bool TileCopy::canBeAsync() const {
  return tile.takesHalves() && width == kMatrixRow;
}

void TileCopy::prepare(Value thread, Value sharedMemory, Value batch,
                       Value firstRow) {
  shared = sharedMemory;
  Value batchAddress = getBatchAddress(b, batch, shape, operand);
  memory = flatten(b, shape.buffers[operand]);
  const ContractionDims &group = shape.getRowsOf(operand);
  int64_t threads = tile.getThreads();
  int64_t vectors = (alongDepth ? layout.depth : layout.rows) / width;
  int64_t total = layout.rows * layout.depth / (width * threads);
  for (int64_t i = 0; i < total; ++i) {
    Value at = b.add(thread, i * threads);
    // Of two powers of two one divides the other: one coordinate is the same
    // for all parts or differs by a constant.
    Value fast, slow;
    if (threads % vectors == 0) {
      fast = b.rem(thread, vectors);
      slow = b.add(b.div(thread, vectors), i * (threads / vectors));
    } else {
      fast = b.rem(at, vectors);
      slow = b.div(at, vectors);
    }
    fast = b.mul(fast, width);
    Part part;
    part.row = alongDepth ? slow : fast;
    part.depth = alongDepth ? fast : slow;
    part.sharedIndex = layout.index(b, part.row, part.depth);
    Value row = b.add(firstRow, part.row);
    if (group.size() % layout.rows != 0)
      part.rowInside = b.less(row, group.size());
    row = b.select(part.rowInside, row, b.constant(0));
    part.rowAddress = b.add(batchAddress, getAddress(b, row, group, operand));
    parts.push_back(part);
  }
}

std::pair<Value, Value> TileCopy::locate(const Part &part, Value firstDepth) {
  const ContractionDims &reduced = shape.reduced;
  Value address, inside = part.rowInside;
  if (!reduced.dims.empty() && reduced.dims.back().size % tile.depth == 0) {
    // The outer loops stand still within the tile.
    address = b.add(getAddress(b, firstDepth, reduced, operand),
                    b.mul(part.depth, reduced.dims.back().strides[operand]));
  } else {
    Value depth = b.add(firstDepth, part.depth);
    if (reduced.size() % tile.depth != 0) {
      Value depthInside = b.less(depth, reduced.size());
      depth = b.select(depthInside, depth, b.constant(0));
      inside = b.both(inside, depthInside);
    }
    address = getAddress(b, depth, reduced, operand);
  }
  return {b.add(part.rowAddress, address), inside};
}

SmallVector<Value> TileCopy::load(Value firstDepth) {
  Type element = shape.buffers[operand].elementType;
  Type type = width == 1 ? element : VectorType::get(width, element);
  Value zero = b.zero(type);
  SmallVector<Value> values;
  for (const Part &part : parts) {
    auto [address, inside] = locate(part, firstDepth);
    // Select a valid address instead of branching, so that the loads of all
    // parts overlap.
    Value index = b.toIndex(b.select(inside, address, b.constant(0)));
    Value value;
    if (width == 1)
      value = memref::LoadOp::create(b, memory, index);
    else
      value = vector::LoadOp::create(
          b, cast<VectorType>(type), memory, index, /*nontemporal=*/false,
          llvm::MaybeAlign(width * getElementBytes(element)));
    values.push_back(b.select(inside, value, zero));
  }
  return values;
}

void TileCopy::store(ArrayRef<Value> values, Value start) {
  Type element = cast<MemRefType>(shared.getType()).getElementType();
  int64_t bytes = getElementBytes(element);
  bool contiguous = layout.depthFast == alongDepth;
  for (auto [part, loaded] : llvm::zip_equal(parts, values)) {
    Value value = loaded;
    Type type = width == 1 ? element : VectorType::get(width, element);
    if (type != value.getType())
      value = arith::ExtFOp::create(b, type, value);
    Value index = b.add(start, part.sharedIndex);
    if (width == 1) {
      memref::StoreOp::create(b, value, shared, b.toIndex(index));
    } else if (contiguous) {
      vector::StoreOp::create(
          b, value, shared, b.toIndex(index), /*nontemporal=*/false,
          llvm::MaybeAlign(std::min(width * bytes, kVectorBytes)));
    } else {
      for (int64_t i = 0; i < width; ++i)
        memref::StoreOp::create(b, vector::ExtractOp::create(b, value, i),
                                shared,
                                b.toIndex(b.add(index, i * layout.pitch)));
    }
  }
}

Value TileCopy::copyAsync(Value firstDepth, Value start) {
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value token;
  for (const Part &part : parts) {
    auto [address, inside] = locate(part, firstDepth);
    Value count;
    if (inside) {
      address = b.select(inside, address, b.constant(0));
      count = b.toIndex(b.select(inside, b.constant(width), b.constant(0)));
    }
    token = nvgpu::DeviceAsyncCopyOp::create(
        b, type, shared, b.toIndex(b.add(start, part.sharedIndex)), memory,
        b.toIndex(address), b.getIndexAttr(width), count, b.getUnitAttr());
  }
  return token;
}
