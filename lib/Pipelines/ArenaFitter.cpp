//===- ArenaFitter.cpp - Plan, place, plan again --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaFitter.h"
#include "ArenaSearch.h"

#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/Explain.h"
#include "remat/Support/Figures.h"
#include "remat/Transforms/SavedPlan.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

#define DEBUG_TYPE "remat-fit-arena"

using namespace mlir;
using namespace mlir::remat;

/// Runs `body`; keeps its diagnostics back unless it fails.
LogicalResult
ArenaFitter::keepingBack(llvm::function_ref<LogicalResult()> body) {
  LogicalResult result = failure();
  std::vector<Diagnostic> said;
  {
    KeptDiagnostics keeper(module);
    result = body();
    said = keeper.take();
  }
  if (failed(result))
    emitKept(module, std::move(said));
  else
    llvm::move(said, std::back_inserter(diagnostics));
  return result;
}

/// Gives a turn its own step where loops have a choice of stacks.
LogicalResult ArenaFitter::prepareTurn(PlacedPlan &turn) {
  if (!hasForms)
    return success();
  turn.reference = copyWith(module, name);
  FailureOr<PreparedStep> made = prepareStepForBudget(
      turn.reference->lookupSymbol<func::FuncOp>(name), turn.options,
      turns.empty() ? nullptr : &getStep(turns.front()));
  if (failed(made))
    return failure();
  turn.step = std::move(*made);
  if (turn.step.stacks)
    return success();
  hasForms = false;
  turn.reference = {};
  return success();
}

LogicalResult ArenaFitter::make(PlacedPlan &turn) {
  if (failed(prepareTurn(turn)))
    return failure();
  const PreparedStep &planned = getStep(turn);
  FailureOr<FunctionOutcome> outcome = solveStep(planned, turn.options);
  if (failed(outcome))
    return failure();
  turn.outcome = std::move(*outcome);
  // As typed, whatever the plan was made for.
  if (!options.plan.savedPlan &&
      turn.options.host.budget != options.plan.host.budget)
    turn.outcome.host = options.plan.host;
  wasInterrupted |= turn.outcome.stop == planner::StopReason::Interrupt;
  if (turn.isRefused())
    return success();
  turn.module = copyWith(module, name);
  FailureOr<PreparedStep> copy = prepareStepLike(
      turn.module->lookupSymbol<func::FuncOp>(name), turn.options, planned);
  if (failed(copy))
    return failure();
  assert(copy->functionGraph.graph.fingerprint() ==
             planned.functionGraph.graph.fingerprint() &&
         "equal functions have equal graphs");
  if (failed(applyOutcome(*copy, turn.options, turn.outcome)))
    return failure();
  FailureOr<ArenaFigures> arena =
      placeCopy(module, *turn.module, name, options.placing, run);
  if (failed(arena))
    return failure();
  turn.arena = std::move(*arena);
  return success();
}

/// The host's block may be larger than the values parked at once: plans again
/// for less until it is within the host budget, at last without a host.
LogicalResult ArenaFitter::makeWithHost(PlacedPlan &turn) {
  constexpr int mostRounds = 4;
  const int64_t budget = options.plan.host.budget;
  for (int round = 1;; ++round) {
    if (failed(make(turn)))
      return failure();
    if (turn.isRefused() || options.plan.savedPlan)
      return success();
    const int64_t excess = turn.arena.hostBytes - budget;
    if (excess <= 0)
      return success();
    LLVM_DEBUG(llvm::dbgs() << "'" << name << "': " << excess
                            << " bytes too many on the host\n");
    // Plans stay the same down to what they park.
    const int64_t parked =
        std::min(turn.options.host.budget, turn.outcome.plan.hostPeak);
    const bool isLast = wasInterrupted || round + 1 >= mostRounds;
    turn.options.host.budget =
        isLast ? 0 : std::max<int64_t>(parked - excess, 0);
    if (turn.options.search.timeLimit)
      *turn.options.search.timeLimit /= 2;
  }
}

