//===- SweepCommand.h - remat-plan sweep ------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_PLAN_SWEEPCOMMAND_H
#define REMAT_TOOLS_REMAT_PLAN_SWEEPCOMMAND_H

#include "remat/Planner/Sweep.h"
#include "llvm/Support/JSON.h"

/// A sweep and where to write what of it.
struct SweepCommand {
  const mlir::remat::planner::Graph &graph;
  const mlir::remat::planner::SweepResult &result;
  /// As a person knows the graph.
  llvm::StringRef name;
  llvm::StringRef outputPath;
  /// Empty if there is none. Its extension says what is written.
  llvm::StringRef reportPath;
  /// For the plans of the one strategy; empty if they are not written.
  llvm::StringRef planFolder;
};

/// Writes the plans, the report and the points: a JSON array of all strategies'
/// budgets, one strategy after another.
llvm::Error write(const SweepCommand &command);

#endif // REMAT_TOOLS_REMAT_PLAN_SWEEPCOMMAND_H
