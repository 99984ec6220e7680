//===- FormSearch.cpp - Tries forms until one is the best -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormSearch.h"

#include "remat/Planner/Simulator.h"

#include "llvm/Support/Debug.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#define DEBUG_TYPE "remat-forms"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// What a search gets at least, in seconds: one that begins as the time ends
/// still has some.
static constexpr double leastSearch = 1e-3;

FormSearch::FormSearch(FormCandidates &candidates, const HostMemory &host,
                       std::optional<double> timeLimit)
    : candidates(candidates), host(host) {
  if (timeLimit)
    deadline = std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(*timeLimit));
}

double FormSearch::getSecondsLeft() const {
  if (!deadline)
    return std::numeric_limits<double>::infinity();
  const std::chrono::duration<double> left =
      *deadline - std::chrono::steady_clock::now();
  return left.count();
}

bool FormSearch::isOver(const Ask &ask) const {
  return ask.isInterrupted() || getSecondsLeft() <= 0;
}

void mlir::remat::planner::addStops(const Outcome &other, Outcome &outcome) {
  outcome.stop = std::max(outcome.stop, other.stop);
  outcome.isCut |= other.isCut;
}

/// The base order of a form as an answer; none if pins forbid it.
static Expected<std::optional<Outcome>>
getAsItStands(const Ask &ask, FormCandidate &candidate) {
  Session &session = *candidate.getSession();
  Expected<Plan> base = session.getBase();
  if (!base)
    return base.takeError();
  if (errorToBool(verify(Problem(session.getGraph()), *base)))
    return std::nullopt;
  Outcome outcome;
  outcome.plan = std::move(*base);
  outcome.plan.peak = candidate.getForm().basePeak;
  outcome.plan.strategy = outcome.plan.stage = ask.strategy;
  outcome.budget = ask.budget.value_or(std::max<int64_t>(outcome.plan.peak, 1));
  return outcome;
}

/// The base order is the answer where it is enough: nothing is faster.
static Expected<Outcome> solveForm(const Ask &ask, FormCandidate &candidate) {
  Expected<std::optional<Outcome>> asItStands = getAsItStands(ask, candidate);
  if (!asItStands)
    return asItStands.takeError();
  const int64_t basePeak = candidate.getForm().basePeak;
  if (*asItStands && ask.budget && basePeak <= *ask.budget)
    return std::move(**asItStands);
  Expected<Outcome> outcome = candidate.getSession()->solve(ask);
  if (outcome && *asItStands && !ask.budget && outcome->hasPlan() &&
      basePeak <= outcome->plan.peak)
    return std::move(**asItStands);
  return outcome;
}

Expected<bool> FormSearch::offer(const Ask &ask, FormCandidate &candidate,
                                 FoundForm &best) {
  Session *session = candidate.getSession();
  if (!session)
    return false;
  Ask shared = ask;
  if (shared.search.timeLimit)
    shared.search.timeLimit = std::max(
        std::min(*shared.search.timeLimit, getSecondsLeft()), leastSearch);
  Expected<Outcome> outcome = solveForm(shared, candidate);
  if (!outcome)
    return outcome.takeError();
  LLVM_DEBUG({
    dbgs() << "forms: stacks of " << candidate.choice.bytes << " bytes, "
           << (ask.budget ? std::to_string(*ask.budget) + " bytes asked: "
                          : std::string("least: "))
           << stringifyStatus(outcome->status) << ", peak "
           << (outcome->hasPlan() ? outcome->plan.peak : outcome->smallestPeak)
           << ", time " << outcome->plan.time << "\n";
  });
  const bool hasPlan = outcome->hasPlan();
  auto getRank = [&](const Outcome &each) {
    const double peak = static_cast<double>(each.plan.peak);
    return ask.budget ? std::pair(each.plan.time, peak)
                      : std::pair(peak, each.plan.time);
  };
  const bool isBetter =
      !best.candidate ||
      (hasPlan && (!best.outcome.hasPlan() ||
                   getRank(*outcome) < getRank(best.outcome))) ||
      (!hasPlan && best.outcome.isRefusal() && outcome->isRefusal() &&
       outcome->smallestPeak < best.outcome.smallestPeak);
  if (!isBetter) {
    addStops(*outcome, best.outcome);
    return hasPlan;
  }
  addStops(best.outcome, *outcome);
  best = {&candidate, std::move(*outcome)};
  return hasPlan;
}
