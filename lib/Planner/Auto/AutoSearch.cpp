//===- AutoSearch.cpp - The searches of auto ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each part is worth, on generated nets (N), traces (T), MLIR steps (S)
// and published graphs (G); docs/internals/auto.md has the table. Without a
// second and third round, overheads rise by 0.4 points of the step on S and 0.1
// on N. Other orders alone and the exact search gain no time over the local
// search; they prove their plans and end at once. Strategies as starts gain no
// time either, but lower the smallest peaks by 0.7% on average, and keep the
// promise to be no slower than any of them.
//
//===----------------------------------------------------------------------===//

#include "Auto/AutoSearch.h"

#include "Auto/LeanerOrder.h"
#include "Auto/PruneSteps.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"

#include <cassert>
#include <limits>
#include <utility>

#define DEBUG_TYPE "remat-auto"

using namespace llvm;
using namespace mlir::remat::planner;

/// Searches steps with at most so many values and tasks exactly, within the
/// work.
static constexpr size_t kMaxExactSize = 80;

uint64_t mlir::remat::planner::workLimitOf(const Problem &problem, int effort) {
  if (problem.search.workLimit)
    return *problem.search.workLimit;
  const uint64_t tasks = problem.graph.tasks.size();
  if (effort == 0)
    return std::min(150 * tasks, 1'000'000 + 50 * tasks);
  // Small steps need less, and very large ones have to do with less.
  uint64_t limit = std::min<uint64_t>(5'000'000, 36'000 * tasks) +
                   std::min(2'000 * tasks, 18'000'000 + 20 * tasks);
  for (int each = 1; each < effort; ++each)
    limit *= 10;
  return limit;
}

bool mlir::remat::planner::hasVariants(const Graph &graph) {
  return any_of(graph.tasks,
                [](const Task &task) { return !task.variants.empty(); });
}

void AutoSearch::addStart(std::optional<Start> start) {
  if (start)
    starts.push_back(std::move(*start));
}

void AutoSearch::collectOrders() {
  const bool mayReorder =
      problem.search.reorder == Reorder::Full && !control.shouldStop();
  const std::vector<TaskId> leaner =
      mayReorder ? leanerOrder(graph, control) : graph.baseOrder;
  addStart(startFrom(graph, leaner));
  // Fewer bytes on average need not mean better plans.
  if (mayStartElsewhere() && leaner != graph.baseOrder)
    addStart(startFrom(graph, graph.baseOrder));
  if (mayStartElsewhere() && !control.shouldStop())
    if (std::vector<TaskId> order = leastGrowthOrder(graph, control);
        !order.empty())
      addStart(startFrom(graph, order));
}

Error AutoSearch::offerStrategy(const Strategy &strategy) {
  beginStage(strategy.name);
  // Checks one plan at a time for keeping the order.
  OfferedPlans *kept = context.memory && problem.search.reorder != Reorder::None
                           ? &context.memory->starts[strategy.name.str()]
                           : nullptr;
  Problem asked = problem;
  asked.search.timeLimit = control.secondsLeft();
  Expected<Plan> plan = askSolver(asked, strategy.solver, Scale::Start, kept);
  if (!plan)
    return handleErrors(plan.takeError(), [&](const NotApplicableError &error) {
      LLVM_DEBUG(dbgs() << "  " << strategy.name
                        << " does not apply: " << error.reason << "\n");
    });
  // Some of them reorder the step.
  if (problem.search.reorder != Reorder::None ||
      StepModel(graph, graph.baseOrder).keepsOrder(plan->steps)) {
    plan->stage = selection.getStage().str();
    selection.offer(*plan);
  }
  return Error::success();
}

Error AutoSearch::offerStarts() {
  bool wasCut = false;
  auto cut = [&] {
    wasCut = true;
    beginStage("cuts");
    searchByCuts();
  };
  for (const Strategy &strategy : context.starts) {
    if (graph.tasks.size() > strategy.maxTasksAsStart)
      continue;
    // An interrupt without an answer waits for a fast strategy to find one.
    const bool hasAnswer = problem.budget ? fits(selection.smallestPeak())
                                          : selection.peek() != nullptr;
    const bool isFast =
        strategy.maxTasksAsStart == std::numeric_limits<size_t>::max();
    if (control.shouldStop() && (hasAnswer || !isFast))
      continue;
    if (Error error = offerStrategy(strategy))
      return error;
    // Strategies find the first plan, cuts the best one for their time: both
    // early, for interrupts.
    if (!wasCut && fits(selection.smallestPeak()))
      cut();
  }
  if (!wasCut && problem.budget)
    cut();
  return Error::success();
}

void AutoSearch::addBestAsStart() {
  const Plan *best = selection.peek();
  if (best && best->steps != baseSteps(graph) && mayStartElsewhere())
    addStart(startFrom(graph, best->steps));
}

void AutoSearch::addOnDemandStart() {
  // Plans that keep nothing need nearly the least memory but far too much time:
  // from there, prune removes useless reruns.
  if (!mayStartElsewhere())
    return;
  std::vector<Step> steps =
      stepsOnDemand(graph, std::min<size_t>(64 * graph.tasks.size(), 1 << 18));
  if (steps.empty())
    return;
  beginStage("on demand");
  const std::optional<int64_t> peak = selection.offer(steps);
  std::optional<Start> start = startFrom(graph, steps);
  const int64_t limit = problem.budget.value_or(0);
  // A task that runs several times between two first runs, for one reader after
  // another, counts once in a start: the values would be alive together.
  const bool isOther =
      start && peak && searchFrom(*start, limit).getSchedule().peak() > *peak;
  addStart(std::move(start));
  if (isOther && problem.budget && *peak <= limit)
    addPrunedStarts(std::move(steps), *peak, limit);
}

void AutoSearch::addPrunedStarts(std::vector<Step> steps, int64_t peak,
                                 int64_t limit) {
  auto add = [&](ArrayRef<Step> pruned) {
    selection.offer(pruned);
    addStart(startFrom(graph, pruned));
  };
  uint64_t workLeft = workOfPruning();
  add(pruneSteps(graph, steps, limit, workLeft));
  // In small steps, each keeps what the one before it found for less.
  workLeft = workOfPruning();
  for (int64_t each = peak; each < limit && workLeft; each += each / 32 + 1)
    steps = pruneSteps(graph, std::move(steps), each, workLeft);
  add(pruneSteps(graph, std::move(steps), limit, workLeft));
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

/// The end of a search depends on its start: gives some work to each start,
/// more to the best.
struct Round {
  size_t searches;
  /// Of the work.
  double share;
};
static constexpr Round rounds[] = {{8, 0.4}, {2, 0.3}, {1, 0.3}};
static constexpr Round oneRound[] = {{8, 1}};

/// Calls `work(search, done, share)`, with fractions of the work, until it
/// returns false. Leaves the best searches, best first.
static void searchInRounds(
    std::vector<EventSearch> &searches, ArrayRef<Round> rounds,
    function_ref<bool(const EventSearch &, const EventSearch &)> isBetter,
    function_ref<bool(EventSearch &, double, double)> work) {
  double done = 0;
  bool goesOn = true;
  llvm::stable_sort(searches, isBetter);
  for (const Round &round : rounds) {
    const size_t kept = std::min(round.searches, searches.size());
    searches.erase(searches.begin() + kept, searches.end());
    for (EventSearch &search : searches) {
      const double share = round.share / kept;
      goesOn = work(search, done, share);
      if (!goesOn)
        break;
      done += share;
    }
    llvm::stable_sort(searches, isBetter);
    if (!goesOn)
      break;
  }
}

bool AutoSearch::tryBaseOrder() {
  beginStage("base order");
  return fits(selection.offer(baseSteps(graph))) && !hasVariants(graph);
}

ExactAnswer::Outcome AutoSearch::solveExactly() {
  // The exact search covers orders, too.
  if (problem.search.reorder != Reorder::Full ||
      graph.values.size() > kMaxExactSize || graph.tasks.size() > kMaxExactSize)
    return ExactAnswer::Outcome::GaveUp;
  AutoMemory *memory = problem.budget ? context.memory : nullptr;
  if (memory && memory->tooHard.count(*problem.budget))
    return ExactAnswer::Outcome::GaveUp;
  beginStage("exact search");
  // States cost more than touches; the smallest peak takes several searches.
  ExactAnswer answer = searchExactly(
      problem,
      std::max<uint64_t>(workLimit / 10, problem.budget ? 20'000 : 80'000));
  // Others are offered last (exactSteps).
  if (answer.outcome != ExactAnswer::Outcome::GaveUp && !answer.steps.empty())
    selection.offer(answer.steps);
  exactSteps = std::move(answer.steps);
  if (memory && answer.outcome == ExactAnswer::Outcome::GaveUp &&
      !control.shouldStop())
    memory->tooHard.insert(*problem.budget);
  return answer.outcome;
}

bool AutoSearch::tryOrderAlone() {
  if (!problem.budget || problem.search.reorder == Reorder::None ||
      starts.empty() || starts.front().model->hasDropped)
    return false;
  const int64_t budget = *problem.budget;
  if (context.memory && budget <= context.memory->needsMoreThanOrder)
    return false;
  beginStage("order alone");
  EventSearch::Options options;
  options.mayRecompute = false;
  for (const Start &start : starts) {
    if (control.shouldStop())
      return false;
    EventSearch search(*start.model, budget, control, options);
    EventSearch::RepairLimits limits;
    const uint64_t tasks = graph.tasks.size();
    limits.maxWork = std::min(100 * tasks, 1'000'000 + 20 * tasks);
    if (!search.repair(/*isLazy=*/true, limits)) {
      // Too far away.
      const int64_t peak = search.getSchedule().peak();
      if (EventSearch::isAlwaysLazy(*start.model) || peak / 8 * 7 > budget)
        continue;
      search.setLimit(peak);
      search.descend(workLimit / 16, budget);
    }
    if (search.getSchedule().peak() <= budget && fits(offer(search)))
      return !hasVariants(graph);
  }
  if (context.memory && !control.shouldStop())
    context.memory->needsMoreThanOrder = budget;
  return false;
}

/// Improves the best search in ways that the rounds lack.
static void polish(EventSearch &best, uint64_t work) {
  best.polish(work);
  best.tradeRuns(work / 4);
}

bool AutoSearch::searchWithin(uint64_t work) {
  beginStage("local search");
  std::vector<EventSearch> searches = bringAllToBudget(work);
  if (searches.empty())
    return false;
  searchInRounds(searches, rounds, isFaster,
                 [&](EventSearch &search, double done, double share) {
                   beginPart(done, done + share);
                   search.improve(work * share);
                   return true;
                 });
  EventSearch &best = searches.front();
  if (!control.isAtFloor(graph.baseTime() + best.getSchedule().extraTime()))
    polish(best, work / 10);
  return fits(offer(best));
}

EventSearch AutoSearch::descendInRounds(uint64_t work) {
  // The last bytes above the bound can take long and save nothing; only a
  // target needs them.
  const int64_t bound = lowerBoundPeak(graph).bytes;
  const int64_t floor = target ? *target : bound + bound / (1 << 20);
  // Those from plans usually reach least.
  std::vector<EventSearch> searches;
  for (const Start &start : reverse(starts)) {
    searches.push_back(searchFrom(start, std::numeric_limits<int64_t>::max()));
    searches.back().setLimit(searches.back().getSchedule().peak());
  }
  // Twice as much for the peak as for the time, unless at the floor. Large
  // steps descend in one go.
  const bool isLarge = EventSearch::isAlwaysLazy(*starts.front().model);
  const uint64_t workForPeak = isLarge ? work / 2 : work;
  searchInRounds(
      searches, isLarge ? ArrayRef(oneRound) : ArrayRef(rounds), isSmaller,
      [&](EventSearch &search, double done, double share) {
        beginPart(2 * done / 3, 2 * (done + share) / 3);
        search.descend(workForPeak * share, floor, selection.smallestPeak());
        offer(search);
        return search.getSchedule().peak() > floor;
      });
  return std::move(searches.front());
}

void AutoSearch::searchSmallest(uint64_t work) {
  beginStage("smallest peak");
  EventSearch best = descendInRounds(work);
  beginPart(2.0 / 3, 1);
  best.prune();
  best.improve(work / 2);
  polish(best, work / 10);
  offer(best);
  pruneSmallest();
}

void AutoSearch::pruneSmallest() {
  // It may be that on demand, as it is.
  const Plan *smallest = selection.peek();
  if (!smallest || !mayStartElsewhere() || hasVariants(graph))
    return;
  uint64_t workLeft = workOfPruning();
  selection.offer(pruneSteps(graph, smallest->steps, smallest->peak, workLeft));
}

void AutoSearch::searchFromPlan(const Plan &plan) {
  // The work at another effort continues from the starts.
  std::vector<Start> others = std::exchange(starts, {});
  std::vector<EventSearch> otherCuts = std::exchange(cutSearches, {});
  const size_t otherCutStarts = std::exchange(cutStarts, 0);
  addStart(startFrom(graph, plan.steps));
  if (!starts.empty())
    searchWithin(workLimit);
  starts = std::move(others);
  cutSearches = std::move(otherCuts);
  cutStarts = otherCutStarts;
}

Error AutoSearch::searchFromSmallest() {
  // An earlier search of the session may have a plan.
  if (context.memory)
    if (const Plan *known = context.memory->found.find(problem.budget)) {
      beginStage("known plan");
      selection.offer(*known);
      searchFromPlan(*known);
      return Error::success();
    }
  Problem smallest = problem;
  smallest.budget = std::nullopt;
  smallest.search.effort = effort;
  // First the search of `min`: all that it reaches has a plan. Then one that
  // continues where `min` leaves the last bytes.
  for (std::optional<int64_t> down :
       {std::optional<int64_t>(), problem.budget}) {
    if (std::optional<double> left = control.secondsLeft())
      smallest.search.timeLimit = *left;
    beginStage(down ? "below the smallest peak" : "from the smallest peak");
    Expected<Plan> plan = AutoSearch(smallest, down).run();
    if (!plan)
      return plan.takeError();
    const bool isSmallest = plan->provedOptimal;
    plan->provedOptimal = false;
    selection.offer(*plan);
    if (plan->peak <= *problem.budget) {
      searchFromPlan(*plan);
      break;
    }
    if (isSmallest || control.shouldStop())
      break;
  }
  return Error::success();
}

void AutoSearch::addNeighborStarts() {
  if (problem.search.reorder == Reorder::None)
    return;
  beginStage("neighbors");
  ArrayRef<Plan> plans = context.memory->found.plans();
  const Plan *above = partition_point(
      plans, [&](const Plan &plan) { return plan.peak <= *problem.budget; });
  if (above != plans.begin()) {
    selection.offer(*std::prev(above));
    addStart(startFrom(graph, std::prev(above)->steps));
  }
  if (above != plans.end())
    addStart(startFrom(graph, above->steps));
}

Expected<Plan> AutoSearch::refine() {
  assert(problem.budget && context.memory &&
         context.memory->found.find(problem.budget) &&
         "there is nothing to refine");
  control.setTimeFloor(context.timeFloor);
  auto isDone = [&] {
    const Plan *best = selection.peek();
    return best && best->peak <= *problem.budget &&
           control.isAtFloor(best->time);
  };
  if (!exactSteps.empty())
    selection.offer(exactSteps);
  addNeighborStarts();
  if (Error error = offerStarts())
    return std::move(error);
  if (const Plan *best = selection.peek();
      best && !isDone() && problem.search.reorder == Reorder::Full)
    addStart(startFrom(graph, best->steps));
  if (!isDone())
    addStart(startFrom(graph, graph.baseOrder));
  if (!isDone() && !starts.empty())
    searchWithin(workLimit / 4);
  return takeBest(/*isProved=*/isEachTaskOnce(selection.peek()));
}

void AutoSearch::tellStage() const {
  LLVM_DEBUG({
    const auto offered = selection.getBestOfStage();
    const Plan *best = selection.peek();
    if (selection.getStage().empty())
      return;
    dbgs() << "  " << selection.getStage() << ": ";
    if (offered)
      dbgs() << "peak " << offered->peak << ", time "
             << format("%g", offered->time);
    else
      dbgs() << "no plan";
    if (best)
      dbgs() << "; best: peak " << best->peak << ", time "
             << format("%g", best->time) << " (" << best->stage << ")";
    dbgs() << "\n";
  });
}

void AutoSearch::beginStage(StringRef name) {
  tellStage();
  selection.beginStage(name);
}

bool AutoSearch::isEachTaskOnce(const Plan *plan) const {
  return plan && fits(plan->peak) && plan->steps.size() == graph.tasks.size() &&
         !hasVariants(graph);
}

Expected<Plan> AutoSearch::takeBest(bool isProved) {
  tellStage();
  selection.beginStage("");
  Expected<Plan> plan = selection.take("auto");
  if (!plan)
    return plan;
  if (isProved)
    plan->provedOptimal = true;
  LLVM_DEBUG(dbgs() << "  '" << plan->stage << "' wins: peak " << plan->peak
                    << ", time " << format("%g", plan->time)
                    << (isProved ? ", proved optimal\n" : "\n"));
  return plan;
}

void AutoSearch::beginPart(double from, double to) {
  double before = 0, all = 0;
  for (int each = firstEffort(); each <= problem.search.effort; ++each) {
    const double limit = double(workLimitOf(problem, each));
    all += limit;
    if (each < effort)
      before += limit;
  }
  const double share = double(workLimit);
  control.beginPart((before + from * share) / all, (before + to * share) / all);
}

Error AutoSearch::improve() {
  const Plan *best = selection.peek();
  hasDecentPlan = best && fits(best->peak) && best->time < 2 * graph.baseTime();
  if (!problem.budget) {
    searchSmallest(workLimit);
    return Error::success();
  }
  if (searchWithin(workLimit) || hasFittingStart)
    return Error::success();
  return searchFromSmallest();
}

Error AutoSearch::improveByEfforts() {
  if (starts.empty())
    return Error::success();
  addOnDemandStart();
  hasFittingStart = fits(selection.smallestPeak());
  for (effort = firstEffort(); effort <= problem.search.effort; ++effort) {
    if (effort > firstEffort() &&
        (control.shouldStop() || isEachTaskOnce(selection.peek())))
      break;
    workLimit = workLimitOf(problem, effort);
    if (Error error = improve())
      return error;
  }
  return Error::success();
}

Expected<Plan> AutoSearch::run() {
  LLVM_DEBUG({
    dbgs() << "auto: " << graph.tasks.size() << " tasks, ";
    if (problem.budget)
      dbgs() << "budget " << *problem.budget << "\n";
    else
      dbgs() << "smallest peak\n";
  });
  if (tryBaseOrder())
    return takeBest(/*isProved=*/true);
  const ExactAnswer::Outcome exact = solveExactly();
  if (exact == ExactAnswer::Outcome::Optimal)
    return takeBest(/*isProved=*/true);
  if (exact == ExactAnswer::Outcome::Infeasible && problem.budget) {
    if (Error error = searchFromSmallest())
      return std::move(error);
    return takeBest(/*isProved=*/false);
  }
  if (context.isRefining && problem.budget)
    return refine();
  collectOrders();
  // Nothing beats another order of the same runs.
  if (tryOrderAlone())
    return takeBest(/*isProved=*/true);
  effort = firstEffort();
  workLimit = workLimitOf(problem, effort);
  if (Error error = offerStarts())
    return std::move(error);
  addBestAsStart();
  if (Error error = improveByEfforts())
    return std::move(error);
  if (!exactSteps.empty())
    selection.offer(exactSteps);
  return takeBest(/*isProved=*/isEachTaskOnce(selection.peek()));
}
