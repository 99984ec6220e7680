//===- Sweep.cpp - Many budgets of one graph ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Sweep.h"

#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/Strategies.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// From `low` to `high`, both included; at least 1 byte each.
static std::vector<int64_t> spread(int64_t low, int64_t high, int64_t count) {
  std::vector<int64_t> budgets(count, std::max<int64_t>(low, 1));
  const int64_t way = high - low, gaps = count - 1;
  // Avoids an overflowing product: way = whole * gaps + rest.
  for (int64_t i = 1; i < count; ++i)
    budgets[i] =
        std::max<int64_t>(low + way / gaps * i + way % gaps * i / gaps, 1);
  return budgets;
}

namespace {
class Sweeper {
public:
  Sweeper(Session &session, const Ask &asked, int64_t count)
      : session(session), graph(session.getGraph()), ask(asked), count(count),
        observer(asked.observer, [this](SearchProgress &progress) {
          progress.sweepBudget = number;
          progress.sweepBudgets = this->count;
        }) {
    ask.budget = std::nullopt;
    ask.timeFloor = 0;
    ask.isAssessed = false;
    if (ask.observer)
      ask.observer = &observer;
  }

  Error run(ArrayRef<std::string> strategies);

  SweepResult result;

private:
  /// Solves for a budget, counted from 1; 0 for the smallest peak.
  Expected<Outcome> solve(const StrategySweep &sweep, size_t number);
  Error findSmallest(StrategySweep &sweep);
  Error chooseBudgets();
  void findBound(size_t i);
  Error sweepOther(StrategySweep &sweep);
  Error sweepSearch(StrategySweep &sweep);
  Error searchAt(StrategySweep &sweep, size_t i);
  void settle(StrategySweep &sweep);
  void updateSmallest(StrategySweep &sweep);
  void assessAll();
  /// Whether the observer interrupted the sweep, making it incomplete.
  bool isInterrupted() {
    const bool is = ask.isInterrupted();
    result.wasStopped |= is;
    return is;
  }
  const Plan *findKnown(int64_t budget) const {
    return session.getPlans().find(budget);
  }

  Session &session;
  const Graph &graph;
  Ask ask;
  const int64_t count;
  RelayObserver observer;
  /// Of the current budget, from 1; 0 is the smallest peak.
  int64_t number = 0;
};
} // namespace

Expected<Outcome> Sweeper::solve(const StrategySweep &sweep, size_t number) {
  this->number = number;
  Ask asked = ask;
  asked.strategy = sweep.strategy;
  if (number > 0) {
    asked.budget = result.budgets[number - 1];
    asked.timeFloor = result.bounds[number - 1].time;
  }
  asked.reuse = number > 1 ? Reuse::Neighbors : Reuse::Searches;
  Expected<Outcome> outcome = session.solve(asked);
  if (outcome)
    result.wasStopped |= outcome->isCut;
  return outcome;
}

Error Sweeper::findSmallest(StrategySweep &sweep) {
  Expected<Outcome> smallest = solve(sweep, 0);
  if (!smallest)
    return smallest.takeError();
  if (!smallest->hasPlan()) {
    sweep.reason = std::move(smallest->message);
    return Error::success();
  }
  sweep.smallest = std::move(smallest->plan);
  return session.add(sweep.smallest);
}

Error Sweeper::chooseBudgets() {
  Expected<Plan> base = session.getBase();
  if (!base)
    return base.takeError();
  result.basePeak = base->peak;
  // Serves a sweep that is stopped early, unless pins forbid it.
  consumeError(session.add(std::move(*base)));
  std::optional<int64_t> least;
  for (const StrategySweep &sweep : result.strategies)
    if (sweep.reason.empty())
      least =
          std::min(least.value_or(sweep.smallest.peak), sweep.smallest.peak);
  if (!least) {
    std::string reasons;
    for (const StrategySweep &each : result.strategies)
      reasons += (reasons.empty() ? "" : "; ") +
                 (result.strategies.size() > 1 ? each.strategy + ": " : "") +
                 each.reason;
    return make_error<NotApplicableError>(reasons);
  }
  result.budgets = spread(*least, std::max(result.basePeak, *least), count);
  result.peakBound = session.getPeakBound();
  result.bounds.resize(count);
  for (StrategySweep &each : result.strategies)
    if (each.reason.empty())
      each.plans.resize(count);
  return Error::success();
}

/// Whether no plan is faster, up to rounding.
static bool meets(const Plan *plan, const TimeBound &bound) {
  return plan && plan->time <= bound.time * (1 + 1e-12);
}

