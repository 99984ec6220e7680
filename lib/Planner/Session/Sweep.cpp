//===- Sweep.cpp - Many budgets of one graph ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Sweep.h"

#include "Session/SharedWork.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// From `low` to `high`, both included; at least 1 byte each.
static std::vector<int64_t> spread(int64_t low, int64_t high, int64_t count) {
  std::vector<int64_t> budgets(count, std::max<int64_t>(low, 1));
  const int64_t way = high - low, gaps = count - 1;
  // Without a product that could overflow: way = whole * gaps + rest.
  for (int64_t i = 1; i < count; ++i)
    budgets[i] =
        std::max<int64_t>(low + way / gaps * i + way % gaps * i / gaps, 1);
  return budgets;
}

namespace {
class Sweeper {
public:
  Sweeper(const Problem &asked, int64_t count)
      : graph(asked.graph), problem(asked), count(count) {
    problem.budget = std::nullopt;
    problem.search.archive = asked.search.archive ? asked.search.archive : &own;
    toldStopped = asked.search.wasStopped;
    problem.search.wasStopped = &searchStopped;
  }

  Error run(ArrayRef<std::string> strategies);

  SweepResult result;

private:
  /// What is known of one strategy beside its sweep.
  struct State {
    StrategySweep *sweep;
    /// Strategies other than `auto`: all that they have.
    OfferedPlans offered;
    bool applies() const { return sweep->reason.empty(); }
    bool isAuto() const { return sweep->strategy == "auto"; }
  };

  Error findSmallest(State &state);
  Expected<Plan> solveOther(State &state, std::optional<int64_t> budget);
  Error keepBase();
  Error chooseBudgets();
  void findBound(size_t i);
  Error sweepOther(State &state);
  Error sweepAuto(State &state);
  Problem problemFor(int64_t number);
  Error searchAt(State &state, size_t i);
  void settle(State &state);
  void updateSmallest(StrategySweep &sweep);
  void assessAll();
  /// Whether somebody interrupted the sweep; what asks leaves something out.
  bool isInterrupted() {
    const bool is = problem.search.interrupt && *problem.search.interrupt;
    if (is)
      noteStop();
    return is;
  }
  /// Whether the search since the last call ended before it was through.
  bool wasCut() {
    const bool is = std::exchange(searchStopped, false);
    if (is)
      noteStop();
    return is;
  }
  void noteStop() {
    result.wasStopped = true;
    if (toldStopped)
      *toldStopped = true;
  }
  void keep(Plan plan) {
    plan.provedOptimal = false;
    problem.search.archive->add(plan);
  }

  const Graph &graph;
  Problem problem;
  const int64_t count;
  PlanArchive own;
  SharedWork shared;
  /// Of the search at hand, and of the caller; that one may be null.
  bool searchStopped = false;
  bool *toldStopped = nullptr;
  std::vector<State> states;
};
} // namespace

//===----------------------------------------------------------------------===//
// Budgets and bounds
//===----------------------------------------------------------------------===//

Error Sweeper::findSmallest(State &state) {
  Expected<Plan> smallest = [&] {
    if (!state.isAuto())
      return solveOther(state, std::nullopt);
    Problem asked = problemFor(0);
    return solve(asked, "auto");
  }();
  wasCut();
  if (smallest) {
    keep(*smallest);
    state.sweep->smallest = std::move(*smallest);
    return Error::success();
  }
  return handleErrors(smallest.takeError(),
                      [&](const NotApplicableError &error) {
                        state.sweep->reason = error.reason;
                      });
}

/// The step as it stands is a plan, unless pins forbid it: what is stopped
/// early has it.
Error Sweeper::keepBase() {
  Plan base;
  base.strategy = "none";
  base.steps = baseSteps(graph);
  Expected<Simulation> simulation = simulate(graph, base.steps);
  if (!simulation)
    return simulation.takeError();
  result.basePeak = base.peak = simulation->peak;
  base.time = simulation->time;
  if (Error error = verify(problem, base))
    consumeError(std::move(error));
  else
    keep(std::move(base));
  return Error::success();
}

Error Sweeper::chooseBudgets() {
  if (Error error = keepBase())
    return error;
  std::optional<int64_t> least;
  for (const State &state : states)
    if (state.applies())
      least = std::min(least.value_or(state.sweep->smallest.peak),
                       state.sweep->smallest.peak);
  if (!least) {
    std::string reasons;
    for (const StrategySweep &each : result.strategies)
      reasons += (reasons.empty() ? "" : "; ") +
                 (result.strategies.size() > 1 ? each.strategy + ": " : "") +
                 each.reason;
    return make_error<NotApplicableError>(reasons);
  }
  result.budgets = spread(*least, std::max(result.basePeak, *least), count);
  result.peakBound = lowerBoundPeak(graph);
  result.bounds.resize(count);
  for (StrategySweep &each : result.strategies)
    if (each.reason.empty())
      each.plans.resize(count);
  return Error::success();
}

