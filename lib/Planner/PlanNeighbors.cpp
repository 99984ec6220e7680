//===- PlanNeighbors.cpp - What other budgets and pins would give ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanNeighbors.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// Sums of the same times in another order differ in the last bits.
static bool isFaster(const Plan &a, const Plan &b) {
  return a.time < b.time - 1e-12 * b.time;
}

PlanNeighbors::PlanNeighbors(const Problem &problem, const Plan &plan,
                             int64_t budget, StringRef strategy)
    : problem(problem), plan(plan), budget(budget), strategy(strategy) {
  archive.add(plan);
  Plan base;
  base.strategy = "none";
  base.steps = baseSteps(problem.graph);
  if (std::optional<PlanEvaluator::Result> result =
          PlanEvaluator(problem.graph).evaluate(base.steps)) {
    basePeak = base.peak = result->peak;
    base.time = result->time;
    // A pin may forbid it.
    if (Error error = verify(Problem(problem.graph), base))
      consumeError(std::move(error));
    else
      archive.add(base);
  }
}

bool PlanNeighbors::isInterrupted() const {
  return problem.search.interrupt && *problem.search.interrupt;
}

static Alternative take(Expected<Plan> plan) {
  Alternative answer;
  if (plan) {
    answer.plan = std::move(*plan);
    return answer;
  }
  answer.status = Status::NotFound;
  handleAllErrors(
      plan.takeError(),
      [&](const RefusalError &refusal) {
        answer.status = refusal.status;
        answer.smallestPeak = refusal.smallestPeak;
      },
      [](const ErrorInfoBase &) {});
  return answer;
}

const Alternative &PlanNeighbors::solveFor(int64_t bytes) {
  if (auto found = solved.find(bytes); found != solved.end())
    return found->second;
  Problem other = problem;
  other.budget = bytes;
  if (bytes != plan.peak - 1)
    other.search.effort = 0;
  other.search.archive = &archive;
  other.search.progress = nullptr;
  Alternative answer = take(solve(other, strategy));
  if (answer.plan)
    archive.add(*answer.plan);
  return solved.emplace(bytes, std::move(answer)).first->second;
}

const Alternative &PlanNeighbors::getBelow() { return solveFor(plan.peak - 1); }

std::optional<Plan> PlanNeighbors::findFaster() const {
  for (const Plan &other : archive.plans())
    if (isFaster(other, plan))
      return other;
  return std::nullopt;
}

std::optional<Plan> PlanNeighbors::getFaster() {
  if (std::exchange(soughtFaster, true))
    return findFaster();
  constexpr int most = 8;
  int64_t low = std::max(budget, plan.peak);
  for (int i = 0; i != most && !isInterrupted(); ++i) {
    std::optional<Plan> fastest = findFaster();
    if (!fastest || fastest->peak - low <= 1)
      break;
    const int64_t middle = low + (fastest->peak - low) / 2;
    const Alternative &answer = solveFor(middle);
    if (!answer.plan || !isFaster(*answer.plan, plan))
      low = middle;
  }
  return findFaster();
}

int64_t PlanNeighbors::countRuns(const Plan &plan, TaskId task) {
  return count_if(plan.steps,
                  [&](const Step &step) { return step.task == task; });
}

std::optional<Plan> PlanNeighbors::findOtherwise(TaskId task,
                                                 bool isOnce) const {
  std::optional<Plan> found;
  // By ascending peak.
  for (const Plan &other : archive.plans()) {
    if ((countRuns(other, task) == 1) != isOnce)
      continue;
    if (isOnce && other.peak > plan.peak)
      return other;
    if (!isOnce && other.peak < plan.peak)
      found = other;
  }
  return found;
}

static constexpr int kSearchesForTask = 5;

std::optional<Plan> PlanNeighbors::getOnce(TaskId task) {
  int64_t low = std::max(budget, plan.peak);
  for (int i = 0; i != kSearchesForTask && !isInterrupted(); ++i) {
    std::optional<Plan> found = findOtherwise(task, /*isOnce=*/true);
    const int64_t high = found ? found->peak : basePeak;
    if (high - low <= 1)
      break;
    const int64_t middle = low + (high - low) / 2;
    const Alternative &answer = solveFor(middle);
    if (!answer.plan || countRuns(*answer.plan, task) != 1)
      low = middle;
  }
  return findOtherwise(task, /*isOnce=*/true);
}

std::optional<Plan> PlanNeighbors::getMoreOften(TaskId task) {
  const int64_t bound = lowerBoundPeak(problem.graph).bytes;
  int64_t high = plan.peak - 1;
  for (int i = 0; i != kSearchesForTask && !isInterrupted(); ++i) {
    std::optional<Plan> found = findOtherwise(task, /*isOnce=*/false);
    const int64_t low = std::max(found ? found->peak : bound, bound);
    if (high < low)
      break;
    const Alternative &answer = solveFor(high);
    // Nothing is known below that, and nothing above it is left to ask.
    if (!answer.plan || countRuns(*answer.plan, task) != 1)
      break;
    high = low + (high - low) / 2;
  }
  return findOtherwise(task, /*isOnce=*/false);
}

std::optional<Plan> PlanNeighbors::getOtherwise(TaskId task, bool isOnce) {
  return isOnce ? getOnce(task) : getMoreOften(task);
}

Alternative PlanNeighbors::getPinned(TaskId task, Policy policy) const {
  Graph pinned = problem.graph;
  pinned.tasks[task].policy = policy;
  if (Error error = pinned.finalize()) {
    // It may not run again.
    consumeError(std::move(error));
    Alternative none;
    none.status = Status::Infeasible;
    return none;
  }
  Problem other(pinned, std::max(budget, plan.peak));
  other.objective = problem.objective;
  other.search = problem.search;
  other.search.archive = nullptr;
  other.search.progress = nullptr;
  return take(solve(other, strategy));
}
