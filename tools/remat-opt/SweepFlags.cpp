//===- SweepFlags.cpp - The flags of a sweep ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepFlags.h"
#include "remat/Pipelines/Pipelines.h"

using namespace mlir::remat;

llvm::cl::OptionCategory &mlir::remat::getRematCategory() {
  static llvm::cl::OptionCategory category(
      "Remat options",
      "With --remat-budget, --remat-plan-in or --remat-sweep, the standard "
      "pipeline runs before any pass named beside it");
  return category;
}

static llvm::cl::opt<int64_t> points(
    "remat-sweep", llvm::cl::value_desc("N"), llvm::cl::init(0),
    llvm::cl::desc("Plan for N budgets at equal distances, from the smallest "
                   "peak to the peak as it stands, and print the extra times "
                   "as a table in place of the module; --remat-report writes "
                   "them to a file as well: .html, .csv, .json or .txt"),
    llvm::cl::cat(getRematCategory()));

#define REMAT_SWEEP_LIST_OPTION(TYPE, MEMBER, NAME, FLAGS, DESCRIPTION)        \
  static llvm::cl::list<TYPE> MEMBER(                                          \
      "remat-sweep-" NAME, llvm::cl::desc(DESCRIPTION), FLAGS,                 \
      llvm::cl::CommaSeparated, llvm::cl::cat(getRematCategory()));
#include "remat/Support/Options.inc"

bool mlir::remat::wantsSweep() { return points.getNumOccurrences(); }

/// Whether the flag says how to plan for any budget.
static bool meansSomething(llvm::StringRef flag) {
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, NAME, ...)                           \
  if (flag == "remat-" NAME)                                                   \
    return true;
#define REMAT_STEP_OPTION REMAT_SEARCH_OPTION
#define REMAT_REPORT_OPTION REMAT_SEARCH_OPTION
#define REMAT_PREPARATION_OPTION REMAT_SEARCH_OPTION
#include "remat/Support/Options.inc"
  return flag == points.ArgStr || flag == strategies.ArgStr;
}

bool mlir::remat::checkSweepFlags() {
  if (!wantsSweep()) {
    if (!strategies.getNumOccurrences())
      return true;
    llvm::errs() << "error: --" << strategies.ArgStr
                 << " says what to compare in a sweep, but there is none: give "
                    "--remat-sweep=N\n";
    return false;
  }
  llvm::StringRef unused;
  for (const auto &entry : llvm::cl::getRegisteredOptions()) {
    const llvm::cl::Option &option = *entry.second;
    if (option.getNumOccurrences() && !meansSomething(option.ArgStr) &&
        llvm::is_contained(option.Categories, &getRematCategory()) &&
        (unused.empty() || option.ArgStr < unused))
      unused = option.ArgStr;
  }
  if (unused.empty())
    return true;
  llvm::errs() << "error: --" << unused
               << (unused == "remat-budget"
                       ? " gives one budget, but --remat-sweep chooses many"
                   : unused == "remat-strategy"
                       ? " names one strategy: --remat-sweep takes "
                         "--remat-sweep-strategies=NAME,NAME"
                       : " is about one plan, but --remat-sweep makes many and "
                         "applies none")
               << "; leave it out\n";
  return false;
}

void mlir::remat::fillSweepOptions(RematSweepPipelineOptions &options) {
  options.points = points;
  for (const std::string &strategy : strategies)
    options.strategies.push_back(strategy);
}
