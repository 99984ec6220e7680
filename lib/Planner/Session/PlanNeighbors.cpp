//===- PlanNeighbors.cpp - What other budgets and pins would give ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanNeighbors.h"

#include "remat/Planner/Simulator.h"
#include "remat/Planner/Strategies.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Ignores rounding: sums in another order differ in the last bits.
static bool isFaster(const Plan &a, const Plan &b) {
  return a.time < b.time - 1e-12 * b.time;
}

PlanNeighbors::PlanNeighbors(const Graph &graph, const Ask &ask,
                             const Plan &plan, int64_t budget)
    : graph(graph), ask(ask), plan(plan), budget(budget),
      start(std::chrono::steady_clock::now()), session(graph) {
  Plan own = plan;
  // A saved plan can have any name.
  own.strategy = ask.strategy;
  if (Error error = session.add(std::move(own)))
    consumeError(std::move(error));
  Expected<Plan> base = session.getBase();
  if (!base) {
    consumeError(base.takeError());
    return;
  }
  basePeak = base->peak;
  take(*base);
}

bool PlanNeighbors::isSearch() const {
  const Strategy *strategy = lookupStrategy(ask.strategy);
  return strategy && strategy->isSearch() && ask.objective == Objective::Time;
}

bool PlanNeighbors::isInterrupted() const { return ask.isInterrupted(); }

std::optional<double> PlanNeighbors::getSecondsLeft() const {
  if (!ask.search.timeLimit)
    return std::nullopt;
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  return *ask.search.timeLimit - passed.count();
}

bool PlanNeighbors::isStopped() const {
  std::optional<double> left = getSecondsLeft();
  return isInterrupted() || (left && *left <= 0);
}

Ask PlanNeighbors::getAsk(int64_t bytes) const {
  Ask asked = ask.withBudget(bytes);
  asked.isAssessed = false;
  asked.timeFloor = 0;
  asked.reuse = Reuse::Nothing;
  if (std::optional<double> left = getSecondsLeft())
    asked.search.timeLimit = std::max(*left / 2, 1e-3);
  return asked;
}

/// Keeps the plan if valid: a pin may forbid it.
void PlanNeighbors::take(const Plan &other) {
  if (Error error =
          isSearch() ? session.add(other) : verify(Problem(graph), other))
    return consumeError(std::move(error));
  known.push_back(other);
}

void PlanNeighbors::add(ArrayRef<Step> steps) {
  std::optional<ScheduleFigures> figures = PlanEvaluator(graph).evaluate(steps);
  if (!figures)
    return;
  Plan other = makePlan(steps, *figures);
  other.strategy = ask.strategy;
  take(other);
}

SmallVector<const Plan *> PlanNeighbors::getKnown() const {
  SmallVector<const Plan *> plans;
  for (const Plan &each : known)
    plans.push_back(&each);
  for (const Plan &each : session.getPlans().plans())
    plans.push_back(&each);
  return plans;
}

static Alternative toAlternative(Expected<Outcome> outcome) {
  Alternative answer;
  if (!outcome) {
    consumeError(outcome.takeError());
    return answer;
  }
  if (outcome->hasPlan()) {
    answer.status = Status::Ok;
    answer.plan = std::move(outcome->plan);
  } else if (outcome->isRefusal()) {
    answer.status = outcome->status;
    answer.smallestPeak = outcome->smallestPeak;
  }
  return answer;
}

const Alternative &PlanNeighbors::solveFor(int64_t bytes) {
  if (auto found = solved.find(bytes); found != solved.end())
    return found->second;
  Alternative &answer = solved[bytes];
  if (isStopped())
    return answer;
  Ask asked = getAsk(bytes);
  asked.reuse = Reuse::Plans;
  if (bytes != plan.peak - 1) {
    asked.search.effort = 0;
    asked.search.workLimit = std::nullopt;
  }
  answer = toAlternative(session.solve(asked));
  if (answer.plan) {
    known.push_back(*answer.plan);
    // Sessions share no plans that park.
    if (answer.plan->parkings.empty())
      cantFail(session.add(*answer.plan));
  }
  return answer;
}

const Alternative &PlanNeighbors::getBelow() { return solveFor(plan.peak - 1); }

std::optional<Plan> PlanNeighbors::findFaster() const {
  // Other strategies' plans may be forbidden here.
  const Plan *found = nullptr;
  for (const Plan *other : getKnown())
    if (other->peak <= getBudget() && isFaster(*other, plan) &&
        (!found || isFaster(*other, *found)))
      found = other;
  if (found)
    return *found;
  for (const Plan &other : session.getPlans().plans())
    if (isFaster(other, plan))
      return other;
  return std::nullopt;
}

