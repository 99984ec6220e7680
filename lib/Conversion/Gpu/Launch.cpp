//===- Launch.cpp - Code of a GPU kernel ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Launch.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::remat;

/// The most blocks that a grid has along x.
static constexpr int64_t kMostBlocks = INT32_MAX;

//===----------------------------------------------------------------------===//
// KernelMath
//===----------------------------------------------------------------------===//

Value KernelMath::constant(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value KernelMath::add(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

Value KernelMath::mul(Value a, int64_t b) {
  return builder.createOrFold<arith::MulIOp>(loc, a, constant(b));
}

Value KernelMath::div(Value a, int64_t b) {
  return builder.createOrFold<arith::DivUIOp>(loc, a, constant(b));
}

Value KernelMath::rem(Value a, int64_t b) {
  if (b == 1)
    return constant(0);
  return builder.createOrFold<arith::RemUIOp>(loc, a, constant(b));
}

Value KernelMath::min(Value a, int64_t b) {
  return builder.createOrFold<arith::MinUIOp>(loc, a, constant(b));
}

Value KernelMath::less(Value a, Value b) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a,
                                             b);
}

Value KernelMath::fromIndex(Value a) {
  if (type.isIndex())
    return a;
  return arith::IndexCastUIOp::create(builder, loc, type, a);
}

Value KernelMath::toIndex(Value a) {
  if (type.isIndex())
    return a;
  return builder.createOrFold<arith::IndexCastUIOp>(loc, builder.getIndexType(),
                                                    a);
}

SmallVector<Value> KernelMath::split(Value a, ArrayRef<int64_t> extents) {
  // The first digit needs no remainder: `a` is within the whole.
  const size_t first =
      llvm::find_if(extents, [](int64_t extent) { return extent != 1; }) -
      extents.begin();
  SmallVector<Value> digits(extents.size());
  for (size_t i = extents.size(); i-- > 0;) {
    digits[i] = i == first ? a : i < first ? constant(0) : rem(a, extents[i]);
    a = i > first ? div(a, extents[i]) : a;
  }
  return digits;
}

//===----------------------------------------------------------------------===//
// NestEmitter
//===----------------------------------------------------------------------===//

NestEmitter::Point NestEmitter::shift(Point point, unsigned loop, int64_t by) {
  if (by != 0)
    point[loop] = math.add(point[loop], by);
  return point;
}

Value NestEmitter::getDim(unsigned dim, const Point &point) {
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (loop.dim == dim)
      return math.toIndex(point[i]);
  // Its extent is 1.
  return arith::ConstantIndexOp::create(builder, loc, 0);
}

SmallVector<Value> NestEmitter::getIndices(const KernelOperand &operand,
                                           const Point &point) {
  if (operand.isLinear) {
    Value index = math.constant(operand.origin);
    for (auto [value, stride] : llvm::zip_equal(point, operand.strides))
      if (stride != 0)
        index = math.add(index, math.mul(value, stride));
    return {math.toIndex(index)};
  }
  SmallVector<Value> dims;
  for (unsigned dim = 0; dim < operand.map.getNumDims(); ++dim)
    dims.push_back(operand.map.isFunctionOfDim(dim)
                       ? getDim(dim, point)
                       : arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Value> indices;
  for (AffineExpr expr : operand.map.getResults())
    indices.push_back(
        affine::expandAffineExpr(builder, loc, expr, dims, ValueRange()));
  return indices;
}

SmallVector<Value> NestEmitter::load(const KernelOperand &operand,
                                     const Point &point, unsigned loop,
                                     int64_t width) {
  if (operand.isScalar())
    return SmallVector<Value>(width, operand.value);
  SmallVector<Value> values;
  if (width > 1 && nest.getVectorSize(operand, loop, width) == width) {
    Value vector = vector::LoadOp::create(
        builder, loc, VectorType::get({width}, operand.element), operand.buffer,
        getIndices(operand, point), /*nontemporal=*/false,
        llvm::Align(width * operand.bytes));
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(vector::ExtractOp::create(builder, loc, vector, lane));
    return values;
  }
  if (width == 1 || (operand.isLinear && operand.strides[loop] == 0))
    return SmallVector<Value>(
        width, memref::LoadOp::create(builder, loc, operand.buffer,
                                      getIndices(operand, point)));
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(
        memref::LoadOp::create(builder, loc, operand.buffer,
                               getIndices(operand, shift(point, loop, lane))));
  return values;
}

SmallVector<SmallVector<Value>>
NestEmitter::loadInputs(const Point &point, unsigned loop, int64_t width) {
  SmallVector<SmallVector<Value>> inputs(nest.numInputs);
  for (unsigned i = 0; i < nest.numInputs; ++i)
    if (nest.operands[i].isRead)
      inputs[i] = load(nest.operands[i], point, loop, width);
  return inputs;
}

void NestEmitter::store(const KernelOperand &operand, ArrayRef<Value> values,
                        const Point &point, unsigned loop) {
  const int64_t width = values.size();
  if (width > 1 && nest.getVectorSize(operand, loop, width) == width) {
    Value vector = vector::FromElementsOp::create(
        builder, loc, VectorType::get({width}, operand.element), values);
    vector::StoreOp::create(builder, loc, vector, operand.buffer,
                            getIndices(operand, point), /*nontemporal=*/false,
                            llvm::Align(width * operand.bytes));
    return;
  }
  for (auto [lane, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, operand.buffer,
                            getIndices(operand, shift(point, loop, lane)));
}

/// Maps what the payload defines to what it is for one element; `combiner`, if
/// there is one, is left out.
IRMapping NestEmitter::clonePayload(Operation *combiner,
                                    ArrayRef<SmallVector<Value>> inputs,
                                    ArrayRef<Value> outputs, const Point &point,
                                    unsigned loop, int64_t lane) {
  IRMapping mapping;
  for (auto [i, operand] : llvm::enumerate(nest.op->getOpOperands())) {
    BlockArgument argument = nest.op.getMatchingBlockArgument(&operand);
    if (i < nest.numInputs && !inputs[i].empty())
      mapping.map(argument, inputs[i][lane]);
    else if (i >= nest.numInputs && i - nest.numInputs < outputs.size() &&
             outputs[i - nest.numInputs])
      mapping.map(argument, outputs[i - nest.numInputs]);
  }
  const Point here = shift(point, loop, lane);
  for (Operation &op : nest.op.getBlock()->without_terminator()) {
    if (&op == combiner)
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      mapping.map(index.getResult(), getDim(index.getDim(), here));
      continue;
    }
    Operation *clone = builder.clone(op, mapping);
    SmallVector<linalg::IndexOp> nested;
    clone->walk([&](linalg::IndexOp index) { nested.push_back(index); });
    for (linalg::IndexOp index : nested) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(clone);
      index.replaceAllUsesWith(getDim(index.getDim(), here));
      index.erase();
    }
  }
  return mapping;
}

