//===- Pipelines.h - From a training step to one that fits ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_PIPELINES_H
#define REMAT_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Report/SweepReport.h"
#include "remat/Transforms/RunStatus.h"

#include <memory>

namespace mlir::remat {

struct RematPipelineOptions : PassPipelineOptions<RematPipelineOptions> {
#define REMAT_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER, DESCRIPTION)  \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT), FLAGS};
#include "remat/Support/Options.inc"
};

/// Prepares, plans (with an arena, until it fits), rewrites, verifies. If
/// given, `report` keeps the decisions, `monitor` watches the searches, and
/// `status` tells a refusal from an error; advice spells options as `spelling`
/// says. A refused budget fails the pipeline after the report file was written.
void buildRematPipeline(OpPassManager &pm, const RematPipelineOptions &options,
                        std::shared_ptr<Report> report = nullptr,
                        std::shared_ptr<SearchMonitor> monitor = nullptr,
                        std::shared_ptr<RunStatus> status = nullptr,
                        OptionSpelling spelling = {});

/// The standard pipeline's options that make sense for many budgets.
struct RematSweepPipelineOptions
    : PassPipelineOptions<RematSweepPipelineOptions> {
#define REMAT_SWEEP_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,         \
                           DESCRIPTION)                                        \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT), FLAGS};
#define REMAT_SWEEP_LIST_OPTION(TYPE, MEMBER, NAME, FLAGS, DESCRIPTION)        \
  ListOption<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION), FLAGS};
#define REMAT_SEARCH_OPTION REMAT_SWEEP_OPTION
#define REMAT_STEP_OPTION REMAT_SWEEP_OPTION
#define REMAT_REPORT_OPTION REMAT_SWEEP_OPTION
#define REMAT_PREPARATION_OPTION REMAT_SWEEP_OPTION
#include "remat/Support/Options.inc"
};

/// Adds the preparation and `remat-sweep-budgets`. `report` takes the sweeps
/// instead of printing; `monitor` watches the searches.
void buildRematSweepPipeline(OpPassManager &pm,
                             const RematSweepPipelineOptions &options,
                             std::shared_ptr<SweepReport> report = nullptr,
                             std::shared_ptr<SearchMonitor> monitor = nullptr);

/// Registers `remat-pipeline`, `remat-sweep-pipeline` and the lowering
/// pipelines.
void registerRematPipelines();

} // namespace mlir::remat

#endif // REMAT_PIPELINES_PIPELINES_H
