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

LogicalResult ArenaFitter::prepareCopy(OwningOpRef<ModuleOp> &copy,
                                       PreparedStep &prepared,
                                       StringRef explain) {
  copy = copyWith(module, name);
  FailureOr<PreparedStep> made =
      prepareStep(copy->lookupSymbol<func::FuncOp>(name), options.plan.graph,
                  /*enough=*/std::nullopt, explain);
  if (succeeded(made))
    prepared = std::move(*made);
  return made;
}

LogicalResult ArenaFitter::make(PlacedPlan &turn) {
  FailureOr<FunctionOutcome> outcome = solveStep(step, turn.options);
  if (failed(outcome))
    return failure();
  turn.outcome = std::move(*outcome);
  wasInterrupted |= turn.outcome.stop == planner::StopReason::Interrupt;
  if (turn.isRefused())
    return success();
  PreparedStep copy;
  if (failed(prepareCopy(turn.module, copy)))
    return failure();
  assert(copy.functionGraph.graph.fingerprint() ==
             step.functionGraph.graph.fingerprint() &&
         "equal functions have equal graphs");
  if (failed(applyOutcome(copy, turn.options, turn.outcome)))
    return failure();
  FailureOr<ArenaFigures> arena =
      placeCopy(module, *turn.module, name, options.placing, run);
  if (failed(arena))
    return failure();
  turn.arena = std::move(*arena);
  return success();
}

/// Adds a turn: a plan and its arena, or a refusal. Fails on all else.
LogicalResult ArenaFitter::take(std::optional<Budget> asked) {
  PlacedPlan turn;
  turn.options = options.plan;
  turn.options.budget = asked;
  // Half of the remaining time.
  if (turn.options.search.timeLimit && !turn.options.savedPlan)
    turn.options.search.timeLimit = std::ldexp(
        *turn.options.search.timeLimit, -1 - static_cast<int>(turns.size()));
  if (failed(keepingBack([&] { return make(turn); })))
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
  function.optimality = planner::compareWithBound(
      {function.timeBefore,
       "each operation runs once; of plans whose arena is within the budget, "
       "nothing more is proved"},
      function.timeAfter, function.timeForward, function.timeBefore);
  if (budgetBytes)
    return;
  function.optimality.proved =
      !isInPlace && turn.arena.getPredictedPeak() <= function.lowerBound;
  function.optimality.summary =
      function.optimality.proved
          ? "proved the smallest arena"
          : "the smallest arena of " + std::to_string(turns.size()) +
                (turns.size() == 1 ? " plan" : " plans");
}

/// Reports a turn that has a plan.
FunctionReport ArenaFitter::describe(PlacedPlan &turn) const {
  completeOutcome(step, turn.options, turn.outcome);
  FunctionReport function = describeOutcome(step, turn.options, turn.outcome);
  function.budget = getBudget(turn);
  function.resident = turn.arena.residentBytes;
  function.arena = FunctionReport::Arena();
  FunctionReport::Arena &arena = *function.arena;
  arena.bytes = turn.arena.getArenaBytes();
  arena.lowerBound = turn.arena.result.lowerBound;
  arena.livePeak = turn.arena.livePeakBytes;
  arena.safety = turn.arena.safetyBytes;
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
  fit.planFile = writeSavedPlan(step.functionGraph, turn.outcome.plan,
                                turn.outcome.budget, turn.outcome.optimality);
  fit.warnings = takeWarnings();
  fit.chosen = std::move(turn);
  return fit;
}

/// Advises how to shrink the smallest plan's arena, by placing it again.
std::vector<std::string> ArenaFitter::advise(const PlacedPlan &turn) {
  std::vector<std::pair<int64_t, std::string>> found;
  const int64_t today = turn.arena.getPredictedPeak();
  auto tryPlacing = [&](const PlacingOptions &placing, StringRef change) {
    KeptDiagnostics kept(module);
    FailureOr<ArenaFigures> arena =
        placeCopy(module, *turn.module, name, placing, run);
    const int64_t needed = succeeded(arena) ? arena->getPredictedPeak() : today;
    if (needed < today)
      found.push_back({needed, llvm::formatv("{0}, the same plan needs {1} "
                                             "bytes: {2} bytes less",
                                             change, needed, today - needed)});
  };
  PlacingOptions placing = options.placing;
  placing.isInPlace = true;
  if (!options.placing.isInPlace)
    tryPlacing(placing, "written in place (in-place=true)");
  placing = options.placing;
  placing.arena.sharing = Sharing::Serial;
  if (options.placing.arena.sharing != Sharing::Serial)
    tryPlacing(placing, "with parallel-safe=none");
  placing = options.placing;
  placing.setAlignment(-1);
  if (placing.arena.alignment < options.placing.arena.alignment)
    tryPlacing(placing, "with the alignment of the target");
  const int64_t resident = turn.arena.residentBytes;
  if (resident > 1)
    found.push_back(
        {today - resident / 2,
         llvm::formatv("if the {0} bytes that are resident were "
                       "half of that, the same plan needs {1} "
                       "bytes: {2} bytes less",
                       resident, today - resident / 2, resident / 2)});
  llvm::stable_sort(found, llvm::less_first());
  constexpr size_t most = 3;
  std::vector<std::string> texts;
  for (auto &[needed, text] : ArrayRef(found).take_front(most))
    texts.push_back(text);
  return texts;
}

