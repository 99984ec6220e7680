//===- SegmentLoopPair.cpp - Run a loop pair in segments ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/SegmentLoopPair.h"
#include "Loops/LoopLifetimes.h"
#include "Loops/SecondRun.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Transforms/RewriteLoopPair.h"

using namespace mlir;
using namespace mlir::remat;

/// The operand of the read of a stack's slice that is its index.
static constexpr unsigned kReadIndex = 1;

namespace {
class PairSegmenter {
public:
  PairSegmenter(const LoopPair &pair, int64_t turns);

  SegmentedPair run();

private:
  void emitSegmentsForward(OpBuilder &builder);
  void emitRemainderForward(OpBuilder &builder);
  SmallVector<Value> separate(OpBuilder &builder, ValueRange stacks,
                              int64_t trips);
  void emitRemainderBackward(OpBuilder &builder);
  void emitSegmentsBackward(OpBuilder &builder);
  void emitInnerForward(OpBuilder &builder, Value segment);
  void replaceResults();
  void eraseLoops();
  void shortenLifetimes();
  void eraseDeadOps();

  Operation *createLoop(OpBuilder &builder, const CountedLoop &like,
                        int64_t trips, ValueRange inits,
                        LoopEmitter::TurnEmitter emitTurn);
  /// `first` + `turn` * `step` of the loop, from `base` on if there is one.
  Value getCounter(OpBuilder &builder, const CountedLoop &loop, Value turn,
                   Value base, int64_t firstTurn = 0);
  /// The stacks of the pair, with so many slices.
  SmallVector<Value> createStacks(OpBuilder &builder, int64_t slices);
  /// The ops of a forward turn, or `some` of them. Writes slice `turn` of
  /// `stacks`, which it replaces, or none.
  void copyForwardTurn(OpBuilder &builder, IRMapping &mapping, Value turn,
                       MutableArrayRef<Value> stacks,
                       const llvm::DenseSet<Operation *> *some = nullptr);
  /// A backward turn that reads slice `slices` - 1 - `turn` of `stacks`.
  SmallVector<Value> copyBackwardTurn(OpBuilder &builder, Value turn,
                                      int64_t slices, ValueRange stacks,
                                      Value counter, ValueRange carried);

  const LoopPair &pair;
  const CountedLoop &forward, &backward;
  const int64_t turns, segments, remainder;
  const SecondRun again;
  std::unique_ptr<LoopEmitter> emitter;
  /// What the loops hand on, in `CountedLoop::carried`: no invariants, and no
  /// stacks of the pair.
  SmallVector<unsigned> handedForward, handedBackward;
  /// By the op that writes: in `pair.stacks`.
  llvm::DenseMap<Operation *, unsigned> stackOfWrite;
  llvm::DenseMap<Operation *, unsigned> stackOfRead;
  SegmentedPair loops;
  /// Of a segment.
  Operation *firstRun = nullptr;
  /// From the results of the forward loop to those that take their places.
  IRMapping replacements;
};
} // namespace

static ValueRange getLast(Operation *loop, size_t count) {
  return loop->getResults().take_back(count);
}

static Block *getBody(Operation *loop) {
  return &loop->getRegions().back().front();
}

static RankedTensorType getStackType(ArrayRef<int64_t> slice, Type element,
                                     int64_t slices) {
  SmallVector<int64_t> shape = {slices};
  llvm::append_range(shape, slice);
  return RankedTensorType::get(shape, element);
}

