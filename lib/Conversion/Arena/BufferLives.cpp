//===- BufferLives.cpp - When a function's buffers are alive --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/BufferLives.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::remat;
using placement::TimeRange;

ProgramTimes::ProgramTimes(func::FuncOp function) {
  // The function itself is no step.
  int64_t count = -1;
  function->walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      times[op].lower = count++;
    if (stage.isAfterAllRegions())
      times[op].upper = count;
  });
}

/// Whether `op` is known to affect a value that `concerns` accepts; the value
/// is null if it is not known.
template <typename EffectT>
static bool hasEffectOn(Operation *op,
                        llvm::function_ref<bool(Value)> concerns) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [&](MemoryEffects::EffectInstance &effect) {
    return isa<EffectT>(effect.getEffect()) && concerns(effect.getValue());
  });
}

/// Whether `op` allocates a memref, or may.
static bool mayAllocate(Operation *op) {
  if (isa<MemoryEffectOpInterface>(op))
    return hasEffectOn<MemoryEffects::Allocate>(op, [](Value value) {
      return !value || !isa<TensorType>(value.getType());
    });
  return isa<CallOpInterface>(op) ||
         (llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>) &&
          !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
          !isa<ViewLikeOpInterface>(op));
}

static bool freesMemref(Operation *op) {
  return hasEffectOn<MemoryEffects::Free>(op, [](Value value) {
    return value && isa<BaseMemRefType>(value.getType());
  });
}

bool mlir::remat::runsInOrder(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, memref::AllocaScopeOp, affine::AffineForOp,
             affine::AffineIfOp>(op);
}

namespace {
/// Rejects functions whose buffers cannot be placed.
class Checker {
public:
  explicit Checker(func::FuncOp function) : function(function) {}
  LogicalResult run() {
    auto check = [&](Operation *op) { return WalkResult(checkOp(op)); };
    return failure(function.walk(check).wasInterrupted());
  }

private:
  LogicalResult checkOp(Operation *op);
  LogicalResult checkAllocation(memref::AllocOp alloc);
  LogicalResult checkOrder(Operation *op, StringRef complaint);
  LogicalResult checkCall(func::CallOp call);

  func::FuncOp function;
  /// Callees seen to allocate nothing.
  llvm::SmallPtrSet<Operation *, 8> plainCallees;
};
} // namespace

/// Rejects ops that a region around them may run later or concurrently.
LogicalResult Checker::checkOrder(Operation *op, StringRef complaint) {
  Operation *parent = op->getParentOp();
  while (parent != function && runsInOrder(parent))
    parent = parent->getParentOp();
  if (parent == function)
    return success();
  InFlightDiagnostic diag = op->emitOpError("is inside of '")
                            << parent->getName() << "', which may run it "
                            << complaint;
  diag.attachNote(parent->getLoc()) << "here";
  return diag;
}

LogicalResult Checker::checkAllocation(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return alloc.emitOpError("has a size that is not known before the step "
                             "runs; give it a static shape to place it");
  if (!type.getLayout().isIdentity() || !alloc.getSymbolOperands().empty())
    return alloc.emitOpError("has a layout of its own, which a view of an "
                             "arena cannot have; run --normalize-memrefs "
                             "first");
  return checkOrder(alloc, "more than once at a time; allocate it before");
}

