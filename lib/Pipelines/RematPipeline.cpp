//===- RematPipeline.cpp - From a training step to one that fits ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
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
                                 const PreparationOptions &options) {
  // First: inlining removes functions.
  RematMarkStepOptions markOptions;
  markOptions.functionName = options.functionName;
  markOptions.lossResult = options.lossResult;
  markOptions.target = options.choosesTarget ? options.target : "";
  pm.addPass(createRematMarkStep(markOptions));
  // Calls hide lifetimes.
  pm.addPass(createRematInlineCalls());
  const Target *target = lookupTarget(options.target);
  if (wantsFusion(options.fuse, target)) {
    RematFuseElementwiseOptions fuseOptions;
    fuseOptions.target = options.target;
    fuseOptions.device = options.device;
    pm.addPass(createRematFuseElementwise(fuseOptions));
  }
  // Hoist and merge now: after planning, values would live longer than planned.
  if (!target || !target->movesOps()) {
    RematSettleLoopsOptions settleOptions;
    settleOptions.target = options.target;
    pm.addPass(createRematSettleLoops(settleOptions));
  }
  pm.addPass(createRematCSE());
}

template <typename PipelineOptions>
static PreparationOptions
getPreparationOptions(const PipelineOptions &options) {
  PreparationOptions preparation;
  preparation.target = options.target;
  preparation.choosesTarget = options.target.hasValue();
  preparation.device = options.device;
  preparation.functionName = options.functionName;
  preparation.lossResult = options.lossResult;
  preparation.fuse = options.fuse;
  return preparation;
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
  addPreparation(pm, getPreparationOptions(options));
  const Target *target = lookupTarget(options.target);
  if (wantsArena(options, target))
    addArenaPasses(pm, options, std::move(report), std::move(monitor),
                   std::move(status), std::move(spelling));
  else
    pm.addPass(createReportingRematerialize(
        getPlanOptions<RematRematerializeOptions>(options), std::move(report),
        std::move(monitor), std::move(status), std::move(spelling)));
  pm.addPass(createRematUnmarkStep());
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
  addPreparation(pm, getPreparationOptions(options));
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
  pm.addPass(createRematUnmarkStep());
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
