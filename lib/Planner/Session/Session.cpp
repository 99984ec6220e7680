//===- Session.cpp - Asks about one graph ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Session.h"

#include "ParkedPlans.h"

#include "Auto/AutoMemory.h"
#include "Graph/SearchControl.h"
#include "Graph/UnreadSteps.h"
#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/Refusal.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Strategies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#define DEBUG_TYPE "remat-session"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

struct Session::State {
  explicit State(const Graph &graph) : graph(graph) {}

  /// Key of searches and offers, beside the graph and the budget.
  using Key = std::tuple<Objective, int, std::optional<uint64_t>, Reorder>;
  static Key getKey(const Ask &ask) {
    return {ask.objective, ask.search.effort, ask.search.workLimit,
            ask.search.reorder};
  }

  const PeakBound &getPeakBound();
  PeakBound getPeakBound(const HostMemory &host) {
    return host.isAvailable() ? lowerBoundPeak(graph, host.budget)
                              : getPeakBound();
  }
  void add(Plan plan);
  Expected<Plan> runStrategy(const Ask &ask, const Strategy &strategy);
  void consultArchive(const Ask &ask, Plan &plan) const;
  void dropUnread(const Ask &ask, const Strategy &strategy, Plan &plan) const;
  void refuse(const Ask &ask, Plan smallest, Outcome &outcome);
  Error accept(const Ask &ask, Plan plan, Outcome &outcome);

  const Graph &graph;
  std::optional<Plan> base;
  std::optional<PeakBound> peakBound;
  std::unique_ptr<CanonicalStep> canonical;
  PlanArchive archive;
  std::map<Key, AutoMemory> memories;
  /// Of strategies other than `auto`.
  std::map<std::pair<Objective, std::string>, OfferedPlans> offered;
};

Session::Session(const Graph &graph) : state(new State(graph)) {}
Session::~Session() = default;

std::unique_ptr<PlanOracle> Session::startAnew() const {
  return std::make_unique<Session>(state->graph);
}

const Graph &Session::getGraph() const { return state->graph; }

Expected<Plan> Session::getBase() {
  if (!state->base) {
    const std::vector<Step> steps = baseSteps(state->graph);
    Expected<Simulation> simulation = simulate(state->graph, steps);
    if (!simulation)
      return simulation.takeError();
    state->base = makePlan(steps, *simulation);
    state->base->strategy = "none";
  }
  return *state->base;
}

const PeakBound &Session::State::getPeakBound() {
  if (!peakBound)
    peakBound = lowerBoundPeak(graph);
  return *peakBound;
}

const PeakBound &Session::getPeakBound() { return state->getPeakBound(); }

const PlanArchive &Session::getPlans() const { return state->archive; }

void Session::State::add(Plan plan) {
  // Proved for one ask only.
  plan.provedOptimal = false;
  archive.add(plan);
}

Error Session::add(Plan plan) {
  if (Error error = checkStrategy(plan.strategy))
    return error;
  if (Error error = verify(Problem(state->graph), plan))
    return error;
  state->add(std::move(plan));
  return Error::success();
}

/// Answers that no plan is within the budget.
void Session::State::refuse(const Ask &ask, Plan smallest, Outcome &outcome) {
  // A refusal is about all runs of the step, not about plans that keep loops,
  // branches and calls whole.
  outcome.bound = lowerBoundPeakOfRuns(graph, ask.host.budget);
  outcome.boundOfPlans = getPeakBound(ask.host).bytes;
  outcome.smallestPeak = smallest.peak;
  outcome.smallest = std::move(smallest);
  outcome.status =
      *ask.budget < outcome.bound.bytes ? Status::Infeasible : Status::NotFound;
  outcome.message = describeRefusal(outcome, "the step", ask.strategy);
}

/// Replaces `plan` by a known one that is better for the ask: of plans over the
/// budget, the one with the smallest peak.
void Session::State::consultArchive(const Ask &ask, Plan &plan) const {
  const Plan *kept = archive.find(ask.budget);
  if (!kept)
    kept = archive.find(std::nullopt);
  auto getRank = [&](const Plan &each) {
    const bool isOver = ask.budget && each.peak > *ask.budget;
    const double time = ask.budget && !isOver ? each.time : 0;
    return std::tuple(isOver, time, each.peak, each.time);
  };
  if (!kept || getRank(*kept) >= getRank(plan))
    return;
  LLVM_DEBUG(dbgs() << "session: a known plan is better, of peak " << kept->peak
                    << " and time " << kept->time << "\n");
  // A proof of one plan holds for equally good ones; better ones are so by
  // rounding.
  const bool proved = plan.provedOptimal;
  plan = *kept;
  plan.provedOptimal = proved;
}

Expected<Plan> Session::State::runStrategy(const Ask &ask,
                                           const Strategy &strategy) {
  Problem problem = ask.getProblem(graph);
  // All requests to other solvers on the way are for this budget.
  RelayObserver observer(ask.observer, [&](SearchProgress &progress) {
    progress.budget = ask.budget;
  });
  if (ask.observer)
    problem.observer = &observer;
  const bool reusesWork = ask.reuse >= Reuse::Searches;
  if (!strategy.isSearch())
    return askSolver(problem, strategy.solver, Scale::Alone,
                     reusesWork ? &offered[{ask.objective, ask.strategy}]
                                : nullptr);
  SolverContext context;
  context.starts = strategies();
  context.canonical = &canonical;
  context.memory = reusesWork ? &memories[getKey(ask)] : nullptr;
  // Without a plan to start from, it is a search like any other.
  context.isRefining =
      ask.reuse == Reuse::Neighbors && context.memory->found.find(ask.budget);
  context.timeFloor = ask.timeFloor;
  problem.context = &context;
  return strategy.solver(problem);
}

