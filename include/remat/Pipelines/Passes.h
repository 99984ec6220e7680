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
#include "remat/Conversion/Arena.h"
#include "remat/Planner/Flags.h"
#include "remat/Support/OptionSpelling.h"

#include <memory>

namespace mlir::remat {

class Report;
class RunStatus;
class SearchMonitor;
class Target;

/// What keeps the budget, and the pipeline's result.
enum class ArenaMode { Auto, Off, Fit, Place };

inline llvm::cl::ValuesClass getArenaModeValues() {
  return llvm::cl::values(
      clEnumValN(ArenaMode::Auto, "auto",
                 "what the target prefers: place for cuda and cuda-generated, "
                 "off for others"),
      clEnumValN(ArenaMode::Off, "off",
                 "the sum of live bytes keeps the budget"),
      clEnumValN(ArenaMode::Fit, "fit",
                 "the arena of all buffers and the resident bytes keep it; the "
                 "result is on tensors"),
      clEnumValN(ArenaMode::Place, "place",
                 "the same, and the result is on buffers in the arena"));
}

/// Never Auto; a null target prefers nothing.
ArenaMode resolveArenaMode(ArenaMode mode, const Target *target);

#define GEN_PASS_DECL
#include "remat/Pipelines/Passes.h.inc"

/// As `createReportingRematerialize`, for `remat-fit-arena`.
std::unique_ptr<Pass> createReportingFitArena(
    const RematFitArenaOptions &options, std::shared_ptr<Report> report,
    std::shared_ptr<SearchMonitor> monitor = nullptr,
    std::shared_ptr<RunStatus> status = nullptr, OptionSpelling spelling = {});

#define GEN_PASS_REGISTRATION
#include "remat/Pipelines/Passes.h.inc"

} // namespace mlir::remat

#endif // REMAT_PIPELINES_PASSES_H
