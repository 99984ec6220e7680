//===- Trials.cpp - Whether a changed ask would be met --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include <algorithm>
#include <atomic>
#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Interrupts once a plan is within the budget. Reports nothing: the search is
/// beside the plan.
class FitObserver final : public SearchObserver {
public:
  FitObserver(const SearchObserver *observer, int64_t budget)
      : observer(observer), budget(budget) {}

  bool isInterrupted() const override {
    return hasFit || (observer && observer->isInterrupted());
  }
  void report(const SearchProgress &progress) override {
    // Searches for the smallest peak on the way have their own idea of a fit.
    if (progress.fits && progress.peak <= budget)
      hasFit = true;
  }

  std::atomic<bool> hasFit = false;

private:
  const SearchObserver *observer;
  int64_t budget;
};
} // namespace

std::optional<Outcome> Trials::run(const Graph &graph, Ask ask) {
  RelayObserver relay(observer);
  return solve(graph, std::move(ask), relay);
}

std::optional<Outcome> Trials::runToFit(const Graph &graph, Ask ask) {
  assert(ask.budget && "everything fits no budget");
  FitObserver watcher(observer, *ask.budget);
  std::optional<Outcome> outcome = solve(graph, ask, watcher);
  // A search that ends early may drop what it had.
  if (watcher.hasFit && !(outcome && outcome->hasPlan()))
    return run(graph, std::move(ask));
  return outcome;
}

std::optional<Outcome> Trials::solve(const Graph &graph, Ask ask,
                                     SearchObserver &watcher) {
  if (control.shouldStop())
    return std::nullopt;
  ask.observer = &watcher;
  ask.reuse = Reuse::Nothing;
  ask.isAssessed = false;
  if (std::optional<double> left = control.secondsLeft())
    ask.search.timeLimit = std::max(*left / 2, 1e-3);
  Expected<Outcome> outcome = Session(graph).solve(ask);
  if (!outcome) {
    consumeError(outcome.takeError());
    return std::nullopt;
  }
  if (outcome->status == Status::NotApplicable)
    return std::nullopt;
  return std::move(*outcome);
}

std::optional<int64_t> Trials::findBudget(const Graph &graph, const Ask &ask,
                                          int64_t bytes) {
  // Searches for two budgets go different ways: the larger one need not find
  // the plan of the smaller.
  constexpr int most = 3;
  for (int tried = 1; tried <= most; ++tried) {
    const std::optional<Outcome> outcome =
        runToFit(graph, ask.withBudget(bytes));
    if (!outcome)
      return std::nullopt;
    if (outcome->hasPlan())
      return bytes;
    bytes = outcome->smallestPeak;
    if (tried + 1 < most)
      continue;
    // The last is the step as it stands.
    Expected<Plan> base = Session(graph).getBase();
    if (!base) {
      consumeError(base.takeError());
      return std::nullopt;
    }
    bytes = std::max(bytes, base->peak);
  }
  return std::nullopt;
}
