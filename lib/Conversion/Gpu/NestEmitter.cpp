//===- NestEmitter.cpp - Accesses and payload of a nest -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Nest.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::remat;

NestEmitter::Point NestEmitter::shift(Point point, unsigned loop, int64_t by) {
  if (by != 0)
    point[loop] = b.add(point[loop], by);
  return point;
}

void NestEmitter::setDigits(Point &point, ArrayRef<unsigned> loops,
                            Value number, ArrayRef<int64_t> extents) {
  for (auto [loop, digit] : llvm::zip_equal(loops, b.split(number, extents)))
    point[loop] = digit;
}

Value NestEmitter::getDim(unsigned dim, const Point &point) {
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (loop.dim == dim)
      return b.toIndex(point[i]);
  // Its extent is 1.
  return arith::ConstantIndexOp::create(b, 0);
}

SmallVector<Value> NestEmitter::getIndices(const KernelOperand &operand,
                                           const Point &point) {
  if (operand.isLinear) {
    Value index = b.constant(operand.origin);
    for (auto [value, stride] : llvm::zip_equal(point, operand.strides))
      if (stride != 0)
        index = b.add(index, b.mul(value, stride));
    return {b.toIndex(index)};
  }
  SmallVector<Value> dims;
  for (unsigned dim = 0; dim < operand.map.getNumDims(); ++dim)
    dims.push_back(operand.map.isFunctionOfDim(dim)
                       ? getDim(dim, point)
                       : arith::ConstantIndexOp::create(b, 0));
  return llvm::map_to_vector(operand.map.getResults(), [&](AffineExpr expr) {
    return affine::expandAffineExpr(b, b.getLoc(), expr, dims, ValueRange());
  });
}

SmallVector<Value> NestEmitter::load(const KernelOperand &operand,
                                     const Point &point, unsigned loop,
                                     int64_t width) {
  if (operand.isScalar())
    return SmallVector<Value>(width, operand.value);
  SmallVector<Value> values;
  if (width > 1 && nest.getVectorSize(operand, loop, width) == width) {
    Value vector = vector::LoadOp::create(
        b, VectorType::get({width}, operand.element), operand.buffer,
        getIndices(operand, point), /*nontemporal=*/false,
        llvm::Align(width * operand.bytes));
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(vector::ExtractOp::create(b, vector, lane));
    return values;
  }
  if (width == 1 || (operand.isLinear && operand.strides[loop] == 0))
    return SmallVector<Value>(
        width,
        memref::LoadOp::create(b, operand.buffer, getIndices(operand, point)));
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(memref::LoadOp::create(
        b, operand.buffer, getIndices(operand, shift(point, loop, lane))));
  return values;
}

SmallVector<SmallVector<Value>>
NestEmitter::loadInputs(const Point &point, unsigned loop, int64_t width) {
  SmallVector<SmallVector<Value>> inputs(nest.numInputs);
  for (auto [input, values] : llvm::zip_equal(nest.getInputs(), inputs))
    if (input.isRead)
      values = load(input, point, loop, width);
  return inputs;
}

void NestEmitter::store(const KernelOperand &operand, ArrayRef<Value> values,
                        const Point &point, unsigned loop) {
  const int64_t width = values.size();
  if (width > 1 && nest.getVectorSize(operand, loop, width) == width) {
    Value vector = vector::FromElementsOp::create(
        b, VectorType::get({width}, operand.element), values);
    vector::StoreOp::create(b, vector, operand.buffer,
                            getIndices(operand, point), /*nontemporal=*/false,
                            llvm::Align(width * operand.bytes));
    return;
  }
  for (auto [lane, value] : llvm::enumerate(values))
    memref::StoreOp::create(b, value, operand.buffer,
                            getIndices(operand, shift(point, loop, lane)));
}

/// Clones the payload for one element, except `combiner` if there is one.
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
    Operation *clone = b.clone(op, mapping);
    SmallVector<linalg::IndexOp> nested;
    clone->walk([&](linalg::IndexOp index) { nested.push_back(index); });
    for (linalg::IndexOp index : nested) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(clone);
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
