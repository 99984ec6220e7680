//===- Passes.h - Passes of Remat -------------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PASSES_H
#define REMAT_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "remat/Planner/Flags.h"
#include "remat/Support/OptionSpelling.h"

#include <memory>

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlir::remat {

class RematDialect;
class Report;
class RunStatus;
class SearchMonitor;
class SweepReport;

#define GEN_PASS_DECL
#include "remat/Transforms/Passes.h.inc"

/// `remat-rematerialize` that adds its decisions to `report` and each
/// function's outcome, refusals too, to `status`; `monitor` watches. Each may
/// be null. Advice spells options as `spelling` says.
std::unique_ptr<Pass> createReportingRematerialize(
    const RematRematerializeOptions &options, std::shared_ptr<Report> report,
    std::shared_ptr<SearchMonitor> monitor = nullptr,
    std::shared_ptr<RunStatus> status = nullptr, OptionSpelling spelling = {});

/// `remat-sweep-budgets` that adds its sweeps to `report` instead of printing;
/// `monitor` watches. Both may be null.
std::unique_ptr<Pass>
createReportingSweepBudgets(const RematSweepBudgetsOptions &options,
                            std::shared_ptr<SweepReport> report,
                            std::shared_ptr<SearchMonitor> monitor = nullptr);

#define GEN_PASS_REGISTRATION
#include "remat/Transforms/Passes.h.inc"

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PASSES_H
