//===- ExhaustiveSearch.h - The best of all plans, by trying ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLANNER_EXHAUSTIVESEARCH_H
#define REMAT_UNITTESTS_PLANNER_EXHAUSTIVESEARCH_H

#include "remat/Planner/Plan.h"

#include <array>
#include <map>

namespace mlir::remat::planner::test {

/// Runs tasks in all orders and again as often as that helps, on a machine with
/// memory of a given size: what it holds are copies of storages and the values
/// that denote them. Follows the rules of `verify` and `simulate`; shares
/// nothing with the library but the graph. For graphs of up to 20 values and 32
/// tasks.
///
/// Two things are not tried, since they never help: to give a copy up before a
/// task would not fit otherwise, or more copies than it takes then; and to make
/// again what is there and may be read, views aside: these may move from an old
/// copy to a new one.
class ExhaustiveSearch {
public:
  explicit ExhaustiveSearch(const Graph &graph);

  /// Whether it can say anything about the graph.
  bool isApplicable() const { return applicable; }
  /// The least time of a valid plan within the budget; none if there is none.
  std::optional<double> leastTime(int64_t budget) {
    return search(budget, /*byTime=*/true);
  }
  /// Whether there is a valid plan within the budget.
  bool admits(int64_t budget) {
    return search(budget, /*byTime=*/false).has_value();
  }
  /// States made so far.
  int64_t work() const { return made; }

private:
  static constexpr int maxValues = 20;
  static constexpr int8_t notThere = -1;
  /// There from the start, or a view of what is.
  static constexpr int8_t resident = maxValues;

  struct State {
    uint32_t runs = 0;
    /// By value: whose copy it denotes, as the least value that denotes the
    /// same one.
    std::array<int8_t, maxValues> copyOf;
    /// By value, a bit: it was made by, or denotes a copy that was made by, a
    /// task pinned `recompute` in the forward pass.
    uint32_t madeByDropper = 0;
    uint32_t copyOfDropper = 0;

    bool operator==(const State &other) const {
      return runs == other.runs && copyOf == other.copyOf &&
             madeByDropper == other.madeByDropper &&
             copyOfDropper == other.copyOfDropper;
    }
  };
  struct Hash {
    size_t operator()(const State &state) const;
  };
  /// A task or a variant of it.
  struct Option {
    TaskId task;
    double time;
    int64_t workspace;
    /// A view comes after what it views.
    std::vector<ValueId> outputs;
  };

  struct Needs {
    /// The values that somebody may still ask for.
    uint32_t mayBe = 0;
    /// Those without which there is no way on.
    uint32_t mustBe = 0;
  };

  std::optional<double> search(int64_t budget, bool byTime);
  const Needs &needsAfter(uint32_t runs);
  bool mayRun(const State &state, const Option &option, uint32_t needed) const;
  /// The state after the option, before anything is given up. `held` are the
  /// values whose copies have to be there while it runs.
  State run(const State &state, const Option &option, uint32_t &held) const;
  /// Bytes of the copies that values of `of` denote.
  int64_t bytesOf(const State &state, uint32_t of) const;
  void keepOnly(State &state, uint32_t kept) const;

  const Graph &graph;
  bool applicable = true;
  std::vector<Option> options;
  uint32_t allTasks = 0, forwardTasks = 0, backwardTasks = 0;
  uint32_t results = 0;
  /// Values whose only writers run once.
  uint32_t madeOnce = 0;
  std::map<uint32_t, Needs> needsByRuns;
  int64_t made = 0;
};

} // namespace mlir::remat::planner::test

#endif // REMAT_UNITTESTS_PLANNER_EXHAUSTIVESEARCH_H
