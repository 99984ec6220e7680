//===- ExactEngine.h - Best-first search over states ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EXACTENGINE_H
#define REMAT_LIB_PLANNER_EXACTENGINE_H

#include "Exact/ExactModel.h"
#include "Graph/SearchControl.h"
#include "remat/Planner/Plan.h"

#include "llvm/ADT/DenseMap.h"

#include <queue>
#include <tuple>

namespace mlir::remat::planner::exact {

/// Time first, then the number of steps.
struct Cost {
  int64_t time = 0;
  int64_t steps = 0;

  Cost operator+(const Cost &other) const {
    return {time + other.time, steps + other.steps};
  }
  bool operator<(const Cost &other) const {
    return std::tie(time, steps) < std::tie(other.time, other.steps);
  }
};

enum class EngineResult { Found, None, Limit };

/// One search within one budget. Dominance, in 92 searches by `auto` (23 steps
/// of up to 80 values, four budgets each), cuts the states of the 52 proved
/// either way from 432,357 to 288,147 and proves one more, in equal CPU time.
class ExactEngine {
public:
  /// `anyPlan` accepts any plan instead of the fastest.
  ExactEngine(const ExactModel &model, int64_t budget, bool anyPlan);

  /// Returns Limit if `control` stops it.
  EngineResult run(uint64_t workLimit, SearchControl &control);

  std::vector<Step> steps() const;
  /// No plan takes less time.
  double timeBound() const { return model.toTime(bound.time); }
  /// If nothing was found: the smallest budget that may have a plan.
  int64_t nextBudget() const { return smallestMissed; }
  /// States made.
  uint64_t work() const { return workDone; }

private:
  struct Node {
    State state;
    Cost cost;
    Cost rest;
    /// Bytes of the fixed values that are alive, and of the loose ones.
    int64_t fixedBytes = 0;
    int64_t looseBytes = 0;
    /// The run that led here.
    int32_t parent = -1;
    int32_t task = -1;
    int32_t option = 0;
    /// The next older expanded node with the same `done`.
    int32_t nextExpanded = -1;
    bool isExpanded = false;
  };
  struct Entry {
    Cost total;
    Cost cost;
    int32_t position;
    int32_t node;
    /// Order: larger total, less behind it, larger base position, older node.
    bool operator<(const Entry &other) const {
      return std::tie(other.total, cost, other.position, node) <
             std::tie(total, other.cost, position, other.node);
    }
  };
  /// No state has run task 127.
  struct DoneInfo {
    static Mask getEmptyKey() { return {{~uint64_t(0), ~uint64_t(0)}}; }
    static Mask getTombstoneKey() { return {{~uint64_t(0), ~uint64_t(1)}}; }
    static unsigned getHashValue(const Mask &mask) {
      return llvm::hash_combine(mask.words[0], mask.words[1]);
    }
    static bool isEqual(const Mask &a, const Mask &b) { return a == b; }
  };
  struct StateInfo {
    static State getEmptyKey() { return {DoneInfo::getEmptyKey(), {}, {}}; }
    static State getTombstoneKey() {
      return {DoneInfo::getTombstoneKey(), {}, {}};
    }
    static unsigned getHashValue(const State &state) {
      return llvm::hash_combine(state.done.words[0], state.done.words[1],
                                state.held.words[0], state.held.words[1],
                                state.extra.words[0], state.extra.words[1]);
    }
    static bool isEqual(const State &a, const State &b) { return a == b; }
  };
  /// A storage in memory, and the held values that lie in it.
  struct Storage {
    Mask values;
    int64_t bytes = 0;
  };

  /// Whether an expanded node with the same tasks run holds as much for no more
  /// cost.
  bool isDominated(const Node &node) const;
  void expand(int32_t index);
  /// Gathers the node's held storages, largest first.
  void gatherStorages(const Node &node);
  bool mayRun(const Node &node, const ExactTask &task) const;
  /// Whether constraint (C4) of `verify` forbids the task to read its inputs.
  bool readsPinned(const Node &node, const ExactTask &task) const;
  /// Whether a rerun makes only useless or held values.
  bool isPointless(const Node &node, const ExactTask &task) const;
  /// Bytes alive while `option` runs, if nothing is dropped.
  int64_t bytesDuring(const Node &node, const ExactTask &task,
                      const ExactOption &option) const;
  /// Net bytes of fixed values that the first run of `task` begins and ends.
  int64_t fixedChange(const ExactTask &task, const Mask &before,
                      const Mask &after) const;
  /// Whether running it at once loses nothing: no other task need be tried.
  bool isFree(const Node &node, const ExactTask &task) const;
  void tryOption(int32_t index, int32_t taskIndex, int32_t option);
  void gatherDroppable(const Node &node, const ExactTask &task,
                       const ExactOption &option);
  /// Drops each minimal set of storages from `from` on that frees `missing`
  /// bytes, and runs.
  void dropAndRun(size_t from, int64_t missing, const Mask &dropped);
  /// Runs the current task after dropping those values.
  void addSuccessor(const Mask &dropped);
  void markPins(State &state, const State &before) const;
  void dropUseless(State &state) const;
  /// Renumbers the copies within each group by their first members.
  void numberCopies(State &state, const State &before) const;
  int64_t bytesOfLoose(const State &state) const;
  /// Opens the node unless its state is known at no more cost.
  void open(Node node);
  /// Least cost of all runs still due; none if a needed value is lost.
  std::optional<Cost> restOf(const State &state);

  const ExactModel &model;
  int64_t budget;
  bool anyPlan;
  uint64_t workLimit = 0;
  uint64_t workDone = 0;
  Cost bound;
  int64_t smallestMissed;
  int32_t found = -1;
  std::vector<Node> nodes;
  llvm::DenseMap<State, int32_t, StateInfo> known;
  llvm::DenseMap<Mask, int32_t, DoneInfo> expanded;
  std::priority_queue<Entry> queue;

  // The current node and run.
  std::vector<Storage> storages;
  int32_t current = -1;
  int32_t currentTask = -1;
  int32_t currentOption = 0;
  std::vector<Storage> droppable;
  std::vector<int64_t> droppableFrom;
  /// By task: the call of `restOf` that last counted it.
  std::vector<int32_t> counted;
  int32_t countedStamp = 0;
};

} // namespace mlir::remat::planner::exact

#endif // REMAT_LIB_PLANNER_EXACTENGINE_H
