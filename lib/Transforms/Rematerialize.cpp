//===- Rematerialize.cpp - Solve, apply, verify for one function ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/Rematerialize.h"
#include "Cuts.h"
#include "DescribePlan.h"
#include "ExplainPlan.h"
#include "NamedOps.h"
#include "NoteAdvice.h"
#include "PrepareStep.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Report/GraphReport.h"
#include "remat/Transforms/ApplyPlan.h"
#include "remat/Transforms/SavedPlan.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>

using namespace mlir;
using namespace mlir::remat;
using planner::Outcome;
using planner::Plan;
using planner::Step;
using planner::TaskId;
using planner::ValueId;

namespace {
/// One run of `rematerialize`.
class Rematerializer {
public:
  Rematerializer(func::FuncOp function, const RematerializeOptions &options)
      : function(function), options(options) {}

  LogicalResult run();

private:
  planner::Ask getAsk() const;
  planner::Ask getAskBeside() const;
  bool isMinimizing() const;
  void warnIfStopped(planner::StopReason stop);
  FailureOr<Plan> findPlan();
  FailureOr<Plan> getSavedPlan();
  void refuse(const Outcome &refusal);
  LogicalResult checkResult(const Plan &plan, const FusionChoices &choices);
  bool fitsAsItStands(int64_t peak) const;
  bool isUnchanged(const Plan &plan) const;
  FunctionReport startReport();
  void report(const Plan &plan);

  func::FuncOp function;
  const RematerializeOptions &options;
  FunctionGraph functionGraph;
  planner::Simulation before;
  int64_t budget = 0;
  /// The peak of the function as it was given, where it was changed to need
  /// less before it is planned.
  int64_t peakAsItStands = 0;
  /// What is proved of the plan.
  planner::Optimality optimality;
  FunctionReport functionReport;
  std::chrono::steady_clock::time_point start;
};
} // namespace

Location mlir::remat::getFileOnly(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  return file ? Location(FileLineColLoc::get(file.getFilename(), 0, 0)) : loc;
}

/// The storages among `live`, largest first.
static SmallVector<ValueId> sortBySize(const FunctionGraph &functionGraph,
                                       ArrayRef<ValueId> live) {
  const std::vector<planner::Value> &values = functionGraph.graph.values;
  SmallVector<ValueId> sorted;
  for (ValueId id : live)
    if (functionGraph.values[id] && values[id].bytes > 0)
      sorted.push_back(id);
  llvm::stable_sort(sorted, [&](ValueId a, ValueId b) {
    return values[a].bytes > values[b].bytes;
  });
  return sorted;
}

/// Notes the largest of the storages alive at the place that a diagnostic is
/// about.
static void noteLive(InFlightDiagnostic &diag,
                     const FunctionGraph &functionGraph,
                     ArrayRef<ValueId> live) {
  constexpr size_t shown = 8;
  SmallVector<ValueId> sorted = sortBySize(functionGraph, live);
  for (ValueId id : ArrayRef<ValueId>(sorted).take_front(shown))
    diag.attachNote(functionGraph.values[id].getLoc())
        << functionGraph.graph.values[id].bytes << " bytes: a value of type "
        << functionGraph.values[id].getType() << " is alive there";
  if (sorted.size() > shown)
    diag.attachNote() << "and " << sorted.size() - shown
                      << " that are not larger";
}

