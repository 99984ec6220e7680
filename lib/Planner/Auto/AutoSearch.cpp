//===- AutoSearch.cpp - The searches of auto ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/AutoSearch.h"

#include "Auto/BlockSearch.h"
#include "Auto/LeastGrowth.h"
#include "Auto/OnDemand.h"
#include "Session/SharedWork.h"
#include "Session/SolverSupport.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/Solvers.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

/// Steps with at most so many values and tasks are searched exactly as far as
/// the work allows.
static constexpr size_t maxExactSize = 80;

/// The other strategies are quadratic and worse; what they add is not worth
/// that on larger steps. On those plans of blocks take their place.
static constexpr size_t maxSeedTasks = 2048;

uint64_t mlir::remat::planner::workLimitOf(const Problem &problem) {
  if (problem.search.workLimit)
    return *problem.search.workLimit;
  const uint64_t tasks = problem.graph.tasks.size();
  if (problem.search.effort == 0)
    return 150 * tasks;
  // Small steps are searched through sooner.
  uint64_t limit =
      std::min<uint64_t>(2'700'000, 16'000 * tasks) + 3'000 * tasks;
  for (int effort = 1; effort < problem.search.effort; ++effort)
    limit *= 10;
  return limit;
}

/// Where a search ends depends on where it begins: some work for each start,
/// more for the best of them.
struct Round {
  size_t searches;
  /// Of the work.
  double share;
};
static constexpr Round rounds[] = {{8, 0.4}, {2, 0.3}, {1, 0.3}};
static constexpr Round oneRound[] = {{8, 1}};

bool mlir::remat::planner::hasVariants(const Graph &graph) {
  return any_of(graph.tasks,
                [](const Task &task) { return !task.variants.empty(); });
}

std::optional<Start> mlir::remat::planner::startFrom(const Graph &graph,
                                                     ArrayRef<TaskId> order) {
  Start start;
  start.model = std::make_unique<StepModel>(graph, order);
  if (!start.model->isSummable || start.model->size() == 0)
    return std::nullopt;
  for (Slot slot = 0; slot != start.model->size(); ++slot)
    start.runs.firstSlots.push_back(slot);
  return start;
}

std::optional<Start> mlir::remat::planner::startFrom(const Graph &graph,
                                                     ArrayRef<Step> steps) {
  std::vector<bool> hasRun(graph.tasks.size(), false);
  std::vector<TaskId> order;
  for (const Step &step : steps)
    if (!hasRun[step.task]) {
      hasRun[step.task] = true;
      order.push_back(step.task);
    }
  std::optional<Start> start = startFrom(graph, order);
  if (!start)
    return start;
  hasRun.assign(graph.tasks.size(), false);
  Slot at = 0;
  for (const Step &step : steps) {
    const Slot op = start->model->opOf[step.task];
    if (op < 0)
      continue;
    if (!hasRun[step.task]) {
      hasRun[step.task] = true;
      ++at;
    } else if (start->model->ops[op].canRunAgain) {
      start->runs.events.push_back({at, op});
    }
  }
  std::vector<Event> &events = start->runs.events;
  llvm::sort(events);
  events.erase(llvm::unique(events), events.end());
  return start;
}

/// With less work than the strategy by itself, where it can take long.
static Expected<Plan> solveWithin(const Problem &problem, Solver solver) {
  if (solver == solveLowerSet)
    return solveLowerSetWithin(problem, seedSearchLimits);
  if (solver == solveRotor)
    return solveChainWithin(problem, ChainProgram::Persistent, seedChainLimits);
  if (solver == solveRotorFloating)
    return solveChainWithin(problem, ChainProgram::Floating,
                            forFloating(seedChainLimits));
  if (solver == solvePreciseChain)
    return solveChainWithin(problem, ChainProgram::Precise, seedChainLimits);
  if (solver == solveRevolve)
    return solveRevolveWithin(problem, forRevolve(seedChainLimits));
  if (solver == solveJoin)
    return solveJoinWithin(problem, seedChainLimits);
  return solver(problem);
}

static Expected<Plan> solveAsSeed(const Problem &problem,
                                  const Strategy &strategy) {
  SharedWork *shared = problem.search.shared;
  // Which plans keep the order is asked of one at a time.
  if (!shared || problem.search.reorder == Reorder::None)
    return solveWithin(problem, strategy.solver);
  return solveOnce(problem, shared->seeds[strategy.name.str()],
                   [&](const Problem &asked) {
                     return solveWithin(asked, strategy.solver);
                   });
}

/// Offers the plans of the other strategies.
static Error offerStrategies(const Problem &problem, SearchControl &control,
                             PlanSelection &selection) {
  const Graph &graph = problem.graph;
  if (graph.tasks.size() > maxSeedTasks)
    return Error::success();
  for (const Strategy &strategy : strategies()) {
    if (strategy.solver == solveAuto || control.shouldStop())
      continue;
    Expected<Plan> plan = solveAsSeed(problem, strategy);
    if (plan) {
      // Some of them go through the step in another order.
      if (problem.search.reorder != Reorder::None ||
          StepModel(graph, graph.baseOrder).keepsOrder(plan->steps))
        selection.offer(*plan);
      continue;
    }
    if (Error error =
            handleErrors(plan.takeError(), [](const NotApplicableError &) {}))
      return error;
  }
  return Error::success();
}

void AutoSearch::addStart(std::optional<Start> start) {
  if (start)
    starts.push_back(std::move(*start));
}

void AutoSearch::collectStarts() {
  addStart(startFrom(graph, graph.baseOrder));
  // The orders of large steps are those of their layers.
  constexpr size_t maxTasks = 2048;
  if (problem.search.reorder == Reorder::Full && !starts.empty() &&
      graph.tasks.size() <= maxTasks && !starts.front().model->hasDropped)
    addStart(startFrom(graph, leastGrowthOrder(graph)));
}

EventSearch AutoSearch::searchFrom(const Start &start, int64_t limit,
                                   uint64_t seed, Start::Part part) {
  EventSearch::Options options;
  options.seed = seed;
  options.mayReorder =
      problem.search.reorder != Reorder::None && !start.model->hasDropped;
  if (part == Start::Order)
    return EventSearch(*start.model, limit, control, options);
  return EventSearch(*start.model, limit, control, options, start.runs);
}

ExactAnswer::Outcome AutoSearch::solveExactly() {
  // An order is part of what it searches.
  if (problem.search.reorder != Reorder::Full ||
      graph.values.size() > maxExactSize || graph.tasks.size() > maxExactSize)
    return ExactAnswer::Outcome::GaveUp;
  SharedWork *shared = problem.search.shared;
  if (shared && problem.budget && shared->tooHard.count(*problem.budget))
    return ExactAnswer::Outcome::GaveUp;
  // States cost more than touches; the smallest peak takes several searches.
  ExactAnswer answer = searchExactly(
      problem,
      std::max<uint64_t>(workLimit / 10, problem.budget ? 20'000 : 80'000));
  if (!answer.steps.empty())
    selection.offer(answer.steps);
  if (shared && problem.budget &&
      answer.outcome == ExactAnswer::Outcome::GaveUp)
    shared->tooHard.insert(*problem.budget);
  return answer.outcome;
}

Error AutoSearch::offerSeeds() {
  if (Error error = offerStrategies(problem, control, selection))
    return error;
  if (!problem.budget || graph.tasks.size() <= maxSeedTasks ||
      problem.search.reorder != Reorder::Full || hasVariants(graph) ||
      any_of(graph.tasks,
             [](const Task &task) { return task.policy == Policy::Recompute; }))
    return Error::success();
  // Half of the work, as what is found for a block serves many. Large blocks
  // make better plans and take longer.
  workLimit /= 2;
  SmallVector<int32_t, 2> tasksPerBlock = {64};
  if (problem.search.effort > 0)
    tasksPerBlock.push_back(256);
  std::vector<Step> steps =
      stepsByBlocks(graph, *problem.budget, tasksPerBlock, control, workLimit);
  if (!steps.empty())
    selection.offer(steps);
  return Error::success();
}

void AutoSearch::addOnDemandStart() {
  // Plans that keep nothing need about the least, in far too much time: from
  // there, prune takes back what need not run again.
  if (problem.search.reorder != Reorder::Full ||
      starts.front().model->hasDropped)
    return;
  std::vector<Step> steps =
      stepsOnDemand(graph, std::min<size_t>(64 * graph.tasks.size(), 1 << 18));
  if (steps.empty())
    return;
  selection.offer(steps);
  addStart(startFrom(graph, steps));
}

static bool isFaster(const EventSearch &a, const EventSearch &b) {
  return a.getSchedule().extraTime() < b.getSchedule().extraTime();
}

static bool isSmaller(const EventSearch &a, const EventSearch &b) {
  return a.getSchedule().peak() < b.getSchedule().peak();
}

bool AutoSearch::reorderAlone(int64_t budget) {
  SharedWork *shared = problem.search.shared;
  if (shared && budget <= shared->needsMoreThanOrder)
    return false;
  if (problem.search.reorder == Reorder::None || starts.empty() ||
      starts.front().model->hasDropped)
    return false;
  EventSearch::Options options;
  options.mayRecompute = false;
  for (const Start &start : starts) {
    EventSearch search(*start.model, budget, control, options);
    if (!search.repair(/*isLazy=*/true, /*mayStop=*/true,
                       /*maxWork=*/100 * graph.tasks.size())) {
      // From afar it would be in vain.
      const int64_t peak = search.getSchedule().peak();
      if (EventSearch::isAlwaysLazy(*start.model) || peak / 8 * 7 > budget)
        continue;
      search.setLimit(peak);
      search.descend(workLimit / 16, budget);
    }
    if (search.getSchedule().peak() <= budget && fits(offer(search)))
      return true;
  }
  if (shared && !control.shouldStop())
    shared->needsMoreThanOrder = budget;
  return false;
}

bool AutoSearch::searchWithin(int64_t budget) {
  std::vector<EventSearch> searches;
  std::optional<EventSearch> nearest;
  for (const auto &[i, start] : enumerate(starts)) {
    std::optional<EventSearch> best;
    for (bool isLazy : {false, true}) {
      if (isLazy && EventSearch::isAlwaysLazy(*start.model) &&
          start.runs.events.empty())
        break;
      // The order of a plan may be worth more than what it recomputes.
      Start::Part part = isLazy ? Start::Order : Start::All;
      EventSearch search = searchFrom(start, budget, i + 1, part);
      // Who interrupts still wants a plan, and one that is worth having.
      const bool mayStop = best || !searches.empty();
      if (!search.repair(isLazy, mayStop)) {
        if (!nearest || isSmaller(search, *nearest))
          nearest.emplace(std::move(search));
        continue;
      }
      search.prune();
      if (!best || isFaster(search, *best))
        best.emplace(std::move(search));
    }
    if (best)
      searches.push_back(std::move(*best));
  }
  // What ended just above the budget is worth more than what is far slower.
  if (nearest && !EventSearch::isAlwaysLazy(*starts.front().model) &&
      none_of(searches, [&](const EventSearch &search) {
        return search.getSchedule().extraTime() <
               2 * nearest->getSchedule().extraTime();
      })) {
    nearest->setLimit(nearest->getSchedule().peak());
    nearest->descend(
        std::max<uint64_t>(workLimit / 8, 3'000 * graph.tasks.size()), budget);
    if (nearest->getSchedule().peak() <= budget) {
      nearest->setLimit(budget);
      nearest->prune();
      searches.push_back(std::move(*nearest));
    }
  }
  if (searches.empty())
    return false;
  double done = 0;
  for (const Round &round : rounds) {
    const size_t kept = std::min(round.searches, searches.size());
    searches.erase(searches.begin() + kept, searches.end());
    for (EventSearch &search : searches) {
      const double share = round.share / kept;
      control.beginPart(done, done + share);
      done += share;
      search.improve(workLimit * share);
    }
    llvm::stable_sort(searches, isFaster);
  }
  const double time =
      graph.baseTime() + searches.front().getSchedule().extraTime();
  if (!control.isAtFloor(time))
    searches.front().polish(workLimit / 10);
  return fits(offer(searches.front()));
}

void AutoSearch::searchSmallest() {
  addOnDemandStart();
  // The last bytes above what is proved can take much time, and save nothing;
  // unless they are asked for.
  const int64_t bound = lowerBoundPeak(graph).bytes;
  const int64_t floor = target ? *target : bound + bound / (1 << 20);
  // Those from plans reach least, as a rule.
  std::vector<EventSearch> searches;
  for (const Start &start : reverse(starts)) {
    searches.push_back(searchFrom(start, std::numeric_limits<int64_t>::max()));
    searches.back().setLimit(searches.back().getSchedule().peak());
  }
  // Twice as much for the peak as for the time, unless the floor is reached.
  // Large steps come down in one go.
  const bool isLarge = EventSearch::isAlwaysLazy(*starts.front().model);
  const uint64_t workForPeak = isLarge ? workLimit / 2 : workLimit;
  double done = 0;
  for (const Round &round : isLarge ? ArrayRef(oneRound) : ArrayRef(rounds)) {
    const size_t kept = std::min(round.searches, searches.size());
    searches.erase(searches.begin() + kept, searches.end());
    for (EventSearch &search : searches) {
      const double share = round.share / kept;
      control.beginPart(2 * done / 3, 2 * (done + share) / 3);
      done += share;
      search.descend(workForPeak * share, floor);
      offer(search);
      if (search.getSchedule().peak() <= floor)
        break;
    }
    llvm::stable_sort(searches, isSmaller);
    if (searches.front().getSchedule().peak() <= floor)
      break;
  }
  EventSearch *best = &searches.front();
  // The plan with that peak that takes least time. What came down to it, from
  // plans that keep nothing above all, can be far slower than what is brought
  // to it from elsewhere.
  control.beginPart(2.0 / 3, 1);
  best->prune();
  for (const Start &start : starts) {
    EventSearch search =
        searchFrom(start, best->getSchedule().peak(), 1, Start::Order);
    if (control.shouldStop() || !search.repair(/*isLazy=*/true))
      continue;
    search.prune();
    if (search.getSchedule().extraTime() < best->getSchedule().extraTime())
      *best = std::move(search);
  }
  best->improve(workLimit / 2);
  best->polish(workLimit / 10);
  offer(*best);
}

Expected<Plan> AutoSearch::runFromSmallest() {
  // A sweep has been there before.
  if (const SharedWork *shared = problem.search.shared)
    if (const Plan *known = shared->found.find(problem.budget)) {
      selection.offer(*known);
      starts.clear();
      addStart(startFrom(graph, known->steps));
      if (!starts.empty())
        searchWithin(*problem.budget);
      return selection.take("auto");
    }
  Problem smallest = problem;
  smallest.budget = std::nullopt;
  // The same search that `min` is: whatever it reaches has a plan. Then one
  // that goes on where `min` leaves the last bytes.
  for (std::optional<int64_t> down :
       {std::optional<int64_t>(), problem.budget}) {
    if (std::optional<double> left = control.secondsLeft())
      smallest.search.timeLimit = *left;
    Expected<Plan> plan = AutoSearch(smallest, down).run();
    if (!plan)
      return plan;
    const bool isSmallest = plan->provedOptimal;
    plan->provedOptimal = false;
    selection.offer(*plan);
    if (plan->peak > *problem.budget) {
      if (isSmallest || control.shouldStop())
        break;
      continue;
    }
    starts.clear();
    addStart(startFrom(graph, plan->steps));
    if (!starts.empty())
      searchWithin(*problem.budget);
    break;
  }
  return selection.take("auto");
}

Expected<Plan> AutoSearch::run() {
  std::optional<int64_t> basePeak = selection.offer(baseSteps(graph));
  if (fits(basePeak) && !hasVariants(graph)) {
    Expected<Plan> plan = selection.take("auto");
    if (plan)
      plan->provedOptimal = true;
    return plan;
  }
  switch (solveExactly()) {
  case ExactAnswer::Outcome::Optimal: {
    Expected<Plan> plan = selection.take("auto");
    if (plan)
      plan->provedOptimal = true;
    return plan;
  }
  case ExactAnswer::Outcome::Infeasible:
    if (problem.budget)
      return runFromSmallest();
    break;
  case ExactAnswer::Outcome::GaveUp:
    break;
  }
  if (problem.search.shared && problem.search.shared->isRefining)
    return refine();
  collectStarts();
  // Nothing is faster than another order of the same runs.
  if (problem.budget && reorderAlone(*problem.budget) && !hasVariants(graph)) {
    Expected<Plan> plan = selection.take("auto");
    if (plan)
      plan->provedOptimal = true;
    return plan;
  }
  if (Error error = offerSeeds())
    return std::move(error);
  // The seeds' best is a place to start from, too.
  if (const Plan *seed = selection.peek();
      seed && seed->steps != baseSteps(graph) && !starts.empty() &&
      !starts.front().model->hasDropped &&
      problem.search.reorder == Reorder::Full)
    addStart(startFrom(graph, seed->steps));
  if (!starts.empty()) {
    if (problem.budget)
      addOnDemandStart();
    else
      searchSmallest();
  }
  if (!starts.empty() && problem.budget && !searchWithin(*problem.budget) &&
      !fits(selection.smallestPeak()))
    return runFromSmallest();
  Expected<Plan> plan = selection.take("auto");
  // Reordering alone was enough: nothing is faster.
  if (plan && problem.budget && plan->peak <= *problem.budget &&
      plan->steps.size() == graph.tasks.size() && !hasVariants(graph))
    plan->provedOptimal = true;
  return plan;
}
