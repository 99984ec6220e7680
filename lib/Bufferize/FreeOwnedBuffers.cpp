//===- FreeOwnedBuffers.cpp - Each buffer freed by its owner --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is owned by one block at a time. It belongs to the block that
// allocates it, or that gets it: as the result of a call, as a result of an op
// whose regions yield buffers of their own, or as an argument of a loop's body
// that its init and the yields of all turns hand over. A terminator that hands
// it over ends the ownership, else the block frees it after its last use.
//
// A loop also carries buffers in place: each turn yields the storage that it
// got. Its argument and result are then other names of the init.
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/FreeOwnedBuffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using mlir::remat::isFreedByHand;
using mlir::remat::SharedBuffer;

namespace {

class OwnerAnalysis {
public:
  SharedBuffer run(func::FuncOp function);
  /// Frees what no terminator and no loop takes over.
  void freeAll();

private:
  /// Buffers that a value may name: owned ones, or ones that are none of this
  /// function's business (arguments, globals, buffers freed by hand).
  using Roots = llvm::SmallSetVector<Value, 2>;

  struct Owned {
    Block *block;
    /// The terminator or loop that takes it over.
    Operation *taker = nullptr;
    /// Some pointer to it is a number: it lives to the end of its block.
    bool isPinned = false;
  };

  bool visit(Region &region);
  bool visitOp(Operation *op);
  bool visitFor(scf::ForOp loop);
  bool visitWhile(scf::WhileOp loop);
  /// An op of which at most one region runs, once.
  bool visitBranches(Operation *op);
  bool isOwnedInside(Value root, Operation *op) const;
  bool takeInit(Operation *loop, Value init);
  bool takeYield(Operation *terminator, Value yielded);
  void own(Value buffer);
  bool isLastTaken();
  Operation *getLastUse(Value root, const Owned &owned);
  bool fail(Operation *op, StringRef reason) {
    shared = {op, reason};
    return false;
  }

  llvm::DenseMap<Value, Roots> roots;
  /// Names of each root, in program order.
  llvm::DenseMap<Value, SmallVector<Value>> names;
  llvm::MapVector<Value, Owned> owned;
  SharedBuffer shared;

  void alias(Value name, const Roots &of) {
    roots[name].insert(of.begin(), of.end());
    for (Value root : of)
      names[root].push_back(name);
  }
  void aliasItself(Value buffer) {
    roots[buffer].insert(buffer);
    names[buffer].push_back(buffer);
  }
};

} // namespace

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

static bool hasBuffers(ValueRange values) {
  return llvm::any_of(values, isBuffer);
}

/// Whether `op` or an op inside makes or takes a buffer.
static bool touchesBuffers(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return hasBuffers(inner->getOperands()) ||
                       hasBuffers(inner->getResults())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isCarriedFrom(Value value, BlockArgument argument);

/// The body's argument `argument` of an scf.while that each turn hands back in
/// place: as which operands of the condition.
static SmallVector<unsigned> getPlaces(scf::WhileOp loop, unsigned argument) {
  SmallVector<unsigned> places;
  Value yielded = loop.getYieldOp().getOperand(argument);
  bool returns = false;
  for (auto [index, forwarded] :
       llvm::enumerate(loop.getConditionOp().getArgs()))
    if (isBuffer(forwarded) &&
        isCarriedFrom(forwarded, loop.getBeforeArguments()[argument])) {
      places.push_back(index);
      returns |= isCarriedFrom(yielded, loop.getAfterArguments()[index]);
    }
  if (!returns)
    places.clear();
  return places;
}

/// Whether `value` names the buffer of `argument` on every path.
static bool isCarriedFrom(Value value, BlockArgument argument) {
  while (value != argument) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *op = result.getOwner();
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      value = view.getViewSource();
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      BlockArgument inner = loop.getTiedLoopRegionIterArg(result);
      if (!isCarriedFrom(loop.getTiedLoopYieldedValue(inner)->get(), inner))
        return false;
      value = loop.getTiedLoopInit(result)->get();
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Value init;
      for (auto [index, operand] : llvm::enumerate(loop.getInits()))
        if (isBuffer(operand) && llvm::is_contained(getPlaces(loop, index),
                                                    result.getResultNumber()))
          init = operand;
      if (!init)
        return false;
      value = init;
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      return isCarriedFrom(select.getTrueValue(), argument) &&
             isCarriedFrom(select.getFalseValue(), argument);
    } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
      return llvm::all_of(op->getRegions(), [&](Region &region) {
        return region.hasOneBlock() &&
               isCarriedFrom(region.front().getTerminator()->getOperand(
                                 result.getResultNumber()),
                             argument);
      });
    } else {
      return false;
    }
  }
  return true;
}

