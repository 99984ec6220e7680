//===- MinCut.h - Smallest cuts of small networks ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_MINCUT_H
#define REMAT_LIB_PLANNER_MINCUT_H

#include <cstdint>
#include <vector>

namespace mlir::remat::planner {

/// Minimum cuts of a directed network whose capacities change between queries:
/// node sets with the source and without the sink, of least outgoing capacity.
///
/// Blocking flows: E. A. Dinic, Algorithm for solution of a problem of maximum
/// flow in networks with power estimation, 1970.
class MinCut {
public:
  static constexpr int32_t source = 0;
  static constexpr int32_t sink = 1;
  /// Capacity of uncuttable arcs. All others together must be less.
  static constexpr int64_t infinite = int64_t(1) << 61;

  /// Keeps only the source and the sink, and resets the work.
  void clear();
  int32_t addNode() { return nodes++; }
  /// Adds an arc of capacity 0 and returns its number.
  int32_t addArc(int32_t from, int32_t to) {
    arcs.push_back({from, to, 0, 0});
    return arcs.size() - 1;
  }
  /// From 0 to `infinite`.
  void setCapacity(int32_t arc, int64_t capacity) {
    arcs[arc].capacity = capacity;
  }
  /// Capacity of a minimum cut; at least `infinite` if every cut has an
  /// infinite arc. O(nodes² · arcs), in practice nearly linear.
  int64_t solve();
  /// The node's side in the last cut: the minimum cut with the smallest source
  /// side.
  bool isOnSourceSide(int32_t node) const { return levels[node] >= 0; }
  bool isCut(int32_t arc) const {
    return isOnSourceSide(arcs[arc].tail) && !isOnSourceSide(arcs[arc].head);
  }
  /// Arcs visited so far: the unit of work limits.
  uint64_t work() const { return workDone; }

private:
  struct Arc {
    int32_t tail;
    int32_t head;
    int64_t capacity;
    int32_t firstHalf;
  };
  /// An arc leaves its tail with its capacity, its head with none.
  struct Half {
    int32_t head;
    /// The other half.
    int32_t reverse;
    int64_t residual;
  };

  /// Groups the halves by tail.
  void sort();
  /// Finds residual distances from the source, or to the sink, up to that of
  /// `to`; returns whether it has one.
  bool findLevels(int32_t from, int32_t to);
  /// Adds flow until no descending path is left.
  int64_t block();

  int32_t nodes = 2;
  std::vector<Arc> arcs;
  std::vector<Half> halves;
  // By node: where its halves begin, with one more entry for the end.
  std::vector<int32_t> begin;
  std::vector<int32_t> levels;
  std::vector<int32_t> current;
  std::vector<int32_t> queue;
  std::vector<int32_t> path;
  uint64_t workDone = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_MINCUT_H
