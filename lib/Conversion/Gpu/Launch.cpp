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

/// The limit of a grid along x.
static constexpr int64_t kMostBlocks = INT32_MAX;

Value KernelBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(*this, getIntegerAttr(indexType, value));
}

Value KernelBuilder::zero(Type type) {
  return arith::ConstantOp::create(*this, getZeroAttr(type));
}

Value KernelBuilder::mul(Value a, int64_t b) {
  return createOrFold<arith::MulIOp>(a, constant(b));
}

Value KernelBuilder::div(Value a, int64_t b) {
  return createOrFold<arith::DivUIOp>(a, constant(b));
}

Value KernelBuilder::rem(Value a, int64_t b) {
  if (b == 1)
    return constant(0);
  return createOrFold<arith::RemUIOp>(a, constant(b));
}

Value KernelBuilder::min(Value a, int64_t b) {
  return createOrFold<arith::MinUIOp>(a, constant(b));
}

Value KernelBuilder::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
}

Value KernelBuilder::exclusiveOr(Value a, Value b) {
  return createOrFold<arith::XOrIOp>(a, b);
}

Value KernelBuilder::select(Value condition, Value a, Value b) {
  return condition ? createOrFold<arith::SelectOp>(condition, a, b) : a;
}

Value KernelBuilder::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return createOrFold<arith::AndIOp>(a, b);
}

Value KernelBuilder::fromIndex(Value a) {
  if (indexType.isIndex())
    return a;
  return arith::IndexCastUIOp::create(*this, indexType, a);
}

Value KernelBuilder::toIndex(Value a) {
  if (indexType.isIndex())
    return a;
  return createOrFold<arith::IndexCastUIOp>(getIndexType(), a);
}

SmallVector<Value> KernelBuilder::split(Value a, ArrayRef<int64_t> extents) {
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

void KernelBuilder::emitIf(Value condition, function_ref<void()> yes,
                           function_ref<void()> no) {
  if (!condition)
    return yes();
  InsertionGuard guard(*this);
  auto ifOp = scf::IfOp::create(*this, condition, /*withElseRegion=*/bool(no));
  setInsertionPointToStart(ifOp.thenBlock());
  yes();
  if (!no)
    return;
  setInsertionPointToStart(ifOp.elseBlock());
  no();
}

KernelBuilder::Results KernelBuilder::emitIfElse(Value condition,
                                                 function_ref<Results()> yes,
                                                 function_ref<Results()> no) {
  auto ifOp = scf::IfOp::create(
      *this, condition,
      [&](OpBuilder &, Location) { scf::YieldOp::create(*this, yes()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(*this, no()); });
  return ifOp.getResults();
}

KernelBuilder::Results
KernelBuilder::emitFor(Value first, Value end, Value step, ValueRange initial,
                       function_ref<Results(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      *this, first, end, step, initial,
      [&](OpBuilder &, Location, Value index, ValueRange carried) {
        scf::YieldOp::create(*this, body(index, carried));
      });
  return loop.getResults();
}

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

/// Copies constants into `region`, so that a kernel knows them.
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
    KernelBuilder &b, int64_t blocks, int64_t threads, TypeRange shared,
    function_ref<void(Value, Value, ValueRange)> body) {
  OpBuilder::InsertionGuard guard(b);
  const int64_t grid = std::min(blocks, kMostBlocks);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value gridSize = arith::ConstantIndexOp::create(b, grid);
  Value blockSize = arith::ConstantIndexOp::create(b, threads);
  auto launch = gpu::LaunchOp::create(
      b, gridSize, one, one, blockSize, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), shared);
  b.setInsertionPointToStart(&launch.getBody().front());
  Value block = b.fromIndex(launch.getBlockIds().x);
  Value thread = b.fromIndex(launch.getThreadIds().x);
  SmallVector<Value> buffers(launch.getWorkgroupAttributions());
  if (grid == blocks) {
    body(block, thread, buffers);
  } else {
    auto loop =
        scf::ForOp::create(b, block, b.constant(blocks), b.constant(grid));
    OpBuilder::InsertionGuard inLoop(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar(), thread, buffers);
    // The next block's threads write where this one's still read.
    if (!buffers.empty())
      gpu::BarrierOp::create(b);
  }
  b.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(b);
  sinkConstants(launch.getBody());
}

Operation *mlir::remat::getOpWithWorkspace(Operation *op) {
  Operation *parent = op->getParentOp();
  return isa<WithWorkspaceOp>(parent) ? parent : op;
}

MemRefType mlir::remat::getSharedType(ArrayRef<int64_t> shape, Type element) {
  MLIRContext *context = element.getContext();
  if (element.isInteger(1))
    element = IntegerType::get(context, 8);
  return MemRefType::get(
      shape, element, MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup));
}

Value mlir::remat::loadShared(ImplicitLocOpBuilder &b, Value buffer,
                              ValueRange indices, Type element) {
  Value value = memref::LoadOp::create(b, buffer, indices);
  return element.isInteger(1) ? arith::TruncIOp::create(b, element, value)
                              : value;
}

void mlir::remat::storeShared(ImplicitLocOpBuilder &b, Value value,
                              Value buffer, ValueRange indices) {
  if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(b, b.getI8Type(), value);
  memref::StoreOp::create(b, value, buffer, indices);
}
