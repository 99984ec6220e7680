//===- Sharing.h - Sharing where ops run at once ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement keeps buffers apart that are alive at once in program order. If
// independent ops may run at once, two buffers may share bytes only if, in
// every order that data dependence allows, all accesses of one end before any
// of the other begins. This file derives the pairs to keep apart
// (Problem::conflicts) from the tasks' accesses, and bounds their cost below.
//
// Tasks are in program order and access *objects*: the problem's buffers, by
// position, then others (arguments, values, the state of the world), which only
// order tasks. If one of two accesses is a write, the later depends on the
// earlier. A task *reaches* another by a path of dependences.
//
// A buffer's *entries* are its accesses that depend on no other access of it:
// its first writer, or its readers before that. Its *exits* are those that no
// other access depends on: the readers since its last writer, or that writer.
// Buffer a is *done before* b if each exit of a reaches each entry of b, and so
// each access of a each of b.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_SHARING_H
#define REMAT_PLACEMENT_SHARING_H

#include "remat/Placement/Placement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat::placement {

/// The objects that a task reads and writes, in any order, repeats allowed.
/// Memory is linear in the largest object number.
struct TaskAccess {
  llvm::SmallVector<uint32_t, 4> reads;
  llvm::SmallVector<uint32_t, 2> writes;
  /// Several ops in sequence (a loop, a branch): an exit of one buffer and
  /// entry of another lets the two share bytes unless alive at once. Any other
  /// task holds all its objects from start to end.
  bool isSequence = false;
};

/// 128 MiB of pairs.
constexpr size_t maxSharingConflicts = size_t(1) << 24;

/// Adds to `problem.conflicts` each pair of accessed buffers never alive at
/// once, neither done before the other. A placement of `problem` then holds for
/// every schedule, parallel or not, that keeps the dependences of `tasks`. A
/// buffer may use another's gaps only if one is done before the other.
///
/// Errors: more than `maxSharingConflicts` conflicts. With n tasks, e
/// dependences and m buffers: O(m² + e·m/64) time, some 600·n bytes beside the
/// conflicts.
llvm::Error addDependenceConflicts(llvm::ArrayRef<TaskAccess> tasks,
                                   Problem &problem);

/// Adds to `problem.conflicts` each pair of accessed buffers never alive at
/// once that path coloring keeps apart: repeatedly, a longest path of
/// dependences among uncolored tasks gets a color; buffers share within a
/// color. The heuristic of "Note on squeezing the memory consumption of deep
/// learning" (MXNet, after Chen et al. 2016, Training Deep Nets with Sublinear
/// Memory Cost).
///
/// The note lets results of one color share if their serial lives are disjoint.
/// That is unsafe: nothing orders a reader off the path before the node that
/// overwrites the result. So a buffer is freed where all its exits first reach
/// its path; tasks from there on may take its bytes. On one path that is
/// exactly "done before". The conflicts are a superset of those of
/// `addDependenceConflicts`, for O(e) time a path instead of reachability among
/// all tasks. Buffers made off the first `maxPaths` paths share with nothing.
///
/// Errors: more than `maxSharingConflicts` conflicts. O(m² + paths · e) time,
/// O(n) memory beside the conflicts.
llvm::Error addColoringConflicts(llvm::ArrayRef<TaskAccess> tasks,
                                 Problem &problem, unsigned maxPaths = 256);

/// A lower bound in bytes on every placement of `problem` with the conflicts of
/// `addDependenceConflicts`: the largest sum of sizes of buffers no two of
/// which may share (a heaviest antichain of "done before, and dead in program
/// order as well"), at least the live maximum. Buffers with gaps or without
/// accesses count in the live maximum alone; so do all above 16,384, or 2^22
/// pairs without a third buffer between them.
///
/// By Dilworth's theorem with weights, a maximum flow: R. P. Dilworth, A
/// Decomposition Theorem for Partially Ordered Sets, 1950; E. A. Dinic,
/// Algorithm for solution of a problem of maximum flow in networks with power
/// estimation, 1970. O(m² + e·m/64) and the flow, whose arcs are those pairs;
/// m²/8 bytes, and 48 a pair.
int64_t getAntichainBound(llvm::ArrayRef<TaskAccess> tasks,
                          const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_SHARING_H
