//===- ContractionKernel.cpp - Kernels of matrix products -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// One kernel.
class KernelEmitter {
public:
  KernelEmitter(ImplicitLocOpBuilder &builder, const ContractionShape &shape,
                const ContractionTile &tile)
      : b(builder), math(builder, chooseIndexType(shape, tile)), shape(shape),
        tile(tile) {}

  void emit();

private:
  static IntegerType chooseIndexType(const ContractionShape &shape,
                                     const ContractionTile &tile);
  int64_t countSteps() const {
    return llvm::divideCeil(shape.reduced.size(), tile.depth);
  }

  void emitBody(Value block, Value thread);
  void locateTile(Value block);
  Value flatten(ContractionOperand operand);
  Value viewShared(Type element, int64_t elements, int64_t byteOffset);
  void allocateShared(const SharedTile &left, const SharedTile &right);

  SmallVector<Value> sumAlone(TileProduct &product);
  SmallVector<Value> sumThroughRegisters(TileProduct &product);
  SmallVector<Value> sumAsync(TileProduct &product);
  /// What one step adds to `sums`.
  SmallVector<Value> accumulate(TileProduct &product, ValueRange sums,
                                Value stage);
  /// Returns the token of the last copy.
  Value copyAsync(Value firstDepth, Value stage);

  void addSlices(OutputFragment &fragment, Value thread, Value slice);
  void writeOutput(const OutputFragment &fragment);
  void writeRow(ArrayRef<Value> values, Value rowAddress,
                ArrayRef<Value> columnAddresses, ArrayRef<Value> inside,
                Value memory);

  ImplicitLocOpBuilder &b;
  TileMath math;
  const ContractionShape &shape;
  const ContractionTile &tile;

  int64_t leftSize = 0, rightSize = 0, stages = 0;
  Value batch, firstRow, firstColumn;
  /// Bytes of shared memory, and where the tiles of the operands are in it.
  Value shared, leftShared, rightShared;
  TileCopy *leftCopy = nullptr, *rightCopy = nullptr;
};

} // namespace

static int64_t getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

/// What a tile is stored as in shared memory: tensor cores read what they are
/// given, threads add in the type of the sums.
static Type getStagedType(const ContractionShape &shape,
                          const ContractionTile &tile) {
  return tile.unit == ContractionUnit::Mma ? shape.buffers[kLeft].elementType
                                           : shape.accumulator;
}

IntegerType KernelEmitter::chooseIndexType(const ContractionShape &shape,
                                           const ContractionTile &tile) {
  // All that is computed: iterations, a few tiles beyond them, addresses and
  // their parts.
  double most = 0;
  for (const ContractionDims *group :
       {&shape.batch, &shape.rows, &shape.columns, &shape.reduced})
    most = std::max(most, static_cast<double>(group->size()));
  for (unsigned i = 0; i < 3; ++i) {
    double reach = std::abs(static_cast<double>(shape.buffers[i].mapOffset));
    for (const ContractionDims *group :
         {&shape.batch, &shape.rows, &shape.columns, &shape.reduced})
      for (const ContractionDim &dim : group->dims)
        reach += std::abs(static_cast<double>(dim.strides[i])) * dim.size;
    most = std::max(most, reach);
  }
  most += 8 * (tile.rows + tile.columns + tile.depth);
  MLIRContext *context = shape.accumulator.getContext();
  return IntegerType::get(context,
                          most < std::numeric_limits<int32_t>::max() ? 32 : 64);
}

