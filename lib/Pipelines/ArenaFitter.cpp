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
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace mlir::remat;

func::FuncOp ArenaFitter::getFunction() {
  return module.lookupSymbol<func::FuncOp>(name);
}

//===----------------------------------------------------------------------===//
// One turn
//===----------------------------------------------------------------------===//

RematRematerializeOptions
ArenaFitter::getPlanOptions(StringRef budgetText) const {
  RematRematerializeOptions plan = options.plan;
  plan.budget = budgetText.str();
  plan.functionName = name;
  plan.explain.clear();
  // Half of what is left, whatever turns there will be.
  if (plan.planIn.empty())
    plan.timeLimit =
        std::ldexp(plan.timeLimit, -1 - static_cast<int>(turns.size()));
  return plan;
}

/// Adds a turn: a plan within the budget that the text says, and its arena. A
/// planner that refuses is a turn too; all else that goes wrong is a failure,
/// with its diagnostics.
LogicalResult ArenaFitter::take(StringRef budgetText) {
  ArenaFit turn;
  turn.budgetText = budgetText.str();
  turn.timeLimit = getPlanOptions(budgetText).timeLimit;
  LogicalResult made = failure();
  {
    KeptDiagnostics kept(module);
    auto planned = std::make_shared<Report>();
    OwningOpRef<ModuleOp> copy = copyWith(module, name);
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createReportingRematerialize(getPlanOptions(budgetText),
                                                planned, watch));
    made = runOnCopy(module, *copy, passes, run);
    std::vector<FunctionReport> functions = planned->getFunctions();
    if (!functions.empty())
      turn.report = std::move(functions.front());
    turn.nominal = turn.report.budget;
    if (succeeded(made)) {
      turn.plan = planned->getPlans().front().second;
      FailureOr<ArenaFigures> arena =
          placeCopy(module, *copy, name, options.placing, run);
      made = arena;
      if (succeeded(made))
        turn.arena = std::move(*arena);
      turn.module = std::move(copy);
    } else if (!functions.empty() && turn.isRefused()) {
      made = success();
    }
    turn.diagnostics = kept.take();
  }
  if (failed(made)) {
    emitKept(module, std::move(turn.diagnostics));
    return failure();
  }
  turns.push_back(std::move(turn));
  return success();
}

/// As the flag spells it.
static StringRef stringifySharing(Sharing sharing) {
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

/// What the report says of the function beside what the planner said.
void ArenaFitter::completeReport(ArenaFit &turn) const {
  FunctionReport &function = turn.report;
  const int64_t nominal = function.budget;
  function.budget = budgetBytes.value_or(turn.arena.getPredictedPeak());
  FunctionReport::Arena &arena = function.arena.emplace();
  arena.bytes = turn.arena.getArenaBytes();
  arena.lowerBound = turn.arena.result.lowerBound;
  arena.livePeak = turn.arena.livePeakBytes;
  arena.safety = turn.arena.safetyBytes;
  arena.turns = turns.size();
  arena.parallelSafe = stringifySharing(options.placing.arena.sharing).str();
  arena.isInPlace = options.placing.isInPlace;
  if (!turn.isRefused()) {
    arena.problem = turn.arena.problem;
    arena.placement = turn.arena.result.placement;
    arena.names = turn.arena.names;
  }
  function.resident = turn.arena.residentBytes;
  // What is proved of plans within a peak of live bytes holds of arenas if each
  // is at least that peak: unless something is written in place.
  if (turn.isRefused() ||
      (!options.placing.isInPlace && nominal == function.budget && budgetBytes))
    return;
  function.optimality = planner::compareWithBound(
      {function.timeBefore,
       "each operation runs once; of plans whose arena is within the budget, "
       "nothing more is proved"},
      function.timeAfter, function.timeForward, function.timeBefore);
  if (budgetBytes)
    return;
  function.optimality.proved =
      !options.placing.isInPlace &&
      function.getPredictedPeak() <= function.lowerBound;
  function.optimality.summary =
      function.optimality.proved
          ? "proved the smallest arena"
          : "the smallest arena of " + std::to_string(turns.size()) +
                (turns.size() == 1 ? " plan" : " plans");
}

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

/// The warnings of all turns, each once: which plan is taken depends on what
/// they say, also where it is another turn's.
std::vector<Diagnostic> ArenaFitter::takeWarnings() {
  std::vector<Diagnostic> warnings;
  llvm::StringSet<> texts;
  for (ArenaFit &turn : turns)
    for (Diagnostic &diagnostic : turn.diagnostics)
      if (diagnostic.getSeverity() == DiagnosticSeverity::Warning &&
          texts.insert(diagnostic.str()).second)
        warnings.push_back(std::move(diagnostic));
  return warnings;
}

FailureOr<ArenaFit> ArenaFitter::choose(size_t best) {
  completeReport(turns[best]);
  turns[best].diagnostics = takeWarnings();
  return std::move(turns[best]);
}

/// What makes the arena of the smallest plan smaller: computed by placing it
/// once more.
std::vector<std::string> ArenaFitter::advise(const ArenaFit &turn) {
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
  // The planner knows no plan at all, whatever the arena.
  if (!best) {
    ArenaFit &turn = turns.back();
    refusal = std::move(turn.report);
    emitKept(module, std::move(turn.diagnostics));
    return failure();
  }
  completeReport(turns[*best]);
  FunctionReport &refused = refusal.emplace(std::move(turns[*best].report));
  refused.smallestPeak = refused.getPredictedPeak();
  // The bound is one of live bytes; writing in place can go below it, but
  // nothing goes below what is resident.
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
  refused.advice = advise(turns[*best]);
  InFlightDiagnostic diag = getFunction().emitOpError() << text;
  for (const std::string &each : refused.advice)
    diag.attachNote(getFileOnly(getFunction().getLoc()))
        << "what would help: " << each;
  return diag;
}

LogicalResult ArenaFitter::explain(const ArenaFit &fit) {
  func::FuncOp function = getFunction();
  auto planned = std::make_shared<Report>();
  std::vector<Diagnostic> remarks;
  auto giveUp = [&] {
    function.emitWarning("cannot be explained: the time limit or an interrupt "
                         "gave another plan this time");
    return success();
  };
  if (watch->wasInterrupted)
    return giveUp();
  LogicalResult made = failure();
  {
    KeptDiagnostics kept(module);
    OwningOpRef<ModuleOp> copy = copyWith(module, name);
    RematRematerializeOptions plan = options.plan;
    plan.functionName = name;
    plan.budget = fit.budgetText;
    plan.timeLimit = fit.timeLimit;
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createReportingRematerialize(plan, planned, watch));
    made = runOnCopy(module, *copy, passes, run);
    remarks = kept.take();
  }
  // What ends a search by the clock may end it elsewhere.
  if (failed(made) && (watch->wasInterrupted || fit.timeLimit > 0))
    return giveUp();
  if (failed(made)) {
    emitKept(module, std::move(remarks));
    return failure();
  }
  if (planned->getPlans().front().second != fit.plan)
    return giveUp();
  emitRemark(getFileOnly(function.getLoc()))
      << "'" << name << "': explained is the plan for " << fit.nominal
      << " live bytes, by whose arena " << fit.arena.getPredictedPeak()
      << " bytes are needed; budgets are those of live bytes";
  // The last one sums up the plan, as the arena's own does.
  if (!remarks.empty())
    remarks.pop_back();
  emitKept(module, std::move(remarks));
  return success();
}

