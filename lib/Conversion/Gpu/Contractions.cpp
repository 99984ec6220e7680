//===- Contractions.cpp - Matrix products on a GPU ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"
#include "Gpu/ContractionParts.h"
#include "Gpu/ZeroFill.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERCONTRACTIONS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using namespace mlir::remat;

/// The rows of 128 bytes that wgmma reads are swizzled within as many.
static constexpr int64_t kSwizzleBytes = 1024;

/// The type of indices up to all iterations and addresses of `shape`, and a few
/// tiles beyond.
static Type chooseIndexType(const ContractionShape &shape,
                            const ContractionTile &tile) {
  double most = 0;
  for (const ContractionDims *group : shape.getGroups())
    most = std::max(most, static_cast<double>(group->size()));
  for (unsigned i = 0; i < 3; ++i) {
    double reach = std::abs(static_cast<double>(shape.buffers[i].mapOffset));
    for (const ContractionDims *group : shape.getGroups())
      for (const ContractionDim &dim : group->dims)
        reach += std::abs(static_cast<double>(dim.strides[i])) * dim.size;
    most = std::max(most, reach);
  }
  most += 8 * (tile.rows + tile.columns + tile.depth);
  return IntegerType::get(shape.accumulator.getContext(),
                          most < std::numeric_limits<int32_t>::max() ? 32 : 64);
}

namespace {

/// Emits one kernel.
class KernelEmitter {
public:
  /// Builds before `before`. The kernel adds to the output or `overwrites` it.
  KernelEmitter(Operation *op, Operation *before, const ContractionShape &shape,
                const ContractionTile &tile, bool overwrites)
      : b(op->getLoc(), before, chooseIndexType(shape, tile)), shape(shape),
        tile(tile), overwrites(overwrites), left(b, shape, tile, kLeft),
        right(b, shape, tile, kRight),
        isAsync(left.canBeAsync() && right.canBeAsync()),
        stages(isAsync ? tile.stages : 2) {
    assert((isAsync || tile.unit != ContractionUnit::Wgmma) &&
           "products in the background need stages that copies do not touch");
  }

  void emit();

private:
  int64_t countSteps() const {
    return llvm::divideCeil(shape.reduced.size(), tile.depth);
  }
  /// The element type in shared memory: tensor cores take the input's, threads
  /// the sum's.
  Type getStagedType() const {
    return tile.takesHalves() ? shape.buffers[kLeft].elementType
                              : shape.accumulator;
  }

  void emitBody(Value block, Value thread);
  void locateTile(Value block);
  void startSharedMemory();
  Value viewShared(Type element, int64_t elements, int64_t byteOffset);
  /// Bytes to skip to a start of shared memory that the tile may have.
  int64_t getSharedSlack() const {
    return tile.unit == ContractionUnit::Wgmma ? kSwizzleBytes : 0;
  }

  /// Copies the first step; returns 0, its stage.
  Value copyFirst();
  SmallVector<Value> sumThroughRegisters(TileProduct &product);
  SmallVector<Value> sumAsync(TileProduct &product);
  /// Adds one step to `sums`.
  SmallVector<Value> accumulate(TileProduct &product, ValueRange sums,
                                Value stage) {
    return product.accumulate(sums, left.getStage(stage),
                              right.getStage(stage));
  }
  /// Returns the token of the last copy.
  Value copyAsync(Value firstDepth, Value stage);

  void addSlices(OutputFragment &fragment, Value thread, Value slice);
  void writeOutput(const OutputFragment &fragment);
  void writeRow(ArrayRef<Value> values, Value rowAddress,
                ArrayRef<Value> columnAddresses, ArrayRef<Value> inside,
                Value memory);

  KernelBuilder b;
  const ContractionShape &shape;
  const ContractionTile &tile;
  bool overwrites;
  TileCopy left, right;
  bool isAsync;
  int64_t stages;

  Value batch, firstRow, firstColumn;
  /// Bytes of shared memory, and the first that is used.
  Value shared, sharedStart;
};

} // namespace

Value KernelEmitter::viewShared(Type element, int64_t elements,
                                int64_t byteOffset) {
  Value start = b.createOrFold<arith::AddIOp>(
      sharedStart, arith::ConstantIndexOp::create(b, byteOffset));
  return memref::ViewOp::create(b, getSharedType({elements}, element), shared,
                                start, ValueRange());
}

void KernelEmitter::startSharedMemory() {
  shared = gpu::DynamicSharedMemoryOp::create(
      b, getSharedType({ShapedType::kDynamic}, b.getI8Type()));
  sharedStart = arith::ConstantIndexOp::create(b, 0);
  if (getSharedSlack() == 0)
    return;
  // The launch asks for as many bytes more.
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, shared);
  Value beyond = arith::SubIOp::create(b, sharedStart, address);
  sharedStart = arith::AndIOp::create(
      b, beyond, arith::ConstantIndexOp::create(b, getSharedSlack() - 1));
}