/// The buffer whose other name `value` is, or null.
static Value getNamedBuffer(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return Value();
  if (auto view = dyn_cast<ViewLikeOpInterface>(result.getOwner()))
    return view.getViewSource();
  if (isa<memref::DistinctObjectsOp>(result.getOwner()))
    return result.getOwner()->getOperand(result.getResultNumber());
  return Value();
}

/// Appends the results that may be other names of the buffer at `use`.
static void appendNames(OpOperand &use, SmallVectorImpl<Value> &names) {
  Operation *user = use.getOwner();
  const unsigned number = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    BlockArgument argument = loop.getTiedLoopRegionIterArg(&use);
    if (argument &&
        isCarriedFrom(loop.getTiedLoopYieldedValue(argument)->get(), argument))
      names.push_back(loop.getTiedLoopResult(&use));
  } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
    for (unsigned place : getPlaces(loop, number))
      names.push_back(loop.getResult(place));
  } else if (isa<scf::YieldOp>(user) &&
             isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(
                 user->getParentOp())) {
    names.push_back(user->getParentOp()->getResult(number));
  } else if (auto select = dyn_cast<arith::SelectOp>(user)) {
    names.push_back(select.getResult());
  } else {
    for (OpResult result : user->getResults())
      if (isBuffer(result) && getNamedBuffer(result) == use.get())
        names.push_back(result);
  }
}

bool mlir::remat::isFreedByHand(Value buffer) {
  while (Value named = getNamedBuffer(buffer))
    buffer = named;
  SmallVector<Value> worklist = {buffer};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!worklist.empty()) {
    Value name = worklist.pop_back_val();
    if (!seen.insert(name).second)
      continue;
    for (OpOperand &use : name.getUses()) {
      if (isa<memref::DeallocOp>(use.getOwner()))
        return true;
      appendNames(use, worklist);
    }
  }
  return false;
}

/// Makes the block of `buffer` its owner, unless the program frees it.
void OwnerAnalysis::own(Value buffer) {
  aliasItself(buffer);
  if (!isFreedByHand(buffer))
    owned.insert({buffer, Owned{buffer.getParentBlock()}});
}

/// Hands the one buffer that `yielded` names over, at `terminator`.
bool OwnerAnalysis::takeYield(Operation *terminator, Value yielded) {
  const Roots &named = roots[yielded];
  auto found = named.size() == 1 ? owned.find(named.front()) : owned.end();
  if (found == owned.end() || found->second.block != terminator->getBlock())
    return fail(terminator, "hands on a buffer that is not this block's alone");
  if (found->second.taker)
    return fail(terminator, "hands on one buffer twice");
  found->second.taker = terminator;
  return true;
}

/// Hands the one buffer that `init` names over to the turns of `loop`.
bool OwnerAnalysis::takeInit(Operation *loop, Value init) {
  const Roots &named = roots[init];
  auto found = named.size() == 1 ? owned.find(named.front()) : owned.end();
  if (found == owned.end() || found->second.block != loop->getBlock())
    return fail(loop, "replaces a buffer that is not this block's alone");
  if (found->second.taker)
    return fail(loop, "takes one buffer twice");
  found->second.taker = loop;
  return true;
}

bool OwnerAnalysis::visitFor(scf::ForOp loop) {
  SmallVector<bool> inPlace;
  for (auto [init, argument, result, yielded] :
       llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                       loop.getResults(), loop.getYieldedValues())) {
    inPlace.push_back(!isBuffer(init) || isCarriedFrom(yielded, argument));
    if (!isBuffer(init))
      continue;
    if (inPlace.back()) {
      const Roots named = roots[init];
      alias(argument, named);
      alias(result, named);
      continue;
    }
    if (!takeInit(loop, init))
      return false;
    own(argument);
    own(result);
  }
  if (!visit(loop.getRegion()))
    return false;
  for (auto [yielded, isInPlace] :
       llvm::zip_equal(loop.getYieldedValues(), inPlace))
    if (!isInPlace && !takeYield(loop.getBody()->getTerminator(), yielded))
      return false;
  return true;
}