/// Adds a turn: a plan and its arena, or a refusal. Fails on all else.
LogicalResult ArenaFitter::take(std::optional<Budget> asked) {
  PlacedPlan turn;
  turn.options = options.plan;
  turn.options.budget = asked;
  // A turn's budget is not the one that was typed.
  turn.options.spelling = std::nullopt;
  // Half of the remaining time.
  if (turn.options.search.timeLimit && !turn.options.savedPlan)
    turn.options.search.timeLimit = std::ldexp(
        *turn.options.search.timeLimit, -1 - static_cast<int>(turns.size()));
  if (failed(keepingBack([&] { return makeWithHost(turn); })))
    return failure();
  LLVM_DEBUG({
    llvm::dbgs() << "'" << name << "', turn " << turns.size() + 1 << ": "
                 << turn.outcome.budget << " bytes asked, ";
    if (turn.isRefused())
      llvm::dbgs() << "refused\n";
    else
      llvm::dbgs() << turn.outcome.plan.peak << " alive, arena and resident "
                   << turn.arena.getPredictedPeak() << ", time "
                   << turn.outcome.plan.time << "\n";
  });
  turns.push_back(std::move(turn));
  return success();
}

StringRef mlir::remat::stringifySharing(Sharing sharing) {
  switch (sharing) {
  case Sharing::Serial:
    return "none";
  case Sharing::Dependence:
    return "dependence";
  case Sharing::Coloring:
    return "coloring";
  }
  llvm_unreachable("all kinds are handled");
}

/// Proofs for live bytes hold for arenas, unless results overwrite operands.
void ArenaFitter::describeOptimality(const PlacedPlan &turn,
                                     FunctionReport &function) const {
  const bool isInPlace = options.placing.isInPlace;
  if (!isInPlace && budgetBytes && turn.outcome.budget == *budgetBytes)
    return;
  // With other stacks, the step can be faster than it was.
  if (getStep(turn).stacks && budgetBytes)
    return;
  function.optimality = planner::compareWithBound(
      getStep(turn).functionGraph.graph,
      {function.timeBefore,
       "each operation runs once; of plans whose arena is within the budget, "
       "nothing more is proved"},
      function.timeAfter);
  if (budgetBytes)
    return;
  function.optimality.proved =
      !isInPlace && turn.arena.getPredictedPeak() <= function.lowerBound;
  function.optimality.summary =
      function.optimality.proved
          ? function.optimality.isOfWholeTasks
                ? "the smallest arena of plans that keep loops, branches and "
                  "calls whole"
                : "proved the smallest arena"
          : "the smallest arena of " + std::to_string(turns.size()) +
                (turns.size() == 1 ? " plan" : " plans");
}

/// Reports a turn that has a plan.
FunctionReport ArenaFitter::describe(PlacedPlan &turn) const {
  completeOutcome(getStep(turn), turn.options, turn.outcome);
  FunctionReport function =
      describeOutcome(getStep(turn), turn.options, turn.outcome);
  function.budget = getBudget(turn);
  // Found with the first plan, and kept if a later one is better.
  function.knee = turns.front().outcome.knee;
  function.resident = turn.arena.residentBytes;
  function.arena = FunctionReport::Arena();
  FunctionReport::Arena &arena = *function.arena;
  arena.bytes = turn.arena.getArenaBytes();
  arena.lowerBound = turn.arena.result.lowerBound;
  arena.livePeak = turn.arena.livePeakBytes;
  arena.safety = turn.arena.safetyBytes;
  arena.hostBytes = turn.arena.hostBytes;
  arena.turns = turns.size();
  arena.parallelSafe = stringifySharing(options.placing.arena.sharing).str();
  arena.isInPlace = options.placing.isInPlace;
  arena.problem = turn.arena.problem;
  arena.placement = turn.arena.result.placement;
  arena.names = turn.arena.names;
  describeOptimality(turn, function);
  return function;
}

