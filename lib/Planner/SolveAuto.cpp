//===- SolveAuto.cpp - The best plan there is -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order: the step as it is, if it fits; the exact search, if the step
// is small; otherwise the other strategies as seeds and a local search from
// several orders of the step. The best plan of all is the answer. Where the
// order of the step is free, all this is done on the canonical graph.
//
//===----------------------------------------------------------------------===//

#include "BlockSearch.h"
#include "CanonicalGraph.h"
#include "EventSearch.h"
#include "LeastGrowth.h"
#include "OnDemand.h"
#include "SolverSupport.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/ExactSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>
#include <memory>

using namespace llvm;
using namespace mlir::remat::planner;

/// Steps with at most so many values and tasks are searched exactly as far as
/// the work allows.
static constexpr size_t maxExactSize = 80;

/// On smaller steps the local search is through with all blocks itself.
static constexpr size_t minBlockTasks = 2048;

/// Touched storages, about ten million a second: the unit of
/// SearchOptions::workLimit.
static uint64_t workLimitOf(const Problem &problem) {
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

/// With variants, a task may take less time than it does when run whole.
static bool hasVariants(const Graph &graph) {
  return any_of(graph.tasks,
                [](const Task &task) { return !task.variants.empty(); });
}

namespace {

/// A place to search from.
struct Start {
  enum Part { Order, All };
  std::unique_ptr<StepModel> model;
  ScheduleRuns runs;
};

} // namespace

/// Every task once, in that order; none where sizes are too large for sums.
static std::optional<Start> startFrom(const Graph &graph,
                                      ArrayRef<TaskId> order) {
  Start start;
  start.model = std::make_unique<StepModel>(graph, order);
  if (!start.model->isSummable || start.model->size() == 0)
    return std::nullopt;
  for (Slot slot = 0; slot != start.model->size(); ++slot)
    start.runs.firstSlots.push_back(slot);
  return start;
}

/// The runs of a plan that runs all tasks, each whole.
static std::optional<Start> startFrom(const Graph &graph,
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

namespace {

class AutoSolver {
public:
  /// `target` is a peak that is small enough where the problem has no budget.
  explicit AutoSolver(const Problem &problem,
                      std::optional<int64_t> target = std::nullopt)
      : problem(problem), graph(problem.graph), target(target),
        control(problem.search), workLimit(workLimitOf(problem)),
        selection(problem) {}

  Expected<Plan> run();

private:
  bool fits(std::optional<int64_t> peak) const {
    return peak && problem.budget && *peak <= *problem.budget;
  }
  ExactAnswer::Outcome solveExactly();
  Error offerSeeds();
  /// Returns the peak.
  std::optional<int64_t> offer(const EventSearch &search) {
    return selection.offer(search.getSchedule().steps());
  }
  void addStart(std::optional<Start> start);
  void collectStarts();
  void addOnDemandStart();
  EventSearch searchFrom(const Start &start, int64_t limit, uint64_t seed = 1,
                         Start::Part part = Start::All);
  /// Brings all starts to the budget and improves them, the most promising ones
  /// longest.
  bool searchWithin(int64_t budget);
  /// Brings the peak down from all starts.
  void searchSmallest();
  /// For budgets that the search from above does not reach.
  Expected<Plan> runFromSmallest();

  const Problem &problem;
  const Graph &graph;
  const std::optional<int64_t> target;
  SearchControl control;
  uint64_t workLimit;
  PlanSelection selection;
  std::vector<Start> starts;
};

} // namespace

void AutoSolver::addStart(std::optional<Start> start) {
  if (start)
    starts.push_back(std::move(*start));
}

void AutoSolver::collectStarts() {
  addStart(startFrom(graph, graph.baseOrder));
  // The orders of large steps are those of their layers.
  constexpr size_t maxTasks = 2048;
  if (problem.search.reorder == Reorder::Full && !starts.empty() &&
      graph.tasks.size() <= maxTasks && !starts.front().model->hasDropped)
    addStart(startFrom(graph, leastGrowthOrder(graph)));
}

EventSearch AutoSolver::searchFrom(const Start &start, int64_t limit,
                                   uint64_t seed, Start::Part part) {
  EventSearch::Options options;
  options.seed = seed;
  options.mayReorder =
      problem.search.reorder != Reorder::None && !start.model->hasDropped;
  if (part == Start::Order)
    return EventSearch(*start.model, limit, control, options);
  return EventSearch(*start.model, limit, control, options, start.runs);
}

ExactAnswer::Outcome AutoSolver::solveExactly() {
  // An order is part of what it searches.
  if (problem.search.reorder != Reorder::Full ||
      graph.values.size() > maxExactSize || graph.tasks.size() > maxExactSize)
    return ExactAnswer::Outcome::GaveUp;
  // States cost more than touches; the smallest peak takes several searches.
  ExactAnswer answer = searchExactly(
      problem,
      std::max<uint64_t>(workLimit / 10, problem.budget ? 20'000 : 80'000));
  if (!answer.steps.empty())
    selection.offer(answer.steps);
  return answer.outcome;
}

Error AutoSolver::offerSeeds() {
  // Their programs are quadratic and worse; what they add is not worth that on
  // large steps.
  constexpr size_t maxTasks = 4096;
  for (const Strategy &strategy : strategies()) {
    if (strategy.solver == solveAuto || control.shouldStop() ||
        (graph.tasks.size() > maxTasks && strategy.solver != solveNone))
      continue;
    Expected<Plan> plan = strategy.solver == solveLowerSet
                              ? solveLowerSetWithin(problem, seedSearchLimits)
                              : strategy.solver(problem);
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
  if (problem.budget && graph.tasks.size() > minBlockTasks &&
      problem.search.reorder == Reorder::Full) {
    // Half of the work, as what is found for a block serves many. Large blocks
    // make better plans and take longer.
    workLimit /= 2;
    SmallVector<int32_t, 2> tasksPerBlock = {64};
    if (problem.search.effort > 0)
      tasksPerBlock.push_back(256);
    std::vector<Step> steps = stepsByBlocks(graph, *problem.budget,
                                            tasksPerBlock, control, workLimit);
    if (!steps.empty())
      selection.offer(steps);
  }
  return Error::success();
}

void AutoSolver::addOnDemandStart() {
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

bool AutoSolver::searchWithin(int64_t budget) {
  auto isFaster = [](const EventSearch &a, const EventSearch &b) {
    return a.getSchedule().extraTime() < b.getSchedule().extraTime();
  };
  std::vector<EventSearch> searches;
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
      if (!search.repair(isLazy, mayStop))
        continue;
      search.prune();
      if (!best || isFaster(search, *best))
        best.emplace(std::move(search));
    }
    if (best)
      searches.push_back(std::move(*best));
  }
  if (searches.empty())
    return false;
  // Where a search ends depends on where it begins: some work for each, more
  // for the best of them.
  struct Phase {
    size_t searches;
    double share;
  };
  double done = 0;
  for (Phase phase :
       {Phase{starts.size(), 0.4}, Phase{2, 0.3}, Phase{1, 0.3}}) {
    const size_t kept = std::min(phase.searches, searches.size());
    searches.erase(searches.begin() + kept, searches.end());
    for (EventSearch &search : searches) {
      const double share = phase.share / kept;
      control.beginPart(done, done + share);
      done += share;
      search.improve(workLimit * share);
    }
    llvm::stable_sort(searches, isFaster);
  }
  searches.front().polish(workLimit / 10);
  return fits(offer(searches.front()));
}

void AutoSolver::searchSmallest() {
  addOnDemandStart();
  // The last bytes above what is proved can take much time, and save nothing;
  // unless they are asked for.
  const int64_t bound = lowerBoundPeak(graph).bytes;
  const int64_t floor = target ? *target : bound + bound / (1 << 20);
  std::optional<EventSearch> best;
  const uint64_t share = workLimit / 2 / starts.size();
  // Those from plans reach least, as a rule.
  for (const auto &[i, start] : enumerate(reverse(starts))) {
    control.beginPart(0.5 * i / starts.size(), 0.5 * (i + 1) / starts.size());
    EventSearch search = searchFrom(start, std::numeric_limits<int64_t>::max());
    search.setLimit(search.getSchedule().peak());
    search.descend(share, floor);
    offer(search);
    if (!best || search.getSchedule().peak() < best->getSchedule().peak())
      best.emplace(std::move(search));
    if (best->getSchedule().peak() <= floor)
      break;
  }
  // The plan with that peak that takes least time. What came down to it, from
  // plans that keep nothing above all, can be far slower than what is brought
  // to it from elsewhere.
  control.beginPart(0.5, 1);
  best->prune();
  for (const Start &start : starts) {
    EventSearch search =
        searchFrom(start, best->getSchedule().peak(), 1, Start::Order);
    if (control.shouldStop() || !search.repair(/*isLazy=*/true))
      continue;
    search.prune();
    if (search.getSchedule().extraTime() < best->getSchedule().extraTime())
      best.emplace(std::move(search));
  }
  best->improve(workLimit / 2);
  best->polish(workLimit / 10);
  offer(*best);
}

Expected<Plan> AutoSolver::runFromSmallest() {
  Problem smallest = problem;
  smallest.budget = std::nullopt;
  // The same search that `min` is: whatever it reaches has a plan. Then one
  // that goes on where `min` leaves the last bytes.
  for (std::optional<int64_t> down :
       {std::optional<int64_t>(), problem.budget}) {
    if (std::optional<double> left = control.secondsLeft())
      smallest.search.timeLimit = *left;
    Expected<Plan> plan = AutoSolver(smallest, down).run();
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

Expected<Plan> AutoSolver::run() {
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
  if (Error error = offerSeeds())
    return std::move(error);
  collectStarts();
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

/// Solves the problem on the canonical graph, so that it does not matter how
/// the step is written down.
static Expected<Plan> solveCanonically(const Problem &problem) {
  const CanonicalNumbering numbering = numberCanonically(problem.graph);
  Expected<Graph> graph = renumber(problem.graph, numbering);
  if (!graph)
    return graph.takeError();
  Problem renumbered(*graph, problem.budget);
  renumbered.objective = problem.objective;
  renumbered.search = problem.search;
  Expected<Plan> plan = AutoSolver(renumbered).run();
  if (plan)
    for (Step &step : plan->steps)
      step.task = numbering.tasks[step.task];
  return plan;
}

static Expected<Plan> solveFreely(const Problem &problem) {
  if (problem.search.reorder != Reorder::Full)
    return AutoSolver(problem).run();
  // The order of the step is an answer, but no place to search from.
  PlanSelection selection(problem);
  std::optional<int64_t> peak = selection.offer(baseSteps(problem.graph));
  const bool fits = peak && problem.budget && *peak <= *problem.budget;
  if (!fits || hasVariants(problem.graph)) {
    Expected<Plan> plan = solveCanonically(problem);
    if (!plan || plan->provedOptimal)
      return plan;
    selection.offer(*plan);
    return selection.take("auto");
  }
  Expected<Plan> plan = selection.take("auto");
  if (plan)
    plan->provedOptimal = true;
  return plan;
}

/// Of plans that are equal otherwise, one that runs tasks again which stand
/// early in the base order, as far as EventSearch::settleTies finds one.
static void settleTies(const Problem &problem, Plan &plan) {
  const Graph &graph = problem.graph;
  if (plan.steps.size() == graph.tasks.size() || hasVariants(graph))
    return;
  std::optional<Start> start = startFrom(graph, plan.steps);
  if (!start || start->model->hasDropped)
    return;
  std::vector<int32_t> placeOf(start->model->size(), 0);
  for (const auto &[i, task] : enumerate(graph.baseOrder))
    if (const Slot op = start->model->opOf[task]; op >= 0)
      placeOf[op] = i;
  EventSearch::Options options;
  options.mayReorder = false;
  SearchControl control(problem.search);
  EventSearch search(*start->model, plan.peak, control, options, start->runs);
  if (search.settleTies(placeOf, workLimitOf(problem) / 128) == 0)
    return;
  // The plan may have had runs that nobody needs, and views made in other
  // places.
  std::vector<Step> steps = search.getSchedule().steps();
  std::optional<PlanEvaluator::Result> result =
      PlanEvaluator(graph).evaluate(steps);
  if (!result || steps.size() != plan.steps.size() ||
      result->peak != plan.peak ||
      std::abs(result->time - plan.time) > 1e-12 * plan.time)
    return;
  plan.steps = std::move(steps);
  plan.time = result->time;
}

Expected<Plan> mlir::remat::planner::solveAuto(const Problem &problem) {
  Expected<Plan> plan = solveFreely(problem);
  if (plan)
    settleTies(problem, *plan);
  return plan;
}
