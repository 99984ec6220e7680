//===- SolveLowerSet.cpp - Kusumoto et al. within a real budget -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equation (2) ignores liveness, so budgets of the dynamic program are nominal.
// The strategies solve it for several, which depend on the graph only, and
// simulate the results. Every real budget chooses from the same plans: a larger
// one never gives a slower plan.
//
//===----------------------------------------------------------------------===//

#include "Graph/PlanSelection.h"
#include "Graph/SolverContext.h"
#include "LowerSets/CanonicalSchedule.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <cassert>
#include <limits>

#define DEBUG_TYPE "remat-lower-sets"

using namespace llvm;
using namespace mlir::remat::planner;

/// Thins out the pruned family (every other, third, … set) above that.
static constexpr size_t maxPrunedNodes = 4096;

/// Cells of a table: 400 MB.
static constexpr size_t maxCells = 50'000'000;

namespace {
/// How far the exact strategy goes, in counts: plans are equal on all machines.
struct SearchLimits {
  /// Maximum of lower sets; beyond it the strategy does not apply.
  size_t sets;
  /// Maximum of computed cells in the table of all nominal budgets.
  uint64_t cells;
  /// Searches for the greatest overhead, and for the least if the table is
  /// inexact.
  int memorySearches;
  int timeSearches;
  /// A search gives up after so many pairs and states; none begins after the
  /// fourfold.
  uint64_t workOfSearch;
};

/// Alone, and as a start of `auto`.
constexpr SearchLimits fullLimits = {65536, 1'000'000'000, 2, 8, 30'000'000};
constexpr SearchLimits startLimits = {4096, 10'000'000, 0, 0, 0};

/// Solves the dynamic program for several nominal budgets; offers the plans.
class NominalBudgets {
public:
  NominalBudgets(const Problem &problem, const ForwardModel &model)
      : problem(problem), model(model), scheduler(problem.graph, model),
        selection(problem), memory(problem.objective == Objective::Memory) {}

  /// Sequences of greatest overhead of the pruned families: seldom the fastest
  /// within their peak, but often the smallest. Problems that ask for them get
  /// others only if none fits.
  void sweepGreatest() {
    sweepPruned(Objective::Memory, memory ? 60 : 25);
    if (memory)
      selection.acceptBelow(selection.smallestPeak());
  }
  /// Sequences of least overhead of all lower sets, evenly spaced in overhead.
  /// Returns whether they are exact.
  bool sweepAll(const LowerSetFamily &family, const SearchLimits &limits);
  /// Some sequences of least overhead over the nominal budgets, closer where
  /// the overhead changes most.
  void sweepTime(const LowerSetFamily &family, LowerSetSearch &search,
                 const SearchLimits &limits);
  /// Some sequences of greatest overhead, closer at the smallest budgets.
  void sweepMemory(const LowerSetFamily &family, LowerSetSearch &search,
                   const SearchLimits &limits);

  /// The best of these plans, of the pruned families' least overhead, and of
  /// the base order.
  Expected<Plan> take(StringRef strategy) {
    sweepPruned(Objective::Time, memory ? 40 : 75);
    selection.offer(baseSteps(problem.graph));
    return selection.take(strategy);
  }

private:
  /// Sequences of the pruned families, evenly spaced in overhead: `share`
  /// percent of those that can be simulated in a few milliseconds.
  void sweepPruned(Objective objective, int share);
  void offer(const LowerSetFamily &family, const LowerSetSequence &sequence);
  void offerFront(const LowerSetFamily &family, LowerSetTable &table,
                  size_t most);

  const Problem &problem;
  const ForwardModel &model;
  CanonicalScheduler scheduler;
  PlanSelection selection;
  const bool memory;
  std::vector<Segments> offered;
};
} // namespace

void NominalBudgets::offer(const LowerSetFamily &family,
                           const LowerSetSequence &sequence) {
  assert(!sequence.sets.empty() && "a sequence ends with all nodes");
  Segments segments = segmentsOf(model, family, sequence);
  if (any_of(offered, [&](const Segments &other) {
        return other.segmentOf == segments.segmentOf;
      }))
    return;
  for (const std::vector<Step> &steps : scheduler.schedules(segments))
    selection.offer(steps);
  offered.push_back(std::move(segments));
}

void NominalBudgets::offerFront(const LowerSetFamily &family,
                                LowerSetTable &table, size_t most) {
  ArrayRef<int32_t> front = table.front();
  const size_t count = std::min(front.size(), most);
  for (size_t i = 0; i != count && !selection.shouldStop(); ++i)
    offer(family,
          table.sequence(
              front[count == 1 ? 0 : i * (front.size() - 1) / (count - 1)]));
}

void NominalBudgets::sweepPruned(Objective objective, int share) {
  // Models of the peak differ, and none knows liveness: ask several.
  const std::pair<bool, NominalPeak> kinds[] = {
      {/*withPrefixes=*/false, NominalPeak::Printed},
      {/*withPrefixes=*/true, NominalPeak::Printed},
      {/*withPrefixes=*/true, NominalPeak::ValuesOnly}};
  for (auto [withPrefixes, peak] : kinds) {
    if (selection.shouldStop())
      break;
    LowerSetFamily family =
        LowerSetFamily::pruned(model, maxPrunedNodes, withPrefixes, peak);
    // The table costs pairs·columns, a plan its steps.
    const size_t pairs = family.size() * family.size() / 2;
    const size_t columns =
        std::clamp<size_t>(10'000'000 / pairs * share / 100, 64, 1024);
    const size_t most = std::clamp<size_t>(
        12'000 / problem.graph.tasks.size() * share / 100, 12, 128);
    LowerSetTable table(model, family, objective, columns);
    LLVM_DEBUG(dbgs() << family.size() << " pruned lower sets, " << columns
                      << " columns, a front of " << table.front().size()
                      << " sequences\n");
    offerFront(family, table, most);
  }
}

bool NominalBudgets::sweepAll(const LowerSetFamily &family,
                              const SearchLimits &limits) {
  // A coarse table gives the smallest nominal budget with a sequence, whose
  // overhead bounds all of interest, and the price of a column.
  constexpr size_t coarseColumns = 64;
  int64_t mostCost = 0;
  uint64_t cellsOfColumn = 0;
  {
    LowerSetTable coarse(model, family, Objective::Time, coarseColumns);
    mostCost = coarse.sequence(coarse.front().back()).cost;
    cellsOfColumn = 1 + coarse.work() / coarseColumns;
  }
  const size_t columns =
      std::clamp<size_t>(std::min<uint64_t>(limits.cells / cellsOfColumn,
                                            maxCells / family.size()),
                         coarseColumns, 4096);
  LowerSetTable table(model, family, Objective::Time, columns, mostCost);
  LLVM_DEBUG(dbgs() << "all " << family.size() << " lower sets, " << columns
                    << " columns, a front of " << table.front().size()
                    << " sequences, " << (table.isExact() ? "exact" : "rounded")
                    << '\n');
  offerFront(family, table,
             std::clamp<size_t>(40'000 / problem.graph.tasks.size(), 24, 256));
  return table.isExact();
}

void NominalBudgets::sweepTime(const LowerSetFamily &family,
                               LowerSetSearch &search,
                               const SearchLimits &limits) {
  const uint64_t before = search.work();
  auto solve = [&](int64_t budget) {
    search.setWorkLimit(search.work() + limits.workOfSearch);
    std::optional<LowerSetSequence> found =
        search.solve(budget, Objective::Time);
    if (found)
      offer(family, *found);
    return found;
  };

  /// `cost` is the least for every nominal budget from `peak` to `budget`.
  struct Range {
    int64_t peak, budget, cost;
  };
  std::vector<Range> ranges;
  const int64_t largest = search.largestBudget();
  if (std::optional<LowerSetSequence> first = solve(search.smallestBudget()))
    ranges.push_back({first->peak, search.smallestBudget(), first->cost});
  else
    // The search gave up: unknown below the largest budget.
    ranges.push_back({search.smallestBudget(), search.smallestBudget(),
                      std::numeric_limits<int32_t>::max()});
  ranges.push_back({largest, largest, 0});
  solve(largest);
  for (int solved = 2; solved < limits.timeSearches &&
                       search.work() - before < 4 * limits.workOfSearch;
       ++solved) {
    // The gap with the largest area.
    size_t gap = 0;
    double most = 0;
    for (size_t i = 0; i + 1 < ranges.size(); ++i) {
      double area = double(ranges[i + 1].peak - 1 - ranges[i].budget) *
                    double(ranges[i].cost - ranges[i + 1].cost);
      if (area > most) {
        most = area;
        gap = i;
      }
    }
    if (most <= 0)
      break;
    Range &below = ranges[gap], &above = ranges[gap + 1];
    const int64_t middle =
        below.budget +
        std::max<int64_t>(1, (above.peak - 1 - below.budget) / 2);
    std::optional<LowerSetSequence> found = solve(middle);
    if (!found || found->cost == below.cost)
      below.budget = middle;
    else if (found->cost == above.cost)
      above.peak = std::min(above.peak, found->peak);
    else
      ranges.insert(ranges.begin() + gap + 1,
                    {found->peak, middle, found->cost});
  }
}

void NominalBudgets::sweepMemory(const LowerSetFamily &family,
                                 LowerSetSearch &search,
                                 const SearchLimits &limits) {
  const int searches = limits.memorySearches * (memory ? 4 : 1);
  search.setWorkLimit(search.work() + limits.workOfSearch);
  const int64_t smallest = search.smallestBudget();
  int64_t rise = search.largestBudget() - smallest;
  for (int i = 0; i != searches && !selection.shouldStop(); ++i) {
    // The smallest budget, then halves from the largest down.
    int64_t budget = smallest;
    if (i > 0) {
      rise /= 2;
      budget += rise;
    }
    if (std::optional<LowerSetSequence> found =
            search.solve(budget, Objective::Memory))
      offer(family, *found);
    if (search.gaveUp() || (i > 0 && rise == 0))
      return;
  }
}

namespace mlir::remat::planner {

/// Kusumoto et al. 2019 over the pruned family of #V lower sets and the
/// prefixes of the base order. O(V²·columns).
Expected<Plan> solveLowerSetApprox(const Problem &problem) {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  NominalBudgets budgets(problem, *model);
  budgets.sweepGreatest();
  return budgets.take("lower-set-approx");
}

/// Kusumoto et al. 2019 over all pairs of lower sets; exact for every nominal
/// budget if times are small integers. NotApplicableError above 65,536 lower
/// sets. O(pairs·columns); docs/internals/lower-sets.md has the limits.
Expected<Plan> solveLowerSet(const Problem &problem) {
  const SearchLimits &limits =
      getContext(problem).scale == Scale::Start ? startLimits : fullLimits;
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  std::optional<LowerSetFamily> all = LowerSetFamily::all(*model, limits.sets);
  if (!all)
    return make_error<NotApplicableError>(
        ("the forward graph has more than " + Twine(limits.sets) +
         " lower sets, the limit of the exact strategy 'lower-set'; use "
         "'lower-set-approx', which looks at one lower set for each task")
            .str());
  NominalBudgets budgets(problem, *model);
  std::optional<LowerSetSearch> search;
  if (limits.memorySearches)
    budgets.sweepMemory(*all, search.emplace(*model, *all), limits);
  budgets.sweepGreatest();
  if (!budgets.sweepAll(*all, limits) && limits.timeSearches) {
    if (!search)
      search.emplace(*model, *all);
    budgets.sweepTime(*all, *search, limits);
  }
  return budgets.take("lower-set");
}

} // namespace mlir::remat::planner
