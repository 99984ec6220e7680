//===- Asking.h - Asks of the tests -----------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLANNER_ASKING_H
#define REMAT_UNITTESTS_PLANNER_ASKING_H

#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Strategies.h"

#include <atomic>
#include <functional>

namespace mlir::remat::planner::test {

/// Without the bounds of an assessed ask, which take time.
inline Ask makeAsk(std::optional<int64_t> budget = std::nullopt,
                   llvm::StringRef strategy = "auto") {
  Ask ask;
  ask.budget = budget;
  ask.strategy = strategy.str();
  ask.isAssessed = false;
  return ask;
}

/// The plan; where there is none, an error with the message of the outcome.
inline llvm::Expected<Plan> solve(Session &session, const Ask &ask) {
  llvm::Expected<Outcome> outcome = session.solve(ask);
  if (!outcome)
    return outcome.takeError();
  if (outcome->status == Status::NotApplicable)
    return llvm::make_error<NotApplicableError>(outcome->message);
  if (!outcome->hasPlan())
    return llvm::createStringError(outcome->message);
  return std::move(outcome->plan);
}
inline llvm::Expected<Plan> solve(const Graph &graph, const Ask &ask) {
  Session session(graph);
  return solve(session, ask);
}

/// Interrupts when told to, and tells on.
struct TestObserver : SearchObserver {
  bool isInterrupted() const override { return interrupt; }
  void report(const SearchProgress &now) override {
    if (progress)
      progress(now);
  }

  std::atomic<bool> interrupt = false;
  std::function<void(const SearchProgress &)> progress;
};

/// Interrupts once it was asked so many times.
struct StopAfter : SearchObserver {
  explicit StopAfter(int asks) : asksLeft(asks) {}
  bool isInterrupted() const override { return asksLeft-- <= 0; }
  void report(const SearchProgress &) override {}

  mutable int asksLeft;
};

} // namespace mlir::remat::planner::test

#endif // REMAT_UNITTESTS_PLANNER_ASKING_H
