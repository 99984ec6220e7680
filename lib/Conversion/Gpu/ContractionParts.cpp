//===- ContractionParts.cpp - Deep sums in several parts ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionParts.h"
#include "Gpu/ContractionEmit.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Targets/CudaWorkspaces.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

/// Parts that a thread reads before it adds the first.
static constexpr int64_t kPartsInFlight = 8;

std::optional<ContractionParts>
mlir::remat::splitContraction(const ContractionShape &shape,
                              int64_t workspaceBytes) {
  const int64_t outputs =
      shape.batch.size() * shape.rows.size() * shape.columns.size();
  if (outputs == 0 || shape.reduced.dims.empty())
    return std::nullopt;
  const auto extents = llvm::map_to_vector(
      shape.reduced.dims, [](const ContractionDim &dim) { return dim.size; });
  const int64_t parts = getEvenParts(
      extents,
      std::min(getContractionParts(outputs, extents),
               workspaceBytes / getElementBytes(shape.accumulator) / outputs));
  if (parts <= 1)
    return std::nullopt;
  ContractionParts split = {parts, shape};
  ContractionShape &part = split.shape;
  int64_t stride = 1;
  for (ContractionDims *group : {&part.columns, &part.rows, &part.batch})
    for (ContractionDim &dim : llvm::reverse(group->dims)) {
      dim.strides[kOutput] = stride;
      stride *= dim.size;
    }
  ContractionDim &outermost = part.reduced.dims.front();
  outermost.size /= parts;
  ContractionDim partDim = {parts, {}};
  for (ContractionOperand operand : {kLeft, kRight})
    partDim.strides[operand] = outermost.strides[operand] * outermost.size;
  partDim.strides[kOutput] = outputs;
  part.batch.dims.insert(part.batch.dims.begin(), partDim);
  ContractionBuffer &buffer = part.buffers[kOutput];
  buffer = ContractionBuffer();
  buffer.elementType = shape.accumulator;
  buffer.offset = 0;
  buffer.span = parts * outputs;
  return split;
}

void mlir::remat::setWorkspace(OpBuilder &builder, Location loc,
                               ContractionParts &split, Value workspace) {
  ContractionBuffer &buffer = split.shape.buffers[kOutput];
  auto memorySpace = cast<MemRefType>(workspace.getType()).getMemorySpace();
  buffer.memref = memref::ViewOp::create(
      builder, loc,
      MemRefType::get({buffer.span}, buffer.elementType,
                      MemRefLayoutAttrInterface(), memorySpace),
      workspace, arith::ConstantIndexOp::create(builder, loc, 0), ValueRange());
}

/// Adds what the parts have for the output at `address` of the first part.
static Value sumParts(KernelBuilder &b, const ContractionParts &split,
                      Value memory, Value address, VectorType type) {
  const int64_t outputs = split.shape.batch.dims.front().strides[kOutput];
  const llvm::MaybeAlign align(getElementBytes(type));
  auto addSome = [&](Value sum, Value first, int64_t count) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i) {
      Value at = b.add(address, b.mul(b.add(first, i), outputs));
      values.push_back(vector::LoadOp::create(b, type, memory, b.toIndex(at),
                                              /*nontemporal=*/false, align));
    }
    for (Value value : values)
      sum = sum ? arith::AddFOp::create(b, sum, value) : value;
    return sum;
  };
  const int64_t inLoop = split.parts / kPartsInFlight * kPartsInFlight;
  Value sum;
  if (inLoop > 0)
    sum = b.emitFor(b.constant(0), b.constant(inLoop),
                    b.constant(kPartsInFlight), b.zero(type),
                    [&](Value part, ValueRange sums) {
                      return KernelBuilder::Results{
                          addSome(sums.front(), part, kPartsInFlight)};
                    })
              .front();
  return addSome(sum, b.constant(inLoop), split.parts - inLoop);
}

void mlir::remat::emitSumOfParts(KernelBuilder &b,
                                 const ContractionShape &shape,
                                 const ContractionParts &split,
                                 bool overwrites) {
  const int64_t width =
      std::min(shape.getVectorWidth(kOutput, shape.columns, 4),
               split.shape.getVectorWidth(kOutput, split.shape.columns, 4));
  const int64_t across = shape.columns.size() / width;
  const int64_t items = shape.batch.size() * shape.rows.size() * across;
  auto sumType = VectorType::get(width, shape.accumulator);
  auto type = VectorType::get(width, shape.buffers[kOutput].elementType);
  const llvm::MaybeAlign align(getElementBytes(type));
  auto emitItem = [&](Value item) {
    Value partials = flatten(b, split.shape.buffers[kOutput]);
    Value memory = flatten(b, shape.buffers[kOutput]);
    Value sum = sumParts(b, split, partials, b.mul(item, width), sumType);
    Value column = b.mul(b.rem(item, across), width);
    Value rowInAll = b.div(item, across);
    Value address = b.add(
        getBatchAddress(b, b.div(rowInAll, shape.rows.size()), shape, kOutput),
        b.add(getAddress(b, b.rem(rowInAll, shape.rows.size()), shape.rows,
                         kOutput),
              getAddress(b, column, shape.columns, kOutput)));
    Value index = b.toIndex(address);
    if (!overwrites) {
      Value held = vector::LoadOp::create(b, type, memory, index,
                                          /*nontemporal=*/false, align);
      if (type != sumType)
        held = arith::ExtFOp::create(b, sumType, held);
      sum = arith::AddFOp::create(b, held, sum);
    }
    if (type != sumType)
      sum = arith::TruncFOp::create(b, type, sum);
    vector::StoreOp::create(b, sum, memory, index, /*nontemporal=*/false,
                            align);
  };
  buildLaunch(b, countBlocks(items, kBlockThreads), kBlockThreads, {},
              [&](Value block, Value thread, ValueRange) {
                Value item = b.add(b.mul(block, kBlockThreads), thread);
                Value inside;
                if (items % kBlockThreads != 0)
                  inside = b.less(item, items);
                b.emitIf(inside, [&] { emitItem(item); });
              });
}
