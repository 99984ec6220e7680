//===- LoopPairs.cpp - A loop and the loop of its gradient ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/LoopPairs.h"
#include "Loops/TurnValues.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Analysis/TurnIntegers.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-loop-pairs"

using namespace mlir;
using namespace mlir::remat;

/// Whether these are a slice of index `index` along the first dimension of
/// `type`, of all along the others.
static Value getSliceIndex(RankedTensorType type,
                           ArrayRef<OpFoldResult> offsets,
                           ArrayRef<OpFoldResult> sizes,
                           ArrayRef<OpFoldResult> strides) {
  if (!type.hasStaticShape() || type.getRank() == 0 ||
      !isConstantIntValue(sizes.front(), 1) ||
      !llvm::all_of(strides, [](OpFoldResult stride) {
        return isConstantIntValue(stride, 1);
      }))
    return Value();
  for (auto [extent, offset, size] :
       llvm::drop_begin(llvm::zip_equal(type.getShape(), offsets, sizes)))
    if (!isConstantIntValue(offset, 0) || !isConstantIntValue(size, extent))
      return Value();
  return dyn_cast<Value>(offsets.front());
}

/// Whether `type` holds one slice along the first dimension of `source`.
static bool isSlice(RankedTensorType type, RankedTensorType source) {
  return type && source && source.hasStaticShape() && source.getRank() > 0 &&
         type.getRank() == source.getRank() && type.getDimSize(0) == 1 &&
         type.getShape().drop_front() == source.getShape().drop_front();
}

std::optional<SliceRead> mlir::remat::getSliceRead(Operation *op) {
  // Along the other dimensions, which are read whole, XLA clamps the start to
  // 0.
  if (hlo::getOpKind(op) == hlo::OpKind::DynamicSlice &&
      op->getNumOperands() > 1 && op->getNumResults() == 1) {
    if (isSlice(dyn_cast<RankedTensorType>(op->getResult(0).getType()),
                dyn_cast<RankedTensorType>(op->getOperand(0).getType())))
      return SliceRead{op, op->getOperand(0), op->getOperand(1), true};
    return std::nullopt;
  }
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice)
    return std::nullopt;
  Value index = getSliceIndex(slice.getSourceType(), slice.getMixedOffsets(),
                              slice.getMixedSizes(), slice.getMixedStrides());
  if (!index)
    return std::nullopt;
  return SliceRead{op, slice.getSource(), index, false};
}

std::optional<SliceWrite> mlir::remat::getSliceWrite(Operation *op) {
  if (hlo::getOpKind(op) == hlo::OpKind::DynamicUpdateSlice &&
      op->getNumOperands() > 2 && op->getNumResults() == 1) {
    if (isSlice(dyn_cast<RankedTensorType>(op->getOperand(1).getType()),
                dyn_cast<RankedTensorType>(op->getOperand(0).getType())))
      return SliceWrite{op, op->getOperand(0), op->getOperand(2),
                        op->getOperand(1), true};
    return std::nullopt;
  }
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  if (!insert)
    return std::nullopt;
  Value index = getSliceIndex(insert.getType(), insert.getMixedOffsets(),
                              insert.getMixedSizes(), insert.getMixedStrides());
  if (!index)
    return std::nullopt;
  return SliceWrite{op, insert.getDest(), index, insert.getSource(), false};
}

/// The slices of each turn, of `extent`.
static std::optional<SmallVector<int64_t>> getIndices(TurnIntegers &integers,
                                                      Value ofSlice,
                                                      bool isClamped,
                                                      int64_t extent) {
  const SmallVector<llvm::APInt> *ofTurns = integers.get(ofSlice);
  if (!ofTurns || getElementTypeOrSelf(ofSlice).isUnsignedInteger())
    return std::nullopt;
  SmallVector<int64_t> indices;
  for (const llvm::APInt &integer : *ofTurns) {
    const int64_t index = integer.getSExtValue();
    if (!isClamped && (index < 0 || index >= extent))
      return std::nullopt;
    indices.push_back(std::clamp<int64_t>(index, 0, extent - 1));
  }
  return indices;
}

