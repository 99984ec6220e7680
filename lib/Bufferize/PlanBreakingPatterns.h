//===- PlanBreakingPatterns.h - Of the canonicalizer ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_BUFFERIZE_PLANBREAKINGPATTERNS_H
#define REMAT_LIB_BUFFERIZE_PLANBREAKINGPATTERNS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace mlir::remat {

/// The labels of the patterns that a canonicalizer has to leave out so that
/// buffers live as planned:
/// - `CombineIfs` makes one branch of two neighbors with the same condition,
///   which joins or parts the lives of tensors;
/// - `WhileMoveIfDown` moves a branch behind the condition of a loop, which
///   carries then what the branch reads;
/// - `SimplifyDeadAlloc` and `SimplifyClones` drop buffers with their frees.
llvm::ArrayRef<std::string> getPlanBreakingPatterns();

} // namespace mlir::remat

#endif // REMAT_LIB_BUFFERIZE_PLANBREAKINGPATTERNS_H