/// Fills in a budget's bound after the next one's: a known plan that meets that
/// one needs no other.
void Sweeper::findBound(size_t i) {
  TimeBound &bound = result.bounds[i];
  if (!bound.reason.empty())
    return;
  const Plan *known = findKnown(result.budgets[i]);
  if (i + 1 != result.bounds.size()) {
    bound = result.bounds[i + 1];
    if (meets(known, bound) || isInterrupted())
      return;
  }
  TimeBound own = lowerBoundTime(Problem(graph, result.budgets[i]));
  if (bound.reason.empty() || own.time > bound.time)
    bound = std::move(own);
}

Error Sweeper::sweepOther(StrategySweep &sweep) {
  const Plan *before = nullptr;
  for (auto [i, found] : enumerate(sweep.plans)) {
    if (result.budgets[i] < sweep.smallest.peak)
      continue;
    Expected<Outcome> outcome = solve(sweep, i + 1);
    if (!outcome)
      return outcome.takeError();
    if (!outcome->hasPlan())
      return createStringError(outcome->message);
    if (Error error = session.add(outcome->plan))
      return error;
    found.emplace().isSearched = !outcome->isCut;
    found->plan = std::move(outcome->plan);
    // Where plans depend on the budget, more of it may not help.
    if (before && before->time < found->plan.time)
      found->plan = *before;
    before = &found->plan;
  }
  updateSmallest(sweep);
  return Error::success();
}

Error Sweeper::searchAt(StrategySweep &sweep, size_t i) {
  findBound(i);
  std::optional<SweptPlan> &found = sweep.plans[i];
  const Plan *known = findKnown(result.budgets[i]);
  const bool isMet = meets(known, result.bounds[i]);
  if (isMet || isInterrupted()) {
    if (known && (isMet || !found)) {
      found.emplace();
      found->plan = *known;
      found->plan.provedOptimal = isMet;
      found->isSearched = isMet;
    }
    return Error::success();
  }
  Expected<Outcome> outcome = solve(sweep, i + 1);
  if (!outcome)
    return outcome.takeError();
  // An interrupted search, or the smallest peak is another strategy's.
  if (outcome->isRefusal())
    return Error::success();
  if (!outcome->hasPlan())
    return make_error<NotApplicableError>(outcome->message);
  Plan &plan = outcome->plan;
  // Earlier results on the way down remain.
  if (!found)
    found.emplace().isSearched = false;
  found->isSearched |= !outcome->isCut || plan.provedOptimal;
  if (!found->plan.provedOptimal || plan.provedOptimal)
    found->plan = std::move(plan);
  return Error::success();
}

Error Sweeper::sweepSearch(StrategySweep &sweep) {
  // The smallest budget is the hardest and gets all of the work. Then down from
  // above, with few reruns, and up again with plans from both sides.
  if (Error error = searchAt(sweep, 0))
    return error;
  for (size_t i = count; i-- > 1;)
    if (Error error = searchAt(sweep, i))
      return error;
  for (int64_t i = 1; i < count; ++i)
    if (Error error = searchAt(sweep, i))
      return error;
  settle(sweep);
  return Error::success();
}

/// Gives each budget the fastest known plan within it, and the known proofs.
void Sweeper::settle(StrategySweep &sweep) {
  std::vector<std::optional<SweptPlan>> &points = sweep.plans;
  for (auto [budget, point] : zip_equal(result.budgets, points)) {
    const Plan *known = findKnown(budget);
    if (!known || (point && known->time >= point->plan.time))
      continue;
    // Only rounding makes a plan faster than an optimal one.
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
  updateSmallest(sweep);
}

/// Other budgets' searches may have found a faster plan with this peak.
void Sweeper::updateSmallest(StrategySweep &sweep) {
  for (const std::optional<SweptPlan> &point : sweep.plans)
    if (point && point->plan.peak <= sweep.smallest.peak &&
        point->plan.time < sweep.smallest.time)
      sweep.smallest = point->plan;
}

void Sweeper::assessAll() {
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
        found.optimality = compareWithBound(graph, bound, found.plan.time);
        // Nothing left to search for.
        found.isSearched |= found.optimality.proved;
      }
  }
}

static bool isSearch(const StrategySweep &sweep) {
  return lookupStrategy(sweep.strategy)->isSearch();
}