/// Fills in the bound of a budget, that of the next one being there. Plans that
/// are there and meet that one need no other.
void Sweeper::findBound(size_t i) {
  TimeBound &bound = result.bounds[i];
  if (!bound.reason.empty())
    return;
  const Plan *known = problem.search.archive->find(result.budgets[i]);
  if (i + 1 != result.bounds.size()) {
    bound = result.bounds[i + 1];
    const bool isMet = known && known->time <= bound.time * (1 + 1e-12);
    if (isMet || isInterrupted())
      return;
  }
  TimeBound own = lowerBoundTime(Problem(graph, result.budgets[i]));
  if (bound.reason.empty() || own.time > bound.time)
    bound = std::move(own);
}

//===----------------------------------------------------------------------===//
// Strategies other than auto
//===----------------------------------------------------------------------===//

Expected<Plan> Sweeper::solveOther(State &state,
                                   std::optional<int64_t> budget) {
  Problem asked = problem;
  asked.budget = budget;
  const std::string &name = state.sweep->strategy;
  Expected<Plan> plan =
      solveOnce(asked, state.offered,
                [&](const Problem &inner) { return solve(inner, name); });
  if (!plan)
    return plan;
  plan->strategy = name;
  // What was kept of what was offered has not been looked at by anybody.
  if (Error error = verify(asked, *plan))
    return createStringError(
        "the strategy '" + name +
        "' made an invalid plan: " + toString(std::move(error)));
  return plan;
}

