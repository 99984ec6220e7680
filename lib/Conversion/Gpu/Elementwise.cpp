//===- Elementwise.cpp - Ops on buffers, one thread an element ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op on buffers becomes a launch: threads take the parallel loops, the
// reduced ones are loops in a thread.
//
//===----------------------------------------------------------------------===//

#include "Gpu/Launch.h"
#include "Gpu/Tiles.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERELEMENTWISE
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using namespace mlir::remat;

/// From so many accesses on a thread makes two: more bytes are on their way,
/// and there are still blocks enough.
static constexpr int64_t kLeastPairs = int64_t(1) << 20;

/// Of fewer threads with loops in them a large GPU has room for more.
static constexpr int64_t kFewThreads = int64_t(1) << 16;

namespace {

/// Which threads run which iterations.
struct ThreadMapping {
  /// The parallel loops, that of neighboring threads last.
  SmallVector<unsigned> order;
  /// How many items each of them has. An item is `width` elements along the
  /// last loop.
  SmallVector<int64_t> extents;
  int64_t width = 1;
  int64_t items = 1;
  /// Elements behind the last whole item; only where there is one loop.
  int64_t tail = 0;
  /// Items of a thread.
  int64_t perThread = 1;

  bool hasLane() const { return !order.empty(); }
  unsigned lane() const { return order.empty() ? 0 : order.back(); }
};

/// Emits the launch of one op.
class ElementwiseLowering {
public:
  explicit ElementwiseLowering(KernelNest &nest)
      : nest(nest), mapping(chooseMapping()) {}

  void emit(OpBuilder &builder);

private:
  ThreadMapping chooseMapping() const;
  int64_t chooseWidth(unsigned lane) const;
  /// Whether each result stays where it is while the reduced loops run.
  bool resultsStay() const;

  void emitThread(NestEmitter &emitter, Value block, Value thread);
  NestEmitter::Point getPoint(NestEmitter &emitter, Value item, int64_t width);
  /// `items`, each `width` elements wide, all read before any is written.
  void emitItems(NestEmitter &emitter, ArrayRef<Value> items, int64_t width);
  void emitTail(NestEmitter &emitter, Value item);
  SmallVector<Value> loadOutputs(NestEmitter &emitter,
                                 const NestEmitter::Point &point, int64_t width,
                                 bool all);
  /// The results, element by element, then output by output.
  SmallVector<Value> compute(NestEmitter &emitter,
                             ArrayRef<SmallVector<Value>> inputs,
                             ArrayRef<Value> outputs,
                             const NestEmitter::Point &point, int64_t width);
  void storeAll(NestEmitter &emitter, ArrayRef<Value> results,
                const NestEmitter::Point &point, int64_t width);
  SmallVector<Value> emitReductions(NestEmitter &emitter, unsigned loop,
                                    NestEmitter::Point point, int64_t width,
                                    SmallVector<Value> results);

  KernelNest &nest;
  ThreadMapping mapping;
};

} // namespace

bool ElementwiseLowering::resultsStay() const {
  for (const KernelOperand &output :
       ArrayRef(nest.operands).drop_front(nest.numInputs))
    for (auto [i, loop] : llvm::enumerate(nest.loops))
      if (loop.reduction && (!output.isLinear || output.strides[i] != 0))
        return false;
  return true;
}

/// As many elements as the widest type fits into 16 bytes, if the results are
/// written so; what of the operands does not lie so is read one by one.
int64_t ElementwiseLowering::chooseWidth(unsigned lane) const {
  const int64_t widest = nest.getWidestElement(lane);
  if (widest == 0 || !resultsStay())
    return 1;
  int64_t width = std::max<int64_t>(1, 16 / widest);
  for (const KernelOperand &output :
       ArrayRef(nest.operands).drop_front(nest.numInputs)) {
    // Bytes of i1 are no vectors, but they are written next to each other.
    if (output.element.isInteger(1) && output.strideOf(lane) == 1)
      continue;
    width = std::min(width, nest.getVectorSize(output, lane, width));
  }
  const bool alone = llvm::count_if(nest.loops, [](const KernelLoop &loop) {
                       return !loop.reduction;
                     }) == 1;
  while (!alone && nest.loops[lane].extent % width)
    width /= 2;
  // A thread's loop takes long: rather more threads than wide accesses.
  if (nest.getSize(/*reduction=*/true) != 1)
    while (width > 1 && nest.getSize(/*reduction=*/false) / width < kFewThreads)
      width /= 2;
  return width;
}