/// The operand as one dimension, so that a linear address is all that has to be
/// computed.
Value KernelEmitter::flatten(ContractionOperand operand) {
  const ContractionBuffer &buffer = shape.buffers[operand];
  auto type = cast<MemRefType>(buffer.memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  // The analysis has asked for them.
  (void)type.getStridesAndOffset(strides, offset);
  OpFoldResult start =
      b.getIndexAttr(ShapedType::isDynamic(offset) ? 0 : offset);
  if (ShapedType::isDynamic(offset))
    start =
        memref::ExtractStridedMetadataOp::create(b, buffer.memref).getOffset();
  auto layout = StridedLayoutAttr::get(b.getContext(), offset, {1});
  auto flat = MemRefType::get({buffer.span}, buffer.elementType,
                              offset == 0 ? MemRefLayoutAttrInterface()
                                          : MemRefLayoutAttrInterface(layout));
  return memref::ReinterpretCastOp::create(
      b, flat, buffer.memref, start,
      ArrayRef<OpFoldResult>{b.getIndexAttr(buffer.span)},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

Value KernelEmitter::viewShared(Type element, int64_t elements,
                                int64_t byteOffset) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type =
      MemRefType::get({elements}, element, MemRefLayoutAttrInterface(), space);
  return memref::ViewOp::create(b, type, shared,
                                arith::ConstantIndexOp::create(b, byteOffset),
                                ValueRange());
}

/// Which part of the output the block computes. Neighboring blocks, which run
/// together, share rows of the left operand and columns of the right one: they
/// go down a few tiles before they go to the next column of tiles.
void KernelEmitter::locateTile(Value block) {
  int64_t down = llvm::divideCeil(shape.rows.size(), tile.rows);
  int64_t across = llvm::divideCeil(shape.columns.size(), tile.columns);
  int64_t together = 8;
  while (down % together != 0)
    together /= 2;
  batch = math.div(block, down * across);
  Value inBatch = math.rem(block, down * across);
  Value band = math.div(inBatch, together * across);
  Value inBand = math.rem(inBatch, together * across);
  Value row = math.add(math.mul(band, together), math.rem(inBand, together));
  firstRow = math.mul(row, tile.rows);
  firstColumn = math.mul(math.div(inBand, together), tile.columns);
}

void KernelEmitter::allocateShared(const SharedTile &left,
                                   const SharedTile &right) {
  Type staged = getStagedType(shape, tile);
  leftSize = left.size();
  rightSize = right.size();
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  shared = gpu::DynamicSharedMemoryOp::create(b, type);
  leftShared = viewShared(staged, stages * leftSize, 0);
  rightShared = viewShared(staged, stages * rightSize,
                           stages * leftSize * getBytes(staged));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelEmitter::accumulate(TileProduct &product,
                                             ValueRange sums, Value stage) {
  return product.accumulate(sums, leftShared, math.mul(stage, leftSize),
                            rightShared, math.mul(stage, rightSize));
}

/// All of the reduced iterations are one step.
SmallVector<Value> KernelEmitter::sumAlone(TileProduct &product) {
  Value zero = math.constant(0);
  SmallVector<Value> left = leftCopy->load(zero);
  SmallVector<Value> right = rightCopy->load(zero);
  leftCopy->store(left, zero);
  rightCopy->store(right, zero);
  gpu::BarrierOp::create(b);
  return accumulate(product, product.getInitialSums(), zero);
}

/// Reads a step into registers while the one before is computed.
SmallVector<Value> KernelEmitter::sumThroughRegisters(TileProduct &product) {
  Value zero = math.constant(0);
  SmallVector<Value> left = leftCopy->load(zero);
  SmallVector<Value> right = rightCopy->load(zero);
  leftCopy->store(left, zero);
  rightCopy->store(right, zero);
  gpu::BarrierOp::create(b);

  auto loop = scf::ForOp::create(b, zero, math.constant(countSteps()),
                                 math.constant(1), product.getInitialSums());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar();
  Value stage = math.rem(step, 2);
  // After the last there is none: the first is read again, for nothing.
  Value next = math.add(step, 1);
  next = math.select(math.less(next, countSteps()), math.mul(next, tile.depth),
                     math.constant(0));
  left = leftCopy->load(next);
  right = rightCopy->load(next);
  SmallVector<Value> sums =
      accumulate(product, loop.getRegionIterArgs(), stage);
  // Nobody reads the other stage any more: that was before the last barrier.
  Value other = math.rem(math.add(step, 1), 2);
  leftCopy->store(left, math.mul(other, leftSize));
  rightCopy->store(right, math.mul(other, rightSize));
  gpu::BarrierOp::create(b);
  scf::YieldOp::create(b, sums);
  return llvm::to_vector_of<Value>(loop.getResults());
}

Value KernelEmitter::copyAsync(Value firstDepth, Value stage) {
  leftCopy->copyAsync(firstDepth, math.mul(stage, leftSize));
  return rightCopy->copyAsync(firstDepth, math.mul(stage, rightSize));
}

/// Copies run ahead by all stages but one.
SmallVector<Value> KernelEmitter::sumAsync(TileProduct &product) {
  auto tokenType = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  int64_t ahead = stages - 1;
  Value token;
  for (int64_t i = 0; i < ahead; ++i) {
    if (i < countSteps())
      token = copyAsync(math.constant(i * tile.depth), math.constant(i));
    // A group that may be empty, so that the count of groups to wait for is
    // always the same. The group is of all copies since the last one, whatever
    // the operand; an op without one could be printed, but not parsed.
    token = nvgpu::DeviceAsyncCreateGroupOp::create(b, tokenType, token);
  }

  auto loop =
      scf::ForOp::create(b, math.constant(0), math.constant(countSteps()),
                         math.constant(1), product.getInitialSums());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar();
  nvgpu::DeviceAsyncWaitOp::create(b, token, b.getI32IntegerAttr(ahead - 1));
  // What the others copied is there now, and nobody reads any more what the
  // next copies overwrite.
  gpu::BarrierOp::create(b);
  Value next = math.add(step, ahead);
  auto more = scf::IfOp::create(b, math.less(next, countSteps()),
                                /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPoint(more.thenYield());
    copyAsync(math.mul(next, tile.depth), math.rem(next, stages));
  }
  nvgpu::DeviceAsyncCreateGroupOp::create(b, tokenType, token);
  SmallVector<Value> sums =
      accumulate(product, loop.getRegionIterArgs(), math.rem(step, stages));
  scf::YieldOp::create(b, sums);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Adds what the other slices summed to what the first one did, in their order.
/// Only the threads of the first slice hold the whole sums afterwards.
void KernelEmitter::addSlices(OutputFragment &fragment, Value thread,
                              Value slice) {
  int64_t threads = tile.getThreadsPerSlice();
  int64_t count = fragment.values.size(), width = fragment.width;
  auto vector = VectorType::get(width, shape.accumulator);
  Value memory = viewShared(shape.accumulator,
                            (tile.slices - 1) * count * threads * width, 0);
  llvm::MaybeAlign align(width * getBytes(shape.accumulator));
  auto indexOf = [&](Value from, int64_t i) {
    Value at = math.add(math.mul(from, count * threads), i * threads);
    return math.toIndex(math.mul(math.add(at, thread), width));
  };

  // The tiles are not read any more.
  gpu::BarrierOp::create(b);
  Value isFirst = math.less(slice, 1);
  Value isOther =
      arith::XOrIOp::create(b, isFirst, arith::ConstantIntOp::create(b, 1, 1));
  auto write = scf::IfOp::create(b, isOther, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(write.thenYield());
    for (int64_t i = 0; i < count; ++i)
      vector::StoreOp::create(b, fragment.values[i], memory,
                              indexOf(math.add(slice, -1), i),
                              /*nontemporal=*/false, align);
  }
  gpu::BarrierOp::create(b);
  // The rest of the kernel is the first slice's.
  auto rest = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  b.setInsertionPoint(rest.thenYield());
  for (int64_t s = 0; s + 1 < tile.slices; ++s)
    for (int64_t i = 0; i < count; ++i) {
      Value other = vector::LoadOp::create(b, vector, memory,
                                           indexOf(math.constant(s), i),
                                           /*nontemporal=*/false, align);
      fragment.values[i] = arith::AddFOp::create(b, fragment.values[i], other);
    }
}

//===----------------------------------------------------------------------===//
// The output
//===----------------------------------------------------------------------===//

/// Adds `values` to what is there; null in `inside` is true.
void KernelEmitter::writeRow(ArrayRef<Value> values, Value rowAddress,
                             ArrayRef<Value> columnAddresses,
                             ArrayRef<Value> inside, Value memory) {
  Type element = shape.buffers[kOutput].elementType;
  auto vector = dyn_cast<VectorType>(values.front().getType());
  Type type = vector ? Type(vector.clone(element)) : element;
  llvm::MaybeAlign align;
  if (vector)
    align = llvm::MaybeAlign(vector.getNumElements() * getBytes(element));
  SmallVector<Value> sums, indices;
  // All are read before the first is written, so that the reads are under way
  // together.
  for (auto [value, address] : llvm::zip_equal(values, columnAddresses)) {
    Value index = math.toIndex(math.add(rowAddress, address));
    Value held =
        vector ? vector::LoadOp::create(b, cast<VectorType>(type), memory,
                                        index, /*nontemporal=*/false, align)
                     .getResult()
               : memref::LoadOp::create(b, memory, index).getResult();
    if (held.getType() != value.getType())
      held = arith::ExtFOp::create(b, value.getType(), held);
    Value sum = arith::AddFOp::create(b, held, value);
    if (sum.getType() != type)
      sum = arith::TruncFOp::create(b, type, sum);
    sums.push_back(sum);
    indices.push_back(index);
  }
  for (auto [sum, index, condition] : llvm::zip_equal(sums, indices, inside)) {
    OpBuilder::InsertionGuard guard(b);
    if (condition) {
      auto guarded = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
      b.setInsertionPoint(guarded.thenYield());
    }
    if (vector)
      vector::StoreOp::create(b, sum, memory, index, /*nontemporal=*/false,
                              align);
    else
      memref::StoreOp::create(b, sum, memory, index);
  }
}

void KernelEmitter::writeOutput(const OutputFragment &fragment) {
  Value memory = flatten(kOutput);
  int64_t width = fragment.width;
  bool whole = shape.getVectorWidth(kOutput, shape.columns, width) == width;
  int64_t pieces = whole ? 1 : width;

  SmallVector<Value> addresses, inside;
  bool guardColumns = shape.columns.size() % tile.columns != 0;
  for (Value first : fragment.columns)
    for (int64_t i = 0; i < pieces; ++i) {
      Value column = math.add(math.add(firstColumn, first), i);
      Value condition;
      if (guardColumns)
        condition = math.less(column, shape.columns.size());
      column = math.select(condition, column, math.constant(0));
      addresses.push_back(math.address(column, shape.columns, kOutput));
      inside.push_back(condition);
    }

  Value batchAddress = math.add(math.address(batch, shape.batch, kOutput),
                                shape.buffers[kOutput].mapOffset);
  size_t perRow = fragment.columns.size();
  for (auto [r, rowInTile] : llvm::enumerate(fragment.rows)) {
    OpBuilder::InsertionGuard guard(b);
    Value row = math.add(firstRow, rowInTile);
    if (shape.rows.size() % tile.rows != 0) {
      auto guarded = scf::IfOp::create(b, math.less(row, shape.rows.size()),
                                       /*withElseRegion=*/false);
      b.setInsertionPoint(guarded.thenYield());
    }
    SmallVector<Value> values;
    for (Value value : ArrayRef(fragment.values).slice(r * perRow, perRow)) {
      if (whole)
        values.push_back(value);
      else
        for (int64_t i = 0; i < width; ++i)
          values.push_back(vector::ExtractOp::create(b, value, i));
    }
    writeRow(values,
             math.add(batchAddress, math.address(row, shape.rows, kOutput)),
             addresses, inside, memory);
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void KernelEmitter::emitBody(Value block, Value thread) {
  locateTile(block);
  TileCopy left(math, shape, tile, kLeft, thread);
  TileCopy right(math, shape, tile, kRight, thread);
  bool async = left.canBeAsync() && right.canBeAsync();
  stages = async ? tile.stages : 2;
  leftCopy = &left;
  rightCopy = &right;
  allocateShared(left.getLayout(), right.getLayout());
  auto prepare = [&](TileCopy &copy, ContractionOperand operand, Value memory,
                     Value first) {
    Value start = math.add(math.address(batch, shape.batch, operand),
                           shape.buffers[operand].mapOffset);
    copy.prepare(flatten(operand), memory, start, first);
  };
  prepare(left, kLeft, leftShared, firstRow);
  prepare(right, kRight, rightShared, firstColumn);

  Value slice = math.div(thread, tile.getThreadsPerSlice());
  Value inSlice = math.rem(thread, tile.getThreadsPerSlice());
  if (tile.slices == 1) {
    slice = math.constant(0);
    inSlice = thread;
  }
  std::unique_ptr<TileProduct> product = createTileProduct(
      math, shape, tile, left.getLayout(), right.getLayout(), inSlice, slice);
  SmallVector<Value> sums = async               ? sumAsync(*product)
                            : countSteps() == 1 ? sumAlone(*product)
                                                : sumThroughRegisters(*product);
  OutputFragment fragment = product->getOutput(sums);
  if (tile.slices > 1)
    addSlices(fragment, inSlice, slice);
  writeOutput(fragment);
}

void KernelEmitter::emit() {
  int64_t blocks = llvm::divideCeil(shape.rows.size(), tile.rows) *
                   llvm::divideCeil(shape.columns.size(), tile.columns) *
                   shape.batch.size();
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value grid = arith::ConstantIndexOp::create(b, blocks);
  Value threads = arith::ConstantIndexOp::create(b, tile.getThreads());
  // How much is known once the body has been made.
  auto bytes = arith::ConstantIntOp::create(b, 0, 32);
  auto launch = gpu::LaunchOp::create(b, grid, one, one, threads, one, one,
                                      /*dynamicSharedMemorySize=*/bytes);
  launch->setAttr("remat_contraction", b.getStringAttr(tile.describe()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&launch.getBody().front());
  auto terminator = gpu::TerminatorOp::create(b);
  b.setInsertionPoint(terminator);
  emitBody(math.fromIndex(launch.getBlockIds().x),
           math.fromIndex(launch.getThreadIds().x));

  int64_t tiles =
      stages * (leftSize + rightSize) * getBytes(getStagedType(shape, tile));
  int64_t slices = (tile.slices - 1) * tile.rows * tile.columns *
                   getBytes(shape.accumulator);
  bytes.setValueAttr(b.getI32IntegerAttr(std::max(tiles, slices)));
}

void mlir::remat::emitContraction(ImplicitLocOpBuilder &builder,
                                  const ContractionShape &shape,
                                  const ContractionTile &tile) {
  KernelEmitter(builder, shape, tile).emit();
}