bool OwnerAnalysis::visitWhile(scf::WhileOp loop) {
  llvm::SmallDenseSet<unsigned> inPlaceAfter;
  SmallVector<bool> inPlaceBefore;
  for (auto [index, init] : llvm::enumerate(loop.getInits())) {
    BlockArgument argument = loop.getBeforeArguments()[index];
    SmallVector<unsigned> places;
    if (isBuffer(init))
      places = getPlaces(loop, index);
    inPlaceBefore.push_back(!isBuffer(init) || !places.empty());
    if (!isBuffer(init))
      continue;
    if (places.empty()) {
      if (!takeInit(loop, init))
        return false;
      own(argument);
      continue;
    }
    const Roots named = roots[init];
    alias(argument, named);
    for (unsigned place : places) {
      inPlaceAfter.insert(place);
      alias(loop.getAfterArguments()[place], named);
      alias(loop.getResult(place), named);
    }
  }
  if (!visit(loop.getBefore()))
    return false;
  scf::ConditionOp condition = loop.getConditionOp();
  for (auto [index, forwarded] : llvm::enumerate(condition.getArgs())) {
    if (!isBuffer(forwarded) || inPlaceAfter.contains(index))
      continue;
    if (!takeYield(condition, forwarded))
      return false;
    own(loop.getAfterArguments()[index]);
    own(loop.getResult(index));
  }
  if (!visit(loop.getAfter()))
    return false;
  for (auto [index, yielded] : llvm::enumerate(loop.getYieldOp().getOperands()))
    if (!inPlaceBefore[index] && !takeYield(loop.getYieldOp(), yielded))
      return false;
  return true;
}

/// Whether a block of a region of `op` owns `root`.
bool OwnerAnalysis::isOwnedInside(Value root, Operation *op) const {
  auto found = owned.find(root);
  return found != owned.end() &&
         op->isAncestor(found->second.block->getParentOp());
}

bool OwnerAnalysis::visitBranches(Operation *op) {
  for (Region &region : op->getRegions())
    if (!visit(region))
      return false;
  for (OpResult result : op->getResults()) {
    if (!isBuffer(result))
      continue;
    Roots outer;
    bool isFresh = true;
    for (Region &region : op->getRegions()) {
      Operation *terminator = region.front().getTerminator();
      for (Value root : roots[terminator->getOperand(result.getResultNumber())])
        if (!isOwnedInside(root, op)) {
          isFresh = false;
          outer.insert(root);
        }
    }
    if (!isFresh) {
      // Each path must name buffers from outside.
      for (Region &region : op->getRegions())
        for (Value root : roots[region.front().getTerminator()->getOperand(
                 result.getResultNumber())])
          if (!outer.contains(root))
            return fail(op, "yields a new buffer in one region and one from "
                            "outside in another");
      alias(result, outer);
      continue;
    }
    for (Region &region : op->getRegions()) {
      Operation *terminator = region.front().getTerminator();
      if (!takeYield(terminator,
                     terminator->getOperand(result.getResultNumber())))
        return false;
    }
    own(result);
  }
  return true;
}

