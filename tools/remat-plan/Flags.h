//===- Flags.h - What remat-plan is asked for -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMATPLAN_FLAGS_H
#define REMAT_TOOLS_REMATPLAN_FLAGS_H

#include "remat/Planner/Flags.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace flags {

extern llvm::cl::opt<std::string> graphPath;
extern llvm::cl::opt<std::string> outputPath;
extern llvm::cl::opt<std::string> budgetText;
extern llvm::cl::opt<std::string> strategyName;
extern llvm::cl::opt<mlir::remat::planner::Objective> objective;
extern llvm::cl::opt<int> effort;
extern llvm::cl::opt<uint64_t> workLimit;
extern llvm::cl::opt<mlir::remat::planner::Reorder> reorder;
extern llvm::cl::opt<double> timeLimit;
extern llvm::cl::opt<int64_t> sweepCount;
extern llvm::cl::list<std::string> sweepStrategies;
extern llvm::cl::opt<std::string> reportPath;
extern llvm::cl::opt<std::string> sweepFolder;
extern llvm::cl::opt<std::string> planPath;
extern llvm::cl::opt<bool> listStrategies;
extern llvm::cl::opt<bool> printGraph;
extern llvm::cl::opt<bool> printLowerBound;
extern llvm::cl::opt<bool> printChainOps;
extern llvm::cl::opt<bool> printBuffers;
extern llvm::cl::opt<std::string> placePath;
extern llvm::cl::opt<std::string> capacity;

/// Leaves what LLVM's libraries register out of --help.
void hideOtherFlags();

/// Whether --sweep was given, whatever its number.
bool wantsSweep();

/// What is wrong with the flags of a plan, a sweep or what is printed, before
/// any file is read: those that exclude each other or would be ignored.
llvm::Error checkFlags();

/// The same with --place: what is about plans has no meaning then.
llvm::Error checkPlaceFlags();

} // namespace flags

#endif // REMAT_TOOLS_REMATPLAN_FLAGS_H
