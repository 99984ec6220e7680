//===- ParkedPlans.cpp - Plans that use the host --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParkedPlans.h"

#include "Auto/AutoSearch.h"
#include "Graph/SearchControl.h"
#include "Graph/UnreadSteps.h"
#include "Parking/ExactParking.h"
#include "Parking/ParkingSearch.h"
#include "remat/Planner/Bounds.h"
#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <memory>
#include <utility>

#define DEBUG_TYPE "remat-parking"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Plans are made for so many budgets from the ask's to the base order's peak;
/// then, so many times, for the two budgets halfway between the best one and
/// its neighbors. Each budget costs a search of the session, so these bound how
/// much longer an ask takes with a host: 10 searches in place of one. Budgets
/// beside the best one end up a 24th of the range apart. Not measured.
static constexpr int64_t kSources = 6;
static constexpr int64_t kRefinements = 2;
static constexpr int64_t kMostAsks = kSources + 2 * kRefinements;
/// The part of the work that the search for each plan with a run less takes:
/// parking the sources leaves about half, enough for a hundred such plans.
static constexpr uint64_t kPartOfRun = 200;
/// Of an exact search: about 100 MB, and about a second.
static constexpr size_t kExactStates = size_t(1) << 18;
/// Of each exact search for the smallest peak. The bisection makes up to 20 of
/// them, together about as much as one of `kExactStates`.
static constexpr size_t kExactStatesOfPeaks = size_t(1) << 14;

namespace {

class ParkedPlanner {
public:
  ParkedPlanner(Session &session, const Ask &ask);

  Expected<ParkedAnswer> answer();

private:
  /// A plan without a host.
  struct Source {
    /// For which it was made.
    int64_t budget = 0;
    Plan plan;
    std::unique_ptr<ParkingSearch> search;
    /// Of its best plan that parks within the budget.
    std::optional<double> time;
  };

  Expected<Plan> ask(std::optional<int64_t> budget);
  /// By budget. Returns null if its steps are known.
  Source *addSource(int64_t budget, Plan plan);
  /// Of budgets between the first plan's and the peak as it stands.
  Error addSourcesBetween(int64_t low, int64_t high);
  /// Whether `best` takes no longer than every task once.
  bool isBestFastest() const;
  void park(Source &source);
  void parkAll();
  /// Adds sources beside the best one.
  Error refine();
  /// Drops recomputations from `best`.
  void dropRuns();
  bool dropRun(size_t step);
  /// Improves `best`: parks all sources, adds others, drops recomputations.
  Error improve();
  ExactParkingAnswer searchExactly(int64_t bytes, size_t stateLimit);
  std::optional<Plan> findFirst(int64_t bytes);
  Plan findSmallest();
  ParkedAnswer finish(Plan plan);

  Session &session;
  const Graph &graph;
  const Ask &given;
  Ask plain;
  SearchControl control;
  const uint64_t workLimit;
  uint64_t work = 0;
  int64_t asksLeft = kMostAsks;
  bool isCut = false;
  /// Of every task once. None if tasks have variants.
  std::optional<double> leastTime;
  std::vector<Source> sources;
  /// What parked plans must fit; if the ask has none, the smallest peak found.
  int64_t budget = 0;
  /// The fastest plan within the budget so far.
  std::optional<Plan> best;
};

} // namespace

/// Evaluation steps.
static uint64_t getWorkLimit(const SearchOptions &options) {
  if (options.workLimit)
    return *options.workLimit;
  uint64_t limit = 1'000'000;
  for (int each = 0; each < options.effort; ++each)
    limit *= 10;
  return limit;
}

ParkedPlanner::ParkedPlanner(Session &session, const Ask &ask)
    : session(session), graph(session.getGraph()), given(ask), plain(ask),
      control(ask.search, ask.observer), workLimit(getWorkLimit(ask.search)) {
  plain.host = {};
  plain.isAssessed = false;
  // Of the ask's budget alone.
  plain.timeFloor = 0;
  if (!hasVariants(graph))
    leastTime = graph.baseTime();
}

Expected<Plan> ParkedPlanner::ask(std::optional<int64_t> bytes) {
  Ask inner = plain.withBudget(bytes);
  if (std::optional<double> left = control.secondsLeft())
    inner.search.timeLimit = std::max(
        *left / static_cast<double>(std::max<int64_t>(asksLeft, 1)), 1e-3);
  --asksLeft;
  // An interrupt takes no plan for another budget, so none is told of.
  RelayObserver other(given.observer);
  RelayObserver same(given.observer, [&](SearchProgress &progress) {
    progress.hostBytes = given.host.budget;
  });
  inner.observer = bytes == given.budget ? &same : &other;
  Expected<Outcome> outcome = session.solve(inner);
  if (!outcome)
    return outcome.takeError();
  if (outcome->status == Status::NotApplicable)
    return make_error<NotApplicableError>(outcome->message);
  isCut |= outcome->isCut;
  Plan plan = std::move(outcome->hasPlan() ? outcome->plan : outcome->smallest);
  // Its proof is of plans for that budget, without a host.
  plan.provedOptimal = false;
  return plan;
}

