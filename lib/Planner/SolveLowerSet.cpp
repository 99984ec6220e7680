//===- SolveLowerSet.cpp - Kusumoto et al. within a real budget -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equation (2) knows no liveness, so a budget of the dynamic program is a
// nominal one. The strategies solve it for several nominal budgets, which
// depend on the graph only, simulate what comes out, and take what suits the
// real budget. The same plans are on offer whatever the real budget is: a
// larger one never gives a slower plan.
//
//===----------------------------------------------------------------------===//

#include "CanonicalSchedule.h"
#include "SolverSupport.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Solvers.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

/// Above that many sets of the pruned family, every other (third, …) is left
/// out.
static constexpr size_t maxPrunedSets = 8192;
static constexpr SearchLimits prunedSearchLimits = {maxPrunedSets, 64,
                                                    8'000'000};

namespace {
/// A family with its search.
struct Sequences {
  Sequences(const ForwardModel &model, LowerSetFamily theFamily,
            const SearchLimits &limits)
      : family(std::move(theFamily)), search(model, family), limits(limits) {}

  LowerSetFamily family;
  LowerSetSearch search;
  SearchLimits limits;
};

/// Solves the dynamic program for one nominal budget after the other and offers
/// the plans.
class NominalBudgets {
public:
  explicit NominalBudgets(const Problem &problem, const ForwardModel &model)
      : model(model), scheduler(problem.graph, model), selection(problem) {}

  /// A few of the sequences of least overhead, from the least nominal budget to
  /// the one that needs no recomputation, closer where the overhead changes
  /// most.
  void sweepTime(Sequences &sequences);
  /// A few of the sequences of greatest overhead, closer at the smallest
  /// nominal budgets. Returns the smallest peak.
  void sweepMemory(Sequences &sequences, int searches);

  PlanSelection &getSelection() { return selection; }

private:
  void offer(const Sequences &sequences, const LowerSetSequence &sequence);

  const ForwardModel &model;
  CanonicalScheduler scheduler;
  PlanSelection selection;
  /// What was offered already.
  std::vector<Segments> offered;
};
} // namespace

void NominalBudgets::offer(const Sequences &sequences,
                           const LowerSetSequence &sequence) {
  Segments segments = segmentsOf(model, sequences.family, sequence);
  if (any_of(offered, [&](const Segments &other) {
        return other.segmentOf == segments.segmentOf;
      }))
    return;
  for (const std::vector<Step> &steps : scheduler.schedules(segments))
    selection.offer(steps);
  offered.push_back(std::move(segments));
}

void NominalBudgets::sweepTime(Sequences &sequences) {
  LowerSetSearch &search = sequences.search;
  auto solve = [&](int64_t budget) {
    std::optional<LowerSetSequence> found =
        search.solve(budget, Objective::Time);
    if (found)
      offer(sequences, *found);
    return found;
  };

  /// One cost is the least for every nominal budget from `peak` to `budget`.
  struct Range {
    int64_t peak, budget, cost;
  };
  std::vector<Range> ranges;
  const int64_t largest = search.largestBudget();
  if (std::optional<LowerSetSequence> first = solve(search.smallestBudget()))
    ranges.push_back({first->peak, search.smallestBudget(), first->cost});
  else
    // The search gave up: nothing is known below the largest budget.
    ranges.push_back({search.smallestBudget(), search.smallestBudget(),
                      std::numeric_limits<int32_t>::max()});
  ranges.push_back({largest, largest, 0});
  solve(largest);

  for (int solved = 2; solved < sequences.limits.searches &&
                       search.work() < sequences.limits.pairs;
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
      return;
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

void NominalBudgets::sweepMemory(Sequences &sequences, int searches) {
  LowerSetSearch &search = sequences.search;
  const int64_t smallest = search.smallestBudget();
  int64_t rise = search.largestBudget() - smallest;
  for (int i = 0; i != searches && search.work() < sequences.limits.pairs;
       ++i) {
    // The smallest budget, then halves from the largest down to it.
    int64_t budget = smallest;
    if (i > 0) {
      rise /= 2;
      budget += rise;
    }
    if (std::optional<LowerSetSequence> found =
            search.solve(budget, Objective::Memory))
      offer(sequences, *found);
    if (i > 0 && rise == 0)
      return;
  }
}

/// What both strategies do with their families; the exact one has two.
static Expected<Plan> sweep(const Problem &problem, const ForwardModel &model,
                            Sequences &pruned, Sequences *all,
                            StringRef strategy) {
  NominalBudgets budgets(problem, model);
  PlanSelection &selection = budgets.getSelection();
  // A plan of greatest overhead is seldom the fastest within its peak, but
  // often has the smallest.
  const bool memory = problem.objective == Objective::Memory;
  budgets.sweepMemory(pruned, memory ? 12 : 4);
  if (all)
    budgets.sweepMemory(*all, memory ? 8 : 2);
  // Who asks for these plans gets others only where no such plan fits.
  if (memory)
    selection.acceptBelow(selection.smallestPeak());
  budgets.sweepTime(pruned);
  if (all)
    budgets.sweepTime(*all);
  selection.offer(baseSteps(problem.graph));
  return selection.take(strategy);
}

Expected<Plan>
mlir::remat::planner::solveLowerSetApprox(const Problem &problem) {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  Sequences pruned(*model, LowerSetFamily::pruned(*model, maxPrunedSets),
                   prunedSearchLimits);
  return sweep(problem, *model, pruned, nullptr, "lower-set-approx");
}

Expected<Plan>
mlir::remat::planner::solveLowerSetWithin(const Problem &problem,
                                          const SearchLimits &limits) {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  std::optional<LowerSetFamily> family =
      LowerSetFamily::all(*model, limits.sets);
  if (!family)
    return make_error<NotApplicableError>(
        ("the forward graph has more than " + Twine(limits.sets) +
         " lower sets, the limit of the exact strategy 'lower-set'; use "
         "'lower-set-approx', which looks at one lower set for each task")
            .str());
  Sequences pruned(*model, LowerSetFamily::pruned(*model, maxPrunedSets),
                   prunedSearchLimits);
  Sequences all(*model, std::move(*family), limits);
  return sweep(problem, *model, pruned, &all, "lower-set");
}

Expected<Plan> mlir::remat::planner::solveLowerSet(const Problem &problem) {
  return solveLowerSetWithin(problem, fullSearchLimits);
}