PairSegmenter::PairSegmenter(const LoopPair &pair, int64_t turns)
    : pair(pair), forward(pair.forward), backward(pair.backward), turns(turns),
      segments((forward.trips - 1) / turns),
      remainder(forward.trips - segments * turns), again(findSecondRun(pair)),
      emitter(cast<CountedLoopOpInterface>(forward.op).createLoopEmitter()) {
  assert(turns > 0 && turns < forward.trips && "no segments");
  llvm::DenseSet<unsigned> stacks;
  for (auto [number, stack] : llvm::enumerate(pair.stacks)) {
    stacks.insert(stack.carried);
    stackOfWrite[stack.write] = number;
  }
  for (auto [number, carried] : llvm::enumerate(forward.carried))
    if (!carried.isInvariant() && !stacks.contains(number))
      handedForward.push_back(number);
  for (auto [number, carried] : llvm::enumerate(backward.carried))
    if (!carried.isInvariant())
      handedBackward.push_back(number);
  for (Operation &op : *backward.body)
    if (std::optional<SliceRead> read = getSliceRead(&op)) {
      Value source = backward.skipInvariants(read->source);
      for (auto [number, stack] : llvm::enumerate(pair.stacks))
        if (forward.carried[stack.carried].result == source)
          stackOfRead[&op] = number;
    }
}

Operation *PairSegmenter::createLoop(OpBuilder &builder,
                                     const CountedLoop &like, int64_t trips,
                                     ValueRange inits,
                                     LoopEmitter::TurnEmitter emitTurn) {
  return emitter->createLoop(builder, like, trips, inits, emitTurn);
}

Value PairSegmenter::getCounter(OpBuilder &builder, const CountedLoop &loop,
                                Value turn, Value base, int64_t firstTurn) {
  const Location loc = loop.op->getLoc();
  const int64_t first = loop.first + firstTurn * loop.step;
  if (!base)
    return emitter->scale(builder, loc, turn, loop.step, first);
  return emitter->add(builder, loc,
                      emitter->scale(builder, loc, turn, loop.step, 0), base);
}

SmallVector<Value> PairSegmenter::createStacks(OpBuilder &builder,
                                               int64_t slices) {
  SmallVector<Value> stacks;
  for (const LoopStack &stack : pair.stacks) {
    BlockArgument argument = forward.carried[stack.carried].argument;
    auto type = cast<RankedTensorType>(argument.getType());
    stacks.push_back(
        emitter->createStack(builder, argument.getLoc(),
                             getStackType(type.getShape().drop_front(),
                                          type.getElementType(), slices)));
  }
  return stacks;
}

void PairSegmenter::copyForwardTurn(OpBuilder &builder, IRMapping &mapping,
                                    Value turn, MutableArrayRef<Value> stacks,
                                    const llvm::DenseSet<Operation *> *some) {
  for (const CarriedValue &carried : forward.carried)
    if (carried.isInvariant())
      mapping.map(carried.argument, carried.init);
  for (Operation &op : forward.body->without_terminator()) {
    auto written = stackOfWrite.find(&op);
    if (written == stackOfWrite.end()) {
      if (!some || some->contains(&op))
        builder.clone(op, mapping);
      continue;
    }
    if (stacks.empty())
      continue;
    Value &stack = stacks[written->second];
    mapping.map(forward.carried[pair.stacks[written->second].carried].argument,
                stack);
    Value index = emitter->toCounter(
        builder, op.getLoc(), emitter->toIndex(builder, op.getLoc(), turn),
        op.getOperand(kWriteIndex).getType());
    Operation *write = builder.clone(op, mapping);
    write->setOperand(kWriteIndex, index);
    write->getResult(0).setType(stack.getType());
    stack = write->getResult(0);
  }
}

SmallVector<Value> PairSegmenter::copyBackwardTurn(OpBuilder &builder,
                                                   Value turn, int64_t slices,
                                                   ValueRange stacks,
                                                   Value counter,
                                                   ValueRange carried) {
  IRMapping mapping = replacements;
  mapping.map(backward.counter, counter);
  for (const CarriedValue &each : backward.carried)
    if (each.isInvariant())
      mapping.map(each.argument, replacements.lookupOrDefault(each.init));
  for (auto [number, value] : llvm::zip_equal(handedBackward, carried))
    mapping.map(backward.carried[number].argument, value);
  const Location loc = backward.op->getLoc();
  Value index = emitter->toIndex(
      builder, loc, emitter->scale(builder, loc, turn, -1, slices - 1));
  for (Operation &op : backward.body->without_terminator()) {
    auto read = stackOfRead.find(&op);
    if (read == stackOfRead.end()) {
      builder.clone(op, mapping);
      continue;
    }
    Value ofType = emitter->toCounter(builder, op.getLoc(), index,
                                      op.getOperand(kReadIndex).getType());
    Operation *copy = builder.clone(op, mapping);
    copy->setOperand(0, stacks[read->second]);
    copy->setOperand(kReadIndex, ofType);
  }
  SmallVector<Value> yields;
  for (unsigned number : handedBackward)
    yields.push_back(mapping.lookupOrDefault(backward.carried[number].yielded));
  return yields;
}

