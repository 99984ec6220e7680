//===- Segmentable.cpp - Which loop pairs run in segments -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/SecondRun.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Analysis/LoopTurns.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Transforms/SegmentLoopPair.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Whether the counter can be any number of turns.
static bool countsAllTurns(const CountedLoop &loop) {
  Type type = getElementTypeOrSelf(loop.counter.getType());
  const unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                        : type.getIntOrFloatBitWidth();
  int64_t way, end;
  return !llvm::MulOverflow(loop.trips, loop.step, way) &&
         !llvm::AddOverflow(loop.first, way, end) &&
         llvm::all_of(
             ArrayRef<int64_t>{way, end, loop.trips},
             [&](int64_t number) { return llvm::isIntN(width, number); });
}

static std::string getName(Operation *op) {
  return op->getName().getStringRef().str();
}

/// Why `op` of a forward turn cannot run twice.
static std::optional<std::string> whyNotAgain(Operation *op) {
  if (!mayRunAgain(op))
    return "its gradient needs a '" + getName(op) +
           "', which may not run again";
  std::optional<std::string> reason;
  op->walk([&](Operation *inner) {
    if (!reason && getPolicy(inner) == TaskPolicy::Save)
      reason =
          "its gradient needs a '" + getName(inner) + "' that is pinned 'save'";
  });
  return reason;
}

/// Whether a turn of the gradient needs a slice of one of the stacks.
static bool needsStacks(const LoopPair &pair) {
  return llvm::any_of(*pair.backward.body, [&](Operation &op) {
    const std::optional<SliceRead> read = getSliceRead(&op);
    return read && !op.use_empty() &&
           llvm::any_of(pair.stacks, [&](const LoopStack &stack) {
             return pair.backward.skipInvariants(read->source) ==
                    pair.forward.carried[stack.carried].result;
           });
  });
}

std::optional<std::string>
mlir::remat::whyNotSegmentable(const LoopPair &pair) {
  const int64_t trips = pair.forward.trips;
  if (trips == 1)
    return "it has a single turn";
  if (pair.backward.trips != trips)
    return llvm::formatv("it has {0} turns, its gradient {1}", trips,
                         pair.backward.trips)
        .str();
  if (pair.first != trips - 1 || pair.step != -1)
    return "its gradient does not go from the last turn to the first";
  for (const CountedLoop *loop : {&pair.forward, &pair.backward}) {
    if (getPolicy(loop->op) == TaskPolicy::Save)
      return "a '" + getName(loop->op) + "' is pinned 'save'";
    if (!countsAllTurns(*loop))
      return llvm::formatv("a counter of type {0} cannot count its turns",
                           loop->counter.getType())
          .str();
  }
  if (!needsStacks(pair))
    return "its gradient needs none of its stacks";
  const SecondRun again = findSecondRun(pair);
  for (Operation &op : *pair.forward.body)
    if (again.ops.contains(&op))
      if (std::optional<std::string> reason = whyNotAgain(&op))
        return reason;
  SmallVector<unsigned> stacked = again.states;
  for (const LoopStack &stack : pair.stacks)
    stacked.push_back(stack.carried);
  for (unsigned number : stacked) {
    Type type = pair.forward.carried[number].argument.getType();
    if (!mayHaveStack(type))
      return llvm::formatv("values of type {0} cannot have a stack", type)
          .str();
  }
  return std::nullopt;
}