/// The stack that carried value `number` is, if it is one.
static std::optional<LoopStack>
getStack(const CountedLoop &loop, unsigned number, TurnIntegers &integers) {
  const CarriedValue &carried = loop.carried[number];
  Operation *write = carried.yielded.getDefiningOp();
  if (!write || write->getBlock() != loop.body || !write->hasOneUse() ||
      !carried.isReadOnce())
    return std::nullopt;
  std::optional<SliceWrite> written = getSliceWrite(write);
  if (!written || written->source != carried.argument)
    return std::nullopt;
  const int64_t extent =
      cast<RankedTensorType>(carried.argument.getType()).getDimSize(0);
  if (extent != loop.trips)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> indices =
      getIndices(integers, written->index, written->isClamped, extent);
  // As many different ones as there are slices.
  if (!indices ||
      llvm::SmallDenseSet<int64_t, 16>(indices->begin(), indices->end())
              .size() != static_cast<size_t>(extent))
    return std::nullopt;
  return LoopStack{number, write, written->slice, std::move(*indices)};
}

/// Whether a turn hands on an argument at `use`, to the same of the next and to
/// nothing else.
static bool isHandedOn(OpOperand &use, const CountedLoop &loop) {
  const CarriedValue *carried = loop.findCarried(use.get());
  Operation *terminator = loop.body->getTerminator();
  return carried && carried->isInvariant() && use.getOwner() == terminator &&
         llvm::count(terminator->getOperands(), use.get()) == 1;
}

/// Appends the slices that are read of `value`; false if it is read in another
/// way.
static bool collectReads(Value value, const CountedLoop &reader,
                         SmallVectorImpl<SliceRead> &reads) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (user == reader.op) {
      auto carried =
          llvm::find_if(reader.carried, [&](const CarriedValue &each) {
            return each.operandNumber == use.getOperandNumber();
          });
      if (carried == reader.carried.end() || !carried->isInvariant() ||
          !carried->result.use_empty() ||
          !collectReads(carried->argument, reader, reads))
        return false;
      continue;
    }
    if (isHandedOn(use, reader))
      continue;
    std::optional<SliceRead> read = getSliceRead(user);
    if (!read || user->getBlock() != reader.body || read->source != value)
      return false;
    reads.push_back(*read);
  }
  return true;
}

namespace {
/// Turn j of one loop belongs to turn `first` + j * `step` of another.
struct TurnMap {
  int64_t first, step;

  bool operator==(const TurnMap &other) const {
    return first == other.first && step == other.step;
  }
};

/// Finds the pairs of one forward loop.
class PairFinder {
public:
  PairFinder(const CountedLoop &forward, const CountedLoop &backward)
      : forward(forward), backward(backward), forwardIntegers(forward),
        backwardIntegers(backward) {}

  std::optional<LoopPair> find();

private:
  /// The turns whose slices `read` reads.
  std::optional<TurnMap> getMap(const LoopStack &stack, const SliceRead &read);

  const CountedLoop &forward, &backward;
  TurnIntegers forwardIntegers, backwardIntegers;
};
} // namespace

std::optional<TurnMap> PairFinder::getMap(const LoopStack &stack,
                                          const SliceRead &read) {
  std::optional<SmallVector<int64_t>> indices =
      getIndices(backwardIntegers, read.index, read.isClamped, forward.trips);
  if (!indices || cast<RankedTensorType>(read.op->getResult(0).getType()) !=
                      stack.slice.getType())
    return std::nullopt;
  SmallVector<int64_t> turnOf(forward.trips);
  for (auto [turn, index] : llvm::enumerate(stack.indices))
    turnOf[index] = turn;
  TurnMap map = {turnOf[indices->front()], 0};
  if (indices->size() > 1)
    map.step = turnOf[(*indices)[1]] - map.first;
  for (auto [turn, index] : llvm::enumerate(*indices))
    if (turnOf[index] != map.first + static_cast<int64_t>(turn) * map.step)
      return std::nullopt;
  return map;
}

