//===- Flags.h - What remat-plan is asked for -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each flag belongs to the subcommands that read it: no two flags conflict.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMATPLAN_FLAGS_H
#define REMAT_TOOLS_REMATPLAN_FLAGS_H

#include "remat/Planner/Flags.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <string>

namespace flags {

extern llvm::cl::SubCommand solveCommand;
extern llvm::cl::SubCommand sweepCommand;
extern llvm::cl::SubCommand evaluateCommand;
extern llvm::cl::SubCommand placeCommand;
extern llvm::cl::SubCommand listStrategiesCommand;
extern llvm::cl::SubCommand printGraphCommand;
extern llvm::cl::SubCommand printLowerBoundCommand;
extern llvm::cl::SubCommand printChainOpsCommand;
extern llvm::cl::SubCommand printBuffersCommand;

/// Of all subcommands that read a graph.
extern llvm::cl::opt<std::string> graphPath;
extern llvm::cl::opt<std::string> outputPath;

/// What to plan for and how to search.
extern mlir::remat::planner::PlanRequest request;
/// Sets what host flags were given. Call after `check`.
void readHost(mlir::remat::planner::HostMemory &host);
/// Of `request`, with host memory. After `check`.
mlir::remat::planner::Ask getAsk();
/// Whether `request` has an explicit budget.
bool hasBudget();
extern std::string reportPath;

/// Of `sweep`.
extern int64_t points;
extern llvm::cl::list<std::string> strategiesFlag;
extern llvm::cl::opt<std::string> planFolder;

/// Of `evaluate`.
extern llvm::cl::opt<std::string> planPath;

/// Of `place`.
extern llvm::cl::opt<std::string> buffersPath;
namespace placing {
extern llvm::cl::opt<int> effort;
extern llvm::cl::opt<uint64_t> workLimit;
extern llvm::cl::opt<std::string> capacity;
} // namespace placing

/// Parses the command line, or exits. The default subcommand is `solve`.
void parse(int argc, char **argv);

/// Fails for missing files and contradictory flags.
llvm::Error check();

/// Rewrites the first flag of `arguments` (without subcommand) that became a
/// subcommand (`--evaluate=PLAN.json`, `--sweep=8`, ...) and returns its name;
/// empty if none. A flag set to false leaves `solve`. `saver` owns new
/// arguments. OldSpellings.cpp: remove after the first release with
/// subcommands.
llvm::StringRef modernize(llvm::SmallVectorImpl<const char *> &arguments,
                          llvm::StringSaver &saver);

/// "remat-plan solve ...": a command line to copy.
std::string quote(llvm::ArrayRef<const char *> arguments);

} // namespace flags

#endif // REMAT_TOOLS_REMATPLAN_FLAGS_H
