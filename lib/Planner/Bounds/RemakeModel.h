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

#include "llvm/ADT/STLFunctionalExtras.h"

#include <limits>

namespace mlir::remat::planner {

/// A graph for the relaxation: storages, the tasks that remake them, and the
/// costs of that in whole units.
struct RemakeModel {
  /// O((V + E) log V).
  explicit RemakeModel(const Graph &graph);

  /// In the unit of the graph's times, never rounded up.
  double timeOf(int64_t cost) const { return cost * timeUnit; }

  const Graph &graph;
  /// Rounds sizes and costs down to multiples of these; `timeUnit` divides all
  /// costs if sums are small enough.
  int64_t byteUnit = 1;
  double timeUnit = 1;
  /// More than all costs, and all sizes, together.
  int64_t costLimit = 1;
  int64_t sizeLimit = 1;
  /// Sums of times are exact in any order; costs are unrounded.
  bool isExact = true;

  // By root value: its remaking task, or -1 if that runs once; the level of
  // that task that makes it; its size in units.
  std::vector<TaskId> remaker;
  std::vector<int32_t> levelOf;
  std::vector<int64_t> size;
  /// Results, views among them.
  std::vector<ValueId> results;
  // By task: the storages that it reads, each once, without those that exist
  // from the start; the least costs of runs that make some output, ascending
  // and distinct.
  std::vector<llvm::SmallVector<ValueId, 4>> reads;
  std::vector<llvm::SmallVector<int64_t, 2>> levels;
  // By task: least time of all its runs together, for any needs, and of its
  // first run.
  std::vector<double> leastTotal;
  std::vector<double> leastFirst;
  /// The sum of `leastTotal`.
  double leastTime = 0;
  /// Whether these two differ anywhere.
  bool hasCheaperFirst = false;

private:
  void deriveReads();
  void deriveTimes();
  void deriveSizes();
  void deriveTimeUnit();
  void deriveLevels();
};

/// A way to run a task, numbered as in a step, and its added bytes.
struct CheapestRun {
  int64_t bytes = std::numeric_limits<int64_t>::max();
  int32_t variant = 0;
};

/// The way to run `task` that adds the fewest bytes: workspace and missing
/// storages. A task that runs once makes all needed outputs; variants must pass
/// `mayBe`, if given.
CheapestRun findCheapestRun(
    const Graph &graph, TaskId task, llvm::function_ref<bool(ValueId)> isThere,
    llvm::function_ref<bool(llvm::ArrayRef<ValueId>)> mayBe = nullptr);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_REMAKEMODEL_H
