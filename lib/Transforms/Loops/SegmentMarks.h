//===- SegmentMarks.h - Numbers that segments share -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_SEGMENTMARKS_H
#define REMAT_LIB_TRANSFORMS_LOOPS_SEGMENTMARKS_H

#include "remat/Analysis/LoopPairs.h"

namespace mlir::remat {

/// Gives the ops of both turns and the forward loop numbers, which their copies
/// in segments share. What has a number keeps it. O(ops of the function).
void numberTurns(const LoopPair &pair);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_SEGMENTMARKS_H
