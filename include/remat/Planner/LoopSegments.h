//===- LoopSegments.h - Long loops, segment by segment ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward loop of n turns runs as s segments of k turns and a last one of r,
// 1 <= r <= k. It keeps the state before each of the s segments. The last one
// keeps the stacks of its turns, and its gradient runs next. Then, from the
// last of the s segments to the first, each runs again from its state, now with
// stacks, and its gradient follows. So s states and the stacks of k turns are
// alive in place of the stacks of n turns, for n - r turns that run again. What
// a segment does may itself be done in shorter segments, to any depth.
//
// Griewank and Walther's Revolve places checkpoints freely; segments of equal
// length are loops again.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_LOOPSEGMENTS_H
#define REMAT_PLANNER_LOOPSEGMENTS_H

#include "remat/Planner/LoopStacks.h"

namespace mlir::remat::planner {

/// More levels are not tried: each doubles the copies of the loops' bodies.
inline constexpr unsigned mostSegmentLevels = 3;

/// What a loop needs if it runs in segments.
struct SegmentCost {
  /// Slices of states that are alive together at most.
  int64_t states = 0;
  /// Turns whose stacks are alive together at most.
  int64_t turns = 0;
  /// Turns that run again, counted each time.
  int64_t rerunTurns = 0;
};

/// Of a loop of `turns` turns, at least 1. Lengths of 1 turn or more, each less
/// than the one before; one that is not less than the turns does nothing.
/// O(2^levels).
SegmentCost getSegmentCost(int64_t turns, const SegmentLengths &lengths);

/// The lengths with the fewest turns that run again, of parts as equal as can
/// be and of those with the fewest levels, for which `states` * `stateBytes` +
/// `turns` * `turnBytes` is at most `limit`; none if no lengths do that. Empty
/// if the loop need not run in segments. O(turns) costs for two levels, more
/// for three.
std::optional<SegmentLengths> findSegments(int64_t turns, int64_t stateBytes,
                                           int64_t turnBytes, int64_t limit);

/// The lengths of at most `levels` levels that need the fewest bytes, of those
/// that are as equal as can be. Same complexity.
SegmentLengths findSmallestSegments(int64_t turns, int64_t stateBytes,
                                    int64_t turnBytes, unsigned levels);

/// What a second run of the turns of a loop takes.
struct SecondRun {
  /// Of the states that it starts from, in bytes, of one turn.
  int64_t stateBytes = 0;
  /// Of all turns, in nanoseconds.
  double time = 0;
};

/// A second run of loop `loop` that makes what `choice` keeps of it. None if
/// the loop may not run in segments, or if that needs a task that may not run
/// again. O(values + inputs).
std::optional<SecondRun> getSecondRun(const LoopTurns &turns, size_t loop,
                                      const StackChoice &choice);

/// `choice` with its loops in these segments, by loop: the same is kept, for
/// fewer turns at a time. None if a loop that has some may not have them.
/// Bytes are those of slices, of which a stack may need a few more.
/// O(loops · (values + inputs)).
std::optional<StackChoice>
runInSegments(const LoopTurns &turns, const StackChoice &choice,
              const std::vector<SegmentLengths> &segments);

/// The segments in which `choice` runs the loop of `value`; empty if it runs as
/// one. O(loops).
SegmentLengths getSegmentsOf(const LoopTurns &turns, const StackChoice &choice,
                             TurnValueId value);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_LOOPSEGMENTS_H
