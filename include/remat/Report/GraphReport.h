//===- GraphReport.h - The report of a graph file's plan --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_GRAPHREPORT_H
#define REMAT_REPORT_GRAPHREPORT_H

#include "remat/Planner/Outcome.h"
#include "remat/Report/Report.h"

namespace mlir::remat {

/// A step without IR before planning: tasks by types and names, storages by
/// their values' names, order. `name` is the graph's. Times are units, bytes
/// the graph's. Errors: those of `simulate` for the base order. O(V + E).
llvm::Expected<FunctionReport> describeGraph(const planner::Graph &graph,
                                             llvm::StringRef name);

/// Adds a plan. Errors: those of `simulate`. O(V + E + steps).
llvm::Error describeGraphPlan(const planner::Graph &graph,
                              const planner::Outcome &found,
                              FunctionReport &report);

/// Adds a refusal and its remedies, in words. O(alive where the bound binds).
void describeGraphRefusal(const planner::Graph &graph,
                          const planner::Outcome &refusal,
                          llvm::StringRef strategy,
                          llvm::ArrayRef<std::string> advice,
                          FunctionReport &report);

/// Adds the rest of a proved bound, and its place, to the storages in
/// `binding`. O(alive there).
void describeBoundBesideStorages(const planner::Graph &graph,
                                 const planner::PeakBound &bound,
                                 FunctionReport &report);

} // namespace mlir::remat

#endif // REMAT_REPORT_GRAPHREPORT_H
