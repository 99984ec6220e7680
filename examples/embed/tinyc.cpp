//===- tinyc.cpp - A compiler of somebody's, with Remat in it -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of this stand in docs/embedding.md, word for word.
//
//===----------------------------------------------------------------------===//

#include "Tiny.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/InitAllDialects.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ReplaceBarriers.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static llvm::cl::opt<std::string> inputPath(llvm::cl::Positional,
                                            llvm::cl::desc("<step.mlir>"),
                                            llvm::cl::init("-"));
static llvm::cl::opt<std::string> budget(
    "budget", llvm::cl::Required,
    llvm::cl::desc("What the step may need at its peak: 8GiB, 60%, ..."));
static llvm::cl::opt<std::string>
    reportPath("report", llvm::cl::desc("File for what was decided"));

/// tiny.fence in place of remat.barrier.
static FailureOr<SmallVector<Value>> buildFence(OpBuilder &builder,
                                                remat::BarrierOp barrier) {
  auto fence =
      tiny::FenceOp::create(builder, barrier.getLoc(), barrier.getResultTypes(),
                            barrier.getInputs(), barrier.getAfter());
  return SmallVector<Value>(fence.getResults());
}

static void buildPipeline(OpPassManager &pm,
                          std::shared_ptr<remat::Report> report) {
  remat::RematPipelineOptions options;
  options.budget = budget;
  options.reportPath = reportPath;
  remat::buildRematPipeline(pm, options, std::move(report));
  pm.addPass(remat::createReplaceBarriers(buildFence, tiny::registerTiny));
  // Neither of them undoes the plan, and what is left still fits. Upstream's
  // own canonicalizer would make one branch of two with the same condition.
  pm.addPass(createCSEPass());
  pm.addPass(remat::createPlanKeepingCanonicalizer());
  pm.addPass(remat::createRematVerifyBudget());
}

static void describe(const remat::Report &report) {
  for (const remat::FunctionReport &function : report.getFunctions()) {
    int64_t inNoPass = 0;
    for (const remat::ReportedTask &task : function.tasks)
      inNoPass += task.phase == remat::planner::Phase::Other;
    llvm::errs() << function.name << ": " << function.getPredictedPeak()
                 << " bytes at the peak; of " << function.tasks.size()
                 << " ops, " << function.recomputed.size() << " run again and "
                 << inNoPass << " belong to neither pass\n";
  }
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialized(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "a compiler with Remat in it\n");

  DialectRegistry registry;
  registry.insert<func::FuncDialect>();
  tiny::registerTiny(registry);
  remat::registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);

  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputPath, sources, &context);
  if (!module)
    return 1;

  PassManager pm(&context);
  auto report = std::make_shared<remat::Report>();
  buildPipeline(pm, report);
  if (failed(pm.run(*module)))
    return 1;
  describe(*report);
  module->print(llvm::outs());
  return 0;
}