void PairSegmenter::emitSegmentsForward(OpBuilder &builder) {
  const Location loc = forward.op->getLoc();
  SmallVector<Value> inits;
  for (unsigned number : handedForward)
    inits.push_back(forward.carried[number].init);
  const size_t handed = inits.size();
  for (unsigned state : again.states) {
    BlockArgument argument = forward.carried[state].argument;
    auto type = cast<RankedTensorType>(argument.getType());
    inits.push_back(emitter->createStack(
        builder, argument.getLoc(),
        getStackType(type.getShape(), type.getElementType(), segments)));
  }
  auto emitTurn = [&](OpBuilder &inner, Value counter, Value base,
                      ValueRange carried) {
    IRMapping mapping;
    mapping.map(forward.counter, getCounter(inner, forward, counter, base));
    for (auto [number, value] : llvm::zip_equal(handedForward, carried))
      mapping.map(forward.carried[number].argument, value);
    copyForwardTurn(inner, mapping, counter, {});
    SmallVector<Value> yields;
    for (unsigned number : handedForward)
      yields.push_back(
          mapping.lookupOrDefault(forward.carried[number].yielded));
    return yields;
  };
  auto emitSegment = [&](OpBuilder &inner, Value segment, ValueRange carried) {
    // Before the turns, which may overwrite the state.
    Value index = emitter->toIndex(inner, loc, segment);
    SmallVector<Value> kept;
    for (auto [state, stack] :
         llvm::zip_equal(again.states, carried.drop_front(handed))) {
      auto position = llvm::find(handedForward, state) - handedForward.begin();
      kept.push_back(
          emitter->writeSlice(inner, loc, carried[position], stack, index));
    }
    Value base = emitter->scale(inner, loc, segment, turns * forward.step,
                                forward.first);
    firstRun =
        createLoop(inner, forward, turns, carried.take_front(handed),
                   [&](OpBuilder &innermost, Value counter, ValueRange ofTurn) {
                     return emitTurn(innermost, counter, base, ofTurn);
                   });
    SmallVector<Value> yields(getLast(firstRun, handed));
    llvm::append_range(yields, kept);
    return yields;
  };
  loops.segmentsForward =
      createLoop(builder, forward, segments, inits, emitSegment);
}

void PairSegmenter::emitRemainderForward(OpBuilder &builder) {
  const size_t handed = handedForward.size();
  SmallVector<Value> inits(
      getLast(loops.segmentsForward, handed + again.states.size())
          .take_front(handed));
  llvm::append_range(inits, createStacks(builder, remainder));
  loops.remainderForward = createLoop(
      builder, forward, remainder, inits,
      [&](OpBuilder &inner, Value counter, ValueRange carried) {
        IRMapping mapping;
        mapping.map(forward.counter, getCounter(inner, forward, counter,
                                                Value(), segments * turns));
        for (auto [number, value] :
             llvm::zip_equal(handedForward, carried.take_front(handed)))
          mapping.map(forward.carried[number].argument, value);
        SmallVector<Value> stacks(carried.drop_front(handed));
        copyForwardTurn(inner, mapping, counter, stacks);
        SmallVector<Value> yields;
        for (unsigned number : handedForward)
          yields.push_back(
              mapping.lookupOrDefault(forward.carried[number].yielded));
        llvm::append_range(yields, stacks);
        return yields;
      });
  for (auto [number, result] :
       llvm::zip_first(handedForward, getLast(loops.remainderForward,
                                              handed + pair.stacks.size())))
    replacements.map(forward.carried[number].result, result);
  for (const CarriedValue &carried : forward.carried)
    if (carried.isInvariant())
      replacements.map(carried.result, carried.init);
}

