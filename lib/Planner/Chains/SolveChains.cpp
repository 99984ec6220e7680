//===- SolveChains.cpp - Strategies for chains and joins of stages --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The papers' programs know only the figures of a chain, which on a graph are
// upper bounds, so that their budgets are nominal: simulates plans for many of
// them and takes the best within the real budget. On a graph that is a chain,
// the program's own answer is the best.
//
//===----------------------------------------------------------------------===//

#include "Chains/Revolve.h"
#include "Graph/OfferedPlans.h"
#include "Graph/PlanSelection.h"
#include "Graph/SolverContext.h"
#include "remat/Planner/Join.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <cmath>
#include <numeric>

#define DEBUG_TYPE "remat-chains"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// How far the strategies go, as counts.
struct ChainLimits {
  /// Joins neighbors above these numbers of stages: in graphs that are chains,
  /// and in others.
  size_t exactStages;
  size_t stages;
  /// Seeks chains with up to so many values across a separator.
  int32_t widths;
  /// Total steps of all simulated plans, about.
  size_t steps;
  /// Runs in a plan of Revolve, unless it is short for the step.
  int64_t runsOfPlan;
  /// Units of memory in graphs that are no chain.
  int64_t bins;
  /// Steps of the join table and of the floating program.
  int64_t joinSteps;
  int64_t floatingWork;
  /// On graphs that are no chain, where figures are bounds, offers plans of a
  /// program's special cases too: they may fare better.
  bool offersSpecialCases;
  /// Only chains that are the whole graph.
  bool exactOnly = false;
};

constexpr ChainLimits getChainLimits(Scale scale) {
  if (scale == Scale::Start)
    return {/*exactStages=*/400,
            /*stages=*/32,
            /*widths=*/2,
            /*steps=*/12'000,
            /*runsOfPlan=*/50'000,
            /*bins=*/256,
            /*joinSteps=*/3'000'000,
            /*floatingWork=*/10'000'000,
            /*offersSpecialCases=*/false};
  return {/*exactStages=*/400,
          /*stages=*/200,
          /*widths=*/4,
          /*steps=*/100'000,
          /*runsOfPlan=*/4'000'000,
          /*bins=*/1024,
          /*joinSteps=*/200'000'000,
          /*floatingWork=*/int64_t(1) << 34,
          /*offersSpecialCases=*/true};
}

struct ChainProgram {
  StringRef strategy;
  ChainTableOr (*solve)(const Chain &chain, int64_t capacity,
                        const ChainSolverOptions &options);
};
constexpr ChainProgram persistent = {"rotor", solvePersistent};
constexpr ChainProgram floating = {"rotor-floating", solveFloating};
constexpr ChainProgram precise = {"precise", solvePrecise};

class ChainPlans {
public:
  ChainPlans(const Problem &problem, const ChainLimits &limits)
      : problem(problem), limits(limits), selection(problem) {}

  /// Fails with NotApplicableError if there is no chain.
  Error findChains();
  /// Offers plans for fixed nominal budgets or, of an exact chain, for the
  /// budget itself.
  Error offerTables(const ChainProgram &program);
  /// For a fixed set of slot counts.
  void offerRevolve();
  Expected<Plan> take(StringRef name) {
    selection.offer(baseSteps(problem.graph));
    return selection.take(name);
  }

private:
  void offer(const ChainStructure &chain, ArrayRef<ChainOp> ops) {
    selection.offer(expandChain(problem.graph, chain, ops));
  }
  Error offerTable(const ChainStructure &chain, const ChainProgram &program);
  bool offerUniform(const ChainStructure &chain);
  ChainTableOr solveTable(const ChainStructure &chain,
                          const ChainProgram &program, int64_t capacity) const;
  /// Plans for one of the chains.
  size_t planCount(size_t most) const;

  const Problem &problem;
  const ChainLimits limits;
  PlanSelection selection;
  std::vector<ChainStructure> chains;
};
} // namespace

/// Solves chains of more stages within a hundredth of the optimum if their
/// sizes share no unit that suits rows.
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
        // Keeps the reason for the widest cut.
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
  // Plans of exact chains are made for the budget at hand.
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

