//===- SolveChains.cpp - Strategies for chains of stages ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs of the papers know the figures of a chain alone. On a graph
// these are upper bounds, so that a budget of theirs is a nominal one: plans
// for many of them are simulated, and the best one within the real budget is
// taken. On a graph that is a chain there is nothing to search for.
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainLimits.h"
#include "Chains/Revolve.h"
#include "Graph/OfferedPlans.h"
#include "Graph/PlanSelection.h"
#include "remat/Planner/ChainStructure.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <cmath>

#define DEBUG_TYPE "remat-chains"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
enum class ChainProgram { Persistent, Floating, Precise };

/// Offers the plans of the chains in a graph.
class ChainPlans {
public:
  ChainPlans(const Problem &problem, const ChainLimits &limits)
      : problem(problem), limits(limits), selection(problem) {}

  /// Error: NotApplicableError, or none if there is a chain.
  Error findChains();
  /// Those of the program for a fixed set of nominal budgets; of an exact chain
  /// for the budget itself.
  Error offerTables(ChainProgram program);
  /// Those of `precise`, a special case of `rotor`, where the figures are
  /// bounds.
  Error offerStoredActivations();
  /// Those of Revolve for a fixed set of numbers of slots.
  void offerRevolve();
  Expected<Plan> take(StringRef name) {
    selection.offer(baseSteps(problem.graph));
    return selection.take(name);
  }

private:
  void offer(const ChainStructure &chain, ArrayRef<ChainOp> ops) {
    selection.offer(expandChain(problem.graph, chain, ops));
  }
  Error offerTable(const ChainStructure &chain, ChainProgram program);
  bool offerUniform(const ChainStructure &chain);
  ChainTableOr solveTable(const ChainStructure &chain, ChainProgram program,
                          int64_t capacity) const;
  /// Plans for one chain of the several that there are.
  size_t planCount(size_t most) const;

  const Problem &problem;
  const ChainLimits limits;
  PlanSelection selection;
  std::vector<ChainStructure> chains;
};
} // namespace

/// Chains of more stages whose sizes have no common unit are solved within a
/// hundredth of the optimum.
static constexpr size_t maxStagesOnBytes = 200;

static bool isSameStage(const ChainStage &a, const ChainStage &b) {
  auto figures = [](const ChainStage &stage) {
    return std::make_tuple(stage.activationBytes, stage.savedBytes,
                           stage.gradientBytes, stage.forwardWorkspace,
                           stage.checkpointWorkspace, stage.backwardWorkspace,
                           stage.passingBytes, stage.forwardTime,
                           stage.checkpointTime, stage.backwardTime);
  };
  return figures(a) == figures(b);
}

Error ChainPlans::findChains() {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  Error reason = Error::success();
  for (bool holdLongValues : {false, true})
    for (int32_t width = 1; width <= limits.widths; ++width) {
      if (chains.size() == 1 && chains.front().isExact)
        break;
      ChainCuts cuts;
      cuts.width = width;
      cuts.holdLongValues = holdLongValues;
      cuts.maxStages = limits.stages;
      cuts.maxExactStages = limits.exactStages;
      Expected<ChainStructure> chain = findChain(problem.graph, *model, cuts);
      if (!chain) {
        // The reason of the last is that of the most that may cross.
        consumeError(std::move(reason));
        reason = chain.takeError();
        continue;
      }
      if (none_of(chains, [&](const ChainStructure &other) {
            return llvm::equal(other.chain.stages, chain->chain.stages,
                               isSameStage);
          }))
        chains.push_back(std::move(*chain));
    }
  if (chains.empty())
    return reason;
  consumeError(std::move(reason));
  // Of a chain that is one, plans are made for the budget at hand.
  OfferedPlans *offered = getContext(problem).offered;
  if (offered &&
      any_of(chains, [](const ChainStructure &chain) { return chain.isExact; }))
    offered->dependOnBudget = true;
  return Error::success();
}

size_t ChainPlans::planCount(size_t most) const {
  const size_t tasks = problem.graph.tasks.size();
  return std::clamp<size_t>(limits.steps / tasks / chains.size(), 4, most);
}

/// Times as whole numbers, of which the programs make short work.
static void roundTimes(Chain &chain) {
  double sum = 0;
  for (const ChainStage &stage : chain.stages)
    sum += stage.forwardTime;
  if (sum == 0)
    return;
  const double unit = sum / (1 << 12);
  for (ChainStage &stage : chain.stages) {
    stage.forwardTime = std::nearbyint(stage.forwardTime / unit);
    stage.checkpointTime = std::nearbyint(stage.checkpointTime / unit);
    stage.backwardTime = 0;
  }
}

