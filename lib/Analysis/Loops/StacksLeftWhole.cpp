//===- StacksLeftWhole.cpp - Stacks that no pair can trade ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/StacksLeftWhole.h"
#include "remat/Analysis/TurnIntegers.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Support/Figures.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;

std::string StackLeftWhole::describe() const {
  return llvm::formatv("leaves a stack of {0} as it is, result {1}: {2}",
                       formatSize(sumBytes(Value(stack).getType())),
                       stack.getResultNumber(), reason);
}

namespace {
class StackJudge {
public:
  StackJudge(OpResult stack, const SliceWrite &write,
             ArrayRef<Operation *> readers)
      : left{stack, "", nullptr}, write(write), readers(readers) {}

  StackLeftWhole judge();

private:
  StackLeftWhole say(const Twine &reason, Operation *other = nullptr) {
    left.reason = reason.str();
    left.other = other;
    return left;
  }
  StackLeftWhole judgeReader(const CountedLoop &forward);

  StackLeftWhole left;
  const SliceWrite &write;
  /// In the block of the loop.
  ArrayRef<Operation *> readers;
};
} // namespace

StackLeftWhole StackJudge::judgeReader(const CountedLoop &forward) {
  Operation *reader = readers.front();
  if (readers.size() > 1) {
    for (Operation *other : readers)
      if (other->hasTrait<OpTrait::IsTerminator>())
        return say("it is a result, too", other);
    return say("more than one loop or op reads it", readers[1]);
  }
  std::optional<CountedLoop> backward = getCountedLoop(reader);
  if (!backward) {
    auto loop = dyn_cast<CountedLoopOpInterface>(reader);
    return say(loop ? loop.explainUncounted() : "no loop reads it in its turns",
               reader);
  }
  if (backward->op->getName() != forward.op->getName() ||
      backward->counter.getType() != forward.counter.getType())
    return say("the loop that reads it counts in another type", reader);
  if (backward->trips > forward.trips)
    return say(llvm::formatv("the loop that reads it has {0} turns, not {1}",
                             backward->trips, forward.trips),
               reader);
  return say("the loop that reads it does so by more than one slice a turn, or "
             "not in equal steps through the turns",
             reader);
}

StackLeftWhole StackJudge::judge() {
  Operation *loop = left.stack.getOwner();
  std::optional<CountedLoop> counted = getCountedLoop(loop);
  if (!counted)
    return say(cast<CountedLoopOpInterface>(loop).explainUncounted());
  const CarriedValue *carried = counted->findCarried(write.source);
  if (!carried || !carried->isReadOnce() || !write.op->hasOneUse())
    return say("its turn reads it, too", write.op);
  const int64_t slices =
      cast<RankedTensorType>(left.stack.getType()).getDimSize(0);
  if (slices != counted->trips)
    return say(llvm::formatv("it has {0} slices for {1} turns", slices,
                             counted->trips));
  TurnIntegers integers(*counted);
  if (!integers.get(write.index))
    return say("the index of its slice does not follow from the counter",
               write.op);
  llvm::SmallDenseSet<int64_t, 16> indices;
  for (const APInt &index : *integers.get(write.index))
    indices.insert(index.getSExtValue());
  if (static_cast<int64_t>(indices.size()) != slices)
    return say("two turns write the same slice", write.op);
  return judgeReader(*counted);
}

/// The ops in the block of the loop that read the stack or hold such ops.
static SmallVector<Operation *> findReaders(OpResult stack) {
  llvm::SetVector<Operation *> readers;
  // Other blocks of the function are not planned.
  for (Operation *user : stack.getUsers())
    if (Operation *reader =
            stack.getOwner()->getBlock()->findAncestorOpInBlock(*user))
      readers.insert(reader);
  SmallVector<Operation *> ordered = readers.takeVector();
  llvm::sort(ordered, [](Operation *left, Operation *right) {
    return left->isBeforeInBlock(right);
  });
  return ordered;
}

SmallVector<StackLeftWhole, 0>
mlir::remat::findStacksLeftWhole(func::FuncOp function,
                                 ArrayRef<LoopPair> pairs) {
  llvm::DenseSet<Value> ofPairs;
  for (const LoopPair &pair : pairs)
    for (const LoopStack &stack : pair.stacks)
      ofPairs.insert(pair.forward.carried[stack.carried].result);
  SmallVector<StackLeftWhole, 0> found;
  auto isLoop = [](Operation *op) { return isa<CountedLoopOpInterface>(op); };
  function.walk<WalkOrder::PreOrder>([&](CountedLoopOpInterface loop) {
    for (OpResult result : loop->getResults()) {
      std::optional<CarriedValue> carried = loop.getCarriedValue(result);
      Operation *maker = carried && !ofPairs.contains(result)
                             ? carried->yielded.getDefiningOp()
                             : nullptr;
      std::optional<SliceWrite> write =
          maker ? getSliceWrite(maker) : std::nullopt;
      if (!write || write->source != carried->argument)
        continue;
      SmallVector<Operation *> readers = findReaders(result);
      if (llvm::any_of(readers, isLoop))
        found.push_back(StackJudge(result, *write, readers).judge());
    }
  });
  return found;
}