/// The `stacks` of loops with `trips` turns. One turn becomes part of the
/// block: without a barrier, equal ops of its two halves are merged as soon as
/// its stacks are folded, and their results live from one to the other.
SmallVector<Value> PairSegmenter::separate(OpBuilder &builder,
                                           ValueRange stacks, int64_t trips) {
  if (trips != 1 || stacks.empty())
    return SmallVector<Value>(stacks);
  return SmallVector<Value>(
      BarrierOp::create(builder, forward.op->getLoc(), stacks).getResults());
}

void PairSegmenter::emitRemainderBackward(OpBuilder &builder) {
  SmallVector<Value> inits;
  for (unsigned number : handedBackward)
    inits.push_back(
        replacements.lookupOrDefault(backward.carried[number].init));
  const SmallVector<Value> stacks = separate(
      builder, getLast(loops.remainderForward, pair.stacks.size()), remainder);
  loops.remainderBackward =
      createLoop(builder, backward, remainder, inits,
                 [&](OpBuilder &inner, Value turn, ValueRange carried) {
                   Value counter = getCounter(inner, backward, turn, Value());
                   return copyBackwardTurn(inner, turn, remainder, stacks,
                                           counter, carried);
                 });
}

void PairSegmenter::emitInnerForward(OpBuilder &builder, Value segment) {
  const Location loc = forward.op->getLoc();
  Value index = emitter->toIndex(builder, loc, segment);
  SmallVector<Value> inits;
  for (auto [state, stack] : llvm::zip_equal(
           again.states, getLast(loops.segmentsForward, again.states.size()))) {
    auto type =
        cast<RankedTensorType>(forward.carried[state].argument.getType());
    inits.push_back(emitter->readSlice(builder, loc, type, stack, index));
  }
  llvm::append_range(inits, createStacks(builder, turns));
  Value base = emitter->scale(builder, loc, segment, turns * forward.step,
                              forward.first);
  loops.innerForward = createLoop(
      builder, forward, turns, inits,
      [&](OpBuilder &inner, Value turn, ValueRange carried) {
        IRMapping mapping;
        mapping.map(forward.counter, getCounter(inner, forward, turn, base));
        for (auto [state, value] : llvm::zip_first(again.states, carried))
          mapping.map(forward.carried[state].argument, value);
        SmallVector<Value> stacks(carried.drop_front(again.states.size()));
        copyForwardTurn(inner, mapping, turn, stacks, &again.ops);
        SmallVector<Value> yields;
        for (unsigned state : again.states)
          yields.push_back(
              mapping.lookupOrDefault(forward.carried[state].yielded));
        llvm::append_range(yields, stacks);
        return yields;
      });
}

void PairSegmenter::emitSegmentsBackward(OpBuilder &builder) {
  const Location loc = backward.op->getLoc();
  auto emitSegment = [&](OpBuilder &inner, Value number, ValueRange carried) {
    Value segment = emitter->scale(inner, loc, number, -1, segments - 1);
    emitInnerForward(inner, segment);
    const SmallVector<Value> stacks =
        separate(inner, getLast(loops.innerForward, pair.stacks.size()), turns);
    Value base = emitter->scale(inner, loc, number, turns * backward.step,
                                backward.first + remainder * backward.step);
    loops.innerBackward =
        createLoop(inner, backward, turns, carried,
                   [&](OpBuilder &innermost, Value turn, ValueRange ofTurn) {
                     Value counter =
                         getCounter(innermost, backward, turn, base);
                     return copyBackwardTurn(innermost, turn, turns, stacks,
                                             counter, ofTurn);
                   });
    return SmallVector<Value>(
        getLast(loops.innerBackward, handedBackward.size()));
  };
  loops.segmentsBackward = createLoop(
      builder, backward, segments,
      getLast(loops.remainderBackward, handedBackward.size()), emitSegment);
}

