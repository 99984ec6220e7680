//===- Commands.h - What the subcommands share ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_PLAN_COMMANDS_H
#define REMAT_TOOLS_REMAT_PLAN_COMMANDS_H

#include "remat/Planner/Sweep.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

/// The tool's exit codes; its help documents them.
enum ExitCode {
  ExitOk = 0,
  ExitBadInput = 1,
  ExitInfeasible = 2,
  ExitNotFound = 3,
  ExitNotApplicable = 4
};

/// Prints the error.
ExitCode fail(llvm::Error error, ExitCode code = ExitBadInput);

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef path);

/// Writes JSON to a file, all of it or nothing.
llvm::Error writeJSON(llvm::StringRef path,
                      llvm::function_ref<void(llvm::json::OStream &)> write);

/// `place`: places the buffers and writes them with their offsets. Prints one
/// line about proofs to standard error.
ExitCode placeBuffers();

/// `sweep`: writes the plans, the report, and a JSON array of all strategies'
/// budgets in turn.
llvm::Error writeSweep(const mlir::remat::planner::Graph &graph,
                       const mlir::remat::planner::SweepResult &result);

#endif // REMAT_TOOLS_REMAT_PLAN_COMMANDS_H
