//===- LoopLifetimes.h - How long loops keep values alive -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_LOOPLIFETIMES_H
#define REMAT_LIB_TRANSFORMS_LOOPS_LOOPLIFETIMES_H

#include "remat/Interfaces/LoopEmitter.h"

namespace mlir::remat {

/// Erases what no op of `block` needs, last ops first, each after a call of
/// `willErase`.
void eraseDead(Block *block,
               llvm::function_ref<void(Operation *)> willErase = {});

/// Repeats smaller values in each turn of `loop`, and computes there what is
/// made of nothing, not before: they would be alive from the first loop of a
/// pair to the second. Returns the loop that
/// takes its place.
Operation *sinkRepetitions(Operation *loop, const LoopEmitter &emitter);

/// Makes `value`, which `loop` reads, again right before the loop, if
/// `findCheapMakers` has its makers: behind a barrier, which holds what they
/// read and an operand of the loop, which then starts from the barrier's.
/// Returns the new value, else `value`. O(ops).
Value makeAgainBefore(Operation *loop, Value value);

/// Starts `loop` when all is done that ends before it: a compiler that orders
/// ops itself would keep what a result is made of while the loop runs.
void holdBack(Operation *loop);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_LOOPLIFETIMES_H
