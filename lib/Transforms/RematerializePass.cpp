//===- RematerializePass.cpp - remat-rematerialize and remat-verify-budget ===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/ExplainNames.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATREMATERIALIZE
#define GEN_PASS_DEF_REMATVERIFYBUDGET
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static FailureOr<Budget> parseBudgetOrEmitError(func::FuncOp function,
                                                StringRef text) {
  llvm::Expected<Budget> budget = parseBudget(text);
  if (!budget)
    return function.emitOpError() << llvm::toString(budget.takeError());
  return *budget;
}

namespace {
class Rematerialize
    : public remat::impl::RematRematerializeBase<Rematerialize> {
public:
  using RematRematerializeBase::RematRematerializeBase;

  Rematerialize(const RematRematerializeOptions &options,
                std::shared_ptr<Report> report,
                std::shared_ptr<SearchMonitor> monitor)
      : RematRematerializeBase(options), report(std::move(report)),
        monitor(std::move(monitor)) {}

  void runOnOperation() override {
    if (failed(runOnAll()))
      signalPassFailure();
  }

private:
  LogicalResult runOnAll();
  LogicalResult run(func::FuncOp function);
  LogicalResult write(llvm::Error error);

  std::shared_ptr<Report> report;
  std::shared_ptr<SearchMonitor> monitor;
};

class VerifyBudget : public remat::impl::RematVerifyBudgetBase<VerifyBudget> {
public:
  using RematVerifyBudgetBase::RematVerifyBudgetBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(forEachFunction(getOperation(), [&](func::FuncOp function) {
          return run(function);
        })))
      signalPassFailure();
  }

private:
  LogicalResult run(func::FuncOp function);
};
} // namespace

LogicalResult Rematerialize::write(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

LogicalResult Rematerialize::runOnAll() {
  // A file is for all functions; nested on each of them, they would write over
  // one another.
  bool writesFiles = !reportPath.empty() || !planOut.empty();
  if (writesFiles && isa<func::FuncOp>(getOperation()))
    return getOperation()->emitOpError(
        "is one function, but 'report' and 'plan-out' are files for a whole "
        "module; run remat-rematerialize on the module");
  if (!reportPath.empty() && failed(write(Report::checkPath(reportPath))))
    return failure();
  if (!report)
    report = std::make_shared<Report>();
  if (!explain.empty() &&
      failed(checkIsThere(getOperation(), functionName, explain)))
    return failure();
  bool found = false;
  LogicalResult fits =
      forEachFunction(getOperation(), [&](func::FuncOp function) {
        if (!functionName.empty() && function.getName() != functionName)
          return success();
        found = true;
        return run(function);
      });
  // A refusal is an answer too.
  if (!reportPath.empty() && failed(write(report->writeTo(reportPath))))
    return failure();
  if (failed(fits))
    return failure();
  if (!found && functionName.empty())
    getOperation()->emitWarning(
        "there is no function with a body to keep a budget");
  else if (!found)
    return getOperation()->emitError()
           << "there is no function '" << functionName << "' with a body";
  return planOut.empty() ? success() : write(report->writePlanTo(planOut));
}

LogicalResult Rematerialize::run(func::FuncOp function) {
  if (budget.empty() && planIn.empty())
    return function.emitOpError(
        "needs a budget: budget=8GiB, 500MB, a byte count, 60%, min or "
        "slack:50%");
  FailureOr<GraphBuilderOptions> graphOptions =
      getGraphOptions(function, target, device, lossResult);
  if (failed(graphOptions))
    return failure();

  RematerializeOptions options;
  if (!budget.empty()) {
    FailureOr<Budget> parsed = parseBudgetOrEmitError(function, budget);
    if (failed(parsed))
      return failure();
    options.budget = *parsed;
  }
  options.strategy = strategy;
  options.objective = objective;
  options.search =
      planner::getSearchOptions(effort, workLimit, reorder, timeLimit);
  options.graph = *graphOptions;
  if (cuts < -1)
    return function.emitOpError()
           << "cannot have cuts=" << cuts.getValue()
           << "; give how many, or -1 for what the target needs";
  if (cuts >= 0)
    options.cuts = cuts;
  options.report = report.get();
  options.monitor = monitor.get();
  options.explain = explain;

  FailureOr<Profile> measured = readProfile(function, profile);
  if (failed(measured))
    return failure();
  if (!profile.empty())
    options.graph.costModel.profile = &*measured;
  if (!planIn.empty()) {
    FailureOr<std::string> text = readFileOrEmitError(function, planIn);
    if (failed(text))
      return failure();
    options.savedPlan = std::move(*text);
    options.savedPlanName = planIn;
  }
  return rematerialize(function, options);
}

LogicalResult VerifyBudget::run(func::FuncOp function) {
  FailureOr<const Target *> resolved = getTargetOf(function, target);
  if (failed(resolved) || failed(checkModels(function)))
    return failure();
  if (!budget.empty()) {
    FailureOr<Budget> parsed = parseBudgetOrEmitError(function, budget);
    if (failed(parsed))
      return failure();
    if (parsed->kind != Budget::Kind::Bytes)
      return function.emitOpError()
             << "'" << budget
             << "' is no budget to verify: it has no meaning without a plan; "
                "give bytes (8GiB, 500MB, a byte count)";
    return verifyBudget(function, parsed->bytes, **resolved);
  }
  auto left = function->getAttrOfType<IntegerAttr>(kBudgetAttrName);
  return left ? verifyBudget(function, left.getInt(), **resolved) : success();
}

std::unique_ptr<Pass> mlir::remat::createReportingRematerialize(
    const RematRematerializeOptions &options, std::shared_ptr<Report> report,
    std::shared_ptr<SearchMonitor> monitor) {
  return std::make_unique<Rematerialize>(options, std::move(report),
                                         std::move(monitor));
}
