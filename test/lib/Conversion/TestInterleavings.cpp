//===- TestInterleavings.cpp - Placed steps in any order ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/TaskAccesses.h"
#include "Interleavings.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using placement::ByteRange;

namespace {

/// Runs a function whose buffers are views of one arena at constant offsets in
/// random orders that its dependences allow, and fails where a byte has two
/// owners at once. Each view is a buffer: to be run before views are merged.
/// Or gives the function one of these orders, to be run in earnest.
struct TestInterleavings
    : public PassWrapper<TestInterleavings, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestInterleavings)

  TestInterleavings() = default;
  TestInterleavings(const TestInterleavings &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-remat-interleavings"; }
  StringRef getDescription() const final {
    return "Check that no byte of an arena has two owners, in whatever order "
           "independent ops run";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<memref::MemRefDialect>();
  }
  void runOnOperation() override;

  Option<uint64_t> seed{*this, "seed", llvm::cl::desc("Of the random orders"),
                        llvm::cl::init(1)};
  Option<int64_t> count{
      *this, "count",
      llvm::cl::desc("How many orders; 0 is as many as hold each op back once"),
      llvm::cl::init(0)};

  Option<bool> reorder{
      *this, "reorder",
      llvm::cl::desc("Put the ops into one random order and check nothing"),
      llvm::cl::init(false)};

private:
  LogicalResult findBuffers();
  void reorderOps(const FunctionTasks &tasks);
  void mergeBranches();
  void ownFromTheStart(FunctionTasks &tasks);

  std::vector<memref::ViewOp> views;
  std::vector<ByteRange> ranges;
  llvm::DenseMap<Value, uint32_t> bufferOf;
};

} // namespace

/// Fills `views`, `ranges` and `bufferOf` with the views of the one arena.
LogicalResult TestInterleavings::findBuffers() {
  views.clear();
  ranges.clear();
  bufferOf.clear();
  DataLayout layout = DataLayout::closest(getOperation());
  Value arena;
  WalkResult result = getOperation().walk([&](memref::ViewOp view) {
    auto offset = getConstantIntValue(view.getByteShift());
    if (!offset || !view.getType().hasStaticShape() ||
        (arena && arena != view.getSource())) {
      view.emitError("is no view of the one arena at a constant offset");
      return WalkResult::interrupt();
    }
    arena = view.getSource();
    bufferOf[view.getResult()] = views.size();
    views.push_back(view);
    int64_t bytes = layout.getTypeSize(view.getType().getElementType()) *
                    view.getType().getNumElements();
    ranges.push_back({*offset, bytes});
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (views.empty())
    return getOperation().emitError("has no views of an arena");
  return success();
}

/// Views at one place of which a value may be either are one buffer: those of
/// the branches of which one runs.
void TestInterleavings::mergeBranches() {
  BufferViewFlowAnalysis flow(getOperation());
  llvm::DenseMap<std::pair<Value, int64_t>, uint32_t> firstAt;
  for (auto [position, view] : llvm::enumerate(views)) {
    uint32_t buffer = position;
    BufferViewFlowAnalysis::ValueSetT aliases = flow.resolve(view.getResult());
    for (Value alias : aliases)
      if (auto found = firstAt.find({alias, ranges[position].offset});
          found != firstAt.end())
        buffer = std::min(buffer, found->second);
    for (Value alias : aliases)
      firstAt.try_emplace({alias, ranges[position].offset}, buffer);
    bufferOf[view.getResult()] = buffer;
    ranges[buffer].size = std::max(ranges[buffer].size, ranges[position].size);
  }
}

/// Where arguments lie in the arena, what is read before it is written holds
/// something when the function begins: the first task takes it.
void TestInterleavings::ownFromTheStart(FunctionTasks &tasks) {
  if (!getOperation()->hasAttr(kArgumentOffsetsAttrName))
    return;
  llvm::BitVector isWritten(ranges.size());
  placement::TaskAccess start;
  for (const placement::TaskAccess &task : tasks.accesses) {
    for (uint32_t object : task.reads)
      // A loop or a branch that writes it as well does so first.
      if (object < ranges.size() && !isWritten.test(object) &&
          !(task.isSequence && llvm::is_contained(task.writes, object)))
        start.writes.push_back(object);
    for (ArrayRef<uint32_t> objects :
         {ArrayRef<uint32_t>(task.reads), ArrayRef<uint32_t>(task.writes)})
      for (uint32_t object : objects)
        if (object < ranges.size())
          isWritten.set(object);
  }
  tasks.ops.insert(tasks.ops.begin(), getOperation());
  tasks.accesses.insert(tasks.accesses.begin(), std::move(start));
}

/// Tasks in another order, each behind what is no task of what it uses (views,
/// constants). The arena is freed at the end.
void TestInterleavings::reorderOps(const FunctionTasks &tasks) {
  Block &block = getOperation().getBody().front();
  llvm::MapVector<Operation *, size_t> positions;
  for (Operation &op : block)
    positions.insert({&op, positions.size()});
  llvm::DenseSet<Operation *> emitted;
  std::vector<Operation *> order;
  auto emit = [&](Operation *task) {
    llvm::SmallSetVector<Operation *, 8> needed;
    needed.insert(task);
    for (size_t i = 0; i < needed.size(); ++i)
      needed[i]->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *used = operand.getDefiningOp();
              used && positions.contains(used) && !emitted.contains(used))
            needed.insert(used);
      });
    SmallVector<Operation *, 8> ops = needed.takeVector();
    llvm::sort(ops, [&](Operation *a, Operation *b) {
      return positions.lookup(a) < positions.lookup(b);
    });
    emitted.insert_range(ops);
    llvm::append_range(order, ops);
  };
  auto isEnd = [&](Operation *op) {
    auto dealloc = dyn_cast<memref::DeallocOp>(op);
    return op == block.getTerminator() ||
           (dealloc && dealloc.getMemref() == views.front().getSource());
  };
  for (uint32_t task : placement::getRandomOrder(tasks.accesses, seed))
    if (!isEnd(tasks.ops[task]))
      emit(tasks.ops[task]);
  // The arena is freed, and the function returns.
  for (auto [op, position] : positions)
    if (!emitted.contains(op))
      emit(op);
  for (Operation *op : order)
    op->moveBefore(&block, block.end());
}

void TestInterleavings::runOnOperation() {
  if (getOperation().isExternal())
    return;
  if (failed(findBuffers()))
    return signalPassFailure();
  mergeBranches();
  FailureOr<FunctionTasks> tasks =
      collectTaskAccesses(getOperation(), bufferOf, ranges.size());
  if (failed(tasks))
    return signalPassFailure();
  if (reorder)
    return reorderOps(*tasks);
  ownFromTheStart(*tasks);

  placement::InterleavingOptions options;
  options.seed = seed;
  options.count = count ? int64_t(count) : 2 * tasks->ops.size();
  if (llvm::Error error =
          placement::checkInterleavings(tasks->accesses, ranges, options)) {
    getOperation().emitError() << llvm::toString(std::move(error));
    return signalPassFailure();
  }
  getOperation().emitRemark()
      << views.size() << " buffers, " << tasks->ops.size()
      << " tasks: no byte has two owners in " << options.count << " executions";
}

namespace mlir::remat::test {
void registerTestInterleavingsPass() { PassRegistration<TestInterleavings>(); }
} // namespace mlir::remat::test