bool OwnerAnalysis::visitOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return visitBranches(op);
  if (isa<memref::AllocOp, bufferization::CloneOp>(op)) {
    own(op->getResult(0));
    return true;
  }
  if (isa<memref::AllocaOp, memref::GetGlobalOp>(op)) {
    aliasItself(op->getResult(0));
    return true;
  }
  if (isa<memref::DistinctObjectsOp>(op)) {
    for (auto [source, result] :
         llvm::zip_equal(op->getOperands(), op->getResults())) {
      const Roots named = roots[source];
      alias(result, named);
    }
    return true;
  }
  if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
    if (!isBuffer(view.getViewSource()) && hasBuffers(op->getResults()))
      return fail(op, "makes a buffer of a value that is none");
    const Roots named = roots[view.getViewSource()];
    for (Value result : op->getResults())
      if (isBuffer(result))
        alias(result, named);
    return true;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (!isBuffer(select.getResult()))
      return true;
    Roots named = roots[select.getTrueValue()];
    const Roots other = roots[select.getFalseValue()];
    named.insert(other.begin(), other.end());
    alias(select.getResult(), named);
    return true;
  }
  if (isa<func::CallOp>(op)) {
    // A function returns buffers that it owns.
    for (Value result : op->getResults())
      if (isBuffer(result))
        own(result);
    return true;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && isBuffer(store.getValueToStore()))
    return fail(op, "stores the descriptor of a buffer");
  if (isa<memref::ExtractAlignedPointerAsIndexOp>(op)) {
    for (Value root : roots[op->getOperand(0)])
      if (auto found = owned.find(root); found != owned.end())
        found->second.isPinned = true;
    return true;
  }
  if (hasBuffers(op->getResults()))
    return fail(op, "makes a buffer whose owner is not known");
  if (isa<UnrealizedConversionCastOp>(op) && hasBuffers(op->getOperands()))
    return fail(op, "hides a buffer in another type");
  for (Region &region : op->getRegions())
    if (!visit(region))
      return false;
  return true;
}

bool OwnerAnalysis::visit(Region &region) {
  if (region.empty())
    return true;
  if (!region.hasOneBlock())
    return !touchesBuffers(region.getParentOp()) ||
           fail(region.getParentOp(), "has a body of several blocks");
  for (BlockArgument argument : region.getArguments())
    if (isBuffer(argument) && !roots.contains(argument))
      aliasItself(argument);
  for (Operation &op : region.front().without_terminator())
    if (!visitOp(&op))
      return false;
  return true;
}

/// The last op in the owner's block that uses `root` by any name; null if none
/// does.
Operation *OwnerAnalysis::getLastUse(Value root, const Owned &owned) {
  Operation *last = root.getDefiningOp();
  for (Value name : names[root])
    for (Operation *user : name.getUsers()) {
      Operation *ancestor = owned.block->findAncestorOpInBlock(*user);
      if (ancestor && (!last || last->isBeforeInBlock(ancestor)))
        last = ancestor;
    }
  return last;
}

/// Whether nothing uses a buffer after, or beside, the loop that takes it.
bool OwnerAnalysis::isLastTaken() {
  for (auto &[root, owner] : owned) {
    if (!owner.taker || owner.taker == owner.block->getTerminator())
      continue;
    if (getLastUse(root, owner) != owner.taker || owner.isPinned)
      return fail(owner.taker, "replaces a buffer that is used afterwards");
    for (Value name : names[root])
      for (Operation *user : name.getUsers())
        if (owner.taker->isProperAncestor(user))
          return fail(owner.taker, "replaces a buffer that its body uses");
  }
  return true;
}

SharedBuffer OwnerAnalysis::run(func::FuncOp function) {
  if (function.isExternal() || !visit(function.getBody()))
    return shared;
  if (!function.getBody().hasOneBlock())
    return shared;
  Operation *terminator = function.getBody().front().getTerminator();
  for (Value returned : terminator->getOperands())
    if (isBuffer(returned) && !takeYield(terminator, returned))
      return shared;
  isLastTaken();
  return shared;
}

void OwnerAnalysis::freeAll() {
  for (auto &[root, owner] : owned) {
    if (owner.taker)
      continue;
    OpBuilder builder(root.getContext());
    Operation *last = getLastUse(root, owner);
    if (owner.isPinned || last == owner.block->getTerminator())
      builder.setInsertionPoint(owner.block->getTerminator());
    else if (last)
      builder.setInsertionPointAfter(last);
    else
      builder.setInsertionPointToStart(owner.block);
    memref::DeallocOp::create(builder, root.getLoc(), root);
  }
}

SharedBuffer mlir::remat::findSharedBuffer(func::FuncOp function) {
  return OwnerAnalysis().run(function);
}

SharedBuffer mlir::remat::freeOwnedBuffers(func::FuncOp function) {
  OwnerAnalysis analysis;
  SharedBuffer shared = analysis.run(function);
  if (!shared)
    analysis.freeAll();
  return shared;
}