Error Sweeper::run(ArrayRef<std::string> strategies) {
  result.strategies.resize(strategies.size());
  // `auto` comes last: it uses the others' plans.
  std::vector<StrategySweep *> order;
  for (auto [name, sweep] : zip_equal(strategies, result.strategies)) {
    sweep.strategy = name;
    order.push_back(&sweep);
  }
  llvm::stable_sort(order, [](const StrategySweep *a, const StrategySweep *b) {
    return isSearch(*a) < isSearch(*b);
  });
  for (StrategySweep *sweep : order)
    if (Error error = findSmallest(*sweep))
      return error;
  if (Error error = chooseBudgets())
    return error;
  for (StrategySweep *sweep : order)
    if (sweep->reason.empty())
      if (Error error =
              isSearch(*sweep) ? sweepSearch(*sweep) : sweepOther(*sweep))
        return error;
  assessAll();
  return Error::success();
}

static Error checkSweep(const Ask &ask, int64_t count,
                        ArrayRef<std::string> strategies) {
  constexpr int64_t most = 100000;
  if (count < 1 || count > most)
    return createStringError("a sweep over " + Twine(count) +
                             " budgets is out of range; give 1 to " +
                             Twine(most));
  if (strategies.empty())
    return createStringError("a sweep needs a strategy: auto, for one");
  if (ask.host.isAvailable())
    return createStringError("a sweep takes no host budget");
  for (const auto &[i, name] : enumerate(strategies))
    if (is_contained(strategies.take_front(i), name))
      return createStringError("the strategy '" + name +
                               "' is there twice; name each once");
  for (const std::string &name : strategies) {
    Ask asked = ask.withBudget(std::nullopt);
    asked.strategy = name;
    if (Error error = asked.check())
      return error;
  }
  return Error::success();
}

Expected<SweepResult>
mlir::remat::planner::sweep(Session &session, const Ask &ask, int64_t count,
                            ArrayRef<std::string> strategies) {
  if (Error error = checkSweep(ask, count, strategies))
    return std::move(error);
  Sweeper sweeper(session, ask, count);
  if (Error error = sweeper.run(strategies))
    return std::move(error);
  return std::move(sweeper.result);
}

namespace {
/// Budgets of a step with forms, from the smallest up.
class FormSweeper {
public:
  FormSweeper(FormSession &session, const Ask &asked)
      : session(session), ask(asked.withBudget(std::nullopt)) {
    ask.reuse = Reuse::Nothing;
    ask.timeFloor = 0;
    ask.isAssessed = true;
  }

  Error run(int64_t count);

  SweepResult result;

private:
  Error sweepBudget(int64_t budget, StrategySweep &sweep);

  FormSession &session;
  Ask ask;
};
} // namespace

Error FormSweeper::sweepBudget(int64_t budget, StrategySweep &sweep) {
  Expected<Outcome> outcome = session.solve(ask.withBudget(budget));
  if (!outcome)
    return outcome.takeError();
  result.wasStopped |= outcome->isCut;
  std::optional<SweptPlan> found;
  if (outcome->hasPlan()) {
    found.emplace().isSearched = !outcome->isCut;
    found->plan = std::move(outcome->plan);
    found->optimality = std::move(outcome->optimality);
  }
  // More budget never means more time.
  if (!sweep.plans.empty() && sweep.plans.back() &&
      (!found || sweep.plans.back()->plan.time < found->plan.time))
    found = sweep.plans.back();
  result.bounds.push_back(found ? found->optimality.bound : TimeBound());
  sweep.plans.push_back(std::move(found));
  return Error::success();
}

Error FormSweeper::run(int64_t count) {
  Expected<Plan> base = session.getBase();
  if (!base)
    return base.takeError();
  result.basePeak = base->peak;
  StrategySweep &sweep = result.strategies.emplace_back();
  sweep.strategy = ask.strategy;
  Expected<Outcome> smallest = session.solve(ask);
  if (!smallest)
    return smallest.takeError();
  if (!smallest->hasPlan())
    return make_error<NotApplicableError>(smallest->message);
  result.peakBound = smallest->bound;
  result.wasStopped = smallest->isCut;
  sweep.smallest = std::move(smallest->plan);
  const int64_t least = sweep.smallest.peak;
  result.budgets = spread(least, std::max(result.basePeak, least), count);
  for (int64_t budget : result.budgets)
    if (Error error = sweepBudget(budget, sweep))
      return error;
  return Error::success();
}

Expected<SweepResult> mlir::remat::planner::sweepForms(FormSession &session,
                                                       const Ask &ask,
                                                       int64_t count) {
  if (Error error = checkSweep(ask, count, ask.strategy))
    return std::move(error);
  FormSweeper sweeper(session, ask);
  if (Error error = sweeper.run(count))
    return std::move(error);
  return std::move(sweeper.result);
}