/// Neither the callee nor its callees may allocate: the arena is all there is.
LogicalResult Checker::checkCall(func::CallOp call) {
  if (llvm::any_of(call.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return call.emitOpError("returns a buffer; whose it is is not known: "
                            "inline the callee first (--inline), or let it "
                            "write into an argument");
  SmallVector<func::FuncOp> work;
  auto enter = [&](func::CallOp inner) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        inner, inner.getCalleeAttr());
    // External functions are assumed to keep no memory.
    if (callee && !callee.isExternal() && plainCallees.insert(callee).second)
      work.push_back(callee);
    return callee == function;
  };
  bool recursive = enter(call);
  while (!work.empty() && !recursive) {
    WalkResult result = work.pop_back_val().walk([&](Operation *op) {
      if (auto inner = dyn_cast<func::CallOp>(op)) {
        recursive |= enter(inner);
        return WalkResult::advance();
      }
      return mayAllocate(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return call.emitOpError("calls '")
             << call.getCallee()
             << "', which allocates; inline it first (--inline), so that one "
                "arena holds all";
  }
  if (recursive)
    return call.emitOpError("calls the function that it is in: how deep is not "
                            "known before it runs");
  return success();
}

LogicalResult Checker::checkOp(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.hasOneBlock())
      return op->emitOpError("has a body of several blocks, in which lives of "
                             "buffers cannot be told; place them before "
                             "control flow is lowered to branches");
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return checkAllocation(alloc);
  // After a deallocation others may reuse the bytes.
  if (isa<memref::DeallocOp>(op))
    return checkOrder(op, "later, or more than once; free the buffer after "
                          "that is over");
  if (auto call = dyn_cast<func::CallOp>(op))
    return checkCall(call);
  if (isa<bufferization::DeallocOp>(op))
    return op->emitOpError("frees what conditions at run time select; lower it "
                           "first (--convert-bufferization-to-memref)");
  if (isa<memref::AllocaOp>(op))
    return op->emitOpError("takes a buffer from the stack, which no arena "
                           "holds; place buffers before they are moved there");
  if (mayAllocate(op))
    return op->emitOpError("allocates, or may, by other means than "
                           "'memref.alloc', so that it cannot be placed; "
                           "lower it to that first");
  if (freesMemref(op))
    return op->emitOpError("frees a buffer by other means than "
                           "'memref.dealloc'; lower it to that first");
  return success();
}

namespace {
/// The blocks around an allocation, innermost first, and when each needs the
/// buffer.
struct Level {
  Block *block;
  /// The allocation, or the operation of `block` around it.
  Operation *anchor;
  int64_t start;
  /// Negative if it is not needed there.
  int64_t end = -1;
};

class LifeFinder {
public:
  explicit LifeFinder(func::FuncOp function)
      : function(function), times(function), flow(function) {}
  FailureOr<std::vector<BufferLife>> run();

private:
  LogicalResult addLife(memref::AllocOp alloc);
  LogicalResult addUse(OpOperand &use, MutableArrayRef<Level>,
                       BufferLife &life);
  void addPieces(ArrayRef<Level> levels, BufferLife &life);
  void mergeBranches(Operation *op);
  void merge(unsigned into, unsigned from);

  func::FuncOp function;
  ProgramTimes times;
  BufferViewFlowAnalysis flow;
  std::vector<BufferLife> lives;
  /// The life of a whole buffer: allocations, and merged yields of branches.
  llvm::DenseMap<Value, unsigned> lifeOf;
};
} // namespace

static InFlightDiagnostic emitCarried(memref::AllocOp alloc, Operation *loop) {
  InFlightDiagnostic diag = alloc.emitOpError(
      "makes a buffer in each turn of a loop that outlives the turn; carry one "
      "buffer that is allocated before the loop, and write into it");
  diag.attachNote(loop->getLoc()) << "this loop";
  return diag;
}

/// Whether the step only compares `address`, of a buffer, to decide on freeing.
/// The outcome is irrelevant: lives count all buffers that a value may be,
/// freed or not, and an arena drops deallocations.
static bool onlyDecidesWhatIsFreed(Value address) {
  auto checkFrees = [](Operation *op) {
    return WalkResult(
        success(isa<memref::DeallocOp, scf::IfOp, scf::YieldOp>(op) ||
                isMemoryEffectFree(op)));
  };
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> work = {address};
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      if (!seen.insert(user).second)
        continue;
      if (isa<arith::CmpIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(
              user)) {
        work.push_back(user->getResult(0));
        continue;
      }
      if (!isa<scf::IfOp>(user) || user->getNumResults() > 0 ||
          user->walk(checkFrees).wasInterrupted())
        return false;
    }
  return true;
}

/// Whether `use` hides how long a buffer is needed.
static bool takesAddress(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto extract = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user))
    return !onlyDecidesWhatIsFreed(extract.getResult());
  return isa<bufferization::ToTensorOp, UnrealizedConversionCastOp>(user) ||
         (isa<memref::StoreOp>(user) && use.getOperandNumber() == 0);
}

/// Extends the life by a use of an alias.
LogicalResult LifeFinder::addUse(OpOperand &use, MutableArrayRef<Level> levels,
                                 BufferLife &life) {
  memref::AllocOp alloc = life.allocations.front();
  Operation *user = use.getOwner();
  if (takesAddress(use)) {
    InFlightDiagnostic diag = alloc.emitOpError(
        "makes a buffer whose address is taken, so that how long it is needed "
        "cannot be told; place buffers before that, or, if the deallocation "
        "takes it, let no branch or loop yield one buffer as several results");
    diag.attachNote(user->getLoc()) << "here";
    return diag;
  }
  if (isa<func::ReturnOp>(user))
    life.isReturned = true;
  for (auto [i, level] : llvm::enumerate(levels)) {
    Operation *ancestor = level.block->findAncestorOpInBlock(*user);
    if (!ancestor)
      continue;
    int64_t end = times.getEnd(ancestor);
    if (isa<memref::DeallocOp>(user)) {
      life.deallocations.push_back(user);
      if (ancestor == user)
        end = times.getStart(user);
    }
    // A use before the definition is in the next iteration.
    for (Level &inner : levels.take_front(i))
      if (isa<LoopLikeOpInterface>(inner.block->getParentOp()))
        return emitCarried(alloc, inner.block->getParentOp());
    if (times.getStart(ancestor) < times.getStart(level.anchor))
      return emitCarried(alloc, level.block->getParentOp());
    level.end = std::max(level.end, end);
    return success();
  }
  llvm_unreachable("a use is inside of the function");
}