/// What the counter of `loop` is at last, for those that read it after.
static void replaceCounter(const CountedLoop &loop,
                           const LoopEmitter &emitter) {
  for (OpResult result : loop.op->getResults()) {
    const bool isCarried =
        llvm::any_of(loop.carried, [&](const CarriedValue &each) {
          return each.result == result;
        });
    if (isCarried || result.use_empty())
      continue;
    OpBuilder builder(loop.op);
    Value(result).replaceAllUsesWith(
        emitter.createNumber(builder, loop.op->getLoc(), result.getType(),
                             loop.first + loop.trips * loop.step));
  }
}

void PairSegmenter::replaceResults() {
  for (const CarriedValue &carried : forward.carried)
    if (Value replacement = replacements.lookupOrNull(carried.result))
      Value(carried.result).replaceAllUsesWith(replacement);
  for (auto [number, result] :
       llvm::zip_equal(handedBackward,
                       getLast(loops.segmentsBackward, handedBackward.size())))
    Value(backward.carried[number].result).replaceAllUsesWith(result);
  for (const CarriedValue &carried : backward.carried)
    if (carried.isInvariant())
      Value(carried.result)
          .replaceAllUsesWith(backward.op->getOperand(carried.operandNumber));
}

void PairSegmenter::eraseLoops() {
  llvm::SetVector<Operation *> inits;
  for (const LoopStack &stack : pair.stacks)
    if (Operation *op = forward.carried[stack.carried].init.getDefiningOp())
      inits.insert(op);
  backward.op->erase();
  forward.op->erase();
  for (Operation *op : inits)
    if (isOpTriviallyDead(op))
      op->erase();
}

/// A compiler that orders ops itself would keep values across the loops.
void PairSegmenter::shortenLifetimes() {
  // Outer loops first: what they repeat, their inner loops repeat again.
  for (Operation **loop :
       {&loops.segmentsForward, &firstRun, &loops.remainderForward,
        &loops.remainderBackward, &loops.segmentsBackward, &loops.innerForward,
        &loops.innerBackward})
    *loop = sinkRepetitions(*loop, *emitter);
  holdBack(loops.remainderBackward);
}

/// Erases what the loops do in vain, the first run of a segment among it if
/// nothing is handed on.
void PairSegmenter::eraseDeadOps() {
  for (Operation *loop :
       {firstRun, loops.remainderForward, loops.remainderBackward,
        loops.innerForward, loops.innerBackward, loops.segmentsForward,
        loops.segmentsBackward})
    eraseDead(getBody(loop));
}

SegmentedPair PairSegmenter::run() {
  OpBuilder builder(forward.op);
  emitSegmentsForward(builder);
  emitRemainderForward(builder);
  replaceCounter(forward, *emitter);
  builder.setInsertionPoint(backward.op);
  emitRemainderBackward(builder);
  emitSegmentsBackward(builder);
  replaceCounter(backward, *emitter);
  replaceResults();
  for (Operation *loop : {loops.remainderForward, loops.innerForward})
    loop->setDiscardableAttrs(forward.op->getDiscardableAttrDictionary());
  for (Operation *loop : {loops.remainderBackward, loops.innerBackward})
    loop->setDiscardableAttrs(backward.op->getDiscardableAttrDictionary());
  for (Operation *loop : {loops.remainderForward, loops.innerForward,
                          loops.remainderBackward, loops.innerBackward})
    unmarkLoop(loop);
  for (Operation *loop : {loops.segmentsForward, loops.segmentsBackward})
    loop->setAttr(kSegmentsAttrName, builder.getUnitAttr());
  eraseLoops();
  if (hlo::lookupOp(loops.remainderForward))
    shortenLifetimes();
  eraseDeadOps();
  return loops;
}

SegmentedPair mlir::remat::segmentLoopPair(const LoopPair &pair,
                                           int64_t turns) {
  return PairSegmenter(pair, turns).run();
}

void mlir::remat::unmarkSegments(func::FuncOp function) {
  function.walk([](Operation *op) { op->removeAttr(kSegmentsAttrName); });
}
