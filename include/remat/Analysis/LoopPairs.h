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
#include "remat/Interfaces/CountedLoop.h"
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

/// A slice that a turn writes into a tensor.
struct SliceWrite {
  Operation *op = nullptr;
  Value source;
  Value index;
  /// With a leading dimension of one, or without.
  Value slice;
  bool isClamped = false;
};

/// The slice along the first dimension of a tensor that `op` writes; none for
/// other ops.
std::optional<SliceWrite> getSliceWrite(Operation *op);

struct LoopPair {
  CountedLoop forward, backward;
  int64_t first = 0, step = 0;
  /// Those of the forward loop that the backward loop alone reads, at the turns
  /// that belong together.
  SmallVector<LoopStack, 0> stacks;
  /// Other stacks of the forward loop, in `CountedLoop::carried`.
  llvm::SmallDenseSet<unsigned> otherStacks;
  /// A value of the backward turn that is equal to one of its forward turn.
  llvm::MapVector<Value, Value> equals;

  int64_t getForwardTurn(int64_t turn) const { return first + turn * step; }
};

/// Of loops over the segments of a pair: they belong to no pair, but may hold
/// some.
inline constexpr StringLiteral kSegmentsAttrName = "remat.segments";

/// Pairs in `function`, outer ones first, in order of the forward loops. Pairs
/// may share a loop, and have pairs in the bodies of their loops.
/// O(ops + turns · slices).
SmallVector<LoopPair, 0> findLoopPairs(func::FuncOp function);

/// The results of forward loops that are stacks, with the count of their
/// slices. As `findLoopPairs`.
llvm::DenseMap<Value, int64_t> findStackResults(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_LOOPPAIRS_H