void LifeFinder::addPieces(ArrayRef<Level> levels, BufferLife &life) {
  size_t last = 0;
  for (auto [i, level] : llvm::enumerate(levels))
    if (level.end >= 0)
      last = i;
  for (auto [i, level] : llvm::enumerate(levels.take_front(last + 1))) {
    // Not freed, or live in the enclosing block too.
    bool goesOn = i < last || life.isReturned || life.deallocations.empty();
    int64_t end = goesOn ? times.getEnd(&level.block->back()) : level.end;
    // A buffer freed at once still has its bytes for a moment.
    end = std::max(end, i == 0 ? level.start + 1 : level.start);
    if (level.start < end)
      life.pieces.push_back({level.start, end});
  }
}

LogicalResult LifeFinder::addLife(memref::AllocOp alloc) {
  BufferLife life;
  life.allocations.push_back(alloc);
  SmallVector<Level> levels;
  for (Operation *anchor = alloc; anchor != function;
       anchor = anchor->getParentOp())
    levels.push_back(
        {anchor->getBlock(), anchor,
         anchor == alloc ? times.getStart(anchor) : times.getEnd(anchor)});
  // The order only decides which diagnostic comes first.
  SmallVector<Value> aliases = llvm::to_vector(flow.resolve(alloc.getResult()));
  auto key = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return std::tuple(times.getStart(argument.getOwner()->getParentOp()), 1,
                        argument.getArgNumber());
    auto result = cast<OpResult>(value);
    return std::tuple(times.getStart(result.getOwner()), 0,
                      result.getResultNumber());
  };
  llvm::sort(aliases, [&](Value a, Value b) { return key(a) < key(b); });
  for (Value alias : aliases) {
    if (isa<BlockArgument>(alias) && !alias.use_empty())
      if (Operation *loop = alias.getParentBlock()->getParentOp();
          loop->isProperAncestor(alloc))
        return emitCarried(alloc, loop);
    for (OpOperand &use : alias.getUses())
      if (failed(addUse(use, levels, life)))
        return failure();
  }
  llvm::sort(life.deallocations, [&](Operation *a, Operation *b) {
    return times.getStart(a) < times.getStart(b);
  });
  life.deallocations.erase(llvm::unique(life.deallocations),
                           life.deallocations.end());
  addPieces(levels, life);
  lifeOf[alloc.getResult()] = lives.size();
  lives.push_back(std::move(life));
  return success();
}

void LifeFinder::merge(unsigned into, unsigned from) {
  BufferLife &a = lives[into], &b = lives[from];
  a.allocations.append(b.allocations);
  for (Operation *op : b.deallocations)
    if (!llvm::is_contained(a.deallocations, op))
      a.deallocations.push_back(op);
  llvm::append_range(a.pieces, b.pieces);
  a.isReturned |= b.isReturned;
  for (memref::AllocOp alloc : b.allocations)
    lifeOf[alloc.getResult()] = into;
  b.allocations.clear();
}

/// Only one branch of `op` runs: buffers that the branches yield as the same
/// result are one buffer.
void LifeFinder::mergeBranches(Operation *op) {
  llvm::SmallDenseSet<unsigned, 4> merged;
  for (OpResult result : op->getResults()) {
    SmallVector<unsigned> sources;
    for (Region &region : op->getRegions()) {
      Value yielded =
          region.front().getTerminator()->getOperand(result.getResultNumber());
      auto found = lifeOf.find(yielded);
      if (found == lifeOf.end())
        break;
      bool isInside = region.isAncestor(
          lives[found->second].allocations[0]->getParentRegion());
      if (isInside && !merged.contains(found->second))
        sources.push_back(found->second);
    }
    if (sources.size() != op->getNumRegions())
      continue;
    for (unsigned source : ArrayRef(sources).drop_front())
      merge(sources[0], source);
    merged.insert_range(sources);
    lifeOf[result] = sources[0];
  }
}

/// Sorts the pieces and joins those that touch.
static void normalize(std::vector<TimeRange> &pieces) {
  llvm::sort(pieces, [](const TimeRange &a, const TimeRange &b) {
    return std::pair(a.lower, a.upper) < std::pair(b.lower, b.upper);
  });
  std::vector<TimeRange> joined;
  for (const TimeRange &piece : pieces)
    if (!joined.empty() && piece.lower <= joined.back().upper)
      joined.back().upper = std::max(joined.back().upper, piece.upper);
    else
      joined.push_back(piece);
  pieces = std::move(joined);
}

FailureOr<std::vector<BufferLife>> LifeFinder::run() {
  WalkResult result = function.walk(
      [&](memref::AllocOp alloc) { return WalkResult(addLife(alloc)); });
  if (result.wasInterrupted())
    return failure();
  function.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      mergeBranches(op);
  });
  llvm::erase_if(lives,
                 [](BufferLife &life) { return life.allocations.empty(); });
  for (BufferLife &life : lives)
    normalize(life.pieces);
  return std::move(lives);
}

FailureOr<std::vector<BufferLife>>
mlir::remat::findBufferLives(func::FuncOp function) {
  if (failed(Checker(function).run()))
    return failure();
  return LifeFinder(function).run();
}
