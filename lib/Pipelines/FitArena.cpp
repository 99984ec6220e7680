//===- FitArena.cpp - Plan, place, plan again -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaSearch.h"
#include "PlacedCopy.h"

#include "mlir/IR/Diagnostics.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Report/ArenaSVG.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"
#include "remat/Support/OutputFile.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFITARENA
#include "remat/Pipelines/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// Passes on what searches do, and remembers whether one was interrupted.
class InterruptWatch : public SearchMonitor {
public:
  explicit InterruptWatch(std::shared_ptr<SearchMonitor> inner)
      : inner(std::move(inner)) {}

  void searchBegins(llvm::StringRef name, planner::Problem &problem) override {
    if (inner)
      inner->searchBegins(name, problem);
    interrupt = problem.search.interrupt;
  }
  void searchEnds() override {
    wasInterrupted |= interrupt && *interrupt;
    interrupt = nullptr;
    if (inner)
      inner->searchEnds();
  }

  bool wasInterrupted = false;

private:
  std::shared_ptr<SearchMonitor> inner;
  const std::atomic<bool> *interrupt = nullptr;
};

/// One plan and the arena of its buffers.
struct Turn {
  FunctionReport report;
  std::string plan;
  std::vector<Diagnostic> diagnostics;
  /// The rewritten function on tensors, with what it needs; null if the planner
  /// refused, or once another turn is better.
  OwningOpRef<ModuleOp> module;
  ArenaFigures arena;

  bool isRefused() const { return report.status != planner::Status::Ok; }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class FitArena : public remat::impl::RematFitArenaBase<FitArena> {
public:
  using RematFitArenaBase::RematFitArenaBase;

  FitArena(const RematFitArenaOptions &options, std::shared_ptr<Report> report,
           std::shared_ptr<SearchMonitor> monitor)
      : RematFitArenaBase(options), report(std::move(report)),
        monitor(std::move(monitor)) {}

  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override {
    if (failed(runOnAll()))
      signalPassFailure();
  }

private:
  /// A function while plans are made for it.
  struct Task {
    std::string name;
    std::optional<Budget> budget;
    /// What the arena and the resident bytes may have; none is the smallest.
    std::optional<int64_t> budgetBytes;
    std::vector<Turn> turns;
  };

  LogicalResult runOnAll();
  LogicalResult checkOptions();
  LogicalResult fitAll();
  LogicalResult fit(StringRef name);
  LogicalResult search(Task &task);
  LogicalResult applySavedPlan(Task &task);
  LogicalResult take(Task &task, StringRef budgetText);
  LogicalResult choose(Task &task, size_t best);
  LogicalResult refuse(Task &task, std::optional<size_t> best);
  LogicalResult placeAll();
  LogicalResult writeFiles();
  LogicalResult write(llvm::Error error);
  RematRematerializeOptions getPlanOptions(const Task &task,
                                           StringRef budgetText) const;
  PlacingOptions getPlacingOptions() const;
  void completeReport(Task &task, Turn &turn);

  std::shared_ptr<Report> report;
  std::shared_ptr<SearchMonitor> monitor;
  std::shared_ptr<InterruptWatch> watch;
  /// The functions that were fitted, and the bytes of their arenas.
  std::vector<std::pair<std::string, int64_t>> fitted;
  /// The picture of the only arena.
  std::string picture;
};
} // namespace

