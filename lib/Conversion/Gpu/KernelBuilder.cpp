//===- KernelBuilder.cpp - Kernels and their launches ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/KernelBuilder.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
