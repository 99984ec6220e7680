//===- Elementwise.cpp - Ops on buffers, one thread an element ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns every op on buffers into a launch: threads take the parallel loops;
// reduced ones are loops in a thread.
//
//===----------------------------------------------------------------------===//

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

/// From so many accesses on, a thread makes two: more bytes are in flight, and
/// blocks still suffice.
static constexpr int64_t kLeastPairs = int64_t(1) << 20;

/// A large GPU has room for more threads with loops.
static constexpr int64_t kFewThreads = int64_t(1) << 16;

namespace {

/// Assigns iterations to threads.
struct ThreadMapping {
  /// The parallel loops, that of neighboring threads last.
  SmallVector<unsigned> order;
  /// Items of each. An item is `width` elements along the last loop.
  SmallVector<int64_t> extents;
  int64_t width = 1;
  int64_t items = 1;
  /// Elements behind the last whole item; only with a single loop.
  int64_t tail = 0;
  /// Items of a thread.
  int64_t perThread = 1;

  bool hasLane() const { return !order.empty(); }
  unsigned lane() const { return order.empty() ? 0 : order.back(); }
};

class ElementwiseLowering : public NestEmitter {
public:
  ElementwiseLowering(KernelNest &nest, KernelBuilder &b)
      : NestEmitter(nest, b), mapping(chooseMapping()) {}

  void emit();

private:
  ThreadMapping chooseMapping() const;
  int64_t chooseWidth(unsigned lane) const;
  /// Whether no result moves while the reduced loops run.
  bool resultsStay() const;

  void emitThread(Value block, Value thread);
  Point getPoint(Value item, int64_t width);
  /// `items`, each `width` elements wide, all read before any is written.
  void emitItems(ArrayRef<Value> items, int64_t width);
  void emitTail(Value item);
  SmallVector<Value> loadOutputs(const Point &point, int64_t width, bool all);
  /// The results, element by element, then output by output.
  SmallVector<Value> compute(ArrayRef<SmallVector<Value>> inputs,
                             ArrayRef<Value> outputs, const Point &point,
                             int64_t width);
  void storeAll(ArrayRef<Value> results, const Point &point, int64_t width);
  SmallVector<Value> emitReductions(unsigned loop, Point point, int64_t width,
                                    SmallVector<Value> results);

  ThreadMapping mapping;
};

} // namespace

bool ElementwiseLowering::resultsStay() const {
  for (const KernelOperand &output : nest.getOutputs())
    for (auto [i, loop] : llvm::enumerate(nest.loops))
      if (loop.reduction && (!output.isLinear || output.strides[i] != 0))
        return false;
  return true;
}

