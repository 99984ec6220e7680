//===- RewriteLoopPair.h - Other stacks for a loop pair ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_REWRITELOOPPAIR_H
#define REMAT_TRANSFORMS_REWRITELOOPPAIR_H

#include "remat/Analysis/LoopTurns.h"

namespace mlir::remat {

/// Gives both loops the stacks of `choice`, in place of `pair.stacks`: the
/// forward loop writes them, and the backward loop reads them and makes again
/// what follows from them, each value before its first reader; of stacks on the
/// host, StableHLO's turns copy the slices there and back. After that, the
/// loops of `pair` are gone; their bodies are those of the new loops. Ops in
/// them that nothing needs any more are erased, after a call of `willErase`.
/// O(ops).
void rewriteLoopPair(const LoopPair &pair, const LoopPairTurns &turns,
                     const planner::StackChoice &choice,
                     llvm::function_ref<void(Operation *)> willErase = {});

/// Marks a loop of the pair `number`.
void markLoop(Operation *loop, int64_t number);
/// Marks the loops of each pair by its position after `first`; a loop may be of
/// several. To rewrite one pair makes those found before invalid: what they
/// read may be a result of its loops. Copies of loops have their marks.
void markLoopPairs(ArrayRef<LoopPair> pairs, int64_t first = 0);
/// The pairs of `function` with this mark: more than one if loops that hold it
/// were copied, none if it is none any more.
SmallVector<LoopPair, 0> findMarkedPairs(func::FuncOp function, int64_t number);
/// The first of them.
std::optional<LoopPair> findMarkedPair(func::FuncOp function, int64_t number);
/// The pairs whose loops share no mark.
SmallVector<LoopPair, 0> findUnmarkedPairs(func::FuncOp function);
bool isOfMarkedPair(Operation *loop);
void unmarkLoop(Operation *loop);
void unmarkLoopPairs(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REWRITELOOPPAIR_H
