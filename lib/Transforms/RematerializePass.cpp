//===- RematerializePass.cpp - remat-rematerialize and remat-verify-budget ===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/OutputFile.h"
#include "remat/Transforms/AdviseTarget.h"
#include "remat/Transforms/ExplainNames.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ProfileWarnings.h"
#include "remat/Transforms/Rematerialize.h"
#include "remat/Transforms/RunStatus.h"
#include "remat/Transforms/SavedPlan.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATREMATERIALIZE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class Rematerialize
    : public remat::impl::RematRematerializeBase<Rematerialize> {
public:
  using RematRematerializeBase::RematRematerializeBase;

  Rematerialize(const RematRematerializeOptions &options,
                std::shared_ptr<Report> report,
                std::shared_ptr<SearchMonitor> monitor,
                std::shared_ptr<RunStatus> status, OptionSpelling spelling)
      : RematRematerializeBase(options), report(std::move(report)),
        monitor(std::move(monitor)), status(std::move(status)),
        spelling(std::move(spelling)) {}

  void runOnOperation() override {
    if (failed(runOnAll()))
      signalPassFailure();
  }

private:
  LogicalResult runOnAll();
  LogicalResult runOn(func::FuncOp step);
  LogicalResult run(func::FuncOp function);
  LogicalResult write(llvm::Error error);
  RematRematerializeOptions getOptions() const;
  void note(const FunctionOutcome &outcome) {
    if (status)
      status->add(outcome.status, outcome.isUnchanged);
  }

  std::shared_ptr<Report> report;
  std::shared_ptr<SearchMonitor> monitor;
  std::shared_ptr<RunStatus> status;
  OptionSpelling spelling;
};
} // namespace