SmallVector<Value> NestEmitter::emitPayload(ArrayRef<SmallVector<Value>> inputs,
                                            ArrayRef<Value> outputs,
                                            const Point &point, unsigned loop,
                                            int64_t lane) {
  IRMapping mapping = clonePayload(nullptr, inputs, outputs, point, loop, lane);
  SmallVector<Value> results;
  for (Value value : nest.op.getBlock()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

Value NestEmitter::emitReduced(Value value, Operation *combiner,
                               ArrayRef<SmallVector<Value>> inputs,
                               const Point &point, unsigned loop,
                               int64_t lane) {
  return clonePayload(combiner, inputs, {}, point, loop, lane)
      .lookupOrDefault(value);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Gives `region` constants of its own, so that a kernel knows them.
static void sinkConstants(Region &region) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
  for (Value value : captured) {
    Operation *producer = value.getDefiningOp();
    if (!producer || !isa<arith::ConstantOp>(producer))
      continue;
    Value own = builder.clone(*producer)->getResult(0);
    value.replaceUsesWithIf(own, [&](OpOperand &use) {
      return region.isAncestor(use.getOwner()->getParentRegion());
    });
  }
}

void mlir::remat::buildLaunch(
    OpBuilder &builder, Location loc, Type index, int64_t blocks,
    int64_t threads, TypeRange shared,
    function_ref<void(OpBuilder &, Value, Value, ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  const int64_t grid = std::min(blocks, kMostBlocks);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value gridSize = arith::ConstantIndexOp::create(builder, loc, grid);
  Value blockSize = arith::ConstantIndexOp::create(builder, loc, threads);
  auto launch = gpu::LaunchOp::create(
      builder, loc, gridSize, one, one, blockSize, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), shared);
  builder.setInsertionPointToStart(&launch.getBody().front());
  KernelMath math(builder, loc, index);
  Value block = math.fromIndex(launch.getBlockIds().x);
  Value thread = math.fromIndex(launch.getThreadIds().x);
  SmallVector<Value> buffers(launch.getWorkgroupAttributions());
  if (grid == blocks) {
    body(builder, block, thread, buffers);
  } else {
    auto loop = scf::ForOp::create(builder, loc, block, math.constant(blocks),
                                   math.constant(grid));
    OpBuilder::InsertionGuard inLoop(builder);
    builder.setInsertionPointToStart(loop.getBody());
    body(builder, loop.getInductionVar(), thread, buffers);
    // The next block's threads write where this one's still read.
    if (!buffers.empty())
      gpu::BarrierOp::create(builder, loc);
  }
  builder.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(builder, loc);
  sinkConstants(launch.getBody());
}

Operation *mlir::remat::getOpWithWorkspace(Operation *op) {
  Operation *parent = op->getParentOp();
  return isa<WithWorkspaceOp>(parent) ? parent : op;
}

//===----------------------------------------------------------------------===//
// Workgroup memory
//===----------------------------------------------------------------------===//

MemRefType mlir::remat::getSharedType(ArrayRef<int64_t> shape, Type element) {
  MLIRContext *context = element.getContext();
  if (element.isInteger(1))
    element = IntegerType::get(context, 8);
  return MemRefType::get(
      shape, element, MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup));
}

Value mlir::remat::loadShared(OpBuilder &builder, Location loc, Value buffer,
                              ValueRange indices, Type element) {
  Value value = memref::LoadOp::create(builder, loc, buffer, indices);
  return element.isInteger(1)
             ? arith::TruncIOp::create(builder, loc, element, value)
             : value;
}

void mlir::remat::storeShared(OpBuilder &builder, Location loc, Value value,
                              Value buffer, ValueRange indices) {
  if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  memref::StoreOp::create(builder, loc, value, buffer, indices);
}