/// Takes the warnings of all turns, each once: any may decide which plan wins.
std::vector<Diagnostic> ArenaFitter::takeWarnings() {
  std::vector<Diagnostic> warnings;
  llvm::StringSet<> texts;
  for (Diagnostic &diagnostic : diagnostics)
    if (diagnostic.getSeverity() == DiagnosticSeverity::Warning &&
        texts.insert(diagnostic.str()).second)
      warnings.push_back(std::move(diagnostic));
  return warnings;
}

FailureOr<ArenaFit> ArenaFitter::choose(size_t best) {
  ArenaFit fit;
  PlacedPlan &turn = turns[best];
  fit.budget = getBudget(turn);
  fit.report = describe(turn);
  fit.planFile = writeSavedPlan(getStep(turn).functionGraph, turn.outcome.plan,
                                turn.outcome.budget, turn.outcome.optimality,
                                turn.outcome.stacks, turn.outcome.host);
  fit.warnings = takeWarnings();
  fit.chosen = std::move(turn);
  return fit;
}

/// The host's bytes beside an arena that fits with other options, as if they
/// were typed; none if no such arena is found.
std::optional<int64_t> ArenaFitter::tryWith(ArenaFitOptions changed) {
  if (wasInterrupted)
    return std::nullopt;
  // Beside the refused search.
  if (changed.plan.search.timeLimit)
    *changed.plan.search.timeLimit /= 10;
  KeptDiagnostics kept(module);
  ArenaFitter other(module, name, changed, wasInterrupted, run);
  other.isTrial = true;
  FailureOr<BestTurn> best = other.find();
  if (failed(best) || !best->fits)
    return std::nullopt;
  return other.turns[*best->index].arena.hostBytes;
}

/// The smallest host budget that is known to be enough, if more of the host
/// helps.
std::optional<int64_t> ArenaFitter::findHostToFit() {
  if (!options.plan.host.isAvailable())
    return std::nullopt;
  ArenaFitOptions changed = options;
  changed.plan.budget = Budget{Budget::Kind::Bytes, *budgetBytes, 0};
  const planner::Graph &graph = step.functionGraph.graph;
  changed.plan.host.budget = 0;
  for (auto [value, mayPark] :
       llvm::zip_equal(graph.values, planner::getParkable(graph)))
    if (mayPark)
      // Placed side by side, all have room.
      changed.plan.host.budget += static_cast<int64_t>(llvm::alignTo(
          static_cast<uint64_t>(value.bytes), options.placing.arena.alignment));
  if (changed.plan.host.budget <= options.plan.host.budget)
    return std::nullopt;
  const std::optional<int64_t> bytes = tryWith(changed);
  if (!bytes || *bytes <= options.plan.host.budget)
    return std::nullopt;
  // A smaller budget may lead to other plans.
  changed.plan.host.budget = *bytes;
  return tryWith(changed) ? bytes : std::nullopt;
}

/// The smallest budget that is known to be met with the options as they are.
std::optional<int64_t> ArenaFitter::findBudgetToMeet() {
  // Another budget leads to other turns: the smallest arena need not be found
  // again, that of the step as it stands is.
  std::vector<int64_t> candidates;
  for (const PlacedPlan &turn : turns)
    candidates.push_back(turn.isRefused() ? turn.outcome.smallestPeak
                                          : turn.arena.getPredictedPeak());
  llvm::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()),
                   candidates.end());
  for (const int64_t bytes : candidates) {
    ArenaFitOptions changed = options;
    changed.plan.budget = Budget{Budget::Kind::Bytes, bytes, 0};
    if (bytes > *budgetBytes && tryWith(changed))
      return bytes;
  }
  return std::nullopt;
}