static std::vector<FunctionReport::Live>
describeLive(const FunctionGraph &functionGraph, ArrayRef<ValueId> live) {
  std::vector<FunctionReport::Live> described;
  for (ValueId id : sortBySize(functionGraph, live)) {
    FunctionReport::Live &each = described.emplace_back();
    each.bytes = functionGraph.graph.values[id].bytes;
    llvm::raw_string_ostream(each.type) << functionGraph.values[id].getType();
    each.location = formatLocation(functionGraph.values[id].getLoc());
  }
  return described;
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

FunctionReport Rematerializer::startReport() {
  FunctionReport started;
  started.name = function.getName().str();
  started.target = options.graph.target->getName().str();
  started.device = options.graph.costModel.device->name.str();
  started.strategy = options.strategy;
  started.budget = budget;
  started.resident = functionGraph.graph.residentBytes;
  started.peakBefore = peakAsItStands > 0 ? peakAsItStands : before.peak;
  started.lowerBound = planner::lowerBoundPeak(functionGraph.graph).bytes;
  started.timeBefore = before.time;
  started.timeForward = functionGraph.graph.forwardTime();
  describeStep(functionGraph, before, started);
  return started;
}

/// Says why there is no plan.
void Rematerializer::refuse(const Outcome &refusal) {
  if (refusal.status == planner::Status::NotApplicable) {
    InFlightDiagnostic diag = function.emitOpError()
                              << "strategy '" << options.strategy
                              << "' does not apply: " << refusal.message;
    if (!functionGraph.phasesUnknown.empty())
      diag.attachNote() << functionGraph.phasesUnknown;
    return;
  }
  const std::vector<planner::Advice> advice = [&] {
    planner::Ask ask = getAskBeside();
    WatchedSearch watched(options.monitor, function.getName(),
                          functionGraph.graph);
    ask.observer = watched.getObserver();
    return planner::advise(functionGraph.graph, ask, refusal);
  }();
  const bool isProved = refusal.status == planner::Status::Infeasible;
  if (options.report) {
    FunctionReport refused = startReport();
    refused.status = refusal.status;
    refused.budget = refusal.budget;
    refused.smallestPeak = refusal.smallestPeak;
    if (isProved) {
      refused.binding = describeLive(functionGraph, refusal.bound.live);
      describeBoundBesideStorages(functionGraph.graph, refusal.bound, refused);
    }
    refused.advice =
        describeAdvice(functionGraph, advice, getFileOnly(function.getLoc()));
    options.report->add(std::move(refused));
  }
  InFlightDiagnostic diag = function.emitOpError() << refusal.message;
  if (isProved && refusal.bound.task) {
    const TaskOps &taskOps = functionGraph.tasks[*refusal.bound.task];
    const int64_t workspace = refusal.bound.getWorkspace(functionGraph.graph);
    Diagnostic &note = diag.attachNote(taskOps.op->getLoc());
    note << "no order and no recomputation makes this op need less than "
         << refusal.bound.bytes << " bytes, "
         << functionGraph.graph.residentBytes
         << " of them for arguments and constants";
    if (workspace > 0)
      note << ", " << workspace << " for its workspace";
  }
  if (isProved)
    noteLive(diag, functionGraph, refusal.bound.live);
  noteAdvice(diag, functionGraph, advice, getFileOnly(function.getLoc()));
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The smallest peak is asked for, so that no budget bounds the time.
bool Rematerializer::isMinimizing() const {
  return options.budget && !options.savedPlan &&
         options.budget->kind == Budget::Kind::Min;
}

/// Without the budget.
planner::Ask Rematerializer::getAsk() const {
  planner::Ask ask;
  ask.strategy = options.strategy;
  ask.objective = options.objective;
  ask.search = options.search;
  return ask;
}

/// For what is asked beside the plan. Where the search for the plan took nearly
/// all of the time limit, that is another tenth of it.
planner::Ask Rematerializer::getAskBeside() const {
  planner::Ask ask = getAsk();
  if (std::optional<double> limit = ask.search.timeLimit) {
    const std::chrono::duration<double> passed =
        std::chrono::steady_clock::now() - start;
    ask.search.timeLimit = std::max(*limit - passed.count(), *limit / 10);
  }
  return ask;
}

void Rematerializer::warnIfStopped(planner::StopReason stop) {
  if (stop == planner::StopReason::None)
    return;
  const bool isInterrupted = stop == planner::StopReason::Interrupt;
  emitWarning(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': "
      << (isInterrupted ? "the search was interrupted"
                        : "the time limit ended the search")
      << "; its best plan so far is taken, which depends on "
      << (isInterrupted ? "when that was" : "the machine");
}

FailureOr<Plan> Rematerializer::getSavedPlan() {
  auto refuseFile = [&](llvm::Error error) {
    return function.emitOpError()
           << "cannot apply the saved plan '" << options.savedPlanName
           << "': " << llvm::toString(std::move(error));
  };
  llvm::Expected<SavedPlan> saved =
      readSavedPlan(*options.savedPlan, functionGraph);
  if (!saved)
    return refuseFile(saved.takeError());
  const planner::Graph &graph = functionGraph.graph;
  if (options.budget) {
    llvm::Expected<planner::ResolvedBudget> resolved = [&] {
      WatchedSearch watched(options.monitor, function.getName(), graph);
      planner::Ask ask = getAsk();
      ask.observer = watched.getObserver();
      planner::Session session(graph);
      return planner::resolveBudget(session, ask, *options.budget);
    }();
    if (!resolved)
      return function.emitOpError() << llvm::toString(resolved.takeError());
    if (resolved->status != planner::Status::Ok) {
      Outcome refusal;
      refusal.status = resolved->status;
      refusal.message = resolved->message;
      refuse(refusal);
      return failure();
    }
    warnIfStopped(resolved->stop);
    budget = resolved->bytes;
  } else {
    budget = saved->budget;
  }
  const planner::Problem problem =
      getAsk().withBudget(budget).getProblem(graph);
  if (llvm::Error error = planner::verify(problem, saved->plan))
    return refuseFile(std::move(error));
  optimality = planner::assess(problem, saved->plan);
  return std::move(saved->plan);
}

FailureOr<Plan> Rematerializer::findPlan() {
  planner::Ask ask = getAsk();
  if (llvm::Error error = ask.getProblem(functionGraph.graph).check())
    return function.emitOpError() << llvm::toString(std::move(error));
  if (options.savedPlan)
    return getSavedPlan();
  if (!options.budget)
    return function.emitOpError("has neither a budget nor a saved plan to fit");
  llvm::Expected<Outcome> found = [&] {
    WatchedSearch watched(options.monitor, function.getName(),
                          functionGraph.graph);
    ask.observer = watched.getObserver();
    planner::Session session(functionGraph.graph);
    return planner::solveForBudget(session, ask, *options.budget);
  }();
  if (!found)
    return function.emitOpError() << llvm::toString(found.takeError());
  if (!found->hasPlan()) {
    refuse(*found);
    return failure();
  }
  warnIfStopped(found->stop);
  budget = found->budget;
  optimality = std::move(found->optimality);
  return std::move(found->plan);
}

LogicalResult Rematerializer::checkResult(const Plan &plan,
                                          const FusionChoices &choices) {
  GraphBuilderOptions graphOptions = options.graph;
  graphOptions.fusionChoices = &choices;
  FailureOr<MemoryProfile> after = computeMemoryProfile(function, graphOptions);
  if (failed(after))
    return failure();
  const planner::Simulation &simulation = after->simulation;
  if (simulation.peak > budget || simulation.peak != plan.peak)
    return function.emitOpError()
           << "needs " << simulation.peak << " bytes after the rewrite, but "
           << plan.peak << " bytes were planned for a budget of " << budget
           << " bytes; this is a defect of the rewrite, please report it";
  report(plan);
  return success();
}

void Rematerializer::report(const Plan &plan) {
  functionReport.strategy = plan.strategy;
  functionReport.peakAfter = plan.peak;
  functionReport.timeAfter = plan.time;
  emitRemark(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': " << functionReport.getSummary();
  if (options.report)
    options.report->add(std::move(functionReport));
}

/// Whether a budget in bytes is met without a plan.
bool Rematerializer::fitsAsItStands(int64_t peak) const {
  return options.budget && !options.savedPlan &&
         options.budget->kind == Budget::Kind::Bytes &&
         options.budget->bytes >= peak;
}

/// Whether the plan runs the function as it stands, and that fits even as it
/// was given.
bool Rematerializer::isUnchanged(const Plan &plan) const {
  return peakAsItStands <= budget &&
         llvm::equal(plan.steps, functionGraph.graph.baseOrder,
                     [](const Step &step, TaskId task) {
                       return step.task == task && step.variant == 0;
                     });
}

LogicalResult Rematerializer::run() {
  markNamedOps(function, options.explain);
  auto unmark = llvm::make_scope_exit([&] { unmarkNamedOps(function); });
  FailureOr<PreparedStep> step =
      prepareStep(function, options.graph,
                  [&](int64_t peak) { return fitsAsItStands(peak); });
  if (failed(step))
    return failure();
  functionGraph = std::move(step->functionGraph);
  before = std::move(step->before);
  peakAsItStands = step->peakAsItStands;
  start = std::chrono::steady_clock::now();
  const SmallVector<NamedOp> named = findMarkedOps(function);
  unmarkNamedOps(function);
  FailureOr<Plan> plan = findPlan();
  if (failed(plan))
    return failure();

  if (!options.explain.empty()) {
    planner::Ask ask = getAskBeside();
    if (!isMinimizing())
      ask.budget = budget;
    explainPlan(function, functionGraph,
                {options.explain, named, ask, *plan, budget, options.monitor});
  }
  functionReport = startReport();
  functionReport.optimality = optimality;
  describePlan(functionGraph, *plan, functionReport);
  if (options.report)
    options.report->addPlan(function.getName(),
                            writeSavedPlan(functionGraph, *plan, budget,
                                           functionReport.optimality));
  const bool fuses = options.graph.target->fuses();
  // A compiler that schedules by itself is left to it where nothing else is
  // needed.
  if (fuses && isUnchanged(*plan)) {
    functionReport.isUnchanged = true;
    report(*plan);
    return success();
  }
  ApplyOptions applyOptions;
  applyOptions.passesTies = fuses;
  applyOptions.cuts =
      chooseCuts(functionGraph.graph, *plan,
                 options.cuts.value_or(options.graph.target->getDefaultCuts()));
  functionReport.cuts = applyOptions.cuts.size();
  FusionChoices choices =
      applyPlan(function, functionGraph, *plan, applyOptions);
  function->setAttr(kBudgetAttrName,
                    Builder(function).getI64IntegerAttr(budget));
  setTargetOf(function, *options.graph.target);
  return checkResult(*plan, choices);
}

LogicalResult mlir::remat::rematerialize(func::FuncOp function,
                                         const RematerializeOptions &options) {
  return Rematerializer(function, options).run();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether the function's values are buffers: somebody bufferized it.
static bool isBufferized(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (llvm::any_of(type.getInputs(), llvm::IsaPred<TensorType>) ||
      llvm::any_of(type.getResults(), llvm::IsaPred<TensorType>))
    return false;
  return function
             .walk([](Operation *op) {
               bool tensors = llvm::any_of(op->getOperandTypes(),
                                           llvm::IsaPred<TensorType>) ||
                              llvm::any_of(op->getResultTypes(),
                                           llvm::IsaPred<TensorType>);
               return tensors ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted() == false;
}

static LogicalResult verifyBufferBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  FailureOr<BufferProfile> profile = computeBufferProfile(function, target);
  if (failed(profile))
    return failure();
  if (profile->peakBytes <= budget)
    return success();
  return function.emitOpError()
         << "allocates so much that it needs " << profile->peakBytes
         << " bytes, " << profile->peakBytes - budget
         << " more than its budget of " << budget << " bytes ("
         << profile->residentBytes
         << " of them for arguments and constants); something between the "
            "plan and here merged or copied tensors, or the budget is too "
            "small";
}

LogicalResult mlir::remat::verifyBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  if (isBufferized(function))
    return verifyBufferBudget(function, budget, target);
  GraphBuilderOptions options;
  options.target = &target;
  FailureOr<MemoryProfile> profile = computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  const planner::Simulation &simulation = profile->simulation;
  if (simulation.peak <= budget)
    return success();
  const FunctionGraph &functionGraph = profile->functionGraph;
  InFlightDiagnostic diag =
      function.emitOpError()
      << "needs " << simulation.peak << " bytes, " << simulation.peak - budget
      << " more than its budget of " << budget
      << " bytes; run remat-rematerialize with this budget, or raise it";
  if (simulation.liveBytes.empty())
    return diag;
  TaskId task = functionGraph.graph.baseOrder[simulation.peakStep];
  diag.attachNote(functionGraph.tasks[task].op->getLoc())
      << "the peak is here, with " << functionGraph.graph.residentBytes
      << " bytes of arguments and constants";
  SmallVector<ValueId> live;
  for (const planner::Copy &copy : simulation.liveAt(simulation.peakStep))
    live.push_back(copy.value);
  noteLive(diag, functionGraph, live);
  return diag;
}