FailureOr<ArenaFit> ArenaFitter::refuse(std::optional<size_t> best) {
  // A refusal after a search that ended early is not final.
  emitKept(module, takeWarnings());
  // No plan at all, whatever the arena.
  if (!best) {
    PlacedPlan &turn = turns.back();
    completeOutcome(step, turn.options, turn.outcome);
    refusal = describeOutcome(step, turn.options, turn.outcome);
    emitRefusal(step, turn.outcome);
    return failure();
  }
  PlacedPlan &turn = turns[*best];
  FunctionReport &refused = refusal.emplace(describe(turn));
  refused.smallestPeak = turn.arena.getPredictedPeak();
  // Bounds live bytes. Writing in place can go below it, but nothing goes below
  // the resident bytes.
  const int64_t bound =
      options.placing.isInPlace ? refused.resident : refused.lowerBound;
  const bool isProved = bound > refused.budget;
  refused.status =
      isProved ? planner::Status::Infeasible : planner::Status::NotFound;
  std::string text = llvm::formatv(
      "{0}: no arena within the budget of {1} bytes ({2}){3}; the smallest of "
      "{4} plan{5} has {6} bytes, with {7} resident bytes {8} ({9}), for {10} "
      "bytes alive at once",
      planner::stringifyStatus(refused.status), refused.budget,
      formatBytes(refused.budget),
      isProved ? ", since at least " + std::to_string(bound) +
                     " bytes are alive at once in any plan"
               : std::string(),
      turns.size(), turns.size() == 1 ? "" : "s", refused.arena->bytes,
      refused.resident, refused.smallestPeak, formatBytes(refused.smallestPeak),
      refused.arena->livePeak);
  if (refused.arena->safety)
    text += llvm::formatv("; {0} bytes of the arena are for parallel-safe={1}",
                          refused.arena->safety, refused.arena->parallelSafe);
  text += "; give a budget of at least " +
          std::to_string(refused.smallestPeak) + " bytes";
  if (!options.placing.isInPlace)
    text += ", or let results be written in place (in-place=true)";
  refused.advice = advise(turn);
  InFlightDiagnostic diag = getFunction().emitOpError() << text;
  for (const std::string &each : refused.advice)
    diag.attachNote(getFileOnly(getFunction().getLoc()))
        << "what would help: " << each;
  return diag;
}

void ArenaFitter::explain(const ArenaFit &fit) {
  emitRemark(getFileOnly(getFunction().getLoc()))
      << "'" << name << "': explained is the plan for "
      << fit.chosen.outcome.budget << " live bytes, by whose arena "
      << fit.chosen.arena.getPredictedPeak()
      << " bytes are needed; budgets are those of live bytes";
  explainOutcome(step, fit.chosen.options, fit.chosen.outcome);
}

/// Resolves `budget` for arenas after a first turn for `nominal` bytes.
static std::optional<int64_t> resolve(const Budget &budget, int64_t peakBefore,
                                      int64_t nominal) {
  switch (budget.kind) {
  case Budget::Kind::Bytes:
    return budget.bytes;
  case Budget::Kind::PercentOfPeak:
    return std::max<int64_t>(planner::getShare(peakBefore, budget.percent), 1);
  case Budget::Kind::Slack:
    return nominal;
  case Budget::Kind::Min:
    return std::nullopt;
  }
  llvm_unreachable("all kinds are handled");
}

static ArenaTurn summarize(const PlacedPlan &turn) {
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
  result.isFastest = !planner::runsTasksAgain(turn.outcome.plan);
  return result;
}

FailureOr<ArenaFit> ArenaFitter::search() {
  const Budget &budget = *options.plan.budget;
  const bool isShareOfPeak = budget.kind == Budget::Kind::Bytes ||
                             budget.kind == Budget::Kind::PercentOfPeak;
  // The original step needs no search and tells its peak.
  if (failed(take(isShareOfPeak ? Budget{Budget::Kind::PercentOfPeak, 0, 100}
                                : budget)))
    return failure();
  budgetBytes = resolve(budget, step.before.peak, turns.front().outcome.budget);
  ArenaSearch nominals(budgetBytes, step.before.peak);
  while (true) {
    nominals.add(summarize(turns.back()));
    std::optional<size_t> best = nominals.getBest();
    for (size_t index = 0; index != turns.size(); ++index)
      if (index != best)
        turns[index].module = {};
    if (wasInterrupted && nominals.hasFit())
      break;
    std::optional<int64_t> next = nominals.getNext();
    if (!next)
      break;
    if (failed(take(Budget{Budget::Kind::Bytes, *next, 0})))
      return failure();
  }
  std::optional<size_t> best = nominals.getBest();
  return nominals.hasFit() ? choose(*best) : refuse(best);
}

FailureOr<ArenaFit> ArenaFitter::applySavedPlan() {
  // By its own peak: the arena's limit comes afterwards.
  if (failed(take(std::nullopt)))
    return failure();
  const PlacedPlan &turn = turns.front();
  const int64_t needed = turn.arena.getPredictedPeak();
  budgetBytes =
      options.plan.budget
          ? resolve(*options.plan.budget, step.before.peak, turn.outcome.budget)
          : needed;
  return needed <= *budgetBytes ? choose(0) : refuse(0);
}

FailureOr<ArenaFit> ArenaFitter::fit() {
  if (failed(keepingBack(
          [&] { return prepareCopy(reference, step, options.plan.explain); })))
    return failure();
  return options.plan.savedPlan ? applySavedPlan() : search();
}
