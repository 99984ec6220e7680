//===- RematPipeline.cpp - From a training step to one that fits ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Ends the pipeline: the files are written when all functions have a plan.
struct WriteReport : PassWrapper<WriteReport, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WriteReport)

  WriteReport(std::shared_ptr<Report> report, std::string reportPath,
              std::string planPath)
      : report(std::move(report)), reportPath(std::move(reportPath)),
        planPath(std::move(planPath)) {}

  StringRef getArgument() const override { return "remat-write-report"; }
  StringRef getDescription() const override {
    return "Write the files of the standard pipeline";
  }

  void runOnOperation() override {
    if (!reportPath.empty())
      check(report->writeTo(reportPath));
    if (!planPath.empty())
      check(report->writePlanTo(planPath));
    markAllAnalysesPreserved();
  }

  void check(llvm::Error error) {
    if (!error)
      return;
    getOperation().emitError() << llvm::toString(std::move(error));
    signalPassFailure();
  }

  std::shared_ptr<Report> report;
  std::string reportPath;
  std::string planPath;
};
} // namespace

void mlir::remat::buildRematPipeline(OpPassManager &pm,
                                     const RematPipelineOptions &options,
                                     std::shared_ptr<Report> report) {
  if (!report)
    report = std::make_shared<Report>();

  // Calls hide what is alive across them: the planner is to see the ops.
  // Helpers that were inlined everywhere go with it. Without the
  // canonicalization that comes with it by default: the planner takes the ops
  // as they are.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  if (options.fuse) {
    RematFuseElementwiseOptions fuseOptions;
    fuseOptions.target = options.target;
    fuseOptions.device = options.device;
    pm.addNestedPass<func::FuncOp>(createRematFuseElementwise(fuseOptions));
  }
  // What can leave a loop or stand once is moved and merged now: done after
  // planning by somebody else it would make values live longer than planned.
  RematSettleLoopsOptions settleOptions;
  settleOptions.target = options.target;
  pm.addNestedPass<func::FuncOp>(createRematSettleLoops(settleOptions));
  pm.addNestedPass<func::FuncOp>(createCSEPass());

  RematRematerializeOptions passOptions;
  passOptions.budget = options.budget;
  passOptions.strategy = options.strategy;
  passOptions.objective = options.objective;
  passOptions.device = options.device;
  passOptions.target = options.target;
  passOptions.profile = options.profile;
  passOptions.lossResult = options.lossResult;
  passOptions.planIn = options.planIn;
  pm.addNestedPass<func::FuncOp>(
      createReportingRematerialize(passOptions, report, options.report));
  // The rewrite checked itself; this is the pass that embedders put downstream,
  // run once here so that what leaves the pipeline is known to pass it.
  RematVerifyBudgetOptions verifyOptions;
  verifyOptions.target = options.target;
  pm.addNestedPass<func::FuncOp>(createRematVerifyBudget(verifyOptions));
  pm.addPass(
      std::make_unique<WriteReport>(report, options.report, options.planOut));
}

void mlir::remat::registerRematPipelines() {
  PassPipelineRegistration<RematPipelineOptions>(
      "remat-pipeline",
      "Make a training step fit a memory budget: inline, fuse if asked, cse, "
      "plan, rewrite, verify",
      [](OpPassManager &pm, const RematPipelineOptions &options) {
        buildRematPipeline(pm, options);
      });
}
