//===- FirstRunBound.h - What first runs make others do again ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The moment when a task t runs for the first time: everything that t depends
// on has run, everything that depends on t has not. Of what the former made,
// what the latter read is alive at that moment or is made again from it on, out
// of what is alive at that moment or made again too. Which set to make again at
// least cost, so that what is alive fits, is a relaxation of every plan.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
#define REMAT_LIB_PLANNER_FIRSTRUNBOUND_H

#include "Bounds/MinCut.h"
#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A graph as the relaxation sees it: storages and who makes them again, at
/// what cost, in whole units.
struct RemakeModel {
  /// O((V + E) log V).
  explicit RemakeModel(const Graph &graph);

  bool runsOnce(TaskId task) const {
    return !graph.tasks[task].mayRunAgain ||
           graph.tasks[task].policy == Policy::Save;
  }
  /// The storages that a task reads, each once: roots that some task writes.
  llvm::ArrayRef<ValueId> reads(TaskId task) const {
    return llvm::ArrayRef(readRoots).slice(
        readBegin[task], readBegin[task + 1] - readBegin[task]);
  }
  /// The least a run takes that makes certain outputs, ascending and distinct.
  llvm::ArrayRef<int64_t> levels(TaskId task) const {
    return llvm::ArrayRef(levelCosts)
        .slice(levelBegin[task], levelBegin[task + 1] - levelBegin[task]);
  }
  /// A cost in the unit of the graph's times, never above the truth.
  double timeOf(int64_t cost) const { return cost * timeUnit; }

  const Graph &graph;
  /// Sizes are rounded down to multiples of this.
  int64_t byteUnit = 1;
  /// Costs are rounded down to multiples of this: of the largest one that all
  /// are multiples of, where sums are small enough.
  double timeUnit = 1;
  /// More than all costs together; more than all sizes together.
  int64_t costLimit = 1;
  int64_t sizeLimit = 1;
  /// Sums of times are exact in any order, and costs are not rounded.
  bool isExact = true;

  // By value that is a root: the task that makes it if it may run again, else
  // -1; the level of that task at which it is made; its size in units.
  std::vector<TaskId> remaker;
  std::vector<int32_t> levelOf;
  std::vector<int64_t> size;
  /// The values that are results, views among them.
  std::vector<ValueId> results;
  // By task, what its runs take at least: all of them together, whatever is
  // needed of it, and the first one.
  std::vector<double> leastTotal;
  std::vector<double> leastFirst;
  /// The sum of `leastTotal`.
  double leastTime = 0;
  /// Whether the two differ anywhere.
  bool hasCheaperFirst = false;

private:
  void deriveUnits();
  void deriveLevels();
  void deriveTimes();

  std::vector<int32_t> readBegin;
  std::vector<ValueId> readRoots;
  std::vector<int32_t> levelBegin;
  std::vector<int64_t> levelCosts;
};

/// What a moment asks for.
struct Moment {
  TaskId task = 0;
  /// Bytes alive then whatever a plan does, resident bytes and the workspace of
  /// the task included.
  int64_t forcedBytes = 0;
  /// Bytes of what is needed beside them and could be made again.
  int64_t neededBytes = 0;
  /// What all tasks take that run before and after, each once, at least.
  double leastTime = 0;
  /// A guess at what has to be made again, to rank moments by.
  double promise = 0;
};

/// Asks about one moment after the other. Work is counted, in tasks, values and
/// arcs looked at.
class FirstRunBound {
public:
  static constexpr int64_t impossible = int64_t(1) << 62;

  FirstRunBound(const RemakeModel &model, int64_t budget);

  /// What is forced and needed at the first run of `task`. O(V + E).
  Moment examine(TaskId task);

  /// A lower bound on the cost of what is made again from the moment on that
  /// was examined last; `impossible` if nothing fits. It gives up once it is
  /// clear that the moment does not give more than `atLeast`. It is the best
  /// that the moment gives unless the work limit is reached; it is not above it
  /// in any case.
  int64_t bound(int64_t atLeast, uint64_t workLimit);

  uint64_t work() const { return scanned + cut.work(); }

private:
  /// One answer of the network: what is made again and what is alive.
  struct Line {
    int64_t cost = 0;
    int64_t bytes = 0;
  };
  /// What is known of the moment under some decisions.
  struct Range {
    /// No set costs less.
    int64_t least = 0;
    /// Some set that fits costs that; `impossible` if none does.
    int64_t most = 0;
    /// The task to decide about next: of the two sets between which the bound
    /// lies, one makes it again and the other does not.
    int32_t undecided = -1;
  };
  struct Arc {
    int32_t arc;
    int32_t from;
    int32_t to;
    int64_t amount;
  };
  /// Whether to make again what a task makes: 1 to do so, -1 not to.
  struct Decision {
    int32_t node;
    int32_t doArc;
    int32_t dontArc;
    int32_t decided = 0;
  };

  void markRelatives(TaskId task);
  bool isBefore(TaskId task) const { return before[task] == stamp; }
  bool isAfter(TaskId task) const { return after[task] == stamp; }
  bool isForced(ValueId root) const { return forced[root] == stamp; }
  bool isNeeded(ValueId root) const { return needed[root] == stamp; }
  void force(ValueId root);
  void need(ValueId value);
  /// What its outputs and workspace add to what is forced.
  int64_t cheapestRun(TaskId task) const;
  double estimate(int64_t room) const;
  void buildNetwork();
  int32_t nodeOf(ValueId root);
  /// The cut that is cheapest when `perCost` and `perByte` are the prices of
  /// cost and bytes; an `impossible` cost if decisions contradict each other.
  Line solve(int64_t perCost, int64_t perByte);
  /// What prices of bytes tell, until it is clear that some set costs at most
  /// `enough`, that none costs less than `target`, or that they tell no more.
  Range explore(int64_t enough, int64_t target);
  /// Whether no set costs less than `target`, by deciding about one task after
  /// the other.
  bool prove(int64_t target, uint64_t workLimit);

  const RemakeModel &model;
  const Graph &graph;
  const int64_t budget;
  uint64_t scanned = 0;

  // Of the moment in hand, by stamps.
  int32_t stamp = 0;
  std::vector<int32_t> before;
  std::vector<int32_t> after;
  std::vector<int32_t> seen;
  std::vector<int32_t> forced;
  std::vector<int32_t> needed;
  std::vector<TaskId> queue;
  std::vector<TaskId> descendants;
  std::vector<ValueId> neededRoots;
  int64_t forcedBytes = 0;
  /// Units of bytes that are not forced.
  int64_t room = 0;
  /// The makers of what may be made again, those that free most bytes for
  /// their cost first.
  std::vector<ValueId> byDensity;

  // The network.
  MinCut cut;
  std::vector<int32_t> rootNode;
  std::vector<int32_t> taskNode;
  std::vector<ValueId> networkRoots;
  std::vector<Arc> costArcs;
  std::vector<Arc> byteArcs;
  std::vector<int32_t> firmArcs;
  std::vector<TaskId> networkTasks;
  std::vector<Decision> decisions;
  /// The prices that told most last; 0 before. Those of a moment, or under a
  /// decision, are near those of the one before.
  int64_t lastPerCost = 0;
  int64_t lastPerByte = 0;
  std::vector<bool> sideOfLow;
  std::vector<bool> sideOfHigh;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
