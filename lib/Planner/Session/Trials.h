//===- Trials.h - Whether a changed ask would be met ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_TRIALS_H
#define REMAT_LIB_PLANNER_TRIALS_H

#include "Graph/SearchControl.h"

#include "remat/Planner/Session.h"

namespace mlir::remat::planner {

/// Asks beside an ask, each in a session of its own, as if it were typed.
class Trials {
public:
  /// The interrupt and the time limit of `ask` are for all of them together.
  explicit Trials(const Ask &ask)
      : observer(ask.observer), control(ask.search, ask.observer) {}

  /// None if the ask does not apply, or if there is no time left.
  std::optional<Outcome> run(const Graph &graph, Ask ask);

  /// The same, whose search ends with the first plan within the budget: the
  /// search that is typed has it too, and improves it.
  std::optional<Outcome> runToFit(const Graph &graph, Ask ask);

  /// The smallest budget, from `bytes` on, that is known to be met. At most
  /// three asks.
  std::optional<int64_t> findBudget(const Graph &graph, const Ask &ask,
                                    int64_t bytes);

private:
  std::optional<Outcome> solve(const Graph &graph, Ask ask,
                               SearchObserver &watcher);

  SearchObserver *observer;
  SearchControl control;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_TRIALS_H