Error Sweeper::sweepOther(State &state) {
  const Plan *before = nullptr;
  for (auto [budget, found] : zip_equal(result.budgets, state.sweep->plans)) {
    if (budget < state.sweep->smallest.peak)
      continue;
    Expected<Plan> plan = solveOther(state, budget);
    if (!plan)
      return plan.takeError();
    keep(*plan);
    found.emplace().isSearched = !wasCut();
    found->plan = std::move(*plan);
    // Where plans depend on the budget, more of it may have been of no use.
    if (before && before->time < found->plan.time)
      found->plan = *before;
    before = &found->plan;
  }
  updateSmallest(*state.sweep);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// auto
//===----------------------------------------------------------------------===//

/// The problem for a budget, counted from 1; of the smallest peak for 0.
Problem Sweeper::problemFor(int64_t number) {
  Problem asked = problem;
  asked.search.shared = &shared;
  if (number > 0)
    asked.budget = result.budgets[number - 1];
  if (problem.search.progress)
    asked.search.progress = [this, number](SearchProgress now) {
      now.sweepBudget = number;
      now.sweepBudgets = count;
      problem.search.progress(now);
    };
  return asked;
}

Error Sweeper::searchAt(State &state, size_t i) {
  findBound(i);
  std::optional<SweptPlan> &found = state.sweep->plans[i];
  const Plan *known = problem.search.archive->find(result.budgets[i]);
  shared.timeBound = result.bounds[i].time;
  const bool isMet = known && known->time <= shared.timeBound * (1 + 1e-12);
  if (isMet || isInterrupted()) {
    if (known && (isMet || !found)) {
      found.emplace();
      found->plan = *known;
      found->plan.provedOptimal = isMet;
      found->isSearched = isMet;
    }
    return Error::success();
  }
  Expected<Plan> plan = solve(problemFor(i + 1), "auto");
  const bool isSearched = !wasCut();
  // A search that was interrupted; or the plan with the smallest peak is that
  // of another strategy.
  if (!plan)
    return handleErrors(plan.takeError(), [](const RefusalError &) {});
  // What was searched on the way down stays so.
  if (!found)
    found.emplace().isSearched = false;
  found->isSearched |= isSearched || plan->provedOptimal;
  if (!found->plan.provedOptimal || plan->provedOptimal)
    found->plan = std::move(*plan);
  return Error::success();
}

Error Sweeper::sweepAuto(State &state) {
  // The smallest budget is the hardest, and has all of the work. Then from
  // above, where little has to be computed again, down to it; and up again,
  // with what was found on both sides.
  if (Error error = searchAt(state, 0))
    return error;
  shared.isRefining = true;
  for (size_t i = count; i-- > 1;)
    if (Error error = searchAt(state, i))
      return error;
  for (int64_t i = 1; i < count; ++i)
    if (Error error = searchAt(state, i))
      return error;
  settle(state);
  return Error::success();
}

/// Each takes the fastest plan within its budget that is known, and the proofs
/// that are.
void Sweeper::settle(State &state) {
  std::vector<std::optional<SweptPlan>> &points = state.sweep->plans;
  for (auto [budget, point] : zip_equal(result.budgets, points)) {
    const Plan *known = problem.search.archive->find(budget);
    if (!known || (point && known->time >= point->plan.time))
      continue;
    // Faster than what is proved optimal is so by the rounding of a sum.
    const bool proved = point && point->plan.provedOptimal;
    if (!point)
      point.emplace().isSearched = !isInterrupted();
    point->plan = *known;
    point->plan.provedOptimal = proved;
  }
  // A plan that is optimal for more budget, and within this one.
  for (size_t i = points.size(); i-- > 1;)
    if (points[i] && points[i - 1] && points[i]->plan.provedOptimal &&
        points[i]->plan.peak <= result.budgets[i - 1])
      points[i - 1]->plan = points[i]->plan;
  updateSmallest(*state.sweep);
}

/// Searches of budgets may have found a faster plan with a peak that small.
void Sweeper::updateSmallest(StrategySweep &sweep) {
  for (const std::optional<SweptPlan> &point : sweep.plans)
    if (point && point->plan.peak <= sweep.smallest.peak &&
        point->plan.time < sweep.smallest.time)
      sweep.smallest = point->plan;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void Sweeper::assessAll() {
  const double forward = graph.forwardTime(), step = graph.baseTime();
  for (size_t i = result.budgets.size(); i-- > 0;) {
    findBound(i);
    TimeBound &bound = result.bounds[i];
    if (i + 1 != result.bounds.size() && result.bounds[i + 1].time > bound.time)
      bound = result.bounds[i + 1];
    for (const StrategySweep &each : result.strategies)
      if (each.reason.empty() && each.plans[i] &&
          each.plans[i]->plan.provedOptimal &&
          each.plans[i]->plan.time > bound.time)
        bound = {each.plans[i]->plan.time,
                 "the search proved that no plan within the budget is faster"};
    for (StrategySweep &each : result.strategies)
      if (each.reason.empty() && each.plans[i]) {
        SweptPlan &found = *each.plans[i];
        found.optimality =
            compareWithBound(bound, found.plan.time, forward, step);
        // There is nothing left to search for.
        found.isSearched |= found.optimality.proved;
      }
  }
}

Error Sweeper::run(ArrayRef<std::string> strategies) {
  result.strategies.resize(strategies.size());
  states.resize(strategies.size());
  // `auto` is last: it takes what the others have.
  std::vector<State *> order;
  for (auto [name, sweep, state] :
       zip_equal(strategies, result.strategies, states)) {
    sweep.strategy = name;
    state.sweep = &sweep;
    order.push_back(&state);
  }
  llvm::stable_sort(order, [](const State *a, const State *b) {
    return a->isAuto() < b->isAuto();
  });
  for (State *state : order)
    if (Error error = findSmallest(*state))
      return error;
  if (Error error = chooseBudgets())
    return error;
  for (State *state : order)
    if (state->applies())
      if (Error error =
              state->isAuto() ? sweepAuto(*state) : sweepOther(*state))
        return error;
  assessAll();
  return Error::success();
}

static Error checkSweep(const Problem &problem, int64_t count,
                        ArrayRef<std::string> strategies) {
  constexpr int64_t most = 100000;
  if (count < 1 || count > most)
    return createStringError("a sweep over " + Twine(count) +
                             " budgets is out of range; give 1 to " +
                             Twine(most));
  if (strategies.empty())
    return createStringError("a sweep needs a strategy: auto, for one");
  for (const auto &[i, name] : enumerate(strategies))
    if (is_contained(strategies.take_front(i), name))
      return createStringError("the strategy '" + name +
                               "' is there twice; name each once");
  return problem.check();
}

Expected<SweepResult>
mlir::remat::planner::sweep(const Problem &problem, int64_t count,
                            ArrayRef<std::string> strategies) {
  if (Error error = checkSweep(problem, count, strategies))
    return std::move(error);
  Sweeper sweeper(problem, count);
  if (Error error = sweeper.run(strategies))
    return std::move(error);
  return std::move(sweeper.result);
}

Expected<std::vector<BudgetedPlan>>
mlir::remat::planner::sweep(const Problem &problem, int64_t count,
                            StringRef strategy) {
  Expected<SweepResult> result =
      sweep(problem, count, ArrayRef<std::string>(strategy.str()));
  if (!result)
    return result.takeError();
  std::vector<BudgetedPlan> points;
  for (auto [budget, found] :
       zip_equal(result->budgets, result->strategies.front().plans))
    points.push_back({std::move(found->plan), budget});
  return points;
}