ChainTableOr ChainPlans::solveTable(const ChainStructure &chain,
                                    ChainProgram program,
                                    int64_t capacity) const {
  // The figures of a graph that is no chain are bounds, and its budget is a
  // nominal one: there is no use in more exactness.
  ChainSolverOptions options;
  options.maxWork = limits.floatingWork;
  Chain asked = chain.chain;
  if (!chain.isExact) {
    options.bins = limits.bins;
    roundTimes(asked);
  } else if (program != ChainProgram::Floating &&
             asked.stages.size() > maxStagesOnBytes) {
    // Where sizes have a common unit it is exact all the same.
    options.epsilon = 0.01;
  }
  auto solve = [&]() -> ChainTableOr {
    switch (program) {
    case ChainProgram::Persistent:
      return solvePersistent(asked, capacity, options);
    case ChainProgram::Floating:
      return solveFloating(asked, capacity, options);
    case ChainProgram::Precise:
      return solvePrecise(asked, capacity, options);
    }
    llvm_unreachable("unknown program");
  };
  ChainTableOr table = solve();
  if (!table)
    return make_error<NotApplicableError>(toString(table.takeError()));
  return table;
}

Error ChainPlans::offerTable(const ChainStructure &chain,
                             ChainProgram program) {
  const std::vector<ChainOp> all = storeAllOps(chain.chain);
  Expected<ChainSchedule> storeAll = simulateChain(chain.chain, all);
  if (!storeAll)
    return storeAll.takeError();
  offer(chain, all);
  const bool isAsked = chain.isExact && problem.budget;
  int64_t capacity = storeAll->peak;
  if (isAsked)
    capacity = std::min(capacity, *problem.budget);
  ChainTableOr table = solveTable(chain, program, capacity);
  if (!table)
    return table.takeError();
  if (isAsked)
    if (std::optional<ChainSchedule> schedule =
            (*table)->scheduleWithin(capacity)) {
      offer(chain, schedule->ops);
      return Error::success();
    }
  // What is refused is told the smallest budget, whatever was asked for.
  if (isAsked && capacity < storeAll->peak) {
    table = solveTable(chain, program, storeAll->peak);
    if (!table)
      return table.takeError();
  }
  const std::vector<int64_t> budgets = (*table)->budgets();
  const size_t count =
      std::min(budgets.size(), chain.isExact ? 1 : planCount(/*most=*/256));
  // Small budgets differ most in time.
  const size_t last = std::max<size_t>(count, 2) - 1;
  for (size_t i = 0; i != count; ++i)
    if (std::optional<ChainSchedule> schedule = (*table)->scheduleWithin(
            budgets[i * i * (budgets.size() - 1) / (last * last)]))
      offer(chain, schedule->ops);
  LLVM_DEBUG(dbgs() << "offered " << count << " plans of " << budgets.size()
                    << " budgets\n");
  return Error::success();
}

Error ChainPlans::offerTables(ChainProgram program) {
  for (const ChainStructure &chain : chains)
    if (chain.isExact || !limits.exactOnly)
      if (Error error = offerTable(chain, program))
        return error;
  return Error::success();
}

Error ChainPlans::offerStoredActivations() {
  for (const ChainStructure &chain : chains)
    if (!chain.isExact)
      if (Error error = offerTable(chain, ChainProgram::Precise))
        return error;
  return Error::success();
}

/// Where all stages but the loss are the same, less memory means fewer slots
/// and more time: the most slots within the budget are the best.
bool ChainPlans::offerUniform(const ChainStructure &chain) {
  const std::vector<ChainStage> &stages = chain.chain.stages;
  if (!chain.isExact || !problem.budget ||
      !all_of(ArrayRef(stages).drop_back(), [&](const ChainStage &stage) {
        return isSameStage(stage, stages.front());
      }))
    return false;
  const int64_t count = stages.size();
  auto fits = [&](int64_t slots) {
    Expected<ChainSchedule> schedule =
        simulateChain(chain.chain, revolveOps(count, slots));
    if (schedule)
      return schedule->peak <= *problem.budget;
    consumeError(schedule.takeError());
    return false;
  };
  int64_t least = 1;
  while (revolveForwardSteps(count, least) > limits.runsOfPlan / 2)
    ++least;
  int64_t most = least - 1;
  for (int64_t tooMany = count + 1; tooMany - most > 1;) {
    const int64_t middle = most + (tooMany - most) / 2;
    (fits(middle) ? most : tooMany) = middle;
  }
  if (most < least)
    return false;
  offer(chain, revolveOps(count, most));
  offer(chain, storeAllOps(chain.chain));
  return true;
}