LogicalResult Rematerialize::write(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

LogicalResult Rematerialize::runOn(func::FuncOp step) {
  if (failed(checkMayReadCallees(getOperation(), step)) ||
      (!explain.empty() && failed(checkIsThere(getOperation(), step, explain))))
    return failure();
  if (!target.hasValue())
    adviseTarget(step);
  return run(step);
}

LogicalResult Rematerialize::runOnAll() {
  // One file serves all functions; nested passes would overwrite it.
  bool writesFiles = !reportPath.empty() || !planOut.empty();
  if (writesFiles && isa<func::FuncOp>(getOperation()))
    return getOperation()->emitOpError(
        "is one function, but 'report' and 'plan-out' are files for a whole "
        "module; run remat-rematerialize on the module");
  if (!reportPath.empty() && failed(write(Report::checkPath(reportPath))))
    return failure();
  if (failed(write(checkOutputPath(planOut))))
    return failure();
  // Its own report covers one run.
  llvm::SaveAndRestore reportOfRun(report, report ? report
                                                  : std::make_shared<Report>());
  FailureOr<func::FuncOp> step =
      findStep(getOperation(), functionName, lossResult);
  if (failed(step))
    return failure();
  if (!*step)
    getOperation()->emitWarning(
        "there is no function with a body to keep a budget");
  LogicalResult fits = *step ? runOn(*step) : success();
  // A refusal is an answer, bad input is none.
  if (failed(fits) && !report->hasRefusal())
    return failure();
  if (!reportPath.empty() && failed(write(report->writeTo(reportPath))))
    return failure();
  if (failed(fits))
    return failure();
  return planOut.empty() ? success() : write(report->writePlanTo(planOut));
}

RematRematerializeOptions Rematerialize::getOptions() const {
  RematRematerializeOptions options;
#define REMAT_GOAL_OPTION(TYPE, MEMBER, ...) options.MEMBER = MEMBER;
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#define REMAT_STEP_OPTION REMAT_GOAL_OPTION
#define REMAT_PLAN_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"
  return options;
}

/// Whether the budget depends on a search in the prepared step, after which the
/// step as it was given may need no more.
static bool mayKeepGiven(const RematerializeOptions &options) {
  if (!options.budget || options.savedPlan || !options.graph.target->movesOps())
    return false;
  const Budget::Kind kind = options.budget->kind;
  return kind == Budget::Kind::Min || kind == Budget::Kind::Slack ||
         kind == Budget::Kind::Knee;
}

/// Leaves the step as it was given where the plan needs no less; where policies
/// ask for reruns, takes the plan with those if that needs less. Then `step`
/// and `outcome` are those of the step as it stands.
static LogicalResult
keepGivenIfNothingIsGained(func::FuncOp function, func::FuncOp given,
                           const RematerializeOptions &options,
                           PreparedStep &step, FunctionOutcome &outcome) {
  auto getNeed = [](const FunctionOutcome &each) {
    return each.heapPeak.value_or(each.plan.peak);
  };
  if (step.stacks || !outcome.hasPlan() ||
      getNeed(outcome) < step.peakAsItStands)
    return success();
  RematerializeOptions asGiven = options;
  asGiven.budget = Budget{Budget::Kind::Bytes, step.peakAsItStands};
  // Other strategies recompute whatever the budget.
  asGiven.strategy = "auto";
  if (!asGiven.graph.symbolScope)
    asGiven.graph.symbolScope = function;
  FailureOr<PreparedStep> stepAsGiven =
      prepareStep(given, asGiven.graph, asGiven.getEnough(), asGiven.explain);
  if (failed(stepAsGiven))
    return failure();
  FailureOr<FunctionOutcome> kept = solveStep(*stepAsGiven, asGiven);
  if (failed(kept))
    return failure();
  if (!kept->hasPlan() ||
      (!kept->isUnchanged && getNeed(*kept) >= getNeed(outcome)))
    return success();
  // It was proved for a budget that was not asked for.
  kept->plan.provedOptimal = false;
  kept->seconds += outcome.seconds;
  kept->knee = outcome.knee;
  if (kept->knee) {
    const planner::CurveScale scale = {
        stepAsGiven->peakAsItStands,
        stepAsGiven->functionGraph.graph.baseTime()};
    kept->knee->peakPercent = scale.getPeakPercent(kept->plan.peak);
    kept->knee->timePercent = scale.getTimePercent(kept->plan.time);
  }
  function.getBody().takeBody(given.getBody());
  stepAsGiven->function = function;
  step = std::move(*stepAsGiven);
  outcome = std::move(*kept);
  return success();
}

LogicalResult Rematerialize::run(func::FuncOp function) {
  FailureOr<RematerializeOptions> options =
      resolveOptions(function, getOptions());
  if (failed(options))
    return failure();
  options->monitor = monitor.get();
  options->spelling = spelling;
  OwningOpRef<func::FuncOp> given;
  if (mayKeepGiven(*options))
    given = cloneForTrial(function);
  FailureOr<PreparedStep> step = prepareStepForBudget(function, *options);
  if (failed(step))
    return failure();
  warnAboutProfile(*step, options->profile.get(), profile);
  FailureOr<FunctionOutcome> outcome = solveStep(*step, *options);
  if (failed(outcome) ||
      (given && failed(keepGivenIfNothingIsGained(function, *given, *options,
                                                  *step, *outcome))))
    return failure();
  if (outcome->hasPlan() && !explain.empty())
    explainOutcome(*step, *options, *outcome);
  completeOutcome(*step, *options, *outcome);
  FunctionReport described = describeOutcome(*step, *options, *outcome);
  if (outcome->isRefusal()) {
    note(*outcome);
    report->add(std::move(described));
    emitRefusal(*step, *options, *outcome);
    return failure();
  }
  std::string plan =
      writeSavedPlan(step->functionGraph, outcome->plan, outcome->budget,
                     outcome->optimality, outcome->stacks, outcome->host);
  if (failed(applyOutcome(*step, *options, *outcome)))
    return failure();
  note(*outcome);
  emitRemark(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': " << described.getSummary();
  report->addPlan(function.getName(), std::move(plan));
  report->add(std::move(described));
  return success();
}

std::unique_ptr<Pass> mlir::remat::createReportingRematerialize(
    const RematRematerializeOptions &options, std::shared_ptr<Report> report,
    std::shared_ptr<SearchMonitor> monitor, std::shared_ptr<RunStatus> status,
    OptionSpelling spelling) {
  return std::make_unique<Rematerialize>(options, std::move(report),
                                         std::move(monitor), std::move(status),
                                         std::move(spelling));
}
