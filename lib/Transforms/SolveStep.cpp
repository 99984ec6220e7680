//===- SolveStep.cpp - The plan for a step, or why there is none ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolveStep.h"
#include "ChosenStacks.h"
#include "PassSetup.h"
#include "remat/Heap/HeapFitter.h"
#include "remat/Heap/HeapPeak.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/PlanLength.h"
#include "remat/Planner/Session.h"
#include "remat/Support/Figures.h"
#include "remat/Transforms/SavedPlan.h"
#include "llvm/Support/Debug.h"

#include <chrono>
#include <numeric>

#define DEBUG_TYPE "remat-rematerialize"

using namespace mlir;
using namespace mlir::remat;
using planner::Ask;
using planner::Outcome;
using planner::Plan;

std::optional<int64_t> RematerializeOptions::getEnough() const {
  if (!budget || savedPlan)
    return std::nullopt;
  if (budget->kind == Budget::Kind::PercentOfPeak && budget->percent >= 100)
    return std::numeric_limits<int64_t>::max();
  if (budget->kind != Budget::Kind::Bytes)
    return std::nullopt;
  return budget->bytes;
}

bool RematerializeOptions::isMinimizing() const {
  return budget && !savedPlan && budget->kind == Budget::Kind::Min;
}

Location mlir::remat::getShortLocation(Location loc) {
  constexpr size_t most = 80;
  if (loc->findInstanceOf<FileLineColLoc>())
    return loc;
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return text.size() <= most ? loc : UnknownLoc::get(loc.getContext());
}

Location mlir::remat::getFileOnly(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  return file ? Location(FileLineColLoc::get(file.getFilename(), 0, 0))
              : getShortLocation(loc);
}

Location mlir::remat::getLineOnly(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  return file ? Location(FileLineColLoc::get(file.getFilename(), file.getLine(),
                                             /*column=*/0))
              : getShortLocation(loc);
}

Ask mlir::remat::getAsk(const RematerializeOptions &options) {
  Ask ask;
  ask.strategy = options.strategy;
  ask.objective = options.objective;
  ask.search = options.search;
  ask.host = options.host;
  // Of the many plans tried for an arena, one is reported.
  ask.isAssessed = false;
  return ask;
}

Ask mlir::remat::getAskBeside(const RematerializeOptions &options,
                              const FunctionOutcome &outcome) {
  Ask ask = getAsk(options);
  if (std::optional<double> limit = ask.search.timeLimit)
    ask.search.timeLimit = std::max(*limit - outcome.seconds, *limit / 10);
  return ask;
}

/// The position between first runs of forward tasks and all work of backward
/// tasks: the most time on the right side.
static size_t findBoundary(const planner::Graph &graph, const Plan &plan,
                           const std::vector<bool> &isRerun) {
  double score = 0, best = 0;
  size_t boundary = 0;
  for (auto [position, step] : llvm::enumerate(plan.steps)) {
    const planner::Task &task = graph.tasks[step.task];
    const bool isForward =
        task.phase == planner::Phase::Forward && !isRerun[position];
    score += isForward ? task.time : -task.time;
    if (score > best) {
      best = score;
      boundary = position + 1;
    }
  }
  return boundary;
}

/// The bytes that each step makes.
static std::vector<double> getMadeBytes(const planner::Graph &graph,
                                        ArrayRef<planner::Step> steps) {
  std::vector<double> found;
  for (const planner::Step &step : steps) {
    double bytes = 0;
    for (planner::ValueId output : graph.tasks[step.task].outputs)
      bytes += static_cast<double>(graph.values[output].bytes);
    found.push_back(bytes);
  }
  return found;
}

/// Cuts `steps` into `count` parts that make equal bytes: before which to cut,
/// none of them the first.
static SmallVector<size_t> divideEvenly(ArrayRef<double> bytes, int64_t count) {
  const double all = std::accumulate(bytes.begin(), bytes.end(), 0.0);
  SmallVector<size_t> found;
  double passed = 0;
  int64_t next = 1;
  for (auto [step, made] : llvm::enumerate(bytes)) {
    if (next < count && passed >= all * double(next) / double(count)) {
      found.push_back(step);
      // One step may make the bytes of several parts.
      while (next < count && passed >= all * double(next) / double(count))
        ++next;
    }
    passed += made;
  }
  return found;
}