//===----------------------------------------------------------------------===//
// All turns
//===----------------------------------------------------------------------===//

/// The text of the first budget to plan for. As it stands, a step costs no
/// search, and it tells its peak.
static std::string getFirstBudget(const Budget &budget, StringRef text) {
  const bool isShareOfPeak = budget.kind == Budget::Kind::Bytes ||
                             budget.kind == Budget::Kind::PercentOfPeak;
  return isShareOfPeak ? "100%" : text.str();
}

/// What the budget means, once the first turn was taken.
static std::optional<int64_t> resolve(const Budget &budget,
                                      const FunctionReport &first) {
  switch (budget.kind) {
  case Budget::Kind::Bytes:
    return budget.bytes;
  case Budget::Kind::PercentOfPeak:
    return std::max<int64_t>(
        planner::getShare(first.peakBefore, budget.percent), 1);
  case Budget::Kind::Slack:
    return first.budget;
  case Budget::Kind::Min:
    return std::nullopt;
  }
  llvm_unreachable("all kinds are handled");
}

FailureOr<ArenaFit> ArenaFitter::search() {
  if (failed(take(getFirstBudget(*budget, options.plan.budget))))
    return failure();
  const FunctionReport first = turns.front().report;
  budgetBytes = resolve(*budget, first);
  ArenaSearch nominals(budgetBytes, first.peakBefore);
  while (true) {
    const ArenaFit &turn = turns.back();
    ArenaTurn result;
    result.nominal = turn.report.budget;
    result.isRefused = turn.isRefused();
    result.smallest = turn.report.smallestPeak;
    result.planPeak = turn.report.peakAfter;
    if (!result.isRefused)
      result.predictedPeak = turn.arena.getPredictedPeak();
    result.time = turn.report.timeAfter;
    result.isFastest = turn.report.recomputed.empty();
    nominals.add(result);
    // Modules are large.
    std::optional<size_t> best = nominals.getBest();
    for (size_t index = 0; index != turns.size(); ++index)
      if (index != best)
        turns[index].module = {};
    if (watch->wasInterrupted && nominals.hasFit())
      break;
    std::optional<int64_t> next = nominals.getNext();
    if (!next)
      break;
    if (failed(take(std::to_string(*next))))
      return failure();
  }
  std::optional<size_t> best = nominals.getBest();
  return nominals.hasFit() ? choose(*best) : refuse(best);
}

FailureOr<ArenaFit> ArenaFitter::applySavedPlan() {
  // By its own peak: what the arena has to keep comes afterwards.
  if (failed(take("")))
    return failure();
  const FunctionReport &turn = turns.front().report;
  budgetBytes =
      budget ? resolve(*budget, turn) : turns.front().arena.getPredictedPeak();
  return turns.front().arena.getPredictedPeak() <= *budgetBytes ? choose(0)
                                                                : refuse(0);
}

FailureOr<ArenaFit> ArenaFitter::fit() {
  const bool hasPlan = !options.plan.planIn.empty();
  if (!options.plan.budget.empty()) {
    llvm::Expected<Budget> parsed = parseBudget(options.plan.budget);
    if (!parsed)
      return getFunction().emitOpError() << llvm::toString(parsed.takeError());
    budget = *parsed;
  }
  if (hasPlan && budget &&
      (budget->kind == Budget::Kind::Min ||
       budget->kind == Budget::Kind::Slack))
    return getFunction().emitOpError()
           << "has a saved plan, for whose arena '" << options.plan.budget
           << "' is no budget; give bytes, a percentage, or none";
  if (hasPlan)
    return applySavedPlan();
  if (!budget)
    return getFunction().emitOpError(
        "needs a budget: budget=8GiB, 500MB, a byte count, 60%, min or "
        "slack:50%");
  return search();
}