/// Rounds times to integers, which the programs handle fast.
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
                                    const ChainProgram &program,
                                    int64_t capacity) const {
  // With bounds as figures and nominal budgets, exactness is useless.
  ChainSolverOptions options;
  options.maxWork = limits.floatingWork;
  Chain asked = chain.chain;
  if (!chain.isExact) {
    options.bins = limits.bins;
    roundTimes(asked);
  } else if (program.solve != solveFloating &&
             asked.stages.size() > maxStagesOnBytes) {
    // Rows are exact regardless.
    options.epsilon = 0.01;
  }
  ChainTableOr table = program.solve(asked, capacity, options);
  if (!table)
    return make_error<NotApplicableError>(toString(table.takeError()));
  return table;
}

Error ChainPlans::offerTable(const ChainStructure &chain,
                             const ChainProgram &program) {
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
  // A refusal reports the smallest budget.
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
  for (size_t i = 0; i != count && !selection.shouldStop(); ++i)
    if (std::optional<ChainSchedule> schedule = (*table)->scheduleWithin(
            budgets[i * i * (budgets.size() - 1) / (last * last)]))
      offer(chain, schedule->ops);
  LLVM_DEBUG(dbgs() << "offered " << count << " plans of " << budgets.size()
                    << " budgets\n");
  return Error::success();
}

Error ChainPlans::offerTables(const ChainProgram &program) {
  for (const ChainStructure &chain : chains)
    if ((chain.isExact || !limits.exactOnly) && !selection.shouldStop())
      if (Error error = offerTable(chain, program))
        return error;
  if (!limits.offersSpecialCases || program.solve != solvePersistent)
    return Error::success();
  // `precise` is a special case.
  for (const ChainStructure &chain : chains)
    if (!chain.isExact)
      if (Error error = offerTable(chain, precise))
        return error;
  return Error::success();
}

/// Where all stages but the loss are equal, less memory means fewer slots and
/// more time: the most slots within the budget are best.
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
  // With too few slots, schedules are uselessly long.
  constexpr int64_t uselesslyLong = 16;
  const int64_t mostRuns = std::max<int64_t>(
      limits.runsOfPlan, uselesslyLong * problem.graph.tasks.size());
  for (const ChainStructure &chain : chains) {
    if (offerUniform(chain))
      continue;
    const int64_t stages = chain.stages.size();
    const int64_t all = std::max<int64_t>(planCount(/*most=*/128) / 2, 1);
    const size_t tasksOfStage = problem.graph.tasks.size() / stages + 1;
    for (int64_t slots = 1; slots <= stages && !selection.shouldStop();
         slots = slots < all ? slots + 1 : slots + slots / 8 + 1) {
      const int64_t runs = revolveForwardSteps(stages, slots);
      if (runs <= mostRuns / int64_t(tasksOfStage))
        offer(chain, revolveOps(stages, slots));
    }
    offer(chain, revolveOps(stages, stages));
    offer(chain, storeAllOps(chain.chain));
  }
}

static Expected<Plan> solveWithin(const Problem &problem,
                                  const ChainProgram &program,
                                  const ChainLimits &limits) {
  ChainPlans plans(problem, limits);
  if (Error error = plans.findChains())
    return std::move(error);
  if (Error error = plans.offerTables(program))
    return std::move(error);
  return plans.take(program.strategy);
}

static Expected<Plan> solveFloatingAlone(const Problem &problem, Scale scale) {
  // The floating program is a power of the stages more expensive.
  ChainLimits limits = getChainLimits(scale);
  limits.exactStages = std::min<size_t>(limits.exactStages, 250);
  limits.stages = std::max<size_t>(limits.stages / 4, 16);
  return solveWithin(problem, floating, limits);
}

/// Slots · cells · operations of a cell.
static int64_t tableSteps(ArrayRef<int32_t> lengths) {
  const int64_t sum = std::accumulate(lengths.begin(), lengths.end(), 0);
  double steps = double(sum + lengths.size()) * sum;
  for (int32_t length : lengths)
    steps *= length + 1;
  return steps < 1e15 ? steps : 1e15;
}

/// The join with the most stages per branch within the limits.
static Expected<JoinStructure> findWithin(const Problem &problem,
                                          const ForwardModel &model,
                                          const ChainLimits &limits) {
  for (int32_t most = 64;; most /= 2) {
    Expected<JoinStructure> join = findJoin(problem.graph, model, most);
    if (!join || most == 1)
      return join;
    if (tableSteps(join->lengths) <= limits.joinSteps)
      return join;
  }
}

