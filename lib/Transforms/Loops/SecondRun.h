//===- SecondRun.h - Forward turns that run again ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_SECONDRUN_H
#define REMAT_LIB_TRANSFORMS_LOOPS_SECONDRUN_H

#include "remat/Analysis/LoopPairs.h"

namespace mlir::remat {

/// The operand of the write of a stack's slice that is its index.
inline constexpr unsigned kWriteIndex = 2;

/// What a forward turn needs if it runs for the stacks of its pair alone.
struct SecondRun {
  /// Of the body, without the writes of the stacks.
  llvm::DenseSet<Operation *> ops;
  /// Carried values that differ from turn to turn, in `CountedLoop::carried`,
  /// in their order.
  SmallVector<unsigned> states;
};

/// O(ops of a turn).
SecondRun findSecondRun(const LoopPair &pair);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_SECONDRUN_H