LogicalResult FitArena::write(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

RematRematerializeOptions FitArena::getPlanOptions(const Task &task,
                                                   StringRef budgetText) const {
  RematRematerializeOptions options;
  options.budget = budgetText.str();
  options.strategy = strategy;
  options.objective = objective;
  options.effort = effort;
  options.workLimit = workLimit;
  options.reorder = reorder;
  // Half of what is left, whatever turns there will be.
  options.timeLimit =
      std::ldexp(static_cast<double>(timeLimit),
                 planIn.empty() ? -1 - static_cast<int>(task.turns.size()) : 0);
  options.device = device;
  options.target = target;
  options.profile = profile;
  options.lossResult = lossResult;
  options.planIn = planIn;
  options.functionName = task.name;
  options.cuts = cuts;
  return options;
}

PlacingOptions FitArena::getPlacingOptions() const {
  PlacingOptions options;
  options.arena.alignment = arenaAlignment;
  options.arena.sharing = parallelSafe;
  options.arena.effort = effort;
  options.isInPlace = inPlace;
  return options;
}

void FitArena::getDependentDialects(DialectRegistry &registry) const {
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createRematRematerialize());
  addBufferPasses(passes, PlacingOptions());
  // What replaces the allocations.
  passes.addPass(createRematPlaceBuffers());
  passes.getDependentDialects(registry);
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

//===----------------------------------------------------------------------===//
// One turn
//===----------------------------------------------------------------------===//

/// Adds a turn to the task: a plan within the budget that the text says, and
/// its arena. A planner that refuses is a turn too; all else that goes wrong is
/// a failure, with its diagnostics.
LogicalResult FitArena::take(Task &task, StringRef budgetText) {
  ModuleOp module = getOperation();
  auto runner = [&](OpPassManager &passes, Operation *op) {
    return runPipeline(passes, op);
  };
  Turn turn;
  LogicalResult made = failure();
  {
    KeptDiagnostics kept(getOperation());
    auto planned = std::make_shared<Report>();
    OwningOpRef<ModuleOp> copy = copyWith(module, task.name);
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createReportingRematerialize(
        getPlanOptions(task, budgetText), planned, watch));
    made = runOnCopy(module, *copy, passes, runner);
    std::vector<FunctionReport> functions = planned->getFunctions();
    if (!functions.empty())
      turn.report = std::move(functions.front());
    if (succeeded(made)) {
      turn.plan = planned->getPlans().front().second;
      FailureOr<ArenaFigures> arena =
          placeCopy(module, *copy, task.name, getPlacingOptions(), runner);
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
    emitKept(getOperation(), std::move(turn.diagnostics));
    return failure();
  }
  task.turns.push_back(std::move(turn));
  return success();
}

/// What the report says of the function beside what the planner said.
void FitArena::completeReport(Task &task, Turn &turn) {
  FunctionReport &function = turn.report;
  const int64_t nominal = function.budget;
  function.budget = task.budgetBytes.value_or(turn.arena.getPredictedPeak());
  FunctionReport::Arena &arena = function.arena.emplace();
  arena.bytes = turn.arena.getArenaBytes();
  arena.lowerBound = turn.arena.result.lowerBound;
  arena.livePeak = turn.arena.livePeakBytes;
  arena.safety = turn.arena.safetyBytes;
  arena.turns = task.turns.size();
  arena.parallelSafe = stringifySharing(parallelSafe).str();
  arena.isInPlace = inPlace;
  function.resident = turn.arena.residentBytes;
  // What is proved of plans within a peak of live bytes holds of arenas if each
  // is at least that peak: unless something is written in place.
  if (turn.isRefused() ||
      (!inPlace && nominal == function.budget && task.budgetBytes))
    return;
  function.optimality = planner::compareWithBound(
      {function.timeBefore,
       "each operation runs once; of plans whose arena is within the budget, "
       "nothing more is proved"},
      function.timeAfter, function.timeForward, function.timeBefore);
  if (task.budgetBytes)
    return;
  function.optimality.proved =
      !inPlace && function.getPredictedPeak() <= function.lowerBound;
  function.optimality.summary = function.optimality.proved
                                    ? "proved the smallest arena"
                                    : "the smallest arena of " +
                                          std::to_string(task.turns.size()) +
                                          " plans";
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

LogicalResult FitArena::choose(Task &task, size_t best) {
  Turn &turn = task.turns[best];
  completeReport(task, turn);
  FunctionReport &chosen = turn.report;
  llvm::erase_if(turn.diagnostics, [](const Diagnostic &diagnostic) {
    return diagnostic.getSeverity() != DiagnosticSeverity::Warning;
  });
  emitKept(getOperation(), std::move(turn.diagnostics));

  auto before = getOperation().lookupSymbol<func::FuncOp>(task.name);
  auto after = turn.module->lookupSymbol<func::FuncOp>(task.name);
  after->remove();
  before->getBlock()->getOperations().insert(before->getIterator(), after);
  before->erase();
  // On tensors nothing is written over anything yet.
  const int64_t kept = arena == ArenaMode::Place
                           ? chosen.budget
                           : std::max(chosen.budget, chosen.peakAfter);
  after->setAttr(kBudgetAttrName, Builder(after).getI64IntegerAttr(kept));

  if (!svgPath.empty()) {
    ArenaSVGOptions options;
    options.title = "arena of '" + task.name + "'";
    options.budget = chosen.budget - chosen.resident;
    picture.clear();
    llvm::raw_string_ostream os(picture);
    if (failed(write(writeArenaSVG(os, turn.arena.problem,
                                   turn.arena.result.placement,
                                   turn.arena.names, options))))
      return failure();
  }
  emitRemark(getFileOnly(after.getLoc()))
      << "'" << task.name << "': " << chosen.getSummary();
  fitted.emplace_back(task.name, turn.arena.getArenaBytes());
  report->addPlan(task.name, std::move(turn.plan));
  report->add(std::move(chosen));
  return success();
}

LogicalResult FitArena::refuse(Task &task, std::optional<size_t> best) {
  // The planner knows no plan at all, whatever the arena.
  if (!best) {
    Turn &turn = task.turns.back();
    report->add(std::move(turn.report));
    emitKept(getOperation(), std::move(turn.diagnostics));
    return failure();
  }
  Turn &turn = task.turns[*best];
  completeReport(task, turn);
  FunctionReport &refused = turn.report;
  refused.smallestPeak = refused.getPredictedPeak();
  // The bound is one of live bytes; writing in place can go below it.
  const bool isProved = !inPlace && refused.lowerBound > refused.budget;
  refused.status =
      isProved ? planner::Status::Infeasible : planner::Status::NotFound;
  std::string text = llvm::formatv(
      "{0}: no arena within the budget of {1} bytes ({2}){3}; the smallest of "
      "{4} plan{5} has {6} bytes, with {7} resident bytes {8} ({9}), for {10} "
      "bytes alive at once",
      planner::stringifyStatus(refused.status), refused.budget,
      formatBytes(refused.budget),
      isProved ? ", since at least " + std::to_string(refused.lowerBound) +
                     " bytes are alive at once in any plan"
               : std::string(),
      task.turns.size(), task.turns.size() == 1 ? "" : "s",
      refused.arena->bytes, refused.resident, refused.smallestPeak,
      formatBytes(refused.smallestPeak), refused.arena->livePeak);
  if (refused.arena->safety)
    text += llvm::formatv(", {0} of them for parallel-safe={1}",
                          refused.arena->safety, refused.arena->parallelSafe);
  text += "; give a budget of at least " +
          std::to_string(refused.smallestPeak) + " bytes";
  if (!inPlace)
    text += ", or let results be written in place (in-place=true)";
  report->add(std::move(refused));
  return getOperation().lookupSymbol<func::FuncOp>(task.name).emitOpError()
         << text;
}

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

LogicalResult FitArena::search(Task &task) {
  if (failed(take(task, getFirstBudget(*task.budget, budget))))
    return failure();
  const FunctionReport first = task.turns.front().report;
  task.budgetBytes = resolve(*task.budget, first);
  ArenaSearch search(task.budgetBytes, first.peakBefore);
  while (true) {
    const Turn &turn = task.turns.back();
    ArenaTurn result;
    result.nominal = turn.report.budget;
    result.isRefused = turn.isRefused();
    result.smallest = turn.report.smallestPeak;
    result.planPeak = turn.report.peakAfter;
    if (!result.isRefused)
      result.predictedPeak = turn.arena.getPredictedPeak();
    result.time = turn.report.timeAfter;
    result.isFastest = turn.report.recomputed.empty();
    search.add(result);
    // Modules are large.
    std::optional<size_t> best = search.getBest();
    for (size_t index = 0; index != task.turns.size(); ++index)
      if (index != best)
        task.turns[index].module = {};
    if (watch->wasInterrupted && search.hasFit())
      break;
    std::optional<int64_t> next = search.getNext();
    if (!next)
      break;
    if (failed(take(task, std::to_string(*next))))
      return failure();
  }
  std::optional<size_t> best = search.getBest();
  return search.hasFit() ? choose(task, *best) : refuse(task, best);
}

LogicalResult FitArena::applySavedPlan(Task &task) {
  // By its own peak: what the arena has to keep comes afterwards.
  if (failed(take(task, "")))
    return failure();
  const FunctionReport &turn = task.turns.front().report;
  task.budgetBytes = task.budget ? resolve(*task.budget, turn)
                                 : task.turns.front().arena.getPredictedPeak();
  return task.turns.front().arena.getPredictedPeak() <= *task.budgetBytes
             ? choose(task, 0)
             : refuse(task, 0);
}

LogicalResult FitArena::fit(StringRef name) {
  Task task;
  task.name = name.str();
  auto function = getOperation().lookupSymbol<func::FuncOp>(name);
  if (!budget.empty()) {
    llvm::Expected<Budget> parsed = parseBudget(budget);
    if (!parsed)
      return function.emitOpError() << llvm::toString(parsed.takeError());
    task.budget = *parsed;
  }
  if (!planIn.empty() && task.budget &&
      (task.budget->kind == Budget::Kind::Min ||
       task.budget->kind == Budget::Kind::Slack))
    return function.emitOpError()
           << "has a saved plan, for whose arena '" << budget
           << "' is no budget; give bytes, a percentage, or none";
  if (!planIn.empty())
    return applySavedPlan(task);
  if (!task.budget)
    return function.emitOpError(
        "needs a budget: budget=8GiB, 500MB, a byte count, 60%, min or "
        "slack:50%");
  return search(task);
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

LogicalResult FitArena::checkOptions() {
  ModuleOp module = getOperation();
  if (arena == ArenaMode::Off)
    return module.emitError(
        "arena-alignment, parallel-safe, in-place and arena-svg say what the "
        "arena is like, but there is none; give arena=fit or arena=place");
  const Target *model = lookupTarget(target);
  if (model && model->fuses())
    return module.emitError()
           << "target '" << target
           << "' places buffers by itself, so that no arena can be promised; "
              "leave arena=off, or take target=cpu";
  return checkPlacingOptions(module, arenaAlignment);
}

LogicalResult FitArena::fitAll() {
  SmallVector<std::string> names;
  for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
    if (!function.isExternal() &&
        (functionName.empty() || function.getName() == functionName))
      names.push_back(function.getName().str());
  if (names.empty() && functionName.empty())
    getOperation()->emitWarning(
        "there is no function with a body to keep a budget");
  else if (names.empty())
    return getOperation()->emitError()
           << "there is no function '" << functionName << "' with a body";
  if (names.size() > 1 && !svgPath.empty())
    return getOperation()->emitError()
           << "cannot write '" << svgPath
           << "': a picture is of one arena, and there are " << names.size()
           << " functions; name one of them (function=...)";
  for (const std::string &name : names)
    if (failed(fit(name)))
      return failure();
  return success();
}

/// Does with the module what was done with the copies.
LogicalResult FitArena::placeAll() {
  const PlacingOptions options = getPlacingOptions();
  OpPassManager passes(ModuleOp::getOperationName());
  addBufferPasses(passes, options);
  if (failed(runPipeline(passes, getOperation())))
    return failure();
  for (const auto &[name, bytes] : fitted) {
    auto function = getOperation().lookupSymbol<func::FuncOp>(name);
    sinkAllocations(function);
    FailureOr<Arena> placed = planArena(function, options.arena);
    if (failed(placed))
      return failure();
    if (placed->result.placement.sizeInBytes != bytes)
      return function.emitOpError()
             << "has an arena of " << placed->result.placement.sizeInBytes
             << " bytes, but " << bytes
             << " bytes were planned; this is a defect, please report it";
    applyArena(function, *placed, options.arena);
  }
  return success();
}

LogicalResult FitArena::writeFiles() {
  if (!planOut.empty() && failed(write(report->writePlanTo(planOut))))
    return failure();
  if (svgPath.empty())
    return success();
  return write(writeOutputFile(svgPath, picture));
}

LogicalResult FitArena::runOnAll() {
  fitted.clear();
  picture.clear();
  watch = std::make_shared<InterruptWatch>(monitor);
  if (!report)
    report = std::make_shared<Report>();
  if (failed(checkOptions()))
    return failure();
  LogicalResult fits = fitAll();
  // A refusal is an answer too.
  if (!reportPath.empty() && failed(write(report->writeTo(reportPath))))
    return failure();
  if (failed(fits) || (arena == ArenaMode::Place && failed(placeAll())))
    return failure();
  return writeFiles();
}

std::unique_ptr<Pass>
mlir::remat::createReportingFitArena(const RematFitArenaOptions &options,
                                     std::shared_ptr<Report> report,
                                     std::shared_ptr<SearchMonitor> monitor) {
  return std::make_unique<FitArena>(options, std::move(report),
                                    std::move(monitor));
}
