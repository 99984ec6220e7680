//===- SweepBudgets.cpp - Plans of one function for many budgets ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenStacks.h"
#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/PlanLength.h"
#include "remat/Report/SweepReport.h"
#include "remat/Transforms/AdviseTarget.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ProfileWarnings.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATSWEEPBUDGETS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class SweepBudgets : public remat::impl::RematSweepBudgetsBase<SweepBudgets> {
public:
  using RematSweepBudgetsBase::RematSweepBudgetsBase;

  SweepBudgets(const RematSweepBudgetsOptions &options,
               std::shared_ptr<SweepReport> report,
               std::shared_ptr<SearchMonitor> monitor)
      : RematSweepBudgetsBase(options), kept(std::move(report)),
        monitor(std::move(monitor)) {}

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(runOnAll()))
      signalPassFailure();
  }

private:
  LogicalResult runOnAll();
  FailureOr<SweptFunction> sweep(func::FuncOp function);
  LogicalResult emitIfError(llvm::Error error);

  /// Shows the sweeps in place of this pass; may be null.
  std::shared_ptr<SweepReport> kept;
  std::shared_ptr<SearchMonitor> monitor;
};
} // namespace

LogicalResult SweepBudgets::emitIfError(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

static LogicalResult emitSweepError(func::FuncOp function, llvm::Error error,
                                    ArrayRef<std::string> strategies) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const planner::NotApplicableError &reason) {
        if (strategies.size() == 1)
          function.emitOpError() << "strategy '" << strategies.front()
                                 << "' does not apply: " << reason.reason;
        else
          function.emitOpError()
              << "none of the strategies applies: " << reason.reason;
      },
      [&](const llvm::ErrorInfoBase &other) {
        function.emitOpError() << other.message();
      });
  return failure();
}

FailureOr<SweptFunction> SweepBudgets::sweep(func::FuncOp function) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, lossResult);
  FailureOr<std::shared_ptr<const Profile>> measured =
      readProfile(function, profile);
  if (failed(options) || failed(measured))
    return failure();
  options->costModel.profile = measured->get();
  std::vector<std::string> compared(strategies.begin(), strategies.end());
  if (compared.empty())
    compared = {"auto"};
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  options->symbolScope = function;
  // Strategies are compared on the step as it stands.
  std::unique_ptr<StepForms> forms;
  if (chooseStacks && llvm::is_contained(compared, "auto")) {
    FailureOr<std::unique_ptr<FunctionForms>> found =
        FunctionForms::create(*copy, *options);
    if (failed(found))
      return failure();
    if (*found && compared.size() == 1)
      forms = std::make_unique<StepForms>(std::move(*found));
    else if (*found)
      emitRemark(getFileOnly(function.getLoc()))
          << "'" << function.getName()
          << "': strategies are compared with the loops' stacks as given; "
             "sweep auto alone to choose them";
  }
  FailureOr<PreparedStep> step = prepareStep(*copy, *options);
  if (failed(step))
    return failure();
  warnAboutProfile(*step, measured->get(), profile);
  const planner::Graph &graph = step->functionGraph.graph;
  planner::Ask ask;
  ask.objective = objective;
  ask.search = planner::getSearchOptions(effort, workLimit, reorder, timeLimit);
  bool isInterrupted = false;
  llvm::Expected<planner::SweepResult> result = [&] {
    WatchedSearch watched(monitor.get(), function.getName(), graph);
    ask.observer = watched.getObserver();
    planner::Session session(graph);
    auto swept = forms ? planner::sweepForms(forms->session, ask, points)
                       : planner::sweep(session, ask, points, compared);
    isInterrupted = ask.isInterrupted();
    return swept;
  }();
  if (!result)
    return emitSweepError(function, result.takeError(), compared);
  if (result->wasStopped)
    emitWarning(getFileOnly(function.getLoc()))
        << "'" << function.getName() << "': "
        << (isInterrupted
                ? "the sweep was interrupted; what was not searched has the "
                  "best plan so far, which depends on when that was"
                : "the time limit ended searches of the sweep; their best "
                  "plans so far are taken, which depend on the machine");
  if (std::string warning = planner::describeLongPlans(graph, *result);
      !warning.empty())
    emitWarning(getFileOnly(function.getLoc()))
        << "'" << function.getName() << "': " << warning;
  SweptFunction swept = describeSweep(function.getName(), graph, *result);
  swept.target = options->target->getName().str();
  swept.device = options->costModel.device->name.str();
  swept.peakBefore = step->peakAsItStands;
  // Loops that may keep other stacks are not kept whole.
  swept.isOfWholeTasks &= !forms;
  return swept;
}

LogicalResult SweepBudgets::runOnAll() {
  if (!reportPath.empty() && isa<func::FuncOp>(getOperation()))
    return getOperation()->emitOpError(
        "is one function, but 'report' is a file for a whole module; run "
        "remat-sweep-budgets on the module");
  if (!reportPath.empty() &&
      failed(emitIfError(SweepReport::checkPath(reportPath))))
    return failure();
  auto report = kept ? kept : std::make_shared<SweepReport>();
  FailureOr<func::FuncOp> step =
      findStep(getOperation(), functionName, lossResult);
  if (failed(step))
    return failure();
  if (!*step) {
    getOperation()->emitWarning("there is no function with a body to sweep");
    return success();
  }
  if (failed(checkMayReadCallees(getOperation(), *step)))
    return failure();
  if (!target.hasValue())
    adviseTarget(*step);
  FailureOr<SweptFunction> swept = sweep(*step);
  if (failed(swept))
    return failure();
  report->add(std::move(*swept));
  if (!reportPath.empty())
    return emitIfError(report->writeTo(reportPath));
  if (!kept) {
    // In one write: several threads may print.
    std::string text;
    llvm::raw_string_ostream os(text);
    report->writeText(os);
    llvm::errs() << text;
  }
  return success();
}

std::unique_ptr<Pass> mlir::remat::createReportingSweepBudgets(
    const RematSweepBudgetsOptions &options,
    std::shared_ptr<SweepReport> report,
    std::shared_ptr<SearchMonitor> monitor) {
  return std::make_unique<SweepBudgets>(options, std::move(report),
                                        std::move(monitor));
}