ParkedPlanner::Source *ParkedPlanner::addSource(int64_t bytes, Plan plan) {
  if (any_of(sources, [&](const Source &source) {
        return source.plan.steps == plan.steps;
      }))
    return nullptr;
  auto search = std::make_unique<ParkingSearch>(graph, plan.steps, given.host);
  auto place = partition_point(
      sources, [&](const Source &source) { return source.budget < bytes; });
  place = sources.insert(
      place, Source{bytes, std::move(plan), std::move(search), std::nullopt});
  return &*place;
}

Error ParkedPlanner::addSourcesBetween(int64_t low, int64_t high) {
  for (int64_t i = 1; i < kSources && !control.shouldStop(); ++i) {
    const int64_t bytes = low + (high - low) / kSources * i;
    if (bytes == low)
      break;
    Expected<Plan> plan = ask(bytes);
    if (!plan)
      return plan.takeError();
    addSource(bytes, std::move(*plan));
  }
  return Error::success();
}

bool ParkedPlanner::isBestFastest() const {
  return best && leastTime && best->time <= *leastTime * (1 + 1e-12);
}

void ParkedPlanner::park(Source &source) {
  if (source.time)
    return;
  const uint64_t before = source.search->getWork();
  std::optional<Plan> plan =
      source.search->search(budget, workLimit / 2 / kMostAsks, control);
  work += source.search->getWork() - before;
  if (!plan)
    return;
  source.time = plan->time;
  LLVM_DEBUG(dbgs() << "parking: a plan of peak " << source.plan.peak
                    << " and time " << source.plan.time << " takes "
                    << plan->time << " with " << plan->parkings.size()
                    << " parkings\n");
  if (best && plan->time >= best->time)
    return;
  plan->stage = plan->parkings.empty() ? source.plan.stage : "parking";
  best = std::move(plan);
}

void ParkedPlanner::parkAll() {
  for (Source &source : sources)
    if (!best || !control.shouldStop())
      park(source);
}

Error ParkedPlanner::refine() {
  size_t fastest = 0;
  for (size_t i = 1; i != sources.size(); ++i)
    if (sources[i].time &&
        (!sources[fastest].time || *sources[i].time < *sources[fastest].time))
      fastest = i;
  SmallVector<int64_t, 2> halfway;
  auto addHalfway = [&](size_t first) {
    const int64_t low = sources[first].budget;
    const int64_t high = sources[first + 1].budget;
    if (high - low > 1)
      halfway.push_back(low + (high - low) / 2);
  };
  if (fastest > 0)
    addHalfway(fastest - 1);
  if (fastest + 1 < sources.size())
    addHalfway(fastest);
  for (int64_t bytes : halfway) {
    if (control.shouldStop())
      break;
    Expected<Plan> plan = ask(bytes);
    if (!plan)
      return plan.takeError();
    if (Source *added = addSource(bytes, std::move(*plan)))
      park(*added);
  }
  return Error::success();
}

/// Tries `best` without the run at `step`, which is not the first of its task.
bool ParkedPlanner::dropRun(size_t step) {
  std::vector<Step> steps = best->steps;
  steps.erase(steps.begin() + static_cast<ptrdiff_t>(step));
  steps = dropUnreadSteps(graph, steps, /*keepsFirstRuns=*/true);
  work += steps.size();
  Expected<Simulation> simulation = simulate(graph, steps);
  if (!simulation) {
    // The first run, of a variant, does not make all.
    consumeError(simulation.takeError());
    return false;
  }
  if (simulation->time >= best->time)
    return false;
  if (errorToBool(verify(Problem(graph), makePlan(steps, *simulation))))
    return false;
  ParkingSearch search(graph, steps, given.host);
  std::optional<Plan> plan =
      search.search(budget, workLimit / kPartOfRun, control);
  work += search.getWork();
  if (!plan || plan->time >= best->time)
    return false;
  LLVM_DEBUG(dbgs() << "parking: without " << best->steps.size() - steps.size()
                    << " runs " << plan->time << ", not " << best->time
                    << "\n");
  plan->stage = "parking";
  best = std::move(plan);
  return true;
}

