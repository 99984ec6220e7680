//===- LoopStacks.h - What a loop keeps for its gradient --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop and its gradient are two loops of equally many turns. A value that a
// turn of the first makes and its turn of the second reads is kept in a stack,
// one slice a turn, or made again. The choice is the same in all turns.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_LOOPSTACKS_H
#define REMAT_PLANNER_LOOPSTACKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::remat::planner {

/// Position of a value in LoopTurns::values.
using TurnValueId = int32_t;
/// Position of a task in LoopTurns::tasks.
using TurnTaskId = int32_t;

/// A value of a forward turn.
struct TurnValue {
  /// Bytes of its stack: of all turns, or of all but the first, which may have
  /// its state from before the loop.
  int64_t stackBytes = 0;
  /// The task that makes it; none for what a turn carries in.
  std::optional<TurnTaskId> maker;
  bool mayBeKept = true;
  /// The backward turn reads it.
  bool isRead = false;
};

/// A task of a forward turn.
struct TurnTask {
  /// Values of forward turns. What both loops have at hand (values from before
  /// them, the counter) is not mentioned.
  llvm::SmallVector<TurnValueId, 4> inputs;
  /// In nanoseconds, of all turns.
  double time = 0;
  bool mayRunAgain = true;
};

/// A value that a turn hands to the next.
struct TurnState {
  /// As a turn gets it.
  TurnValueId value = 0;
  /// What it hands on; none if that follows from what both loops have at hand.
  std::optional<TurnValueId> next;
  /// Of one turn.
  int64_t bytes = 0;
};

/// The loop of a range of values and tasks.
struct TurnLoop {
  int64_t turns = 0;
  TurnValueId firstValue = 0, endValue = 0;
  TurnTaskId firstTask = 0, endTask = 0;
  std::vector<TurnState> states;
  bool mayRunInSegments = false;
};

/// Forward turns, of one pair of loops or of several. Tasks are in an order in
/// which they may run.
struct LoopTurns {
  std::vector<TurnValue> values;
  std::vector<TurnTask> tasks;
  /// Of all values and tasks, in their order. May be empty if none may run in
  /// segments.
  std::vector<TurnLoop> loops;

  /// Errors name the value, task or loop: ids out of range, a task that reads
  /// what it or a later task makes, negative sizes or a sum over
  /// `Graph::maxTotalBytes`, times negative or not finite.
  llvm::Error check() const;
};

/// Of one turn of value `value` of `turns.loops[loop]`, in bytes. O(states).
int64_t getSliceBytes(const LoopTurns &turns, size_t loop, TurnValueId value);

/// Turns of the segments that a loop runs in, from the outermost level to the
/// innermost; empty if it runs as one.
using SegmentLengths = std::vector<int64_t>;

/// What is kept; all else that the backward turn needs is made again.
struct StackChoice {
  /// By value.
  std::vector<bool> isKept;
  /// By value: its stack lies on the host. Empty if none does.
  std::vector<bool> isOnHost;
  /// By task: runs again in each backward turn.
  std::vector<bool> isRemade;
  /// By loop; empty if all run as one.
  std::vector<SegmentLengths> segments;
  /// Of the stacks on the device, and of the states of segments.
  int64_t bytes = 0;
  /// Of the stacks on the host.
  int64_t hostBytes = 0;
  /// Of the runs again, in all turns, in nanoseconds.
  double time = 0;

  bool isOnHostAt(TurnValueId value) const {
    return !isOnHost.empty() && isOnHost[value];
  }
  /// Whether the loops do the same.
  bool isLike(const StackChoice &other) const {
    return isKept == other.isKept && isOnHost == other.isOnHost &&
           segments == other.segments;
  }
};

/// What follows if `isKept` is kept: values that nothing reads are dropped from
/// it, and the fewest tasks run again. None if what cannot be made again is
/// needed. O(values + inputs).
std::optional<StackChoice> completeChoice(const LoopTurns &turns,
                                          const std::vector<bool> &isKept);

/// The choices on the lower convex hull of bytes and time, most bytes first,
/// each a minimum cut: a value that is needed costs its stack, unless its maker
/// runs again, which costs time and needs the inputs. Empty if there is no
/// choice. O(points) cuts.
std::vector<StackChoice> findBestTrades(const LoopTurns &turns);

/// How much `chooseStacks` does before it takes the best so far: cuts, times
/// the values and tasks of each.
inline constexpr uint64_t mostStackWork = 5'000'000;

/// A choice of at most `bytes` and least time, of those the least bytes; none
/// if every choice needs more. Branches on the values in which the two
/// neighbors on the hull differ; prunes by Lagrangian bounds. Takes the best so
/// far after `workLimit`.
std::optional<StackChoice> chooseStacks(const LoopTurns &turns, int64_t bytes,
                                        uint64_t workLimit = mostStackWork);

/// `choice` with stacks moved to the host until those on the device take at
/// most `bytes`: the largest first, and last the smallest that is enough, in at
/// most `hostBytes`; the fewest if the host holds all of these. None if that is
/// not enough. Only if no loop runs in segments. O(values · log values).
std::optional<StackChoice> parkStacks(const LoopTurns &turns,
                                      const StackChoice &choice, int64_t bytes,
                                      int64_t hostBytes);

/// Moves a stack of `choice` from the device to the host.
void moveToHost(const LoopTurns &turns, TurnValueId id, StackChoice &choice);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_LOOPSTACKS_H
