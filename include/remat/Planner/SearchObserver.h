//===- SearchObserver.h - Watch and stop a search ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SEARCHOBSERVER_H
#define REMAT_PLANNER_SEARCHOBSERVER_H

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace mlir::remat::planner {

struct SearchProgress {
  /// Bytes and time of the best plan.
  int64_t peak = 0;
  double time = 0;
  /// The best plan is within the budget.
  bool fits = false;
  /// Work done, from 0 to 1 of the limit.
  double done = 0;
  /// Of the ask; none where it seeks the smallest peak.
  std::optional<int64_t> budget;
  /// Of the ask: what the plan may use of the host.
  int64_t hostBytes = 0;
  /// Position, from 1, and number of a sweep's budgets; 0 outside of a sweep.
  int64_t sweepBudget = 0;
  int64_t sweepBudgets = 0;
};

/// Watches a search from the thread that runs it.
class SearchObserver {
public:
  virtual ~SearchObserver();

  /// True ends the search with its best plan so far. Must be cheap, since inner
  /// loops call it: read an atomic that a signal handler sets.
  virtual bool isInterrupted() const { return false; }
  /// Called from time to time.
  virtual void report(const SearchProgress &progress) {}
};

/// Passes on the interrupt of another observer, which may be null, and its
/// progress after `change`; without `change`, no progress.
class RelayObserver final : public SearchObserver {
public:
  explicit RelayObserver(SearchObserver *inner,
                         std::function<void(SearchProgress &)> change = {})
      : inner(inner), change(std::move(change)) {}

  bool isInterrupted() const override {
    return inner && inner->isInterrupted();
  }
  void report(const SearchProgress &progress) override {
    if (!inner || !change)
      return;
    SearchProgress told = progress;
    change(told);
    inner->report(told);
  }

private:
  SearchObserver *inner;
  std::function<void(SearchProgress &)> change;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SEARCHOBSERVER_H