/// Finds the block's part of the output. Neighboring blocks, which run
/// together, go down a few tiles before the next column of tiles, to share rows
/// of the left operand and columns of the right one.
void KernelEmitter::locateTile(Value block) {
  int64_t down = llvm::divideCeil(shape.rows.size(), tile.rows);
  int64_t across = llvm::divideCeil(shape.columns.size(), tile.columns);
  int64_t together = 8;
  while (down % together != 0)
    together /= 2;
  batch = b.div(block, down * across);
  Value inBatch = b.rem(block, down * across);
  Value band = b.div(inBatch, together * across);
  Value inBand = b.rem(inBatch, together * across);
  Value row = b.add(b.mul(band, together), b.rem(inBand, together));
  firstRow = b.mul(row, tile.rows);
  firstColumn = b.mul(b.div(inBand, together), tile.columns);
}

Value KernelEmitter::copyFirst() {
  Value zero = b.constant(0);
  SmallVector<Value> lefts = left.load(zero);
  SmallVector<Value> rights = right.load(zero);
  left.store(lefts, zero);
  right.store(rights, zero);
  gpu::BarrierOp::create(b);
  return zero;
}

/// Loads a step into registers while the one before is computed.
SmallVector<Value> KernelEmitter::sumThroughRegisters(TileProduct &product) {
  Value zero = copyFirst();
  if (countSteps() == 1)
    return accumulate(product, product.getInitialSums(), zero);
  return b.emitFor(
      zero, b.constant(countSteps()), b.constant(1), product.getInitialSums(),
      [&](Value step, ValueRange carried) {
        Value stage = b.rem(step, 2);
        // The last iteration reloads the first step, unused.
        Value next = b.add(step, 1);
        next = b.select(b.less(next, countSteps()), b.mul(next, tile.depth),
                        b.constant(0));
        SmallVector<Value> lefts = left.load(next);
        SmallVector<Value> rights = right.load(next);
        SmallVector<Value> sums = accumulate(product, carried, stage);
        // The last barrier followed the last read of the other stage.
        Value other = b.rem(b.add(step, 1), 2);
        left.store(lefts, left.getStart(other));
        right.store(rights, right.getStart(other));
        gpu::BarrierOp::create(b);
        return sums;
      });
}

Value KernelEmitter::copyAsync(Value firstDepth, Value stage) {
  left.copyAsync(firstDepth, left.getStart(stage));
  return right.copyAsync(firstDepth, right.getStart(stage));
}

/// Copies run ahead by all stages but those that are read.
SmallVector<Value> KernelEmitter::sumAsync(TileProduct &product) {
  auto tokenType = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  int64_t ahead = stages - 1 - product.getStagesInFlight();
  Value token;
  for (int64_t i = 0; i < ahead; ++i) {
    if (i < countSteps())
      token = copyAsync(b.constant(i * tile.depth), b.constant(i));
    // Make even empty groups: the count of groups to wait for stays constant. A
    // group holds all copies since the last one, whatever its operand; without
    // an operand the op would print but not parse.
    token = nvgpu::DeviceAsyncCreateGroupOp::create(b, tokenType, token);
  }
  return b.emitFor(
      b.constant(0), b.constant(countSteps()), b.constant(1),
      product.getInitialSums(), [&](Value step, ValueRange carried) {
        nvgpu::DeviceAsyncWaitOp::create(b, token,
                                         b.getI32IntegerAttr(ahead - 1));
        product.publishCopies();
        // All copies have arrived, and the stage to overwrite is free.
        gpu::BarrierOp::create(b);
        Value next = b.add(step, ahead);
        b.emitIf(b.less(next, countSteps()), [&] {
          copyAsync(b.mul(next, tile.depth), b.rem(next, stages));
        });
        nvgpu::DeviceAsyncCreateGroupOp::create(b, tokenType, token);
        return accumulate(product, carried, b.rem(step, stages));
      });
}