ThreadMapping ElementwiseLowering::chooseMapping() const {
  ThreadMapping result;
  std::optional<unsigned> lane = nest.getCoalescedLoop(/*reduction=*/false);
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (!loop.reduction && i != lane)
      result.order.push_back(i);
  if (lane)
    result.order.push_back(*lane);
  for (unsigned loop : result.order)
    result.extents.push_back(nest.loops[loop].extent);
  if (lane) {
    result.width = chooseWidth(*lane);
    result.tail = result.extents.back() % result.width;
    result.extents.back() /= result.width;
  }
  for (int64_t extent : result.extents)
    result.items *= extent;
  if (result.items >= kLeastPairs && nest.getSize(/*reduction=*/true) == 1)
    result.perThread = 2;
  return result;
}

NestEmitter::Point ElementwiseLowering::getPoint(NestEmitter &emitter,
                                                 Value item, int64_t width) {
  NestEmitter::Point point(nest.loops.size(), emitter.math.constant(0));
  for (auto [loop, digit] : llvm::zip_equal(
           mapping.order, emitter.math.split(item, mapping.extents)))
    point[loop] = digit;
  if (mapping.hasLane())
    point[mapping.lane()] = emitter.math.mul(point[mapping.lane()], width);
  return point;
}

SmallVector<Value>
ElementwiseLowering::loadOutputs(NestEmitter &emitter,
                                 const NestEmitter::Point &point, int64_t width,
                                 bool all) {
  const unsigned numOutputs = nest.operands.size() - nest.numInputs;
  SmallVector<Value> values(width * numOutputs);
  for (unsigned i = 0; i < numOutputs; ++i) {
    const KernelOperand &output = nest.operands[nest.numInputs + i];
    if (!all && !output.isRead)
      continue;
    for (auto [lane, value] :
         llvm::enumerate(emitter.load(output, point, mapping.lane(), width)))
      values[lane * numOutputs + i] = value;
  }
  return values;
}

SmallVector<Value> ElementwiseLowering::compute(
    NestEmitter &emitter, ArrayRef<SmallVector<Value>> inputs,
    ArrayRef<Value> outputs, const NestEmitter::Point &point, int64_t width) {
  const unsigned numOutputs = nest.operands.size() - nest.numInputs;
  SmallVector<Value> results;
  for (int64_t lane = 0; lane < width; ++lane)
    llvm::append_range(results,
                       emitter.emitPayload(
                           inputs, outputs.slice(lane * numOutputs, numOutputs),
                           point, mapping.lane(), lane));
  return results;
}

void ElementwiseLowering::storeAll(NestEmitter &emitter,
                                   ArrayRef<Value> results,
                                   const NestEmitter::Point &point,
                                   int64_t width) {
  const unsigned numOutputs = nest.operands.size() - nest.numInputs;
  for (unsigned i = 0; i < numOutputs; ++i) {
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(results[lane * numOutputs + i]);
    emitter.store(nest.operands[nest.numInputs + i], values, point,
                  mapping.lane());
  }
}

/// The reduced loops from `loop` on, with `results` in registers, or in memory
/// if there are none.
SmallVector<Value>
ElementwiseLowering::emitReductions(NestEmitter &emitter, unsigned loop,
                                    NestEmitter::Point point, int64_t width,
                                    SmallVector<Value> results) {
  OpBuilder &builder = emitter.builder;
  if (loop == nest.loops.size()) {
    SmallVector<SmallVector<Value>> inputs =
        emitter.loadInputs(point, mapping.lane(), width);
    const bool inMemory = results.empty();
    if (inMemory)
      results = loadOutputs(emitter, point, width, /*all=*/false);
    results = compute(emitter, inputs, results, point, width);
    if (!inMemory)
      return results;
    storeAll(emitter, results, point, width);
    return {};
  }
  if (!nest.loops[loop].reduction)
    return emitReductions(emitter, loop + 1, point, width, results);

  KernelMath &math = emitter.math;
  auto forOp = scf::ForOp::create(builder, emitter.loc, math.constant(0),
                                  math.constant(nest.loops[loop].extent),
                                  math.constant(1), results);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forOp.getBody());
  point[loop] = forOp.getInductionVar();
  SmallVector<Value> inner(forOp.getRegionIterArgs());
  inner = emitReductions(emitter, loop + 1, point, width, std::move(inner));
  if (!inner.empty())
    scf::YieldOp::create(builder, emitter.loc, inner);
  return SmallVector<Value>(forOp.getResults());
}