/// Advises with options that were tried, and on what is resident.
std::vector<std::string> ArenaFitter::advise(const PlacedPlan *best) {
  const OptionSpelling spelling =
      options.plan.spelling.value_or(OptionSpelling());
  std::vector<std::string> texts;
  auto tryPlacing = [&](const PlacingOptions &placing, StringRef flag,
                        StringRef value) {
    ArenaFitOptions changed = {options.plan, placing};
    changed.plan.budget = Budget{Budget::Kind::Bytes, *budgetBytes, 0};
    if (tryWith(changed))
      texts.push_back(spelling.spell(flag, value) + ": an arena is known for " +
                      formatSize(*budgetBytes));
  };
  PlacingOptions placing = options.placing;
  placing.isInPlace = true;
  if (!options.placing.isInPlace)
    tryPlacing(placing, "in-place", "true");
  placing = options.placing;
  placing.arena.sharing = Sharing::Serial;
  if (options.placing.arena.sharing != Sharing::Serial)
    tryPlacing(placing, "parallel-safe", "none");
  placing = options.placing;
  placing.setAlignment(-1);
  if (placing.arena.alignment < options.placing.arena.alignment)
    tryPlacing(placing, "arena-alignment",
               std::to_string(placing.arena.alignment));
  if (std::optional<int64_t> bytes = findHostToFit())
    texts.push_back(spelling.spell("host-budget", Twine(*bytes)) +
                    ": an arena is known for " + formatSize(*budgetBytes));
  if (std::optional<int64_t> bytes = findBudgetToMeet()) {
    refusal->advisedBudget = *bytes;
    texts.push_back(spelling.spell("budget", Twine(*bytes)) +
                    ": an arena is known for " + formatSize(*bytes));
  }
  if (!best)
    return texts;
  const int64_t resident = best->arena.residentBytes;
  const int64_t needed = best->arena.getPredictedPeak() - resident / 2;
  if (needed <= *budgetBytes)
    texts.push_back("halve the " + formatSize(resident) +
                    " that are resident (arguments sharded over two devices, "
                    "or in half of the bits): the same plan needs " +
                    formatSize(needed));
  constexpr size_t most = 3;
  if (texts.size() > most)
    texts.resize(most);
  return texts;
}

std::string ArenaFitter::describeRefusal(const PlacedPlan &turn) const {
  const FunctionReport &refused = *refusal;
  const std::string budget = formatSize(refused.budget);
  // Bounds live bytes. Writing in place can go below it, but nothing goes below
  // the resident bytes.
  const int64_t bound =
      options.placing.isInPlace ? refused.resident : refused.lowerBound;
  if (refused.status == planner::Status::Infeasible)
    return llvm::formatv("'{0}' does not fit {1}: at least {2} are needed "
                         "(proved), {3} more",
                         name, budget, formatSize(bound),
                         formatSize(bound - refused.budget));
  std::string safety;
  if (refused.arena->safety)
    safety = " (" + formatSize(refused.arena->safety) +
             " for parallel-safe=" + refused.arena->parallelSafe + ")";
  return llvm::formatv(
      "'{0}': no arena found within {1}; the smallest of {2} plan{3} needs "
      "{4}, "
      "{5} more: {6} of arena{7}, {8} resident; proven bound {9}",
      name, budget, turns.size(), turns.size() == 1 ? "" : "s",
      formatSize(refused.smallestPeak),
      formatSize(refused.smallestPeak - refused.budget),
      formatSize(refused.arena->bytes), safety, formatSize(refused.resident),
      formatSize(bound));
}

FailureOr<ArenaFit> ArenaFitter::refuse(std::optional<size_t> best) {
  // A refusal after a search that ended early is not final.
  emitKept(module, takeWarnings());
  PlacedPlan &turn = best ? turns[*best] : turns.back();
  const FunctionGraph &functionGraph = getStep(turn).functionGraph;
  // No plan at all, whatever the arena.
  if (!best) {
    refusal = describeOutcome(getStep(turn), turn.options, turn.outcome);
    refusal->advice = advise(nullptr);
    return emitRefusal(
        getFunction(), functionGraph,
        planner::findCrowdedPlace(functionGraph.graph, turn.outcome),
        planner::describeRefusal(turn.outcome, "'" + name + "'",
                                 turn.options.strategy),
        refusal->advice);
  }
  FunctionReport &refused = refusal.emplace(describe(turn));
  refused.smallestPeak = turn.arena.getPredictedPeak();
  const int64_t bound =
      options.placing.isInPlace ? refused.resident : refused.lowerBound;
  refused.status = bound > refused.budget ? planner::Status::Infeasible
                                          : planner::Status::NotFound;
  refused.advice = advise(&turn);
  return emitRefusal(
      getFunction(), functionGraph,
      planner::findCrowdedPlace(functionGraph.graph, turn.outcome.plan.steps,
                                turn.outcome.plan.parkings,
                                turn.outcome.host.isAvailable()
                                    ? turn.outcome.host.link
                                    : planner::HostLink::getInstant()),
      describeRefusal(turn), refused.advice);
}