/// The steps of `plan` to cut before: first the boundary between forward and
/// backward, or the peak if phases are unknown, then after equal bytes that are
/// made: between two cuts the compiler orders as it likes, and large tensors
/// weigh more there than work does. None within reruns; where several would
/// come before the same reruns, others are cut finer. Fewer than `count` if the
/// plan is too short. O(steps · min(steps, count)).
static llvm::DenseSet<size_t> chooseCuts(const planner::Graph &graph,
                                         const Plan &plan, int64_t count) {
  if (count <= 0 || plan.steps.empty())
    return {};
  std::vector<bool> isRerun;
  std::vector<bool> ran(graph.tasks.size(), false);
  for (const planner::Step &step : plan.steps) {
    isRerun.push_back(ran[step.task]);
    ran[step.task] = true;
  }
  size_t boundary = findBoundary(graph, plan, isRerun);
  if (boundary == 0 || boundary == plan.steps.size())
    boundary =
        llvm::cantFail(planner::simulate(graph, plan.steps, plan.parkings,
                                         planner::HostLink::getInstant()))
            .peakStep;
  const std::vector<double> bytes =
      getMadeBytes(graph, ArrayRef(plan.steps).drop_front(boundary));
  // There are no more places than that; more may be asked for.
  count = std::min<int64_t>(
      count, 1 + std::count(isRerun.begin() + boundary, isRerun.end(), false));
  llvm::DenseSet<size_t> best;
  for (int64_t parts = count; parts <= 2 * count; ++parts) {
    llvm::DenseSet<size_t> cuts;
    auto add = [&](size_t position) {
      while (position > 0 && isRerun[position - 1])
        --position;
      if (position > 0)
        cuts.insert(position);
    };
    add(boundary);
    for (size_t step : divideEvenly(bytes, parts))
      add(boundary + step);
    if (static_cast<int64_t>(cuts.size()) > count)
      break;
    if (cuts.size() > best.size())
      best = std::move(cuts);
    if (static_cast<int64_t>(best.size()) == count)
      break;
  }
  return best;
}

namespace {
class StepSolver {
public:
  StepSolver(const PreparedStep &step, const RematerializeOptions &options)
      : step(step), options(options), function(step.function),
        graph(step.functionGraph.graph), session(graph), ask(getAsk(options)) {
    if (!mayPark())
      ask.host = {};
  }

  LogicalResult run();

  FunctionOutcome outcome;

private:
  LogicalResult findPlan();
  llvm::Error takeSavedHost(SavedPlan &saved);
  LogicalResult takeSavedPlan();
  LogicalResult refuseSavedPlan(const Plan &plan, int64_t budget);
  /// The peak that percentages are of; where stacks were chosen, that of the
  /// stacks as given, which the oracle knows.
  std::optional<int64_t> getGivenPeak() const {
    return step.stacks ? std::nullopt : std::optional(step.peakAsItStands);
  }
  /// Of the step as it was given.
  planner::PlanOracle &getOracle() {
    if (step.stacks)
      return step.stacks->forms->session;
    return session;
  }
  llvm::Expected<Outcome> solveChosen();
  LogicalResult solve();
  LogicalResult fitHeapOfTarget();
  LogicalResult take(Outcome answer);
  /// Whether a host is given and some value may be parked.
  bool mayPark() const;
  void warnIfNoneMayPark();
  void warnIfStopped();
  void warnIfLong();
  bool isBaseOrder() const;
  void chooseRewrite();

  const PreparedStep &step;
  const RematerializeOptions &options;
  func::FuncOp function;
  const planner::Graph &graph;
  planner::Session session;
  Ask ask;
};
} // namespace

/// Keeps the answer, unless the strategy does not apply.
LogicalResult StepSolver::take(Outcome answer) {
  static_cast<Outcome &>(outcome) = std::move(answer);
  if (outcome.status != planner::Status::NotApplicable)
    return success();
  InFlightDiagnostic diag = function.emitOpError()
                            << "strategy '" << options.strategy
                            << "' does not apply: " << outcome.message;
  if (!step.functionGraph.phasesUnknown.empty())
    diag.attachNote() << step.functionGraph.phasesUnknown;
  return failure();
}

/// Where loops have a choice of stacks, FormSession parks values around them.
bool StepSolver::mayPark() const {
  return options.host.isAvailable() && !step.stacks &&
         llvm::is_contained(planner::getParkable(graph), true);
}

