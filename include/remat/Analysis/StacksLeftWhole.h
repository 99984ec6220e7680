//===- StacksLeftWhole.h - Stacks that no pair can trade --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_STACKSLEFTWHOLE_H
#define REMAT_ANALYSIS_STACKSLEFTWHOLE_H

#include "remat/Analysis/LoopPairs.h"

#include <string>

namespace mlir::remat {

/// A result of a loop that each turn writes a slice of and a later loop reads,
/// yet stays as it is.
struct StackLeftWhole {
  OpResult stack;
  /// A clause: "it has 5 slices for 6 turns".
  std::string reason;
  /// The op that the reason is about, if it is another than the loop.
  Operation *other = nullptr;

  /// A sentence for a remark at the loop.
  std::string describe() const;
};

/// Those that are in none of `pairs`, which are the pairs of `function`.
/// O(ops + turns · slices).
SmallVector<StackLeftWhole, 0> findStacksLeftWhole(func::FuncOp function,
                                                   ArrayRef<LoopPair> pairs);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_STACKSLEFTWHOLE_H