void ParkedPlanner::dropRuns() {
  bool isBetter = true;
  while (isBetter) {
    isBetter = false;
    // The dearest runs first.
    std::vector<uint8_t> hasRun(graph.tasks.size(), 0);
    std::vector<std::pair<double, size_t>> again;
    for (auto [index, step] : enumerate(best->steps))
      if (std::exchange(hasRun[step.task], 1))
        again.emplace_back(-graph.tasks[step.task].timeOf(step.variant), index);
    llvm::sort(again);
    for (auto [time, step] : again) {
      if (work >= workLimit || control.shouldStop())
        return;
      if (dropRun(step)) {
        isBetter = true;
        break;
      }
    }
  }
}

Error ParkedPlanner::improve() {
  parkAll();
  for (int64_t i = 0; best && !isBestFastest() && i != kRefinements; ++i)
    if (Error error = refine())
      return error;
  if (best && !isBestFastest())
    dropRuns();
  return Error::success();
}

/// Tries all orders, where the ask leaves the order open.
ExactParkingAnswer ParkedPlanner::searchExactly(int64_t bytes,
                                                size_t stateLimit) {
  if (given.search.reorder != Reorder::Full)
    return {};
  Problem problem(graph, bytes);
  problem.host = given.host;
  return searchParkingsExactly(problem, stateLimit, control);
}

std::optional<Plan> ParkedPlanner::findFirst(int64_t bytes) {
  for (Source &source : sources)
    if (std::optional<Plan> plan = source.search->search(bytes, 0, control)) {
      plan->stage = "parking";
      return plan;
    }
  std::optional<Plan> exact = searchExactly(bytes, kExactStatesOfPeaks).plan;
  if (exact)
    exact->stage = "exact";
  return exact;
}

/// By bisection between what is proved and what is known.
Plan ParkedPlanner::findSmallest() {
  Plan smallest =
      llvm::min_element(sources, [](const Source &a, const Source &b) {
        return std::make_pair(a.plan.peak, a.plan.time) <
               std::make_pair(b.plan.peak, b.plan.time);
      })->plan;
  int64_t low = lowerBoundPeak(graph, given.host.budget).bytes - 1;
  // A millionth.
  while (smallest.peak - low > 1 + (smallest.peak >> 20) &&
         !control.shouldStop()) {
    const int64_t middle = low + (smallest.peak - low) / 2;
    if (std::optional<Plan> plan = findFirst(middle))
      smallest = std::move(*plan);
    else
      low = middle;
  }
  return smallest;
}

ParkedAnswer ParkedPlanner::finish(Plan plan) {
  plan.strategy = given.strategy;
  ParkedAnswer result;
  result.isCut = !plan.provedOptimal && (isCut || control.shouldStop());
  result.plan = std::move(plan);
  return result;
}

Expected<ParkedAnswer> ParkedPlanner::answer() {
  Expected<Plan> first = ask(given.budget);
  if (!first)
    return first.takeError();
  Expected<Plan> base = session.getBase();
  if (!base)
    return base.takeError();
  const int64_t low = std::max(given.budget.value_or(0), first->peak);
  const int64_t high = std::max(low, base->peak);
  addSource(low, std::move(*first));
  // Pins may forbid it.
  if (!errorToBool(verify(Problem(graph), *base)))
    addSource(high, std::move(*base));
  budget = given.budget.value_or(0);
  if (given.budget)
    parkAll();
  if (isBestFastest()) {
    best->provedOptimal = true;
    return finish(std::move(*best));
  }

  if (Error error = addSourcesBetween(low, high))
    return std::move(error);
  // Nothing fits; the refusal names the smallest peak.
  if (given.budget && budget < lowerBoundPeak(graph, given.host.budget).bytes)
    return finish(findSmallest());
  if (!given.budget) {
    const Plan smallest = findSmallest();
    budget = smallest.peak;
    best = smallest;
  }
  if (Error error = improve())
    return std::move(error);
  // Of the smallest peak nothing is proved.
  ExactParkingAnswer exact = searchExactly(budget, kExactStates);
  if (exact.plan && (!best || exact.plan->time < best->time)) {
    best = std::move(exact.plan);
    best->stage = "exact";
  }
  if (!best)
    return finish(findSmallest());
  best->provedOptimal = given.budget && exact.isComplete;
  return finish(std::move(*best));
}

Expected<ParkedAnswer> mlir::remat::planner::searchParkedPlan(Session &session,
                                                              const Ask &ask) {
  return ParkedPlanner(session, ask).answer();
}
