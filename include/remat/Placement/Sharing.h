//===- Sharing.h - Sharing where ops run at once ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement keeps buffers apart that are alive at once when the ops of a step
// run one after another. If independent ops may run at once, two buffers may
// share bytes only if all accesses of one end before any access of the other
// begins, in every order that data dependence allows. This file derives the
// additional pairs to keep apart (Problem::conflicts) from the accesses of the
// tasks, and a lower bound on their cost.
//
// Tasks are in program order and access *objects*. Objects below the number of
// the problem's buffers are these buffers, by position; others (arguments,
// values, the state of the world) only order tasks. If one of two accesses of
// an object is a write, the later depends on the earlier. A task *reaches*
// another if a path of dependences leads from it to the other.
//
// A buffer's *entries* are its accesses that depend on no other access of it:
// its first writer or, if it is read before it is written, those readers.
// Its *exits* are those that no other access depends on: the readers since its
// last writer, or that writer. Buffer a is *done before* b if each exit of a
// reaches each entry of b: then each access of a reaches each of b.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_SHARING_H
#define REMAT_PLACEMENT_SHARING_H

#include "remat/Placement/Placement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat::placement {

/// The objects that a task reads and writes, in any order, repeated or not.
/// Memory is linear in the largest number of an object.
struct TaskAccess {
  llvm::SmallVector<uint32_t, 4> reads;
  llvm::SmallVector<uint32_t, 2> writes;
  /// The task is several ops in sequence (a loop, a branch). If it is an exit
  /// of one buffer and an entry of another, the two may share bytes unless they
  /// are alive at once. Any other task holds all of its objects from its start
  /// to its end.
  bool isSequence = false;
};

/// The maximum number of conflicts added here: 128 MiB of pairs.
constexpr size_t maxSharingConflicts = size_t(1) << 24;

/// Adds to `problem.conflicts` each pair of accessed buffers that are never
/// alive at once and of which neither is done before the other. Every schedule
/// that keeps the dependences of `tasks`, parallel or not, can then run on a
/// placement of `problem`. A buffer may use another one's gaps only if one of
/// the two is done before the other.
///
/// Errors: more than `maxSharingConflicts` conflicts. With n tasks, e
/// dependences and m buffers: O(m² + e·m/64) time, some 600·n bytes beside the
/// conflicts.
llvm::Error addDependenceConflicts(llvm::ArrayRef<TaskAccess> tasks,
                                   Problem &problem);

/// Adds to `problem.conflicts` each pair of accessed buffers that are never
/// alive at once, except for those that path coloring lets share: again and
/// again a longest path of dependences among the tasks without a color gets a
/// color, and buffers share within a color. The heuristic of "Note on squeezing
/// the memory consumption of deep learning" (MXNet, after Chen et al. 2016,
/// Training Deep Nets with Sublinear Memory Cost).
///
/// The note lets the results of two nodes of one color share if their serial
/// lives are disjoint. That is not safe: a task off the path may read such a
/// result, and nothing orders it before the node that writes over the result.
/// So a buffer is freed here where all of its exits first reach its path; the
/// buffers of tasks from there on may take its bytes. For tasks of one path
/// that is exactly "done before". The conflicts are a superset of those of
/// `addDependenceConflicts`, for O(e) time a path instead of reachability among
/// all tasks.
///
/// Buffers made off the first `maxPaths` paths share with nothing.
///
/// Errors: more than `maxSharingConflicts` conflicts. O(m² + paths · e) time,
/// O(n) memory beside the conflicts.
llvm::Error addColoringConflicts(llvm::ArrayRef<TaskAccess> tasks,
                                 Problem &problem, unsigned maxPaths = 256);

/// Returns a lower bound in bytes on every placement of `problem` with the
/// conflicts of `addDependenceConflicts`: the largest sum of sizes of buffers
/// no two of which may share (a heaviest antichain of the partial order "done
/// before, and dead in program order as well"), at least the live maximum.
/// Buffers with gaps, and buffers without accesses, count in the live maximum
/// alone. So do all if there are more than 16,384, or more than 2^22 pairs
/// without a third buffer between them.
///
/// By Dilworth's theorem with weights, a maximum flow: R. P. Dilworth, A
/// Decomposition Theorem for Partially Ordered Sets, 1950; E. A. Dinic,
/// Algorithm for solution of a problem of maximum flow in networks with power
/// estimation, 1970. O(m² + e·m/64) and the flow, whose arcs are the pairs with
/// no third between them; m²/8 bytes, and 48 a pair.
int64_t getAntichainBound(llvm::ArrayRef<TaskAccess> tasks,
                          const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_SHARING_H
