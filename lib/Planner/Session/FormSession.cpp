//===- FormSession.cpp - Asks about a step in many forms ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/FormSession.h"

#include "FormBounds.h"
#include "FormParking.h"
#include "FormSegments.h"
#include "FormStacks.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// What a step that fits as it was given must gain to be given other stacks: a
/// twentieth of its time. Checkpointed bodies gain a tenth and more by stacks,
/// all else is noise of the cost model.
static constexpr double leastGain = 0.05;
/// Where few stacks are preferred: what segments must gain. XLA compiled a plan
/// of 163 MiB in segments to 243, which took 0.06% of the step less than one
/// without them of 139 MiB.
static constexpr double leastGainBySegments = 0.02;
/// No search takes more than this part of a time limit that all share: one that
/// uses up its time leaves most of it to the forms that come after.
static constexpr double searchesPerAsk = 8;

struct FormSession::State {
  explicit State(LoopForms &forms) : candidates(forms) {}

  FormCandidates candidates;
};

/// The form of smallest peak; without a plan if no form has one.
static Expected<FoundForm> minimize(FormSearch &search, const Ask &ask) {
  FoundForm best;
  for (FormCandidate *candidate : llvm::reverse(search.candidates.getHull())) {
    if (best.hasPlan() && !candidate->mayFit(best.outcome.plan.peak - 1))
      break;
    Expected<bool> offered = search.offer(ask, *candidate, best);
    if (!offered)
      return offered.takeError();
    if (best.outcome.status == Status::NotApplicable || search.isOver(ask))
      return best;
  }
  if (Error error = shrinkBySegments(search, ask, best))
    return std::move(error);
  if (Error error = parkSmallest(search, ask, best))
    return std::move(error);
  if (Error error = parkAround(search, ask, best))
    return std::move(error);
  return best;
}

/// Without a plan if no form has one.
static Expected<FoundForm> fit(FormSearch &search, const Ask &ask) {
  FormCandidates &candidates = search.candidates;
  ArrayRef<FormCandidate *> hull = candidates.getHull();
  FoundForm best;
  for (size_t i = candidates.findFirstThatMayFit(*ask.budget); i < hull.size();
       ++i) {
    if (best.hasPlan() && hull[i]->getLeastTime() >= best.outcome.plan.time)
      continue;
    if (best.candidate && search.isOver(ask))
      break;
    Expected<bool> offered = search.offer(ask, *hull[i], best);
    if (!offered)
      return offered.takeError();
  }
  // Before segments, which are to take less time than these.
  if (Error error = fillWithStacks(search, ask, best))
    return std::move(error);
  FoundForm whole = best;
  if (Error error = runFormsInSegments(search, ask, best))
    return std::move(error);
  if (Error error = runFormsInSmallestSegments(search, ask, best))
    return std::move(error);
  if (best.candidate != whole.candidate)
    if (Error error = fillWithStacks(search, ask, best))
      return std::move(error);
  if (candidates.forms.prefersFewStacks() && whole.hasPlan() &&
      best.outcome.plan.time >
          whole.outcome.plan.time * (1 - leastGainBySegments)) {
    addStops(best.outcome, whole.outcome);
    best = std::move(whole);
  }
  if (best.hasPlan())
    if (Error error = dropSmallStacks(search, ask, best))
      return std::move(error);
  const FormCandidate *onDevice = best.candidate;
  if (Error error = parkMoreStacks(search, ask, best))
    return std::move(error);
  if (best.candidate != onDevice && best.outcome.hasPlan())
    if (Error error = dropSmallStacks(search, ask, best))
      return std::move(error);
  if (Error error = parkAround(search, ask, best))
    return std::move(error);
  if (!best.hasPlan())
    return best;
  FormCandidate *given = &candidates.getGiven();
  if (best.candidate != given && given->getBasePeak() <= *ask.budget &&
      best.outcome.plan.time >= given->getLeastTime() * (1 - leastGain)) {
    FoundForm asGiven;
    Expected<bool> offered = search.offer(ask, *given, asGiven);
    if (!offered)
      return offered.takeError();
    addStops(best.outcome, asGiven.outcome);
    return asGiven;
  }
  return best;
}

