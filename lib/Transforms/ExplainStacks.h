//===- ExplainStacks.h - Why a loop keeps a stack or not --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_EXPLAINSTACKS_H
#define REMAT_LIB_TRANSFORMS_EXPLAINSTACKS_H

#include "remat/Report/ExplanationText.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {

/// Tensors, and stacks, that an answer explains: each may cost a search.
inline constexpr size_t kMostExplained = 3;

/// What the plan does with one stack, at the place of its value.
struct StackAnswer {
  Location loc;
  ExplainedStack stack;
};

struct StackAnswers {
  /// Of the largest stacks, at most `kMostExplained`.
  SmallVector<StackAnswer, 0> explained;
  /// Of all values that the question means.
  size_t values = 0;
  size_t kept = 0;
};

/// Answers for the values of forward turns that `explain` means: by the value
/// itself, by the result of the loop that is its stack, or by the equal value
/// of the backward turn. None where loops had no choice. For each explained
/// stack that could be treated otherwise, one search by `ask`.
StackAnswers explainStacks(const PreparedStep &step,
                           const RematerializeOptions &options,
                           const FunctionOutcome &outcome,
                           const planner::Ask &ask);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_EXPLAINSTACKS_H
