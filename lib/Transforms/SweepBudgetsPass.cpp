//===- SweepBudgetsPass.cpp - remat-sweep-budgets -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "SweepBudgets.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

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
  LogicalResult run(func::FuncOp function, SweepReport &report);
  LogicalResult emitIfError(llvm::Error error);

  /// Who else gets the sweeps, and shows them then; may be null.
  std::shared_ptr<SweepReport> kept;
  std::shared_ptr<SearchMonitor> monitor;
};
} // namespace

LogicalResult SweepBudgets::emitIfError(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

LogicalResult SweepBudgets::run(func::FuncOp function, SweepReport &report) {
  FailureOr<GraphBuilderOptions> graphOptions =
      getGraphOptions(function, target, device, lossResult);
  FailureOr<std::shared_ptr<const Profile>> measured =
      readProfile(function, profile);
  if (failed(graphOptions) || failed(measured))
    return failure();
  SweepBudgetsOptions options;
  options.points = points;
  if (!strategies.empty())
    options.strategies.assign(strategies.begin(), strategies.end());
  options.objective = objective;
  options.search =
      planner::getSearchOptions(effort, workLimit, reorder, timeLimit);
  options.graph = *graphOptions;
  options.graph.costModel.profile = measured->get();
  options.monitor = monitor.get();
  FailureOr<SweptFunction> swept = sweepBudgets(function, options);
  if (failed(swept))
    return failure();
  report.add(std::move(*swept));
  return success();
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
  LogicalResult isDone =
      forEachFunction(getOperation(), [&](func::FuncOp function) {
        if (!functionName.empty() && function.getName() != functionName)
          return success();
        return run(function, *report);
      });
  if (failed(isDone))
    return failure();
  if (report->empty() && functionName.empty()) {
    getOperation()->emitWarning("there is no function with a body to sweep");
    return success();
  }
  if (report->empty())
    return getOperation()->emitError()
           << "there is no function '" << functionName << "' with a body";
  if (!reportPath.empty())
    return emitIfError(report->writeTo(reportPath));
  if (!kept) {
    // At once: several threads may print.
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
