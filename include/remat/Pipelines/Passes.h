//===- Passes.h - Passes made of several rooms ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_PASSES_H
#define REMAT_PIPELINES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "remat/Pipelines/ArenaMode.h"
#include "remat/Planner/Flags.h"

#include <memory>

namespace mlir::remat {

class Report;
class RunStatus;
class SearchMonitor;

#define GEN_PASS_DECL
#include "remat/Pipelines/Passes.h.inc"

/// As `createReportingRematerialize`, for `remat-fit-arena`.
std::unique_ptr<Pass>
createReportingFitArena(const RematFitArenaOptions &options,
                        std::shared_ptr<Report> report,
                        std::shared_ptr<SearchMonitor> monitor = nullptr,
                        std::shared_ptr<RunStatus> status = nullptr);

#define GEN_PASS_REGISTRATION
#include "remat/Pipelines/Passes.h.inc"

} // namespace mlir::remat

#endif // REMAT_PIPELINES_PASSES_H