/// Adds the other slices' sums to the first one's, in order. Only threads of
/// the first slice then hold the whole sums.
void KernelEmitter::addSlices(OutputFragment &fragment, Value thread,
                              Value slice) {
  int64_t threads = tile.getThreadsPerSlice();
  int64_t count = fragment.values.size(), width = fragment.width;
  auto vector = VectorType::get(width, shape.accumulator);
  Value memory = viewShared(shape.accumulator,
                            (tile.slices - 1) * count * threads * width, 0);
  llvm::MaybeAlign align(getElementBytes(vector));
  auto indexOf = [&](Value from, int64_t i) {
    Value at = b.add(b.mul(from, count * threads), i * threads);
    return b.toIndex(b.mul(b.add(at, thread), width));
  };
  // The tiles are no longer read.
  gpu::BarrierOp::create(b);
  Value isFirst = b.less(slice, 1);
  Value isOther =
      arith::XOrIOp::create(b, isFirst, arith::ConstantIntOp::create(b, 1, 1));
  b.emitIf(isOther, [&] {
    for (int64_t i = 0; i < count; ++i)
      vector::StoreOp::create(b, fragment.values[i], memory,
                              indexOf(b.add(slice, -1), i),
                              /*nontemporal=*/false, align);
  });
  gpu::BarrierOp::create(b);
  // The first slice runs the rest of the kernel.
  auto rest = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  b.setInsertionPoint(rest.thenYield());
  for (int64_t s = 0; s + 1 < tile.slices; ++s)
    for (int64_t i = 0; i < count; ++i) {
      Value other =
          vector::LoadOp::create(b, vector, memory, indexOf(b.constant(s), i),
                                 /*nontemporal=*/false, align);
      fragment.values[i] = arith::AddFOp::create(b, fragment.values[i], other);
    }
}

/// Adds `values` to the output, or overwrites it; null in `inside` is true.
void KernelEmitter::writeRow(ArrayRef<Value> values, Value rowAddress,
                             ArrayRef<Value> columnAddresses,
                             ArrayRef<Value> inside, Value memory) {
  Type element = shape.buffers[kOutput].elementType;
  auto vector = dyn_cast<VectorType>(values.front().getType());
  Type type = vector ? Type(vector.clone(element)) : element;
  llvm::MaybeAlign align(getElementBytes(type));
  SmallVector<Value> sums, indices;
  // Read all before the first write, so that the reads overlap.
  for (auto [value, address] : llvm::zip_equal(values, columnAddresses)) {
    Value index = b.toIndex(b.add(rowAddress, address));
    Value sum = value;
    if (!overwrites) {
      Value held =
          vector ? vector::LoadOp::create(b, cast<VectorType>(type), memory,
                                          index, /*nontemporal=*/false, align)
                       .getResult()
                 : memref::LoadOp::create(b, memory, index).getResult();
      if (held.getType() != value.getType())
        held = arith::ExtFOp::create(b, value.getType(), held);
      sum = arith::AddFOp::create(b, held, value);
    }
    if (sum.getType() != type)
      sum = arith::TruncFOp::create(b, type, sum);
    sums.push_back(sum);
    indices.push_back(index);
  }
  for (size_t i = 0; i < sums.size(); ++i)
    b.emitIf(inside[i], [&] {
      if (vector)
        vector::StoreOp::create(b, sums[i], memory, indices[i],
                                /*nontemporal=*/false, align);
      else
        memref::StoreOp::create(b, sums[i], memory, indices[i]);
    });
}

void KernelEmitter::writeOutput(const OutputFragment &fragment) {
  Value memory = flatten(b, shape.buffers[kOutput]);
  int64_t width = fragment.width;
  bool whole = shape.getVectorWidth(kOutput, shape.columns, width) == width;
  int64_t pieces = whole ? 1 : width;
  SmallVector<Value> addresses, inside;
  bool guardColumns = shape.columns.size() % tile.columns != 0;
  for (Value first : fragment.columns)
    for (int64_t i = 0; i < pieces; ++i) {
      Value column = b.add(b.add(firstColumn, first), i);
      Value condition;
      if (guardColumns)
        condition = b.less(column, shape.columns.size());
      column = b.select(condition, column, b.constant(0));
      addresses.push_back(getAddress(b, column, shape.columns, kOutput));
      inside.push_back(condition);
    }
  Value batchAddress = getBatchAddress(b, batch, shape, kOutput);
  size_t perRow = fragment.columns.size();
  for (auto [r, rowInTile] : llvm::enumerate(fragment.rows)) {
    auto held = ArrayRef(fragment.values).slice(r * perRow, perRow);
    Value row = b.add(firstRow, rowInTile);
    Value isInside;
    if (shape.rows.size() % tile.rows != 0)
      isInside = b.less(row, shape.rows.size());
    b.emitIf(isInside, [&] {
      SmallVector<Value> values;
      for (Value value : held) {
        if (whole)
          values.push_back(value);
        else
          for (int64_t i = 0; i < width; ++i)
            values.push_back(vector::ExtractOp::create(b, value, i));
      }
      writeRow(values,
               b.add(batchAddress, getAddress(b, row, shape.rows, kOutput)),
               addresses, inside, memory);
    });
  }
}

