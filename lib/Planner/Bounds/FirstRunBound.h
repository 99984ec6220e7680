//===- FirstRunBound.h - What first runs make others do again ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a task t runs for the first time, all its ancestors have run and none of
// its descendants. Each value that an ancestor made and a descendant reads is
// then either alive or made again later, from values that are alive or made
// again, too. The cheapest set to make again such that the others fit within
// the budget is a relaxation of every plan.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
#define REMAT_LIB_PLANNER_FIRSTRUNBOUND_H

#include "Bounds/MinCut.h"
#include "Bounds/RemakeModel.h"

#include <limits>
#include <optional>

namespace mlir::remat::planner {

/// The first run of a task, in any plan.
struct FirstRun {
  TaskId task = 0;
  /// Bytes alive in every plan, resident bytes and the workspace of the task
  /// included.
  int64_t forcedBytes = 0;
  /// Bytes of the other values that are needed later. They could be made again.
  int64_t neededBytes = 0;
  /// The least time of all tasks before and after, each once.
  double leastTime = 0;
  /// A guess at the cost of making values again, to rank first runs by.
  double promise = 0;
};

/// Answers questions about one first run after the other. Counts its work, in
/// tasks, values and arcs that it looks at.
class FirstRunBound {
public:
  static constexpr int64_t impossible = int64_t(1) << 62;

  FirstRunBound(const RemakeModel &model, int64_t budget);

  /// Finds the values that are forced and needed at the first run of `task`.
  /// O(V + E).
  FirstRun examine(TaskId task);

  /// A lower bound on the cost of the values made again from the first run on
  /// that was examined last; `impossible` if nothing fits. It gives up once it
  /// is clear that the bound is at most `atLeast`. It is the best bound of that
  /// first run, or less if the work limit is reached.
  int64_t bound(int64_t atLeast, uint64_t workLimit);

  uint64_t work() const { return scanned + cut.work(); }

private:
  /// One answer of the network: the cost of the values made again and the bytes
  /// of those alive.
  struct Line {
    int64_t cost = 0;
    int64_t bytes = 0;
  };
  /// What is known under some decisions.
  struct Range {
    /// No set costs less.
    int64_t least = 0;
    /// Some set that fits costs this; `impossible` if none is known.
    int64_t most = impossible;
    /// The decision to make next: the bound lies between two sets that differ
    /// in it.
    int32_t undecided = -1;
  };
  /// A search for the best price of bytes.
  struct Exploration {
    int64_t enough = 0;
    int64_t target = 0;
    Range range;
    /// The cheapest sets at some prices: one that does not fit, one that does.
    std::optional<Line> low, high;

    /// Whether the question is answered.
    bool isClear() const {
      return range.least == impossible || range.most <= enough ||
             range.least >= target;
    }
  };
  struct Arc {
    int32_t arc;
    int32_t from;
    int32_t to;
    int64_t amount;
  };
  /// Whether to run a task again: 1 to do so, -1 not to.
  struct Decision {
    int32_t node;
    int32_t doArc;
    int32_t dontArc;
    int32_t decided = 0;
  };

  void markRelatives(TaskId task);
  bool isBefore(TaskId task) const { return before[task] == stamp; }
  bool isForced(ValueId root) const { return forced[root] == stamp; }
  bool isNeeded(ValueId root) const { return needed[root] == stamp; }
  void force(ValueId root);
  void need(ValueId value);
  /// The least bytes that outputs and workspace of the task add.
  int64_t cheapestRun(TaskId task) const;
  double estimate(int64_t room) const;
  void buildNetwork();
  int32_t nodeOf(ValueId root);
  /// The cut that is cheapest when `perCost` and `perByte` are the prices of
  /// cost and bytes; an `impossible` cost if decisions contradict each other.
  Line solve(int64_t perCost, int64_t perByte);
  /// Tries prices of bytes until it is clear that some set costs at most
  /// `enough`, that none costs less than `target`, or that prices tell no more.
  Range explore(int64_t enough, int64_t target);
  /// Solves for these prices and takes the answer into account.
  Line ask(Exploration &exploration, int64_t perCost, int64_t perByte);
  /// Finds a set that does not fit and one that does; false if the question is
  /// answered or every set fits.
  bool findEnds(Exploration &exploration);
  /// The task to decide about next, or -1.
  int32_t chooseUndecided() const;
  /// Whether no set costs less than `target`, by branching on decisions.
  bool prove(int64_t target, uint64_t workLimit);

  const RemakeModel &model;
  const Graph &graph;
  const int64_t budget;
  uint64_t scanned = 0;

  // Of the first run in hand: members have the stamp.
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
  /// The values that may be made again, those that free most bytes for their
  /// cost first.
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
  /// The best prices so far; 0 at first. Those of the next first run, or under
  /// another decision, are near them.
  int64_t lastPerCost = 0;
  int64_t lastPerByte = 0;
  std::vector<bool> sideOfLow;
  std::vector<bool> sideOfHigh;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