void StepSolver::warnIfNoneMayPark() {
  if (!options.host.isAvailable() || step.stacks || mayPark())
    return;
  emitWarning(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': nothing is parked on the host: "
      << (step.functionGraph.fusionChoices.shares.isSharded()
              ? "the step is sharded over several devices"
              : "no value has a storage of its own between two operations")
      << "; the host budget has no effect";
}

void StepSolver::warnIfStopped() {
  if (outcome.stop == planner::StopReason::None)
    return;
  const bool isInterrupted = outcome.stop == planner::StopReason::Interrupt;
  emitWarning(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': "
      << (isInterrupted ? "the search was interrupted"
                        : "the time limit ended the search")
      << (options.savedPlan
              ? "; the budget that the saved plan is held to depends on "
              : "; its best plan so far is taken, which depends on ")
      << (isInterrupted ? "when that was" : "the machine");
}

void StepSolver::warnIfLong() {
  const bool advises =
      options.spelling && outcome.stop == planner::StopReason::None;
  const std::string warning = planner::describeLongPlan(
      graph, getAskBeside(options, outcome), outcome.plan,
      advises ? options.spelling : std::nullopt);
  if (!warning.empty())
    emitWarning(getFileOnly(function.getLoc()))
        << "'" << function.getName() << "': " << warning;
}

/// A valid plan that needs more than the budget.
LogicalResult StepSolver::refuseSavedPlan(const Plan &plan, int64_t budget) {
  const OptionSpelling spelling = options.spelling.value_or(OptionSpelling());
  std::vector<std::string> advice = {
      spelling.spell("budget", Twine(plan.peak)) + ": the saved plan needs " +
      formatSize(plan.peak)};
  Ask other = ask.withBudget(budget);
  llvm::Expected<Outcome> made = planner::Session(graph).solve(other);
  if (!made)
    llvm::consumeError(made.takeError());
  else if (made->hasPlan())
    advice.push_back("leave out " + spelling.prefix +
                     "plan-in: a plan is known for " + formatSize(budget));
  return emitRefusal(function, step.functionGraph,
                     planner::findCrowdedPlace(graph, plan.steps, plan.parkings,
                                               ask.host.link),
                     "'" + function.getName() + "' does not fit " +
                         formatSize(budget) + ": the saved plan '" +
                         options.savedPlanName + "' needs " +
                         formatSize(plan.peak) + ", " +
                         formatSize(plan.peak - budget) + " more",
                     advice);
}

/// What the saved plan may use of the host, and its time with that link.
llvm::Error StepSolver::takeSavedHost(SavedPlan &saved) {
  const int64_t ofStacks = step.stacks ? step.stacks->getChoice().hostBytes : 0;
  if (saved.plan.parkings.empty() && ofStacks == 0)
    return llvm::Error::success();
  if (!options.graph.target->parksOnHost())
    return llvm::createStringError(
        "it parks values on the host, which the target '" +
        options.graph.target->getName() + "' does not");
  // Options take the place of what the file has, one by one.
  ask.host = saved.host.isAvailable() ? saved.host : options.host;
  if (options.host.isAvailable())
    ask.host.budget = options.host.budget;
  if (options.graph.costModel.linkBytesPerSecond)
    ask.host.link = options.graph.costModel.getHostLink();
  if (!ask.host.isAvailable())
    return llvm::createStringError(
        "it keeps values on the host, but has no 'host_budget'; give one");
  if (!options.explain.empty())
    return llvm::createStringError(
        "it keeps values on the host, of which explanations do not know; leave "
        "out 'explain'");
  llvm::Expected<planner::ParkedSimulation> simulation = planner::simulate(
      graph, saved.plan.steps, saved.plan.parkings, ask.host.link);
  if (!simulation)
    return simulation.takeError();
  saved.plan.time = simulation->time;
  const int64_t onHost = saturatingAdd(simulation->hostPeak, ofStacks);
  if (onHost > ask.host.budget)
    return llvm::createStringError(
        "it keeps " + formatSize(onHost) +
        " on the host, more than the host budget of " +
        formatSize(ask.host.budget));
  return llvm::Error::success();
}

LogicalResult StepSolver::takeSavedPlan() {
  auto refuseFile = [&](llvm::Error error) {
    return function.emitOpError()
           << "cannot apply the saved plan '" << options.savedPlanName
           << "': " << llvm::toString(std::move(error));
  };
  if (!step.stacks && hasSavedStacks(*options.savedPlan))
    return refuseFile(llvm::createStringError(
        options.strategy == "auto" && options.choosesStacks
            ? "it has 'stacks' for loops, but no loop here has a choice of them"
            : "it has 'stacks' for loops, which need strategy auto and "
              "choose-stacks"));
  llvm::Expected<SavedPlan> saved = readSavedPlan(
      *options.savedPlan, step.functionGraph, [&](const llvm::Twine &message) {
        emitWarning(getFileOnly(function.getLoc()))
            << "the saved plan '" << options.savedPlanName << "': " << message;
      });
  if (!saved)
    return refuseFile(saved.takeError());
  if (llvm::Error error = takeSavedHost(*saved))
    return refuseFile(std::move(error));
  Outcome answer;
  answer.host = ask.host;
  answer.budget = saved->budget;
  if (options.budget) {
    llvm::Expected<planner::ResolvedBudget> resolved = planner::resolveBudget(
        getOracle(), ask, *options.budget, getGivenPeak());
    if (!resolved)
      return function.emitOpError() << llvm::toString(resolved.takeError());
    answer.status = resolved->status;
    answer.message = resolved->message;
    answer.budget = resolved->bytes;
    answer.stop = resolved->stop;
  }
  if (answer.hasPlan()) {
    if (llvm::Error error = planner::verify(
            ask.withBudget(std::nullopt).getProblem(graph), saved->plan))
      return refuseFile(std::move(error));
    if (saved->plan.peak > answer.budget)
      return refuseSavedPlan(saved->plan, answer.budget);
    answer.plan = std::move(saved->plan);
  }
  if (step.stacks)
    answer.stacks = step.stacks->getChoice();
  return take(std::move(answer));
}

/// With the stacks that were chosen; a step that fits as it stands was prepared
/// for that.
llvm::Expected<Outcome> StepSolver::solveChosen() {
  ChosenStacks &stacks = *step.stacks;
  if (graph.fingerprint() ==
      stacks.forms->ofFunction->getStep(stacks.getChoice())
          .functionGraph.graph.fingerprint())
    return stacks.outcome;
  llvm::Expected<Outcome> answer =
      session.solve(ask.withBudget(stacks.outcome.budget));
  if (!answer)
    return answer;
  answer->stacks = stacks.outcome.stacks;
  answer->host = stacks.outcome.host;
  answer->knee = stacks.outcome.knee;
  return answer;
}

LogicalResult StepSolver::solve() {
  llvm::Expected<Outcome> answer =
      step.stacks ? solveChosen()
                  : planner::solveForBudget(session, ask, *options.budget,
                                            getGivenPeak());
  if (!answer)
    return function.emitOpError() << llvm::toString(answer.takeError());
  return take(std::move(*answer));
}

/// Chooses the plan by what it needs with the gaps of the target's heap. Loops
/// are left alone: what lies inside them is not placed one by one. So are plans
/// of so many steps that placing them takes longer than finding them.
LogicalResult StepSolver::fitHeapOfTarget() {
  constexpr size_t mostSteps = 20000;
  if (!outcome.hasPlan() || !options.graph.target->hasKnownHeap() ||
      isBaseOrder() || hasLoops(function) ||
      outcome.plan.steps.size() > mostSteps)
    return success();
  ArrayRef<planner::ReservedStorage> reserved = step.functionGraph.reserved;
  outcome.heapPeak =
      getHeapPeak(graph, outcome.plan.steps, reserved, outcome.plan.parkings);
  const bool maySearch = options.fitsHeap && options.strategy == "auto" &&
                         !options.savedPlan && !ask.search.timeLimit;
  // A smallest plan that gains something is good enough.
  const int64_t enough =
      options.isMinimizing() ? step.peakAsItStands - 1 : outcome.budget;
  if (!maySearch || *outcome.heapPeak <= enough)
    return success();
  llvm::Expected<HeapPlan> fitted =
      fitHeap(graph, session, ask.withBudget(outcome.budget),
              {outcome.plan, *outcome.heapPeak}, reserved);
  if (!fitted)
    return function.emitOpError() << llvm::toString(fitted.takeError());
  outcome.heapPeak = fitted->heapPeak;
  outcome.plan = std::move(fitted->plan);
  outcome.plan.provedOptimal = false;
  if (outcome.knee) {
    const planner::CurveScale scale = {step.peakAsItStands, graph.baseTime()};
    outcome.knee->peakPercent = scale.getPeakPercent(outcome.plan.peak);
    outcome.knee->timePercent = scale.getTimePercent(outcome.plan.time);
  }
  return success();
}

LogicalResult StepSolver::findPlan() {
  WatchedSearch watched(options.monitor, function.getName(), graph);
  ask.observer = watched.getObserver();
  LogicalResult found = options.savedPlan ? takeSavedPlan() : solve();
  if (succeeded(found))
    found = fitHeapOfTarget();
  if (!options.savedPlan && ask.isInterrupted())
    outcome.stop = planner::StopReason::Interrupt;
  ask.observer = nullptr;
  return found;
}

/// Whether the plan runs every task once, in the function's order, and parks
/// nothing.
bool StepSolver::isBaseOrder() const {
  return outcome.plan.parkings.empty() &&
         llvm::equal(outcome.plan.steps, graph.baseOrder,
                     [](const planner::Step &planned, planner::TaskId task) {
                       return planned.task == task && planned.variant == 0;
                     });
}

void StepSolver::chooseRewrite() {
  const Target &target = *options.graph.target;
  outcome.keepsOrder = target.schedulesByItself() &&
                       step.peakAsItStands <= outcome.budget && isBaseOrder();
  outcome.isUnchanged =
      outcome.keepsOrder && (!step.stacks || step.stacks->isAsGiven());
  if (outcome.keepsOrder)
    return;
  outcome.rewrite.passesTies = target.dropsUnreadTies();
  outcome.rewrite.awaitsFetches = !target.schedulesByItself();
  outcome.rewrite.holdsElementwise = target.fusesOps();
  int64_t cuts = target.getDefaultCuts(
      static_cast<double>(outcome.budget) /
      static_cast<double>(std::max<int64_t>(1, step.peakAsItStands)));
  // Each argument is gathered behind the cut before its reader.
  if (llvm::any_of(step.functionGraph.tasks,
                   [](const TaskOps &task) { return task.gathersArguments; }))
    cuts = target.getDefaultCuts(/*share=*/0);
  outcome.rewrite.cuts =
      chooseCuts(graph, outcome.plan, options.cuts.value_or(cuts));
  for (auto [id, task] : llvm::enumerate(step.functionGraph.tasks))
    if (task.op && (task.gathersArguments || target.copiesArguments(task.op)))
      outcome.rewrite.copyingTasks.insert(static_cast<planner::TaskId>(id));
}

LogicalResult StepSolver::run() {
  const auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = ask.getProblem(graph).check())
    return function.emitOpError() << llvm::toString(std::move(error));
  if (!options.budget && !options.savedPlan)
    return function.emitOpError("has neither a budget nor a saved plan to fit");
  warnIfNoneMayPark();
  LogicalResult found = findPlan();
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  outcome.seconds = passed.count();
  if (failed(found))
    return failure();
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName()
                          << "': " << planner::stringifyStatus(outcome.status)
                          << " for " << outcome.budget << " bytes by "
                          << options.strategy << ": peak " << outcome.plan.peak
                          << " bytes, time " << outcome.plan.time << ", "
                          << outcome.plan.steps.size() << " steps\n");
  if (!outcome.hasPlan())
    return success();
  warnIfStopped();
  warnIfLong();
  chooseRewrite();
  return success();
}