void ChainPlans::offerRevolve() {
  for (const ChainStructure &chain : chains) {
    if (offerUniform(chain))
      continue;
    const int64_t stages = chain.stages.size();
    const int64_t all = std::max<int64_t>(planCount(/*most=*/128) / 2, 1);
    const size_t tasksOfStage = problem.graph.tasks.size() / stages + 1;
    for (int64_t slots = 1; slots <= stages;
         slots = slots < all ? slots + 1 : slots + slots / 8 + 1) {
      // With too few slots, schedules are too long to be of any use.
      const int64_t runs = revolveForwardSteps(stages, slots);
      if (runs <= limits.runsOfPlan / int64_t(tasksOfStage))
        offer(chain, revolveOps(stages, slots));
    }
    offer(chain, revolveOps(stages, stages));
    offer(chain, storeAllOps(chain.chain));
  }
}

static Expected<Plan> solveWithin(const Problem &problem, ChainProgram program,
                                  const ChainLimits &limits) {
  ChainPlans plans(problem, limits);
  if (Error error = plans.findChains())
    return std::move(error);
  if (Error error = plans.offerTables(program))
    return std::move(error);
  if (limits.offersSpecialCases && program == ChainProgram::Persistent)
    if (Error error = plans.offerStoredActivations())
      return std::move(error);
  switch (program) {
  case ChainProgram::Persistent:
    return plans.take("rotor");
  case ChainProgram::Floating:
    return plans.take("rotor-floating");
  case ChainProgram::Precise:
    return plans.take("precise");
  }
  llvm_unreachable("unknown program");
}

static Expected<Plan> solveFloatingAlone(const Problem &problem, Scale scale) {
  // The floating program grows with one power of the stages more.
  ChainLimits limits = getChainLimits(scale);
  limits.exactStages = std::min<size_t>(limits.exactStages, 250);
  limits.stages = std::max<size_t>(limits.stages / 4, 16);
  return solveWithin(problem, ChainProgram::Floating, limits);
}

namespace mlir::remat::planner {

/// Beaumont et al. 2019, Theorem 4.8, over the chains of stages in the graph:
/// for several numbers of values that may cross from one stage to the next, the
/// optimal persistent schedules for many nominal budgets. Optimal in its model
/// where the graph is a chain. NotApplicableError where there is no chain. A
/// chain of n stages takes O(n³) steps for each unit of memory or as
/// docs/strategies.md says.
Expected<Plan> solveRotor(const Problem &problem) {
  return solveWithin(problem, ChainProgram::Persistent,
                     getChainLimits(getContext(problem).scale));
}

/// The same with Theorem 4.7, as corrected: checkpoints may move.
Expected<Plan> solveRotorFloating(const Problem &problem) {
  const Scale scale = getContext(problem).scale;
  Expected<Plan> floating = solveFloatingAlone(problem, scale);
  // `auto` asks `rotor` itself.
  if (scale != Scale::Alone)
    return floating;
  // A special case, which takes longer chains.
  Expected<Plan> persistent = solveRotor(problem);
  PlanSelection selection(problem);
  bool any = false;
  for (Expected<Plan> *plan : {&floating, &persistent})
    if (*plan) {
      selection.offer(**plan);
      any = true;
    }
  if (!any) {
    consumeError(persistent.takeError());
    return floating;
  }
  if (!floating)
    consumeError(floating.takeError());
  if (!persistent)
    consumeError(persistent.takeError());
  return selection.take("rotor-floating");
}

/// The same with the per-layer-cost program (Butt 2019, Algorithm 3.4).
Expected<Plan> solvePreciseChain(const Problem &problem) {
  const Scale scale = getContext(problem).scale;
  ChainLimits limits = getChainLimits(scale);
  // `rotor` has its plans for graphs that are no chains.
  limits.exactOnly = scale == Scale::Consulted;
  return solveWithin(problem, ChainProgram::Precise, limits);
}

/// The same with binomial checkpointing (Griewank, Walther 2000), for many
/// numbers of slots: optimal where all stages are alike. O(steps of the plans).
Expected<Plan> solveRevolve(const Problem &problem) {
  ChainLimits limits = getChainLimits(getContext(problem).scale);
  // It goes through a chain of any length.
  limits.exactStages = limits.stages = 1'000'000;
  ChainPlans plans(problem, limits);
  if (Error error = plans.findChains())
    return std::move(error);
  plans.offerRevolve();
  return plans.take("revolve");
}

} // namespace mlir::remat::planner