std::optional<LoopPair> PairFinder::find() {
  LoopPair pair;
  pair.forward = forward;
  pair.backward = backward;
  std::optional<TurnMap> ofPair;
  SmallVector<SliceRead> matched;
  for (unsigned number = 0; number != forward.carried.size(); ++number) {
    std::optional<LoopStack> stack = getStack(forward, number, forwardIntegers);
    SmallVector<SliceRead> reads;
    if (!stack)
      continue;
    pair.otherStacks.insert(number);
    if (!collectReads(forward.carried[number].result, backward, reads) ||
        reads.empty())
      continue;
    auto isOfPair = [&](const SliceRead &read) {
      std::optional<TurnMap> map = getMap(*stack, read);
      if (map && !ofPair)
        ofPair = map;
      return map && *map == *ofPair;
    };
    if (!llvm::all_of(reads, isOfPair))
      continue;
    for (const SliceRead &read : reads)
      pair.equals.insert({read.op->getResult(0), stack->slice});
    pair.stacks.push_back(std::move(*stack));
    pair.otherStacks.erase(number);
  }
  if (!ofPair)
    return std::nullopt;
  pair.first = ofPair->first;
  pair.step = ofPair->step;
  matchTurns(pair, forwardIntegers, backwardIntegers);
  return pair;
}

SmallVector<LoopPair, 0> mlir::remat::findLoopPairs(func::FuncOp function) {
  SmallVector<LoopPair, 0> pairs;
  function.walk<WalkOrder::PreOrder>([&](Block *block) {
    SmallVector<CountedLoop, 0> loops;
    for (Operation &op : *block)
      if (std::optional<CountedLoop> loop = getCountedLoop(&op);
          loop && !op.hasAttr(kSegmentsAttrName))
        loops.push_back(std::move(*loop));
    for (auto [number, forward] : llvm::enumerate(loops))
      for (const CountedLoop &backward :
           ArrayRef(loops).drop_front(number + 1)) {
        if (forward.op->getName() != backward.op->getName() ||
            forward.counter.getType() != backward.counter.getType())
          continue;
        std::optional<LoopPair> pair = PairFinder(forward, backward).find();
        if (!pair)
          continue;
        LLVM_DEBUG(llvm::dbgs()
                   << "loops of " << pair->forward.trips
                   << " turns: " << pair->stacks.size() << " stacks, "
                   << pair->equals.size() << " equal values\n");
        pairs.push_back(std::move(*pair));
      }
  });
  return pairs;
}

/// Whether carried value `carried` is a stack without the first turn, as a
/// rewrite makes them: each turn writes slice t - 1, the first one in vain.
static bool leavesOutFirstTurn(const CountedLoop &loop,
                               const CarriedValue &carried,
                               TurnIntegers &integers) {
  Operation *write = carried.yielded.getDefiningOp();
  std::optional<SliceWrite> written =
      write ? getSliceWrite(write) : std::nullopt;
  if (!written || written->source != carried.argument || !written->isClamped ||
      cast<RankedTensorType>(carried.argument.getType()).getDimSize(0) !=
          loop.trips - 1)
    return false;
  const SmallVector<llvm::APInt> *indices = integers.get(written->index);
  if (!indices)
    return false;
  for (auto [turn, index] : llvm::enumerate(*indices))
    if (index.getSExtValue() != static_cast<int64_t>(turn) - 1)
      return false;
  return true;
}

llvm::DenseMap<Value, int64_t>
mlir::remat::findStackResults(func::FuncOp function) {
  llvm::DenseMap<Value, int64_t> turns;
  function.walk([&](Operation *op) {
    std::optional<CountedLoop> loop = getCountedLoop(op);
    if (!loop)
      return;
    TurnIntegers integers(*loop);
    for (const CarriedValue &carried : loop->carried)
      if (leavesOutFirstTurn(*loop, carried, integers))
        turns[carried.result] = loop->trips - 1;
  });
  for (const LoopPair &pair : findLoopPairs(function)) {
    auto add = [&](unsigned carried) {
      turns[pair.forward.carried[carried].result] = pair.forward.trips;
    };
    for (const LoopStack &stack : pair.stacks)
      add(stack.carried);
    llvm::for_each(pair.otherStacks, add);
  }
  return turns;
}