void ArenaFitter::explain(const ArenaFit &fit) {
  emitRemark(getFileOnly(getFunction().getLoc()))
      << "'" << name << "': explained is the plan for "
      << fit.chosen.outcome.budget << " live bytes, by whose arena "
      << fit.chosen.arena.getPredictedPeak()
      << " bytes are needed; budgets are those of live bytes";
  explainOutcome(getStep(fit.chosen), fit.chosen.options, fit.chosen.outcome);
}

/// Resolves `budget` for arenas after a first turn: its nominal bytes, and what
/// its arena and the resident bytes need.
static std::optional<int64_t> resolve(const Budget &budget, int64_t peakBefore,
                                      int64_t nominal, int64_t needed) {
  switch (budget.kind) {
  case Budget::Kind::Bytes:
    return budget.bytes;
  case Budget::Kind::PercentOfPeak:
    return std::max<int64_t>(planner::getShare(peakBefore, budget.percent), 1);
  case Budget::Kind::Slack:
    return nominal;
  case Budget::Kind::Knee:
    // The user named no bytes: the waste of the arena is no reason to refuse.
    return std::max(nominal, needed);
  case Budget::Kind::Min:
    return std::nullopt;
  }
  llvm_unreachable("all kinds are handled");
}

/// `least` is the time without a limit.
static ArenaTurn summarize(const PlacedPlan &turn, double least) {
  ArenaTurn result;
  result.nominal = turn.outcome.budget;
  result.isRefused = turn.isRefused();
  if (result.isRefused) {
    result.smallest = turn.outcome.smallestPeak;
    return result;
  }
  result.planPeak = turn.outcome.plan.peak;
  result.predictedPeak = turn.arena.getPredictedPeak();
  result.time = turn.outcome.plan.time;
  // Fewer stacks, and waiting for the host, take longer, too.
  const planner::Plan &plan = turn.outcome.plan;
  const bool mayTakeLonger = turn.reference || !plan.parkings.empty();
  result.isFastest =
      !planner::runsTasksAgain(plan) && (!mayTakeLonger || plan.time <= least);
  return result;
}

FailureOr<ArenaFitter::BestTurn> ArenaFitter::search() {
  const Budget &budget = *options.plan.budget;
  const bool isShareOfPeak = budget.kind == Budget::Kind::Bytes ||
                             budget.kind == Budget::Kind::PercentOfPeak;
  // The original step needs no search and tells its peak.
  if (failed(take(isShareOfPeak ? Budget{Budget::Kind::PercentOfPeak, 0, 100}
                                : budget)))
    return failure();
  budgetBytes = resolve(budget, step.before.peak, turns.front().outcome.budget,
                        turns.front().arena.getPredictedPeak());
  ArenaSearch nominals(budgetBytes, step.before.peak);
  while (true) {
    nominals.add(summarize(turns.back(), turns.front().outcome.plan.time));
    std::optional<size_t> best = nominals.getBest();
    for (size_t index = 0; index != turns.size(); ++index)
      if (index != best)
        turns[index].module = {};
    if ((wasInterrupted || isTrial) && nominals.hasFit())
      break;
    std::optional<int64_t> next = nominals.getNext();
    if (!next)
      break;
    if (failed(take(Budget{Budget::Kind::Bytes, *next, 0})))
      return failure();
  }
  return BestTurn{nominals.getBest(), nominals.hasFit()};
}

