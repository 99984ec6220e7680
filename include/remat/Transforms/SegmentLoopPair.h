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
/// again. To keep other stacks in segments, rewrite the pair first. O(ops of a
/// turn).
SegmentedPair segmentLoopPair(const LoopPair &pair, int64_t turns);

/// Removes the marks of loops over segments.
void unmarkSegments(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_SEGMENTLOOPPAIR_H
