//===- SolveStep.cpp - The plan for a step, or why there is none ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolveStep.h"
#include "Cuts.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Transforms/SavedPlan.h"
#include "llvm/Support/Debug.h"

#include <chrono>

#define DEBUG_TYPE "remat-rematerialize"

using namespace mlir;
using namespace mlir::remat;
using planner::Plan;
using planner::Problem;

std::optional<int64_t> RematerializeOptions::getEnough() const {
  if (!budget || savedPlan || budget->kind != Budget::Kind::Bytes)
    return std::nullopt;
  return budget->bytes;
}

bool RematerializeOptions::isMinimizing() const {
  return budget && !savedPlan && budget->kind == Budget::Kind::Min;
}

Location mlir::remat::getFileOnly(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  return file ? Location(FileLineColLoc::get(file.getFilename(), 0, 0)) : loc;
}

static Problem getProblem(const PreparedStep &step,
                          const RematerializeOptions &options) {
  Problem problem(step.functionGraph.graph);
  problem.objective = options.objective;
  problem.search = options.search;
  return problem;
}

Problem mlir::remat::getProblemBeside(const PreparedStep &step,
                                      const RematerializeOptions &options,
                                      const FunctionOutcome &outcome) {
  Problem problem = getProblem(step, options);
  if (std::optional<double> limit = problem.search.timeLimit)
    problem.search.timeLimit = std::max(*limit - outcome.seconds, *limit / 10);
  return problem;
}

namespace {
/// One run of `solveStep`.
class StepSolver {
public:
  StepSolver(const PreparedStep &step, const RematerializeOptions &options)
      : step(step), options(options), function(step.function),
        problem(getProblem(step, options)) {
    problem.search.wasStopped = &wasStopped;
  }

  /// Fills `outcome`.
  LogicalResult run();

  FunctionOutcome outcome;

private:
  LogicalResult findPlan();
  LogicalResult takeSavedPlan();
  LogicalResult refuse(llvm::Error error);
  void warnIfStopped();
  bool isBaseOrder() const;
  void chooseRewrite();

  const PreparedStep &step;
  const RematerializeOptions &options;
  func::FuncOp function;
  Problem problem;
  /// The time limit or an interrupt ended a search.
  bool wasStopped = false;
};
} // namespace

/// Keeps a refusal as the outcome. All else is a failure.
LogicalResult StepSolver::refuse(llvm::Error error) {
  LogicalResult isRefusal = failure();
  llvm::handleAllErrors(
      std::move(error),
      [&](const planner::RefusalError &refusal) {
        outcome.refusal = refusal;
        outcome.budget = refusal.budget;
        isRefusal = success();
      },
      [&](const planner::NotApplicableError &reason) {
        InFlightDiagnostic diag = function.emitOpError()
                                  << "strategy '" << options.strategy
                                  << "' does not apply: " << reason.reason;
        if (!step.functionGraph.phasesUnknown.empty())
          diag.attachNote() << step.functionGraph.phasesUnknown;
      },
      [&](const llvm::ErrorInfoBase &other) {
        function.emitOpError() << other.message();
      });
  return isRefusal;
}

void StepSolver::warnIfStopped() {
  if (!outcome.wasInterrupted && !wasStopped)
    return;
  emitWarning(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': "
      << (outcome.wasInterrupted ? "the search was interrupted"
                                 : "the time limit ended the search")
      << "; its best plan so far is taken, which depends on "
      << (outcome.wasInterrupted ? "when that was" : "the machine");
}

LogicalResult StepSolver::takeSavedPlan() {
  auto refuseFile = [&](llvm::Error error) {
    return function.emitOpError()
           << "cannot apply the saved plan '" << options.savedPlanName
           << "': " << llvm::toString(std::move(error));
  };
  llvm::Expected<SavedPlan> saved =
      readSavedPlan(*options.savedPlan, step.functionGraph);
  if (!saved)
    return refuseFile(saved.takeError());
  outcome.budget = saved->budget;
  if (options.budget) {
    llvm::Expected<int64_t> resolved =
        planner::resolveBudget(problem, *options.budget, options.strategy);
    if (!resolved)
      return refuse(resolved.takeError());
    outcome.budget = *resolved;
  }
  problem.budget = outcome.budget;
  if (llvm::Error error = planner::verify(problem, saved->plan))
    return refuseFile(std::move(error));
  outcome.plan = std::move(saved->plan);
  return success();
}

LogicalResult StepSolver::findPlan() {
  WatchedSearch watched(options.monitor, function.getName(), problem);
  LogicalResult found = [&]() -> LogicalResult {
    if (options.savedPlan)
      return takeSavedPlan();
    llvm::Expected<planner::BudgetedPlan> solved =
        planner::solveForBudget(problem, *options.budget, options.strategy);
    if (!solved)
      return refuse(solved.takeError());
    outcome.plan = std::move(solved->plan);
    outcome.budget = solved->budget;
    return success();
  }();
  outcome.wasInterrupted =
      problem.search.interrupt && *problem.search.interrupt;
  return found;
}

/// Whether the plan runs every task once, in the order that the function has.
bool StepSolver::isBaseOrder() const {
  return llvm::equal(outcome.plan.steps, step.functionGraph.graph.baseOrder,
                     [](const planner::Step &planned, planner::TaskId task) {
                       return planned.task == task && planned.variant == 0;
                     });
}

void StepSolver::chooseRewrite() {
  const Target &target = *options.graph.target;
  // A compiler that schedules by itself is left to it where nothing else is
  // needed.
  outcome.isUnchanged = target.schedulesByItself() &&
                        step.peakAsItStands <= outcome.budget && isBaseOrder();
  if (outcome.isUnchanged)
    return;
  outcome.rewrite.passesTies = target.dropsUnreadTies();
  outcome.rewrite.cuts =
      chooseCuts(step.functionGraph.graph, outcome.plan,
                 options.cuts.value_or(target.getDefaultCuts()));
}

LogicalResult StepSolver::run() {
  const auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = problem.check())
    return function.emitOpError() << llvm::toString(std::move(error));
  if (!options.budget && !options.savedPlan)
    return function.emitOpError("has neither a budget nor a saved plan to fit");
  LogicalResult found = findPlan();
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  outcome.seconds = passed.count();
  if (failed(found))
    return failure();
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "': "
                          << planner::stringifyStatus(outcome.getStatus())
                          << " for " << outcome.budget << " bytes by "
                          << options.strategy << ": peak " << outcome.plan.peak
                          << " bytes, time " << outcome.plan.time << ", "
                          << outcome.plan.steps.size() << " steps\n");
  if (outcome.refusal)
    return success();
  warnIfStopped();
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

void mlir::remat::completeOutcome(const PreparedStep &step,
                                  const RematerializeOptions &options,
                                  FunctionOutcome &outcome) {
  if (!outcome.refusal) {
    Problem problem = getProblem(step, options);
    if (!options.isMinimizing())
      problem.budget = outcome.budget;
    outcome.optimality = planner::assess(problem, outcome.plan);
    return;
  }
  Problem problem = getProblemBeside(step, options, outcome);
  func::FuncOp function = step.function;
  WatchedSearch watched(options.monitor, function.getName(), problem);
  outcome.advice = planner::advise(problem, *outcome.refusal, options.strategy);
}