FailureOr<ArenaFitter::BestTurn> ArenaFitter::applySavedPlan() {
  // By its own peak: the arena's limit comes afterwards.
  if (failed(take(std::nullopt)))
    return failure();
  const PlacedPlan &turn = turns.front();
  const int64_t excess = turn.arena.hostBytes - turn.outcome.host.budget;
  if (!turn.isRefused() && excess > 0)
    return getFunction().emitOpError()
           << "cannot apply the saved plan '" << options.plan.savedPlanName
           << "': the values that it parks need a block of "
           << turn.arena.hostBytes << " bytes on the host, " << excess
           << " more than the host budget; give a host-budget of that, or "
              "leave out plan-in";
  const int64_t needed = turn.arena.getPredictedPeak();
  budgetBytes = options.plan.budget
                    ? resolve(*options.plan.budget, step.before.peak,
                              turn.outcome.budget, needed)
                    : needed;
  return BestTurn{0, needed <= *budgetBytes};
}

LogicalResult ArenaFitter::prepare() {
  if (reference)
    return success();
  return keepingBack([&]() -> LogicalResult {
    reference = copyWith(module, name);
    FailureOr<PreparedStep> made = prepareStep(
        reference->lookupSymbol<func::FuncOp>(name), options.plan.graph,
        /*enough=*/std::nullopt, options.plan.explain);
    if (succeeded(made))
      step = std::move(*made);
    return made;
  });
}

/// Whether `turn` needs less time than `other`, or a smaller arena if there is
/// no budget or neither fits.
bool ArenaFitter::isBetter(const PlacedPlan &turn, bool fits,
                           const PlacedPlan &other, bool otherFits) const {
  if (fits != otherFits)
    return fits;
  if (fits && budgetBytes)
    return turn.outcome.plan.time < other.outcome.plan.time;
  return turn.arena.getPredictedPeak() < other.arena.getPredictedPeak();
}

/// Plans that park lead to other arenas: what fits without a host may be
/// faster, or be the only one that fits. Returns that, if so.
FailureOr<ArenaFitter::BestTurn> ArenaFitter::tryWithoutHost(BestTurn best) {
  if (wasInterrupted || (isTrial && best.fits))
    return best;
  const double least = step.functionGraph.graph.baseTime();
  if (budgetBytes && best.fits && !hasForms &&
      turns[*best.index].outcome.plan.time <= least)
    return best;
  ArenaFitOptions changed = options;
  changed.plan.host = planner::HostMemory();
  if (budgetBytes)
    changed.plan.budget = Budget{Budget::Kind::Bytes, *budgetBytes, 0};
  if (changed.plan.search.timeLimit)
    *changed.plan.search.timeLimit /= 2;
  FailureOr<BestTurn> found = failure();
  ArenaFitter other(module, name, changed, wasInterrupted, run);
  other.isTrial = isTrial;
  {
    KeptDiagnostics kept(module);
    found = other.find();
  }
  if (failed(found) || !found->index)
    return best;
  PlacedPlan &turn = other.turns[*found->index];
  if (best.index && !isBetter(turn, found->fits, turns[*best.index], best.fits))
    return best;
  turn.outcome.host = options.plan.host;
  turns.push_back(std::move(turn));
  llvm::move(other.diagnostics, std::back_inserter(diagnostics));
  return BestTurn{turns.size() - 1, found->fits};
}

FailureOr<ArenaFitter::BestTurn> ArenaFitter::find() {
  if (failed(prepare()))
    return failure();
  if (options.plan.savedPlan)
    return applySavedPlan();
  FailureOr<BestTurn> best = search();
  return succeeded(best) && options.plan.host.isAvailable()
             ? tryWithoutHost(*best)
             : best;
}

FailureOr<ArenaFit> ArenaFitter::fit() {
  FailureOr<BestTurn> best = find();
  if (failed(best))
    return failure();
  return best->fits ? choose(*best->index) : refuse(best->index);
}