/// By the form of the smallest peak.
static Expected<FoundForm> refuse(FormSearch &search, const Ask &ask) {
  Expected<FoundForm> least = minimize(search, ask.withBudget(std::nullopt));
  if (!least || !least->outcome.hasPlan())
    return least;
  Plan smallest = std::move(least->outcome.plan);
  if (smallest.peak <= *ask.budget) {
    // The search for this budget went other ways.
    least->outcome.plan = std::move(smallest);
    least->outcome.budget = *ask.budget;
    return least;
  }
  Outcome refusal;
  refusal.status = Status::NotFound;
  refusal.budget = *ask.budget;
  refusal.smallestPeak = smallest.peak;
  refusal.smallest = std::move(smallest);
  refusal.stop = least->outcome.stop;
  refusal.isCut = least->outcome.isCut;
  least->outcome = std::move(refusal);
  return least;
}

/// Takes the fastest form with a peak that is no larger.
static Expected<FoundForm> hasten(FormSearch &search, const Ask &ask,
                                  FoundForm least) {
  const Plan &plan = least.outcome.plan;
  Expected<FoundForm> faster = fit(search, ask.withBudget(plan.peak));
  if (!faster)
    return faster;
  if (!faster->hasPlan() || faster->outcome.plan.time >= plan.time)
    return least;
  faster->outcome.budget = std::max<int64_t>(faster->outcome.plan.peak, 1);
  return faster;
}

static Expected<FoundForm> solveForms(FormCandidates &candidates,
                                      const Ask &ask) {
  Ask inner = ask;
  // Proofs are made once, of all forms.
  inner.isAssessed = false;
  inner.timeFloor = 0;
  FormSearch search(candidates, std::exchange(inner.host, {}),
                    inner.search.timeLimit);
  if (std::optional<double> &limit = inner.search.timeLimit)
    *limit /= searchesPerAsk;
  Expected<FoundForm> found =
      ask.budget ? fit(search, inner) : minimize(search, inner);
  if (!found)
    return found;
  const bool hasPlan = found->hasPlan();
  if (ask.budget && !hasPlan)
    found = refuse(search, inner);
  else if (!ask.budget && hasPlan && !search.isOver(inner))
    found = hasten(search, inner, std::move(*found));
  // Between two searches, neither says so.
  if (found && search.getSecondsLeft() <= 0) {
    found->outcome.stop = std::max(found->outcome.stop, StopReason::TimeLimit);
    found->outcome.isCut = true;
  }
  return found;
}

FormSession::FormSession(LoopForms &forms)
    : state(std::make_unique<State>(forms)) {}
FormSession::~FormSession() = default;

Expected<Plan> FormSession::getBase() {
  return state->candidates.getGiven().getSession()->getBase();
}

std::unique_ptr<PlanOracle> FormSession::startAnew() const {
  return std::make_unique<FormSession>(state->candidates.forms);
}

Expected<Outcome> FormSession::solve(const Ask &ask) {
  // The forms' own sessions do not see its host.
  if (Error error = ask.check())
    return std::move(error);
  Expected<FoundForm> found = solveForms(state->candidates, ask);
  if (!found)
    return found.takeError();
  Outcome &outcome = found->outcome;
  outcome.stacks = found->candidate->choice;
  outcome.host = ask.host;
  restateForForms(ask, state->candidates.getGiven().getForm(),
                  found->candidate->getForm(), outcome);
  return std::move(outcome);
}

PeakBound FormSession::getPeakBound(const StackChoice &choice,
                                    int64_t hostBytes) {
  FormCandidate &candidate = state->candidates.get(choice);
  candidate.getSession();
  return getPeakBoundOfForms(state->candidates.getGiven().getForm(),
                             candidate.getForm(), hostBytes);
}

void FormSession::restate(const Ask &ask, Outcome &outcome) {
  FormCandidate &candidate = state->candidates.get(*outcome.stacks);
  candidate.getSession();
  restateForForms(ask, state->candidates.getGiven().getForm(),
                  candidate.getForm(), outcome);
}