void ElementwiseLowering::emitItems(NestEmitter &emitter, ArrayRef<Value> items,
                                    int64_t width) {
  SmallVector<NestEmitter::Point> points;
  for (Value item : items)
    points.push_back(getPoint(emitter, item, width));
  if (nest.getSize(/*reduction=*/true) != 1) {
    for (const NestEmitter::Point &point : points) {
      SmallVector<Value> results;
      if (resultsStay())
        results = loadOutputs(emitter, point, width, /*all=*/true);
      results = emitReductions(emitter, 0, point, width, std::move(results));
      if (!results.empty())
        storeAll(emitter, results, point, width);
    }
    return;
  }
  // A result might be where the next item's operands are, as far as LLVM
  // knows: all loads come first.
  SmallVector<SmallVector<SmallVector<Value>>> inputs;
  SmallVector<SmallVector<Value>> outputs;
  for (const NestEmitter::Point &point : points) {
    inputs.push_back(emitter.loadInputs(point, mapping.lane(), width));
    outputs.push_back(loadOutputs(emitter, point, width, /*all=*/false));
  }
  SmallVector<SmallVector<Value>> results;
  for (auto [point, in, out] : llvm::zip_equal(points, inputs, outputs))
    results.push_back(compute(emitter, in, out, point, width));
  for (auto [point, values] : llvm::zip_equal(points, results))
    storeAll(emitter, values, point, width);
}

/// The elements behind the last whole item, one for each of the next threads.
void ElementwiseLowering::emitTail(NestEmitter &emitter, Value item) {
  KernelMath &math = emitter.math;
  Value rest = arith::SubIOp::create(emitter.builder, emitter.loc, item,
                                     math.constant(mapping.items));
  auto guarded = scf::IfOp::create(emitter.builder, emitter.loc,
                                   math.less(rest, mapping.tail));
  OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToStart(guarded.thenBlock());
  ThreadMapping whole = mapping;
  // One loop: an item is now an element.
  mapping.extents = {nest.loops[mapping.lane()].extent};
  emitItems(emitter, {math.add(rest, whole.items * whole.width)}, 1);
  mapping = whole;
}

void ElementwiseLowering::emitThread(NestEmitter &emitter, Value block,
                                     Value thread) {
  OpBuilder &builder = emitter.builder;
  KernelMath &math = emitter.math;
  const int64_t perBlock = kBlockThreads * mapping.perThread;
  SmallVector<Value> items;
  Value first = math.add(math.mul(block, perBlock), thread);
  for (int64_t i = 0; i < mapping.perThread; ++i)
    items.push_back(math.add(first, i * kBlockThreads));
  if (mapping.items % perBlock == 0 && mapping.tail == 0)
    return emitItems(emitter, items, mapping.width);

  OpBuilder::InsertionGuard guard(builder);
  if (items.size() > 1) {
    auto all = scf::IfOp::create(builder, emitter.loc,
                                 math.less(items.back(), mapping.items),
                                 /*withElseRegion=*/true);
    builder.setInsertionPointToStart(all.thenBlock());
    emitItems(emitter, items, mapping.width);
    builder.setInsertionPointToStart(all.elseBlock());
  }
  for (Value item : items) {
    OpBuilder::InsertionGuard guardItem(builder);
    auto inside =
        scf::IfOp::create(builder, emitter.loc, math.less(item, mapping.items),
                          /*withElseRegion=*/mapping.tail != 0);
    builder.setInsertionPointToStart(inside.thenBlock());
    emitItems(emitter, {item}, mapping.width);
    if (mapping.tail == 0)
      continue;
    builder.setInsertionPointToStart(inside.elseBlock());
    emitTail(emitter, item);
  }
}

void ElementwiseLowering::emit(OpBuilder &builder) {
  assert((mapping.tail == 0 || mapping.order.size() == 1) &&
         "only a single loop has a tail");
  LLVM_DEBUG(llvm::dbgs() << "  " << mapping.items << " items of "
                          << mapping.width << " elements, " << mapping.perThread
                          << " a thread, tail of " << mapping.tail << "\n");
  nest.makeBuffers(builder);
  const int64_t items = mapping.items + mapping.tail;
  const int64_t blocks = countBlocks(items, kBlockThreads * mapping.perThread);
  buildLaunch(builder, nest.op.getLoc(), nest.indexType, blocks, kBlockThreads,
              {}, [&](OpBuilder &body, Value block, Value thread, ValueRange) {
                NestEmitter emitter(nest, body);
                emitThread(emitter, block, thread);
              });
}

static LogicalResult lower(linalg::LinalgOp op) {
  FailureOr<KernelNest> nest = KernelNest::get(op, /*sortReductions=*/false);
  if (failed(nest))
    return failure();
  Operation *whole = getOpWithWorkspace(op);
  OpBuilder builder(whole);
  if (!nest->isEmpty()) {
    const bool hasTiles = emitTiles(builder, *nest);
    LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                            << (hasTiles ? ": tiles in shared memory\n"
                                         : ": elementwise\n"));
    if (!hasTiles)
      ElementwiseLowering(*nest).emit(builder);
  }
  whole->erase();
  return success();
}

namespace {
struct GpuLowerElementwise
    : remat::impl::RematGpuLowerElementwiseBase<GpuLowerElementwise> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kGpuKernelAttrName))
      return;
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && op.getNumDpsInits() > 0)
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (failed(lower(op)))
        return signalPassFailure();
  }
};
} // namespace
