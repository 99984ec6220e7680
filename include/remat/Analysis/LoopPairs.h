//===- LoopPairs.h - A loop and the loop of its gradient --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward loop writes a slice of a stack in each turn, a later backward loop
// reads it. Turn j of the backward loop belongs to turn `first` + j * `step` of
// the forward loop: what the one needs, the other has made.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_LOOPPAIRS_H
#define REMAT_ANALYSIS_LOOPPAIRS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/CostModel.h"
#include "remat/Analysis/CountedLoop.h"
#include "remat/Planner/LoopStacks.h"
#include "remat/Targets/Target.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::remat {

/// A carried value of which each turn writes another slice, all of them
/// together, and reads none.
struct LoopStack {
  /// In `CountedLoop::carried`.
  unsigned carried = 0;
  Operation *write = nullptr;
  /// What is written: with a leading dimension of one, or without.
  Value slice;
  /// By turn: the index of its slice.
  SmallVector<int64_t> indices;
};

/// A read of a stack, or of another tensor, in a turn of a loop.
struct SliceRead {
  Operation *op = nullptr;
  Value source;
  Value index;
  /// An index beyond the ends reads the last slice there.
  bool isClamped = false;
};

/// The slice along the first dimension of a tensor that `op` reads; none for
/// other ops.
std::optional<SliceRead> getSliceRead(Operation *op);

struct LoopPair {
  CountedLoop forward, backward;
  int64_t first = 0, step = 0;
  /// Those of the forward loop that the backward loop alone reads, at the turns
  /// that belong together.
  SmallVector<LoopStack, 0> stacks;
  /// A value of the backward turn that is equal to one of its forward turn.
  llvm::MapVector<Value, Value> equals;

  int64_t getForwardTurn(int64_t turn) const { return first + turn * step; }
};

/// Pairs in `function` in order of the forward loops, of which none has a loop
/// of another or inside of another's. O(ops + turns · slices).
SmallVector<LoopPair, 0> findLoopPairs(func::FuncOp function);

/// A pair as its solver sees it, and the way back.
struct LoopPairTurns {
  planner::LoopTurns turns;
  /// By TurnValueId.
  SmallVector<Value, 0> values;
  llvm::DenseMap<Value, planner::TurnValueId> valueIds;
  /// By TurnTaskId.
  SmallVector<Operation *, 0> tasks;
  /// What is kept as it stands.
  std::vector<bool> isKept;
};

/// What a forward turn makes that its backward turn may need. O(ops).
LoopPairTurns buildLoopTurns(const LoopPair &pair, const Target &target,
                             const CostModel &costs);

/// What the pair keeps and makes again as it stands, also where a pin has it
/// otherwise. None if its backward turn needs what it gets in no known way.
/// O(values + inputs).
std::optional<planner::StackChoice> getGivenChoice(const LoopPairTurns &turns);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_LOOPPAIRS_H
