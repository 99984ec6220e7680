//===- RematPipeline.cpp - From a training step to one that fits ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

/// Converts the pipeline's options to those of a planning pass.
template <typename PassOptions>
static PassOptions getPlanOptions(const RematPipelineOptions &options) {
  PassOptions passOptions;
#define REMAT_GOAL_OPTION(TYPE, MEMBER, ...)                                   \
  passOptions.MEMBER = options.MEMBER;
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#define REMAT_STEP_OPTION REMAT_GOAL_OPTION
#define REMAT_REPORT_OPTION REMAT_GOAL_OPTION
#define REMAT_PLAN_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"
  return passOptions;
}

ArenaMode mlir::remat::resolveArenaMode(ArenaMode mode, const Target *target) {
  if (mode != ArenaMode::Auto)
    return mode;
  return target && target->prefersArena() ? ArenaMode::Place : ArenaMode::Off;
}

static bool wantsFusion(llvm::cl::boolOrDefault fuse, const Target *target) {
  if (fuse != llvm::cl::BOU_UNSET)
    return fuse == llvm::cl::BOU_TRUE;
  return target && target->prefersFusion();
}

void mlir::remat::addPreparation(OpPassManager &pm,
                                 const std::string &targetName,
                                 const std::string &device,
                                 llvm::cl::boolOrDefault fuse) {
  // Calls hide lifetimes; drops helpers inlined everywhere. No canonicalization
  // (the default): the planner takes the ops as they are.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  const Target *target = lookupTarget(targetName);
  if (wantsFusion(fuse, target)) {
    RematFuseElementwiseOptions fuseOptions;
    fuseOptions.target = targetName;
    fuseOptions.device = device;
    pm.addPass(createRematFuseElementwise(fuseOptions));
  }
  // Hoist and merge now: after planning, values would live longer than planned.
  if (!target || !target->movesOps()) {
    RematSettleLoopsOptions settleOptions;
    settleOptions.target = targetName;
    pm.addPass(createRematSettleLoops(settleOptions));
  }
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

/// Whether the options or the target ask for an arena.
static bool wantsArena(const RematPipelineOptions &options,
                       const Target *target) {
  if (resolveArenaMode(options.arena, target) != ArenaMode::Off)
    return true;
#define REMAT_ARENA_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                   \
  if (options.MEMBER.getValue() != TYPE(DEFAULT))                              \
    return true;
#include "remat/Support/Options.inc"
  return false;
}

static void addArenaPasses(OpPassManager &pm,
                           const RematPipelineOptions &options,
                           std::shared_ptr<Report> report,
                           std::shared_ptr<SearchMonitor> monitor,
                           std::shared_ptr<RunStatus> status,
                           OptionSpelling spelling) {
  auto passOptions = getPlanOptions<RematFitArenaOptions>(options);
#define REMAT_ARENA_OPTION(TYPE, MEMBER, ...)                                  \
  passOptions.MEMBER = options.MEMBER;
#define REMAT_ARENA_MODE_OPTION REMAT_ARENA_OPTION
#include "remat/Support/Options.inc"
  pm.addPass(createReportingFitArena(passOptions, std::move(report),
                                     std::move(monitor), std::move(status),
                                     std::move(spelling)));
}

void mlir::remat::buildRematPipeline(OpPassManager &pm,
                                     const RematPipelineOptions &options,
                                     std::shared_ptr<Report> report,
                                     std::shared_ptr<SearchMonitor> monitor,
                                     std::shared_ptr<RunStatus> status,
                                     OptionSpelling spelling) {
  addPreparation(pm, options.target, options.device, options.fuse);
  const Target *target = lookupTarget(options.target);
  if (wantsArena(options, target))
    addArenaPasses(pm, options, std::move(report), std::move(monitor),
                   std::move(status), std::move(spelling));
  else
    pm.addPass(createReportingRematerialize(
        getPlanOptions<RematRematerializeOptions>(options), std::move(report),
        std::move(monitor), std::move(status), std::move(spelling)));
  // A rewritten step may fuse otherwise: the compiler's figures are the check.
  if (target && target->readsStablehlo()) {
    pm.addPass(createRematBarriersToStablehlo());
    return;
  }
  // The rewrite checked itself; embedders put this pass downstream.
  RematVerifyBudgetOptions verifyOptions;
  verifyOptions.target = options.target;
  pm.addPass(createRematVerifyBudget(verifyOptions));
}

void mlir::remat::buildRematSweepPipeline(
    OpPassManager &pm, const RematSweepPipelineOptions &options,
    std::shared_ptr<SweepReport> report,
    std::shared_ptr<SearchMonitor> monitor) {
  addPreparation(pm, options.target, options.device, options.fuse);
  RematSweepBudgetsOptions passOptions;
#define REMAT_SWEEP_OPTION(TYPE, MEMBER, ...)                                  \
  passOptions.MEMBER = options.MEMBER;
#define REMAT_SWEEP_LIST_OPTION(TYPE, MEMBER, ...)                             \
  llvm::append_range(passOptions.MEMBER, options.MEMBER);
#define REMAT_SEARCH_OPTION REMAT_SWEEP_OPTION
#define REMAT_STEP_OPTION REMAT_SWEEP_OPTION
#define REMAT_REPORT_OPTION REMAT_SWEEP_OPTION
#include "remat/Support/Options.inc"
  pm.addPass(createReportingSweepBudgets(passOptions, std::move(report),
                                         std::move(monitor)));
}

void mlir::remat::registerRematPipelines() {
  PassPipelineRegistration<RematSweepPipelineOptions>(
      "remat-sweep-pipeline",
      "Show what less memory costs a training step: inline, fuse if asked, "
      "cse, plan for many budgets",
      [](OpPassManager &pm, const RematSweepPipelineOptions &options) {
        buildRematSweepPipeline(pm, options);
      });
  PassPipelineRegistration<RematPipelineOptions>(
      "remat-pipeline",
      "Make a training step fit a memory budget: inline, fuse if asked, cse, "
      "plan, rewrite, verify",
      [](OpPassManager &pm, const RematPipelineOptions &options) {
        buildRematPipeline(pm, options);
      });
}
