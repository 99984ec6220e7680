//===- LoopTurns.h - The turns of a loop pair as tasks and values -*- C++
//-*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_LOOPTURNS_H
#define REMAT_ANALYSIS_LOOPTURNS_H

#include "remat/Analysis/CostModel.h"
#include "remat/Analysis/LoopPairs.h"
#include "remat/Planner/LoopStacks.h"
#include "remat/Targets/Target.h"

namespace mlir::remat {

/// A pair as its solver sees it, and the way back.
struct LoopPairTurns {
  /// One loop, of which is not said whether it may run in segments.
  planner::LoopTurns turns;
  /// By TurnValueId.
  SmallVector<Value, 0> values;
  llvm::DenseMap<Value, planner::TurnValueId> valueIds;
  /// What the slices of a stack are, by the loop's result.
  llvm::MapVector<Value, planner::TurnValueId> stackIds;
  /// By TurnTaskId.
  SmallVector<Operation *, 0> tasks;
  /// What is kept as it stands.
  std::vector<bool> isKept;
  /// What turns hand on and start from a value that is cheap to make again: a
  /// new stack leaves out the first turn.
  llvm::DenseSet<planner::TurnValueId> withoutInit;

  /// Of a new stack of value `id`.
  int64_t countSlices(planner::TurnValueId id) const {
    return turns.loops.front().turns - withoutInit.contains(id);
  }
};

/// Whether values of `type` can have a stack: tensors of known size that is not
/// zero, without an encoding, whose elements have a zero to start from.
bool mayHaveStack(Type type);

/// The StableHLO ops of its block of which `value` is made, in order, if they
/// only move elements of values from outside of them or compute with them one
/// by one; else empty. O(ops).
SmallVector<Operation *> findCheapMakers(Value value);

/// What a forward turn makes that its backward turn may need. O(ops).
LoopPairTurns buildLoopTurns(const LoopPair &pair, const Target &target,
                             const CostModel &costs);

/// What the pair keeps and makes again as it stands, also where a pin has it
/// otherwise. None if its backward turn needs what it gets in no known way.
/// O(values + inputs).
std::optional<planner::StackChoice> getGivenChoice(const LoopPairTurns &turns);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_LOOPTURNS_H