FailureOr<FunctionOutcome>
mlir::remat::solveStep(const PreparedStep &step,
                       const RematerializeOptions &options) {
  StepSolver solver(step, options);
  if (failed(solver.run()))
    return failure();
  return std::move(solver.outcome);
}

planner::PeakBound mlir::remat::getPeakBound(const PreparedStep &step,
                                             const planner::HostMemory &host) {
  return step.stacks ? step.stacks->forms->session.getPeakBound(
                           step.stacks->getChoice(), host.budget)
                     : planner::lowerBoundPeakOfRuns(step.functionGraph.graph,
                                                     host.budget);
}

void mlir::remat::completeOutcome(const PreparedStep &step,
                                  const RematerializeOptions &options,
                                  FunctionOutcome &outcome) {
  const planner::Graph &graph = step.functionGraph.graph;
  if (outcome.hasPlan()) {
    Ask ask = getAsk(options);
    if (!options.isMinimizing())
      ask.budget = outcome.budget;
    ask.isAssessed = true;
    ask.host = outcome.host;
    if (step.stacks)
      step.stacks->forms->session.restate(ask, outcome);
    else
      outcome.optimality = planner::assess(ask.getProblem(graph), outcome.plan);
    return;
  }
  Ask ask = getAskBeside(options, outcome);
  ask.host = outcome.host;
  func::FuncOp function = step.function;
  WatchedSearch watched(options.monitor, function.getName(), graph);
  ask.observer = watched.getObserver();
  outcome.advice = planner::advise(graph, ask, outcome);
}