void KernelEmitter::emitBody(Value block, Value thread) {
  locateTile(block);
  Type staged = getStagedType();
  startSharedMemory();
  Value leftShared = viewShared(staged, stages * left.size(), 0);
  Value rightShared =
      viewShared(staged, stages * right.size(),
                 stages * left.size() * getElementBytes(staged));
  left.prepare(thread, leftShared, batch, firstRow);
  right.prepare(thread, rightShared, batch, firstColumn);
  Value slice = b.div(thread, tile.getThreadsPerSlice());
  Value inSlice = b.rem(thread, tile.getThreadsPerSlice());
  if (tile.slices == 1) {
    slice = b.constant(0);
    inSlice = thread;
  }
  std::unique_ptr<TileProduct> product =
      createTileProduct(b, shape, tile, inSlice, slice);
  OutputFragment fragment = product->getOutput(
      isAsync ? sumAsync(*product) : sumThroughRegisters(*product));
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
  int64_t tiles =
      stages * (left.size() + right.size()) * getElementBytes(getStagedType());
  int64_t slices = (tile.slices - 1) * tile.rows * tile.columns *
                   getElementBytes(shape.accumulator);
  Value bytes = arith::ConstantIntOp::create(
      b, std::max(tiles, slices) + getSharedSlack(), 32);
  auto launch = gpu::LaunchOp::create(b, grid, one, one, threads, one, one,
                                      /*dynamicSharedMemorySize=*/bytes);
  launch->setAttr("remat_contraction", b.getStringAttr(tile.describe()));
  b.setInsertionPointToStart(&launch.getBody().front());
  b.setInsertionPoint(gpu::TerminatorOp::create(b));
  emitBody(b.fromIndex(launch.getBlockIds().x),
           b.fromIndex(launch.getThreadIds().x));
}

namespace {
struct GpuLowerContractions
    : remat::impl::RematGpuLowerContractionsBase<GpuLowerContractions> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (tile.empty() || isContractionTile(tile))
      return success();
    return emitError(UnknownLoc::get(context))
           << "remat-gpu-lower-contractions: there is no tile '" << tile
           << "'; leave it out, or name one that docs/gpu.md lists, such as "
              "64x64";
  }

  void runOnOperation() override;
  void lower(linalg::LinalgOp op);
};
} // namespace

void GpuLowerContractions::runOnOperation() {
  if (!getOperation()->hasAttr(kKernelAttrName))
    return;
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  // Products take the fills before them.
  for (linalg::LinalgOp op : ops)
    if (!isa<linalg::FillOp>(*op))
      lower(op);
}

void GpuLowerContractions::lower(linalg::LinalgOp op) {
  const ContractionTileOptions options{tensorCores, wgmma, tf32, tile};
  std::optional<ContractionShape> shape = matchContraction(op);
  if (!shape)
    return;
  Operation *whole = getOpWithWorkspace(op);
  auto workspace = dyn_cast<WithWorkspaceOp>(whole);
  std::optional<ContractionParts> split;
  const ContractionTile *chosen = nullptr;
  if (workspace) {
    auto type = cast<MemRefType>(workspace.getWorkspace().getType());
    if (type.getLayout().isIdentity())
      split = splitContraction(*shape, type.getNumElements());
    if (split)
      chosen = chooseContractionTile(split->shape, options);
  }
  if (!chosen) {
    split.reset();
    chosen = chooseContractionTile(*shape, options);
  }
  LLVM_DEBUG({
    llvm::dbgs() << op->getName() << " at " << op->getLoc() << ": ";
    if (!chosen)
      llvm::dbgs() << "a contraction too small for tiles\n";
    else
      llvm::dbgs() << "contraction by " << chosen->describe() << " in "
                   << (split ? split->parts : 1) << " part(s)\n";
  });
  if (!chosen)
    return;
  linalg::FillOp fill = findZeroFill(op);
  if (split) {
    OpBuilder builder(whole);
    setWorkspace(builder, op->getLoc(), *split, workspace.getWorkspace());
    KernelEmitter(op, whole, split->shape, *chosen, /*overwrites=*/true).emit();
    // It addresses both the workspace and the output.
    Type indexType = chooseIndexType(split->shape, *chosen);
    if (indexType.isInteger(32))
      indexType = chooseIndexType(*shape, *chosen);
    KernelBuilder b(op->getLoc(), whole, indexType);
    emitSumOfParts(b, *shape, *split, /*overwrites=*/bool(fill));
  } else {
    KernelEmitter(op, whole, *shape, *chosen, /*overwrites=*/bool(fill)).emit();
  }
  whole->erase();
  if (fill)
    fill.erase();
}
