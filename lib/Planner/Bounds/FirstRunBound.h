//===- FirstRunBound.h - What first runs make others remake -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
#define REMAT_LIB_PLANNER_FIRSTRUNBOUND_H

#include "Bounds/MinCut.h"
#include "Bounds/RemakeModel.h"

#include <optional>
#include <utility>
#include <vector>

namespace mlir::remat::planner {

struct FirstRun {
  TaskId task = 0;
  /// Bytes alive in every plan, including residents and the task's workspace.
  int64_t forcedBytes = 0;
  /// Bytes of other values needed later, which could be remade.
  int64_t neededBytes = 0;
  /// Time of all tasks before and after, each once.
  double leastTime = 0;
  /// Estimated cost of remaking values, to rank first runs by.
  double promise = 0;
};

/// Bounds one first run after the other. Work counts tasks, values and arcs.
class FirstRunBound {
public:
  /// The cost where nothing fits.
  static constexpr int64_t impossible = int64_t(1) << 62;

  FirstRunBound(const RemakeModel &model, int64_t budget);

  /// Finds the forced and needed values at the first run of `task`. O(V + E).
  FirstRun examine(TaskId task);

  /// Lower bound on the cost of values remade after the first run examined
  /// last; `impossible` if nothing fits. Stops once clearly at most `atLeast`;
  /// less tight at the work limit.
  int64_t bound(int64_t atLeast, uint64_t workLimit);

  /// Whether the last bound is due to tasks that are neither ancestors nor
  /// descendants.
  bool isDueToOthers() const { return othersDecided; }

  uint64_t work() const { return scanned + cut.work(); }

private:
  /// Cost of remade values and bytes of live ones in a cut.
  struct Line {
    int64_t cost = 0;
    int64_t bytes = 0;
  };
  /// A search for the best price of bytes, under some decisions.
  struct Exploration {
    int64_t enough = 0;
    int64_t target = 0;
    /// Lower bound on the cost of any set.
    int64_t least = 0;
    /// Cost of a set that fits; `impossible` if none is known.
    int64_t most = impossible;
    /// The next decision: the bound lies between two sets that differ in it.
    int32_t undecided = -1;
    /// The cheapest sets at some prices: one that does not fit, one that does.
    std::optional<Line> low, high;

    bool isClear() const {
      return least == impossible || most <= enough || least >= target;
    }
  };
  /// An arc of the network, and the cost or bytes that its capacity prices.
  struct PricedArc {
    int32_t arc;
    int64_t amount;
  };
  /// One whose capacity is the lesser of both.
  struct EitherArc {
    int32_t arc;
    int64_t cost;
    int64_t bytes;
  };
  /// 1 runs a task again, -1 does not.
  struct Decision {
    int32_t node;
    int32_t doArc;
    int32_t dontArc;
    int32_t decided = 0;
  };

  /// Extends `tasks` by all ancestors or descendants, and marks them.
  void walk(std::vector<TaskId> &tasks, std::vector<int32_t> &marks,
            bool isBack);
  int64_t costOf(ValueId root) const {
    return model.levels[model.remaker[root]][model.levelOf[root]];
  }
  bool isBefore(TaskId task) const { return before[task] == stamp; }
  bool isOther(TaskId task) const {
    return before[task] != stamp && after[task] != stamp &&
           task != ancestors.front();
  }
  bool isReadAfter(ValueId root) const { return readAfter[root] == stamp; }
  bool isForced(ValueId root) const { return forced[root] == stamp; }
  bool isNeeded(ValueId root) const { return needed[root] == stamp; }
  void force(ValueId root) {
    if (std::exchange(forced[root], stamp) != stamp)
      forcedBytes += graph.values[root].bytes;
  }
  void need(ValueId value);
  double estimate(bool withOthers) const;
  int64_t boundOver(bool withOthers, int64_t atLeast, uint64_t workLimit);
  void buildNetwork(bool withOthers);
  int32_t nodeOf(ValueId root);
  /// Finds the storages that other tasks alone read.
  void collectSimple();
  void addOthers();
  /// The cheapest cut at these prices; `impossible` cost if decisions conflict.
  Line solve(int64_t perCost, int64_t perByte);
  /// Tries prices until some set costs at most `enough`, none less than
  /// `target`, or prices tell no more.
  Exploration explore(int64_t enough, int64_t target);
  /// Solves for these prices and records the answer.
  Line ask(Exploration &known, int64_t perCost, int64_t perByte);
  /// Finds a set that fits and one that does not; false if unnecessary.
  bool findEnds(Exploration &known);
  /// The task to decide about next, or -1.
  int32_t chooseUndecided() const;
  /// Whether no set costs less than `target`, by branching on decisions.
  bool prove(int64_t target, uint64_t workLimit);

  const RemakeModel &model;
  const Graph &graph;
  const int64_t budget;
  uint64_t scanned = 0;
  bool othersDecided = false;

  // Of the current first run: members have the stamp.
  int32_t stamp = 0;
  std::vector<int32_t> before, after;
  std::vector<int32_t> seen, forced, needed, readAfter, madeBefore;
  /// Both begin with the task itself.
  std::vector<TaskId> ancestors, descendants;
  std::vector<ValueId> neededRoots;
  int64_t forcedBytes = 0;
  /// Units of unforced bytes.
  int64_t room = 0;
  /// Values that may be remade, most bytes for their cost first.
  std::vector<ValueId> byDensity;

  MinCut cut;
  std::vector<int32_t> rootNode, taskNode;
  std::vector<ValueId> networkRoots;
  std::vector<TaskId> networkTasks;
  std::vector<PricedArc> costArcs, byteArcs;
  std::vector<EitherArc> eitherArcs;
  std::vector<int32_t> firmArcs;
  std::vector<Decision> decisions;
  /// Tasks that are neither ancestors nor descendants; nodes by task.
  std::vector<TaskId> others;
  std::vector<int32_t> otherNode;
  /// Storages that others alone read, and these readers.
  struct Simple {
    ValueId root;
    llvm::SmallVector<TaskId, 2> readers;
  };
  std::vector<Simple> simple;
  /// By root: its place in `simple`, or -1; by task: whether it makes one.
  std::vector<int32_t> simpleOf;
  std::vector<char> makesSimple;
  /// The last prices, near the next ones.
  int64_t lastPerCost = 0;
  int64_t lastPerByte = 0;
  std::vector<bool> sideOfLow, sideOfHigh;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FIRSTRUNBOUND_H
