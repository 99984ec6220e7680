//===- StacksLeftWhole.cpp - Stacks that no pair can trade ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/StacksLeftWhole.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
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

static bool isLoop(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp>(op) ||
         (hlo::getOpKind(op) == hlo::OpKind::Loop && op->getNumRegions() == 2);
}

namespace {
/// What a turn gets of a carried value, and what it hands on.
struct HandedOn {
  Value argument, yielded;
};
} // namespace

/// Of the value that is `result` after the loop; none if the regions are of
/// another kind.
static std::optional<HandedOn> getHandedOn(OpResult result) {
  Operation *op = result.getOwner();
  const unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return HandedOn{loop.getRegionIterArg(number),
                    loop.getYieldedValues()[number]};
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    auto before =
        dyn_cast<BlockArgument>(loop.getConditionOp().getArgs()[number]);
    if (!before || before.getOwner() != loop.getBeforeBody())
      return std::nullopt;
    return HandedOn{loop.getAfterArguments()[number],
                    loop.getYieldOp()->getOperand(before.getArgNumber())};
  }
  if (!op->getRegion(1).hasOneBlock())
    return std::nullopt;
  Block &body = op->getRegion(1).front();
  if (body.getNumArguments() <= number || body.empty() ||
      body.back().getNumOperands() <= number)
    return std::nullopt;
  return HandedOn{body.getArgument(number), body.back().getOperand(number)};
}

/// Why a loop is no counted one.
static std::string describeUncounted(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (loop && (!getConstantIntValue(loop.getLowerBound()) ||
               !getConstantIntValue(loop.getUpperBound()) ||
               !getConstantIntValue(loop.getStep())))
    return "the bounds of the loop are not constant";
  if (loop && loop.getStaticTripCount() && loop.getStaticTripCount()->isZero())
    return "the loop has no turn";
  return llvm::formatv("the loop does not count from a constant to a constant "
                       "in at most {0} turns",
                       mostTurns);
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
  if (!backward)
    return say(isLoop(reader) ? describeUncounted(reader)
                              : "no loop reads it in its turns",
               reader);
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
    return say(describeUncounted(loop));
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
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isLoop(op))
      return;
    for (OpResult result : op->getResults()) {
      std::optional<HandedOn> handedOn = getHandedOn(result);
      Operation *maker = handedOn && !ofPairs.contains(result)
                             ? handedOn->yielded.getDefiningOp()
                             : nullptr;
      std::optional<SliceWrite> write =
          maker ? getSliceWrite(maker) : std::nullopt;
      if (!write || write->source != handedOn->argument)
        continue;
      SmallVector<Operation *> readers = findReaders(result);
      if (llvm::any_of(readers, isLoop))
        found.push_back(StackJudge(result, *write, readers).judge());
    }
  });
  return found;
}
