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
/// what follows from them, each value before its first reader. After that, the
/// loops of `pair` are gone. O(ops).
void rewriteLoopPair(const LoopPair &pair, const LoopPairTurns &turns,
                     const planner::StackChoice &choice);

/// Marks a loop of a pair by `number`.
void markLoop(Operation *loop, int64_t number);
/// Marks the loops of each pair by its position. To rewrite one pair makes
/// those found before invalid: what they read may be a result of its loops.
void markLoopPairs(ArrayRef<LoopPair> pairs);
/// The pair with this mark; none if it is none any more.
std::optional<LoopPair> findMarkedPair(func::FuncOp function, int64_t number);
/// Whether both loops of `pair` have this mark.
bool isMarkedPair(const LoopPair &pair, int64_t number);
bool isOfMarkedPair(Operation *loop);
void unmarkLoop(Operation *loop);
void unmarkLoopPairs(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REWRITELOOPPAIR_H