/// Elements of the widest type in 16 bytes, if the results are contiguous;
/// other operands are read one by one.
int64_t ElementwiseLowering::chooseWidth(unsigned lane) const {
  const int64_t widest = nest.getWidestElement(lane);
  if (widest == 0 || !resultsStay())
    return 1;
  int64_t width = std::max<int64_t>(1, 16 / widest);
  for (const KernelOperand &output : nest.getOutputs()) {
    // Bytes of i1 form no vectors, but are written next to each other.
    if (output.element.isInteger(1) && output.strideOf(lane) == 1)
      continue;
    width = std::min(width, nest.getVectorSize(output, lane, width));
  }
  const bool alone = llvm::count_if(nest.loops, [](const KernelLoop &loop) {
                       return !loop.reduction;
                     }) == 1;
  while (!alone && nest.loops[lane].extent % width)
    width /= 2;
  // A thread's loop takes long: prefer threads to wide accesses.
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
  result.extents = nest.getExtents(result.order);
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

NestEmitter::Point ElementwiseLowering::getPoint(Value item, int64_t width) {
  Point point(nest.loops.size(), b.constant(0));
  setDigits(point, mapping.order, item, mapping.extents);
  if (mapping.hasLane())
    point[mapping.lane()] = b.mul(point[mapping.lane()], width);
  return point;
}

SmallVector<Value> ElementwiseLowering::loadOutputs(const Point &point,
                                                    int64_t width, bool all) {
  ArrayRef<KernelOperand> outputs = nest.getOutputs();
  SmallVector<Value> values(width * outputs.size());
  for (auto [i, output] : llvm::enumerate(outputs)) {
    if (!all && !output.isRead)
      continue;
    for (auto [lane, value] :
         llvm::enumerate(load(output, point, mapping.lane(), width)))
      values[lane * outputs.size() + i] = value;
  }
  return values;
}

SmallVector<Value>
ElementwiseLowering::compute(ArrayRef<SmallVector<Value>> inputs,
                             ArrayRef<Value> outputs, const Point &point,
                             int64_t width) {
  const size_t numOutputs = nest.getOutputs().size();
  SmallVector<Value> results;
  for (int64_t lane = 0; lane < width; ++lane)
    llvm::append_range(results,
                       emitPayload(inputs,
                                   outputs.slice(lane * numOutputs, numOutputs),
                                   point, mapping.lane(), lane));
  return results;
}

void ElementwiseLowering::storeAll(ArrayRef<Value> results, const Point &point,
                                   int64_t width) {
  ArrayRef<KernelOperand> outputs = nest.getOutputs();
  for (auto [i, output] : llvm::enumerate(outputs)) {
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(results[lane * outputs.size() + i]);
    store(output, values, point, mapping.lane());
  }
}

/// The reduced loops from `loop` on. `results` are in registers, or empty: in
/// memory.
SmallVector<Value>
ElementwiseLowering::emitReductions(unsigned loop, Point point, int64_t width,
                                    SmallVector<Value> results) {
  if (loop == nest.loops.size()) {
    SmallVector<SmallVector<Value>> inputs =
        loadInputs(point, mapping.lane(), width);
    const bool inMemory = results.empty();
    if (inMemory)
      results = loadOutputs(point, width, /*all=*/false);
    results = compute(inputs, results, point, width);
    if (!inMemory)
      return results;
    storeAll(results, point, width);
    return {};
  }
  if (!nest.loops[loop].reduction)
    return emitReductions(loop + 1, point, width, results);
  return b.emitFor(b.constant(0), b.constant(nest.loops[loop].extent),
                   b.constant(1), results,
                   [&](Value index, ValueRange carried) {
                     point[loop] = index;
                     return emitReductions(loop + 1, point, width, carried);
                   });
}

void ElementwiseLowering::emitItems(ArrayRef<Value> items, int64_t width) {
  SmallVector<Point> points;
  for (Value item : items)
    points.push_back(getPoint(item, width));
  if (nest.getSize(/*reduction=*/true) != 1) {
    for (const Point &point : points) {
      SmallVector<Value> results;
      if (resultsStay())
        results = loadOutputs(point, width, /*all=*/true);
      results = emitReductions(0, point, width, std::move(results));
      if (!results.empty())
        storeAll(results, point, width);
    }
    return;
  }
  // Load all first: for LLVM a result might alias the next item's operands.
  SmallVector<SmallVector<SmallVector<Value>>> inputs;
  SmallVector<SmallVector<Value>> outputs, results;
  for (const Point &point : points) {
    inputs.push_back(loadInputs(point, mapping.lane(), width));
    outputs.push_back(loadOutputs(point, width, /*all=*/false));
  }
  for (auto [point, in, out] : llvm::zip_equal(points, inputs, outputs))
    results.push_back(compute(in, out, point, width));
  for (auto [point, values] : llvm::zip_equal(points, results))
    storeAll(values, point, width);
}

/// The elements behind the last whole item, one for each of the next threads.
void ElementwiseLowering::emitTail(Value item) {
  Value rest = arith::SubIOp::create(b, item, b.constant(mapping.items));
  b.emitIf(b.less(rest, mapping.tail), [&] {
    ThreadMapping whole = mapping;
    // One loop: an item is now an element.
    mapping.extents = {nest.loops[mapping.lane()].extent};
    emitItems({b.add(rest, whole.items * whole.width)}, 1);
    mapping = whole;
  });
}

void ElementwiseLowering::emitThread(Value block, Value thread) {
  const int64_t perBlock = kBlockThreads * mapping.perThread;
  SmallVector<Value> items;
  Value first = b.add(b.mul(block, perBlock), thread);
  for (int64_t i = 0; i < mapping.perThread; ++i)
    items.push_back(b.add(first, i * kBlockThreads));
  auto emitAll = [&] { emitItems(items, mapping.width); };
  if (mapping.items % perBlock == 0 && mapping.tail == 0)
    return emitAll();
  auto emitEach = [&] {
    for (Value item : items) {
      auto tail = [&] { emitTail(item); };
      b.emitIf(
          b.less(item, mapping.items), [&] { emitItems(item, mapping.width); },
          mapping.tail != 0 ? function_ref<void()>(tail) : nullptr);
    }
  };
  if (items.size() == 1)
    emitEach();
  else
    b.emitIf(b.less(items.back(), mapping.items), emitAll, emitEach);
}

void ElementwiseLowering::emit() {
  assert((mapping.tail == 0 || mapping.order.size() == 1) &&
         "only a single loop has a tail");
  LLVM_DEBUG(llvm::dbgs() << "  " << mapping.items << " items of "
                          << mapping.width << " elements, " << mapping.perThread
                          << " a thread, tail of " << mapping.tail << "\n");
  nest.makeBuffers(b);
  const int64_t items = mapping.items + mapping.tail;
  buildLaunch(b, countBlocks(items, kBlockThreads * mapping.perThread),
              kBlockThreads, {}, [&](Value block, Value thread, ValueRange) {
                emitThread(block, thread);
              });
}

static LogicalResult lower(linalg::LinalgOp op) {
  FailureOr<KernelNest> nest = KernelNest::get(op, /*sortReductions=*/false);
  if (failed(nest))
    return failure();
  Operation *whole = getOpWithWorkspace(op);
  if (!nest->isEmpty()) {
    KernelBuilder b(op->getLoc(), whole, nest->indexType);
    const bool hasTiles = emitTiles(b, *nest);
    LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                            << (hasTiles ? ": tiles in shared memory\n"
                                         : ": elementwise\n"));
    if (!hasTiles)
      ElementwiseLowering(*nest, b).emit();
  }
  whole->erase();
  return success();
}

namespace {
struct GpuLowerElementwise
    : remat::impl::RematGpuLowerElementwiseBase<GpuLowerElementwise> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kKernelAttrName))
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