/// The plan without steps that nothing reads. None if it has no such steps, or
/// is not valid: with them, so that the strategy's defect shows, or without, as
/// pins depend on the first runs.
static std::optional<Plan> shorten(const Graph &graph, const Plan &plan,
                                   bool keepsFirstRuns) {
  Plan shorter = plan;
  shorter.steps = dropUnreadSteps(graph, plan.steps, keepsFirstRuns);
  if (shorter.steps.size() == plan.steps.size())
    return std::nullopt;
  auto isValid = [&](const Plan &each) {
    Error error = verify(Problem(graph), each);
    return !errorToBool(std::move(error));
  };
  Expected<Simulation> simulation = simulate(graph, shorter.steps);
  if (!simulation) {
    consumeError(simulation.takeError());
    return std::nullopt;
  }
  shorter.peak = simulation->peak;
  shorter.time = simulation->time;
  if (!isValid(plan) || !isValid(shorter))
    return std::nullopt;
  return shorter;
}

/// Searches for a small peak leave runs behind that nothing reads. First runs
/// are where the ask wants them, unless it leaves the order open.
void Session::State::dropUnread(const Ask &ask, const Strategy &strategy,
                                Plan &plan) const {
  const bool isOrderOpen =
      strategy.isSearch() && ask.search.reorder == Reorder::Full;
  std::optional<Plan> shorter;
  if (isOrderOpen)
    shorter = shorten(graph, plan, /*keepsFirstRuns=*/false);
  if (!shorter)
    shorter = shorten(graph, plan, /*keepsFirstRuns=*/true);
  if (!shorter)
    return;
  LLVM_DEBUG(dbgs() << "session: nothing reads "
                    << plan.steps.size() - shorter->steps.size() << " steps\n");
  plan = std::move(*shorter);
}

/// Whether the ask uses plans of the session and adds its own.
static bool sharesPlans(const Ask &ask) {
  return ask.reuse != Reuse::Nothing &&
         lookupStrategy(ask.strategy)->isSearch();
}

/// Verifies a plan within the budget and makes it the outcome.
Error Session::State::accept(const Ask &ask, Plan plan, Outcome &outcome) {
  const Problem problem = ask.getProblem(graph);
  if (Error error = verify(problem, plan))
    return createStringError(
        "the strategy '" + ask.strategy +
        "' made an invalid plan: " + toString(std::move(error)));
  if (sharesPlans(ask) && !ask.host.isAvailable())
    add(plan);
  if (!ask.budget)
    outcome.budget = std::max<int64_t>(plan.peak, 1);
  if (ask.isAssessed) {
    outcome.bound = getPeakBound(ask.host);
    outcome.optimality = assess(problem, plan);
  }
  outcome.plan = std::move(plan);
  return Error::success();
}

/// Turns an error that the strategy does not apply into the outcome; returns
/// others.
static Error takeNotApplicable(Error error, Outcome &outcome) {
  return handleErrors(std::move(error), [&](const NotApplicableError &reason) {
    outcome.status = Status::NotApplicable;
    outcome.message = reason.reason;
  });
}

static StopReason getStopReason(const Ask &ask, const Outcome &outcome) {
  if (ask.isInterrupted())
    return StopReason::Interrupt;
  return outcome.isCut ? StopReason::TimeLimit : StopReason::None;
}

/// Solves without a host for several budgets, in one session so that these
/// searches share plans; then parks.
Expected<Outcome> Session::solveParked(const Ask &ask) {
  if (ask.reuse == Reuse::Nothing) {
    Session own(state->graph);
    Ask inner = ask;
    inner.reuse = Reuse::Plans;
    return own.solve(inner);
  }
  Outcome outcome;
  outcome.budget = ask.budget.value_or(0);
  outcome.host = ask.host;
  Expected<ParkedAnswer> answer = searchParkedPlan(*this, ask);
  if (!answer) {
    if (Error other = takeNotApplicable(answer.takeError(), outcome))
      return std::move(other);
    return outcome;
  }
  outcome.isCut = answer->isCut;
  outcome.stop = getStopReason(ask, outcome);
  if (ask.budget && answer->plan.peak > *ask.budget)
    state->refuse(ask, std::move(answer->plan), outcome);
  else if (Error error = state->accept(ask, std::move(answer->plan), outcome))
    return std::move(error);
  return outcome;
}

Expected<Outcome> Session::solve(const Ask &ask) {
  if (Error error = ask.check())
    return std::move(error);
  if (ask.host.isAvailable())
    return solveParked(ask);
  const Strategy &strategy = *lookupStrategy(ask.strategy);
  SearchControl control(ask.search, ask.observer);
  Outcome outcome;
  outcome.budget = ask.budget.value_or(0);
  Expected<Plan> plan = state->runStrategy(ask, strategy);
  if (!plan) {
    if (Error other = takeNotApplicable(plan.takeError(), outcome))
      return std::move(other);
    return outcome;
  }
  state->dropUnread(ask, strategy, *plan);
  plan->strategy = ask.strategy;
  if (plan->stage.empty())
    plan->stage = ask.strategy;
  outcome.isCut =
      strategy.isSearch() && !plan->provedOptimal && control.shouldStop();
  outcome.stop = getStopReason(ask, outcome);
  if (sharesPlans(ask))
    state->consultArchive(ask, *plan);
  if (ask.budget && plan->peak > *ask.budget)
    state->refuse(ask, std::move(*plan), outcome);
  else if (Error error = state->accept(ask, std::move(*plan), outcome))
    return std::move(error);
  return outcome;
}
