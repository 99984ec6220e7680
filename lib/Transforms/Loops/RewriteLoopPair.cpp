//===- RewriteLoopPair.cpp - Other stacks for a loop pair -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/RewriteLoopPair.h"
#include "Loops/LoopLifetimes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

#include <functional>

using namespace mlir;
using namespace mlir::remat;
using planner::TurnValueId;

namespace {
class PairRewriter {
public:
  PairRewriter(const LoopPair &pair, const LoopPairTurns &turns,
               const planner::StackChoice &choice,
               llvm::function_ref<void(Operation *)> willErase)
      : pair(pair), turns(turns), choice(choice), willErase(willErase),
        builder(pair.forward.op->getContext()),
        emitter(
            cast<CountedLoopOpInterface>(pair.forward.op).createLoopEmitter()) {
  }

  void run();

private:
  void rewriteForward();
  void rewriteBackward();
  /// The number of the turn, as an index, in a body at the insertion point.
  Value getTurn(const CountedLoop &loop, Value counter);
  /// The forward counter of the backward turn.
  Value getForwardCounter();
  /// The index of the slice that belongs to the backward turn.
  Value getForwardTurn();
  Value materialize(Value value);
  Value readKept(TurnValueId id);
  /// The slice in which turn `turn` keeps the value.
  Value getSliceIndex(TurnValueId id, Value turn);
  Value makeAgain(Operation *op, unsigned result);
  /// Before `op`: the values of forward turns that it reads.
  void serve(Operation *op);
  bool isServed(Value value) const;
  void findValuesFromStacks();

  const LoopPair &pair;
  const LoopPairTurns &turns;
  const planner::StackChoice &choice;
  llvm::function_ref<void(Operation *)> willErase;
  OpBuilder builder;
  std::unique_ptr<LoopEmitter> emitter;
  /// The results of the rewritten forward loop.
  llvm::DenseMap<TurnValueId, Value> stacks;
  Operation *forward = nullptr, *backward = nullptr;
  /// In the backward turn.
  IRMapping instances;
  llvm::DenseSet<Value> fromStacks;
  /// Inits that stacks leave out.
  llvm::SetVector<Value> leftOut;
  Value forwardCounter, forwardTurn;
};
} // namespace

static RankedTensorType getStackType(Value value, int64_t slices) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = {slices};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

/// The number of the turn, from 0, as an index of slices.
Value PairRewriter::getTurn(const CountedLoop &loop, Value counter) {
  Location loc = loop.op->getLoc();
  Value turn = emitter->scale(
      builder, loc, emitter->toIndex(builder, loc, counter), 1, -loop.first);
  return loop.step == 1 ? turn : emitter->divide(builder, loc, turn, loop.step);
}

Value PairRewriter::getForwardTurn() {
  if (!forwardTurn) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(pair.backward.body);
    Value turn = getTurn(pair.backward, pair.backward.counter);
    forwardTurn = emitter->scale(builder, pair.backward.op->getLoc(), turn,
                                 pair.step, pair.first);
  }
  return forwardTurn;
}

Value PairRewriter::getForwardCounter() {
  if (!forwardCounter) {
    Value turn = getForwardTurn();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(turn);
    Location loc = pair.backward.op->getLoc();
    Value counter = emitter->scale(builder, loc, turn, pair.forward.step,
                                   pair.forward.first);
    forwardCounter = emitter->toCounter(builder, loc, counter,
                                        pair.forward.counter.getType());
  }
  return forwardCounter;
}

Value PairRewriter::makeAgain(Operation *op, unsigned result) {
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, materialize(operand));
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    mapping.map(captured->get(), materialize(captured->get()));
  });
  Operation *copy = builder.clone(*op, mapping);
  // Each writer has a destination of its own.
  if (!preparesDestination(op))
    instances.map(op->getResults(), copy->getResults());
  return copy->getResult(result);
}

/// Before the first slice, where a stack leaves out the first turn: StableHLO
/// takes it for the first slice, which the second turn overwrites.
Value PairRewriter::getSliceIndex(TurnValueId id, Value turn) {
  if (turns.countSlices(id) == pair.forward.trips)
    return turn;
  return emitter->scale(builder, turn.getLoc(), turn, 1, -1);
}

Value PairRewriter::readKept(TurnValueId id) {
  Value value = turns.values[id];
  const Location loc = value.getLoc();
  Value turn = getForwardTurn();
  Value slice =
      emitter->readSlice(builder, loc, cast<RankedTensorType>(value.getType()),
                         stacks[id], getSliceIndex(id, turn));
  if (choice.isOnHostAt(id))
    slice = hlo::createPlacement(builder, loc, slice, hlo::kDeviceMemory);
  if (turns.countSlices(id) == pair.forward.trips)
    return slice;
  Value init = pair.forward.findCarried(value)->init;
  leftOut.insert(init);
  return emitter->selectFirst(builder, loc, turn, init, slice);
}

Value PairRewriter::materialize(Value value) {
  const CountedLoop &loop = pair.forward;
  value = loop.skipInvariants(value);
  if (Value instance = instances.lookupOrNull(value))
    return instance;
  if (value == loop.counter)
    return getForwardCounter();
  auto id = turns.valueIds.find(value);
  if (id != turns.valueIds.end() && choice.isKept[id->second]) {
    instances.map(value, readKept(id->second));
    return instances.lookup(value);
  }
  auto made = dyn_cast<OpResult>(value);
  if (!made || made.getOwner()->getBlock() != pair.forward.body)
    return value;
  return makeAgain(made.getOwner(), made.getResultNumber());
}

