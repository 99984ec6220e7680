//===- Trials.cpp - Whether a changed ask would be met --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

std::optional<Outcome> Trials::run(const Graph &graph, Ask ask) {
  if (control.shouldStop())
    return std::nullopt;
  // A search beside the plan reports nothing.
  RelayObserver relay(observer);
  ask.observer = &relay;
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
    const std::optional<Outcome> outcome = run(graph, ask.withBudget(bytes));
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