/// The mean costs of the stages; an operation remakes its activations.
static JoinCosts meanCosts(const JoinStructure &join) {
  const std::vector<ChainStage> &stages = join.chain.chain.stages;
  JoinCosts costs;
  costs.forward = costs.backward = 0;
  const double count =
      std::max<size_t>(stages.size() - 1 - join.sharedStages, 1);
  for (size_t i = join.sharedStages; i + 1 < stages.size(); ++i) {
    costs.forward += stages[i].checkpointTime / count;
    costs.backward += (stages[i].forwardTime + stages[i].backwardTime) / count;
  }
  costs.turn = stages.back().forwardTime + stages.back().backwardTime;
  return costs;
}

namespace mlir::remat::planner {

/// Beaumont et al. 2019, Theorem 4.8: optimal persistent schedules for many
/// nominal budgets, over chains for several cut widths. Optimal in its model on
/// chains. NotApplicableError without a chain. O(n³) steps per unit of memory
/// and n stages, or as in docs/internals/chains.md.
Expected<Plan> solveRotor(const Problem &problem) {
  return solveWithin(problem, persistent,
                     getChainLimits(getContext(problem).scale));
}

/// The same with Theorem 4.7, as corrected: checkpoints may move.
Expected<Plan> solveRotorFloating(const Problem &problem) {
  const Scale scale = getContext(problem).scale;
  Expected<Plan> own = solveFloatingAlone(problem, scale);
  // `auto` runs `rotor` itself.
  if (scale != Scale::Alone)
    return own;
  // A special case that takes longer chains.
  Expected<Plan> special = solveRotor(problem);
  if (!own && !special) {
    consumeError(special.takeError());
    return own;
  }
  PlanSelection selection(problem);
  for (Expected<Plan> *plan : {&own, &special}) {
    if (*plan)
      selection.offer(**plan);
    else
      consumeError(plan->takeError());
  }
  return selection.take(floating.strategy);
}

/// The same with the per-layer-cost program (Butt 2019, Algorithm 3.4).
Expected<Plan> solvePreciseChain(const Problem &problem) {
  const Scale scale = getContext(problem).scale;
  ChainLimits limits = getChainLimits(scale);
  // `rotor` has its plans for other graphs.
  limits.exactOnly = scale == Scale::Consulted;
  return solveWithin(problem, precise, limits);
}

/// The same with binomial checkpointing (Griewank, Walther 2000) for many slot
/// counts: optimal for equal stages. O(steps of the plans).
Expected<Plan> solveRevolve(const Problem &problem) {
  ChainLimits limits = getChainLimits(getContext(problem).scale);
  // Handles chains of any length.
  limits.exactStages = limits.stages = 1'000'000;
  ChainPlans plans(problem, limits);
  if (Error error = plans.findChains())
    return std::move(error);
  plans.offerRevolve();
  return plans.take("revolve");
}

/// Beaumont et al. 2019, "Optimal Memory-aware Backpropagation of Deep Join
/// Networks", Theorem 3: for every slot count the optimum for equal stages.
/// NotApplicableError without a join. O(slots · product of the branches'
/// lengths · their sum).
Expected<Plan> solveJoin(const Problem &problem) {
  const Graph &graph = problem.graph;
  const ChainLimits limits = getChainLimits(getContext(problem).scale);
  Expected<ForwardModel> model = buildForwardModel(graph);
  if (!model)
    return model.takeError();
  Expected<JoinStructure> join = findWithin(problem, *model, limits);
  if (!join)
    return join.takeError();
  const int64_t least = leastJoinSlots(join->lengths);
  const int64_t most =
      std::accumulate(join->lengths.begin(), join->lengths.end(),
                      static_cast<int64_t>(join->lengths.size()));
  Expected<JoinTable> table =
      JoinTable::make(join->lengths, most, meanCosts(*join));
  if (!table)
    return make_error<NotApplicableError>(
        "the join of branches is too large: " + toString(table.takeError()));
  PlanSelection selection(problem);
  const int64_t count =
      std::clamp<int64_t>(limits.steps / int64_t(graph.tasks.size()), 8, 256);
  const int64_t stride = std::max<int64_t>((most - least) / count, 1);
  for (int64_t slots = most; slots >= least && !selection.shouldStop();
       slots -= stride) {
    // Always include the smallest number.
    if (slots - stride < least)
      slots = least;
    if (std::optional<std::vector<JoinOp>> ops = table->schedule(slots))
      selection.offer(expandJoin(graph, *join, *ops));
  }
  // The model does not know that storing all reruns nothing.
  std::vector<ChainOp> all = storeAllOps(join->chain.chain);
  selection.offer(expandChain(graph, join->chain, all));
  selection.offer(baseSteps(graph));
  return selection.take("join");
}

} // namespace mlir::remat::planner