bool PairRewriter::isServed(Value value) const {
  auto equal = pair.equals.find(value);
  return equal != pair.equals.end() &&
         (turns.valueIds.contains(equal->second) || fromStacks.contains(value));
}

/// What follows from slices of stacks, even if a forward turn has it for
/// nothing.
void PairRewriter::findValuesFromStacks() {
  for (Operation &op : *pair.backward.body) {
    std::optional<SliceRead> read = getSliceRead(&op);
    const bool readsStack =
        read && llvm::any_of(pair.stacks, [&](const LoopStack &stack) {
          return pair.backward.skipInvariants(read->source) ==
                 pair.forward.carried[stack.carried].result;
        });
    if (readsStack || llvm::any_of(op.getOperands(), [&](Value operand) {
          return fromStacks.contains(operand);
        }))
      fromStacks.insert_range(op.getResults());
  }
}

void PairRewriter::serve(Operation *op) {
  builder.setInsertionPoint(op);
  auto replace = [&](OpOperand &operand) {
    if (isServed(operand.get()))
      operand.set(materialize(pair.equals.find(operand.get())->second));
  };
  llvm::for_each(op->getOpOperands(), replace);
  SmallVector<OpOperand *> captured;
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *operand) {
    captured.push_back(operand);
  });
  for (OpOperand *operand : captured)
    replace(*operand);
}

void PairRewriter::rewriteForward() {
  Operation *loop = pair.forward.op;
  Block *body = pair.forward.body;
  llvm::DenseSet<unsigned> dropped;
  for (const LoopStack &stack : pair.stacks) {
    const CarriedValue &carried = pair.forward.carried[stack.carried];
    dropped.insert(carried.operandNumber);
    stack.write->getResult(0).replaceAllUsesWith(carried.argument);
    stack.write->erase();
  }
  SmallVector<Value> inits, yields;
  SmallVector<TurnValueId> kept;
  Value turn;
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    if (!choice.isKept[id])
      continue;
    const Location loc = value.getLoc();
    RankedTensorType type = getStackType(value, turns.countSlices(id));
    builder.setInsertionPoint(loop);
    inits.push_back(emitter->createStack(builder, loc, type));
    builder.setInsertionPointToStart(body);
    if (!turn)
      turn = getTurn(pair.forward, pair.forward.counter);
    // As soon as the value is there: a turn may overwrite what it got.
    builder.setInsertionPointAfterValue(isa<OpResult>(value) ? value : turn);
    BlockArgument argument = body->addArgument(type, loc);
    // As JAX does it: XLA finds the stack by the slices that are written.
    Value slice = value;
    if (choice.isOnHostAt(id))
      slice = hlo::createPlacement(builder, loc, value, hlo::kHostMemory);
    yields.push_back(emitter->writeSlice(builder, loc, slice, argument,
                                         getSliceIndex(id, turn)));
    kept.push_back(id);
  }
  forward = emitter->rebuild(loop, dropped, inits, yields);
  for (auto [id, result] :
       llvm::zip_equal(kept, forward->getResults().take_back(kept.size())))
    stacks[id] = result;
}

void PairRewriter::rewriteBackward() {
  backward = pair.backward.op;
  SmallVector<Operation *> ops = llvm::to_vector(
      llvm::make_pointer_range(pair.backward.body->getOperations()));
  for (Operation *op : ops) {
    const bool isEqual = op->getNumResults() != 0 &&
                         llvm::all_of(op->getResults(), [&](Value made) {
                           return pair.equals.contains(made);
                         });
    if (!isEqual)
      serve(op);
  }
  eraseDead(pair.backward.body, willErase);
  // What only the dropped stacks were carried for.
  llvm::DenseSet<unsigned> dropped;
  for (const CarriedValue &carried : pair.backward.carried)
    if (carried.isInvariant() && carried.isReadOnce() &&
        carried.result.use_empty())
      dropped.insert(carried.operandNumber);
  if (dropped.empty())
    return;
  Operation *old = backward;
  backward = emitter->rebuild(old, dropped, {}, {});
  old->erase();
}

void PairRewriter::run() {
  assert((choice.isOnHost.empty() || hlo::lookupOp(pair.forward.op)) &&
         "other targets park nothing");
  findValuesFromStacks();
  rewriteForward();
  rewriteBackward();
  if (hlo::lookupOp(forward)) {
    forward = sinkRepetitions(forward, *emitter);
    backward = sinkRepetitions(backward, *emitter);
    holdBack(backward);
    // Some may be made in the turns by now.
    auto isReadInside = [&](OpOperand &use) {
      return backward->isProperAncestor(use.getOwner());
    };
    for (Value init : leftOut)
      if (llvm::any_of(init.getUses(), isReadInside))
        init.replaceUsesWithIf(makeAgainBefore(backward, init), isReadInside);
  }
  // The backward loop no longer reads the stacks of before.
  pair.forward.op->erase();
  eraseDead(pair.forward.body, willErase);
}

void mlir::remat::rewriteLoopPair(
    const LoopPair &pair, const LoopPairTurns &turns,
    const planner::StackChoice &choice,
    llvm::function_ref<void(Operation *)> willErase) {
  PairRewriter(pair, turns, choice, willErase).run();
}
