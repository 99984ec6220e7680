//===- RemakeModel.h - Costs of making storages again -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_REMAKEMODEL_H
#define REMAT_LIB_PLANNER_REMAKEMODEL_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A graph as the relaxation sees it: its storages, the tasks that make them
/// again, and the costs of that in whole units.
struct RemakeModel {
  /// O((V + E) log V).
  explicit RemakeModel(const Graph &graph);

  /// The storages that a task reads, each once, without those that exist from
  /// the start.
  llvm::ArrayRef<ValueId> reads(TaskId task) const {
    return llvm::ArrayRef(readRoots).slice(
        readBegin[task], readBegin[task + 1] - readBegin[task]);
  }
  /// The least costs of runs that make some output, ascending and distinct.
  llvm::ArrayRef<int64_t> levels(TaskId task) const {
    return llvm::ArrayRef(levelCosts)
        .slice(levelBegin[task], levelBegin[task + 1] - levelBegin[task]);
  }
  /// A cost in the unit of the graph's times, never rounded up.
  double timeOf(int64_t cost) const { return cost * timeUnit; }

  const Graph &graph;
  /// Sizes are rounded down to multiples of this.
  int64_t byteUnit = 1;
  /// Costs are rounded down to multiples of this. It is their greatest common
  /// divisor if sums are small enough.
  double timeUnit = 1;
  /// More than all costs together; more than all sizes together.
  int64_t costLimit = 1;
  int64_t sizeLimit = 1;
  /// Sums of times are exact in any order, and costs are not rounded.
  bool isExact = true;

  // By root value: the task that makes it, or -1 if that runs once; the level
  // of that task at which it is made; its size in units.
  std::vector<TaskId> remaker;
  std::vector<int32_t> levelOf;
  std::vector<int64_t> size;
  /// The values that are results, views among them.
  std::vector<ValueId> results;
  // By task, the least time of all its runs together, whatever is needed of
  // it, and of its first run.
  std::vector<double> leastTotal;
  std::vector<double> leastFirst;
  /// The sum of `leastTotal`.
  double leastTime = 0;
  /// Whether the two differ anywhere.
  bool hasCheaperFirst = false;

private:
  void deriveSizes();
  /// Whether sums of times are exact in any order; the factor that makes all of
  /// them whole numbers then.
  bool isExactWith(double &factor) const;
  void deriveTimeUnit();
  void deriveLevels();
  void deriveTimes();

  std::vector<int32_t> readBegin;
  std::vector<ValueId> readRoots;
  std::vector<int32_t> levelBegin;
  std::vector<int64_t> levelCosts;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_REMAKEMODEL_H
