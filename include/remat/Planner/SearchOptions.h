//===- SearchOptions.h - How hard a search tries ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits are counts of evaluation steps, never clocks, unless a person asks for
// a time limit or interrupts: the same problem gives the same plan anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SEARCHOPTIONS_H
#define REMAT_PLANNER_SEARCHOPTIONS_H

#include "remat/Planner/Plan.h"

#include <atomic>
#include <functional>

namespace mlir::remat::planner {

/// Which orders of the step a search may try beside the base order.
enum class Reorder {
  /// The base order alone.
  None,
  /// The search begins with the base order and moves single tasks within it.
  Local,
  /// It begins with several orders of the whole step, none of which depends on
  /// the base order.
  Full
};

/// What a search has so far.
struct SearchProgress {
  /// Of the best plan: its peak in bytes and its time.
  int64_t peak = 0;
  double time = 0;
  /// The best plan is within the budget.
  bool fits = false;
  /// Work done, from 0 to 1 of the limit.
  double done = 0;
  /// What is planned for; none where the smallest peak is sought.
  std::optional<int64_t> budget;
  /// Which budget of a sweep that is, from 1 on, and of how many; 0 where there
  /// is no sweep.
  int64_t sweepBudget = 0;
  int64_t sweepBudgets = 0;
};

/// Plans of one graph, kept from one problem to the next so that a sweep over
/// budgets or efforts never gets worse: whoever solves several problems of a
/// graph hands the same archive to all.
class PlanArchive {
public:
  /// Keeps the plan unless another one with at most its peak and at most its
  /// time is there. O(plans).
  void add(const Plan &plan);
  /// The fastest plan within `budget`, the smallest peak if there is no budget;
  /// null if there is none. O(log plans).
  const Plan *find(std::optional<int64_t> budget) const;
  /// By ascending peak, which is by descending time.
  llvm::ArrayRef<Plan> plans() const { return frontier; }

private:
  std::vector<Plan> frontier;
};

/// What strategies compute of a graph whatever the budget is, kept from one
/// problem to the next. It belongs to `sweep`.
class SharedWork;

struct SearchOptions {
  static constexpr int maxEffort = 3;

  /// 0 (fastest) to `maxEffort`: how much work the search may do. From 1 on,
  /// each allows ten times as much as the one before.
  int effort = 1;
  /// Evaluation steps (storages touched on the step's timeline, about ten
  /// million a second) that improving a plan may take, in place of what
  /// `effort` allows. What makes the first plans is not limited by it.
  std::optional<uint64_t> workLimit;
  Reorder reorder = Reorder::Full;
  /// Seconds after which the best plan so far is the answer. It alone makes the
  /// plan depend on the machine.
  std::optional<double> timeLimit;
  /// Set by somebody else, a signal handler for one: the best plan so far is
  /// the answer. May be null.
  const std::atomic<bool> *interrupt = nullptr;
  /// Set to true when an interrupt or the time limit ended a search before it
  /// was through. May be null.
  bool *wasStopped = nullptr;
  /// Called from time to time, on the thread of the solver. May be empty.
  std::function<void(const SearchProgress &)> progress;
  /// Plans found for other problems of the same graph. May be null.
  PlanArchive *archive = nullptr;
  /// For several problems of the same graph that differ in the budget alone.
  /// May be null.
  SharedWork *shared = nullptr;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SEARCHOPTIONS_H
