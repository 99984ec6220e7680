//===- Solvers.cpp - Strategies, and the choice among them ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Solvers.h"
#include "Session/SolverSupport.h"
#include "remat/Planner/Simulator.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

char RefusalError::ID = 0;
char NotApplicableError::ID = 0;

std::error_code RefusalError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

std::error_code NotApplicableError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

StringRef mlir::remat::planner::stringifyStatus(Status status) {
  switch (status) {
  case Status::Ok:
    return "ok";
  case Status::Infeasible:
    return "infeasible";
  case Status::NotFound:
    return "not-found";
  }
  llvm_unreachable("unknown status");
}

ArrayRef<Strategy> mlir::remat::planner::strategies() {
  static const Strategy table[] = {
      {"auto", "search for the fastest plan, from all strategies that apply",
       solveAuto},
      {"none", "every task once, in the base order", solveNone},
      {"chen", "√n segments of equal length (Chen et al. 2016)", solveChen},
      {"periodic", "equal segments, for every number of them", solvePeriodic},
      {"revolve",
       "binomial checkpointing of stages (Griewank and Walther 2000)",
       solveRevolve},
      {"precise", "chains of stages by their costs (Butt 2019, Algorithm 3.4)",
       solvePreciseChain},
      {"rotor",
       "chains of stages, persistent (Beaumont et al. 2019, Theorem 4.8)",
       solveRotor},
      {"rotor-floating",
       "chains of stages, checkpoints may move (the same, Theorem 4.7)",
       solveRotorFloating},
      {"join",
       "independent chains that meet at the loss (Beaumont et al. 2019)",
       solveJoin},
      {"lower-set-approx",
       "sequences of pruned lower sets (Kusumoto et al. 2019, section 4.3)",
       solveLowerSetApprox},
      {"lower-set",
       "sequences of lower sets, exact (Kusumoto et al. 2019, section 4.2)",
       solveLowerSet},
  };
  return table;
}

const Strategy *mlir::remat::planner::lookupStrategy(StringRef name) {
  const Strategy *found = find_if(strategies(), [&](const Strategy &strategy) {
    return strategy.name == name;
  });
  return found == strategies().end() ? nullptr : found;
}

std::string mlir::remat::planner::getStrategyNames(StringRef last) {
  std::string names;
  for (const Strategy &strategy : strategies()) {
    const bool isLast = &strategy == &strategies().back();
    names += names.empty() ? "" : isLast ? last.str() : ", ";
    names += strategy.name;
  }
  return names;
}

/// What a person reads when there is no plan.
static Error refuse(const Problem &problem, const Plan &smallest) {
  const Graph &graph = problem.graph;
  const int64_t budget = *problem.budget;
  PeakBound bound = lowerBoundPeak(graph);
  const Status status =
      budget < bound.bytes ? Status::Infeasible : Status::NotFound;
  auto size = [](int64_t bytes) {
    return (Twine(bytes) + " bytes (" + formatBytes(bytes) + ")").str();
  };
  std::string text;
  if (status == Status::Infeasible) {
    text = "infeasible: no plan fits the budget of " + size(budget) +
           ", since at least " + size(bound.bytes) + " must be alive " +
           (bound.task
                ? "when " + Graph::describe(graph.tasks[*bound.task]) + " runs"
                : std::string("at the end of the step"));
    if (graph.residentBytes)
      text += ", " + size(graph.residentBytes) + " of them resident";
    constexpr size_t shown = 3;
    for (size_t i = 0; i != std::min(shown, bound.live.size()); ++i)
      text += (i ? ", " : ": ") + Graph::describe(graph.values[bound.live[i]]) +
              " with " + size(graph.values[bound.live[i]].bytes);
    if (bound.live.size() > shown)
      text += " and " + utostr(bound.live.size() - shown) + " more";
    if (const int64_t workspace = bound.getWorkspace(graph))
      text += ", and a workspace of " + size(workspace);
  } else {
    text = "not-found: '" + smallest.strategy +
           "' has no plan within the budget of " + size(budget) +
           ", which is above the proven bound of " + size(bound.bytes);
  }
  text += "; the smallest budget for which '" + smallest.strategy +
          "' found a plan is " + size(smallest.peak);
  if (problem.search.interrupt && *problem.search.interrupt)
    text += ", since the search was interrupted";
  else if (problem.search.wasStopped && *problem.search.wasStopped)
    text += ", since the time limit ended the search";
  text += ": raise the budget";
  if (smallest.strategy != "auto")
    text += ", try the strategy 'auto'";
  else if (status == Status::NotFound)
    text += ", search with more effort";
  text += ", let more tasks run again, or make the step smaller (its batch, "
          "for one)";
  return make_error<RefusalError>(status, budget, std::move(bound),
                                  smallest.peak, std::move(text));
}

/// Takes the plan of the archive in place of `plan` if that one is better for
/// the problem: what a search found for another problem of the graph is an
/// answer here too.
static void consultArchive(const Problem &problem, Plan &plan) {
  const Plan *kept = problem.search.archive->find(problem.budget);
  if (!kept)
    return;
  bool over = problem.budget && plan.peak > *problem.budget;
  bool byTime = problem.budget && !over;
  auto isLess = [](auto a, auto b, auto c, auto d) {
    return a < b || (a == b && c < d);
  };
  if (!over && !(byTime ? isLess(kept->time, plan.time, kept->peak, plan.peak)
                        : isLess(kept->peak, plan.peak, kept->time, plan.time)))
    return;
  // What is proved of one plan holds for one that is as good; one that is
  // better is so by the rounding of a sum.
  const bool proved = plan.provedOptimal;
  plan = *kept;
  plan.provedOptimal = proved;
}

/// Whoever watches the search hears what it is for, whatever the strategy asks
/// of others on the way.
static Problem sayBudget(const Problem &problem) {
  Problem watched = problem;
  if (problem.search.progress)
    watched.search.progress = [tell = problem.search.progress,
                               budget = problem.budget](SearchProgress now) {
      now.budget = budget;
      tell(now);
    };
  return watched;
}

Expected<Plan> mlir::remat::planner::solve(const Problem &problem,
                                           StringRef name) {
  if (Error error = problem.check())
    return std::move(error);
  const Strategy *strategy = lookupStrategy(name);
  if (!strategy)
    return createStringError("unknown strategy '" + name +
                             "'; expected one of: " + getStrategyNames());
  Expected<Plan> plan = strategy->solver(sayBudget(problem));
  if (!plan)
    return plan.takeError();
  const bool shares = problem.search.archive && name == "auto";
  if (shares)
    consultArchive(problem, *plan);
  if (problem.budget && plan->peak > *problem.budget)
    return refuse(problem, *plan);
  if (Error error = verify(problem, *plan))
    return createStringError(
        "the strategy '" + name +
        "' made an invalid plan: " + toString(std::move(error)));
  if (shares) {
    Plan kept = *plan;
    // It is proved for this problem only.
    kept.provedOptimal = false;
    problem.search.archive->add(kept);
  }
  return plan;
}
