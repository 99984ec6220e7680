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
#include "remat/Pipelines/ArenaMode.h"
#include "remat/Planner/Flags.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Report/SweepReport.h"
#include "remat/Transforms/RunStatus.h"

#include <memory>

namespace mlir::remat {

struct RematPipelineOptions : PassPipelineOptions<RematPipelineOptions> {
#define REMAT_OPTION(TYPE, MEMBER, NAME, DEFAULT, DESCRIPTION)                 \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT)};
#define REMAT_ENUM_OPTION(TYPE, MEMBER, NAME, DEFAULT, VALUES, DESCRIPTION)    \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT), VALUES};
#include "remat/Pipelines/Options.def"
};

/// Adds the standard pipeline: inline, fuse if asked or if the target
/// prefers it, cse, plan, apply, verify;
/// with an arena, plan until it fits.
/// `report` keeps what was decided, `monitor` watches the searches, and
/// `status` tells a refusal from an error, if given. A refused budget fails the
/// pipeline after the report file was written.
void buildRematPipeline(OpPassManager &pm, const RematPipelineOptions &options,
                        std::shared_ptr<Report> report = nullptr,
                        std::shared_ptr<SearchMonitor> monitor = nullptr,
                        std::shared_ptr<RunStatus> status = nullptr);

/// The options of the standard pipeline that mean something for many budgets.
struct RematSweepPipelineOptions
    : PassPipelineOptions<RematSweepPipelineOptions> {
  Option<int64_t> points{
      *this, "points",
      llvm::cl::desc("How many budgets, from the smallest peak to the peak as "
                     "it stands"),
      llvm::cl::init(20)};
  ListOption<std::string> strategies{
      *this, "strategies",
      llvm::cl::desc("The strategies to compare, as remat-pipeline knows them; "
                     "auto if none is given")};
#define REMAT_SWEEP_OPTION(TYPE, MEMBER, NAME, DEFAULT, DESCRIPTION)           \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT)};
#define REMAT_SWEEP_ENUM_OPTION(TYPE, MEMBER, NAME, DEFAULT, VALUES,           \
                                DESCRIPTION)                                   \
  Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),                \
                      llvm::cl::init(DEFAULT), VALUES};
#include "remat/Pipelines/Options.def"
};

/// Adds what the standard pipeline does before it plans, then
/// `remat-sweep-budgets`. With `report`, the sweeps are added to it and not
/// printed; `monitor` watches the searches.
void buildRematSweepPipeline(OpPassManager &pm,
                             const RematSweepPipelineOptions &options,
                             std::shared_ptr<SweepReport> report = nullptr,
                             std::shared_ptr<SearchMonitor> monitor = nullptr);

/// Registers `remat-pipeline`, `remat-sweep-pipeline` and the lowering
/// pipelines.
void registerRematPipelines();

} // namespace mlir::remat

#endif // REMAT_PIPELINES_PIPELINES_H