std::optional<Plan> PlanNeighbors::getFaster() {
  if (std::exchange(soughtFaster, true))
    return findFaster();
  constexpr int most = 8;
  int64_t low = getBudget();
  if (basePeak > low && !findFaster())
    solveFor(basePeak);
  for (int i = 0; i != most && !isStopped(); ++i) {
    std::optional<Plan> fastest = findFaster();
    if (!fastest || fastest->peak - low <= 1)
      break;
    const int64_t middle = low + (fastest->peak - low) / 2;
    const Alternative &answer = solveFor(middle);
    if (!answer.plan || !isFaster(*answer.plan, plan))
      low = middle;
  }
  // What a search for another budget or with a pin found need not be the best
  // for as many bytes.
  if (std::optional<Plan> fastest = findFaster();
      fastest && fastest->peak > getBudget())
    solveFor(fastest->peak);
  return findFaster();
}

int64_t PlanNeighbors::countRuns(const Plan &plan, TaskId task) {
  return count_if(plan.steps,
                  [&](const Step &step) { return step.task == task; });
}

OtherBudget PlanNeighbors::findOtherwise(TaskId task, bool isOnce) const {
  OtherBudget found;
  if (!isOnce) {
    // By ascending peak.
    for (const Plan &other : session.getPlans().plans())
      if (other.peak < plan.peak && countRuns(other, task) != 1)
        found.plan = other;
    return found;
  }
  const Plan *smallest = nullptr;
  for (const Plan *other : getKnown())
    if (countRuns(*other, task) == 1 &&
        (!smallest || other->peak < smallest->peak))
      smallest = other;
  found.isWithin = smallest && smallest->peak <= getBudget();
  if (smallest && !found.isWithin)
    found.plan = *smallest;
  if (!found.isWithin)
    return found;
  ArrayRef<Plan> plans = session.getPlans().plans();
  const Plan *next = find_if(plans, [&](const Plan &other) {
    return other.peak > plan.peak && countRuns(other, task) == 1;
  });
  if (next != plans.end())
    found.plan = *next;
  return found;
}

static constexpr int kSearchesForTask = 5;

void PlanNeighbors::searchOnce(TaskId task) {
  int64_t low = getBudget();
  for (int i = 0; i != kSearchesForTask && !isStopped(); ++i) {
    std::optional<Plan> found = findOtherwise(task, /*isOnce=*/true).plan;
    const int64_t high = found ? found->peak : basePeak;
    if (high - low <= 1)
      break;
    const int64_t middle = low + (high - low) / 2;
    const Alternative &answer = solveFor(middle);
    if (!answer.plan || countRuns(*answer.plan, task) != 1)
      low = middle;
  }
}

void PlanNeighbors::searchMoreOften(TaskId task) {
  // Runs once in the best plan for `high`, but not for `low`, if that has one.
  int64_t low = lowerBoundPeak(graph).bytes - 1;
  int64_t high = plan.peak, at = high - 1;
  for (int i = 0; i != kSearchesForTask && at > low && !isStopped(); ++i) {
    const Alternative &answer = solveFor(at);
    if (answer.plan && countRuns(*answer.plan, task) == 1)
      high = std::min(at, answer.plan->peak);
    else
      low = at;
    at = low + (high - low) / 2;
  }
}

OtherBudget PlanNeighbors::getOtherwise(TaskId task, bool isOnce) {
  if (isOnce)
    searchOnce(task);
  else
    searchMoreOften(task);
  return findOtherwise(task, isOnce);
}

std::optional<Graph> PlanNeighbors::pin(TaskId task, Policy policy) const {
  Graph changed = graph;
  changed.tasks[task].policy = policy;
  // The task must not rerun.
  if (errorToBool(changed.finalize()))
    return std::nullopt;
  return changed;
}

Alternative PlanNeighbors::getPinned(TaskId task, Policy policy) {
  auto [entry, isNew] = pinned.try_emplace({task, policy});
  if (!isNew)
    return findPinned(task, policy);
  Alternative &answer = entry->second;
  std::optional<Graph> changed = pin(task, policy);
  if (!changed)
    answer.status = Status::Infeasible;
  else if (!isStopped())
    answer = toAlternative(Session(*changed).solve(getAsk(getBudget())));
  // A plan with the pin is also one without.
  if (answer.plan)
    take(*answer.plan);
  return findPinned(task, policy);
}

Alternative PlanNeighbors::findPinned(TaskId task, Policy policy) const {
  Alternative answer;
  if (auto found = pinned.find({task, policy}); found != pinned.end())
    answer = found->second;
  std::optional<Graph> changed;
  if (ask.objective == Objective::Time)
    changed = pin(task, policy);
  if (!changed)
    return answer;
  for (const Plan *other : getKnown()) {
    if (errorToBool(verify(Problem(*changed), *other)))
      continue;
    if (other->peak > getBudget())
      answer.smallestPeak = answer.smallestPeak
                                ? std::min(answer.smallestPeak, other->peak)
                                : other->peak;
    else if (!answer.plan || isFaster(*other, *answer.plan))
      answer.plan = *other;
  }
  if (answer.plan)
    answer.smallestPeak = 0;
  return answer;
}
