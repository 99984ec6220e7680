//===- SegmentLoopPair.h - Run a loop pair in segments ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of n turns, the forward loop keeps the carried state at the start of each
// segment of k turns. The backward loop goes through the segments: it runs one
// forwards again, with stacks of k slices, then backwards. The remainder of 1
// to k turns, last in the forward pass and first in the backward pass, needs no
// second run.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_SEGMENTLOOPPAIR_H
#define REMAT_TRANSFORMS_SEGMENTLOOPPAIR_H

#include "remat/Analysis/LoopPairs.h"

#include <optional>
#include <string>

namespace mlir::remat {

/// The loops that a pair becomes, in the order in which they start.
struct SegmentedPair {
  /// Over the segments, marked by `kSegmentsAttrName`: each runs forwards.
  Operation *segmentsForward = nullptr;
  /// The remainder, a loop pair.
  Operation *remainderForward = nullptr, *remainderBackward = nullptr;
  /// Over the segments from the last one, marked likewise: each runs the loops
  /// below, which are a loop pair.
  Operation *segmentsBackward = nullptr;
  Operation *innerForward = nullptr, *innerBackward = nullptr;
};

/// Why `pair` cannot run in segments, for a remark at its forward loop; none if
/// it can. O(ops of a turn).
std::optional<std::string> whyNotSegmentable(const LoopPair &pair);

/// Runs `pair` in segments of `turns` turns, in place of its loops, which are
/// gone after that. For pairs that can, and 0 < `turns` < `pair`'s turns. Both
/// pairs that are made have the stacks of `pair`, and can run in segments
/// again. O(ops of a turn + ops of the function).
///
/// Ops of a turn get numbers, which their copies in both pairs share, and the
/// forward loops of both pairs the number of a group. What has a number keeps
/// it.
SegmentedPair segmentLoopPair(const LoopPair &pair, int64_t turns);

/// The number that `op` shares with its copies in the other pairs of the group;
/// none if it has none.
std::optional<int64_t> getTurnOp(Operation *op);
/// The number of the group of pairs that are parts of one, at their forward
/// loops; none for other loops.
std::optional<int64_t> getSegmentsGroup(Operation *forward);

/// Removes the numbers and marks that segments leave.
void unmarkSegments(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_SEGMENTLOOPPAIR_H
