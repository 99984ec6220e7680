//===- GraphReport.h - The report of a graph file's plan --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_GRAPHREPORT_H
#define REMAT_REPORT_GRAPHREPORT_H

#include "remat/Planner/Advice.h"
#include "remat/Report/Report.h"

namespace mlir::remat {

/// The report of a step without IR before it is planned: its tasks by types and
/// names, its storages by the names of their values, its order. People know the
/// graph as `name`. Times are units, bytes those of the graph. Errors: those of
/// `simulate` for the base order. O(V + E).
llvm::Expected<FunctionReport> describeGraph(const planner::Graph &graph,
                                             llvm::StringRef name);

/// Adds what came of a plan. Errors: those of `simulate`. O(V + E + steps).
llvm::Error describeGraphPlan(const planner::Graph &graph,
                              const planner::Outcome &found,
                              FunctionReport &report);

/// Adds why there is none, and what would help. O(alive where the bound binds).
void describeGraphRefusal(const planner::Graph &graph,
                          const planner::Outcome &refusal,
                          llvm::StringRef strategy,
                          llvm::ArrayRef<planner::Advice> advice,
                          FunctionReport &report);

/// Adds to `binding`, which has the storages, the rest of a proved bound and
/// its place. O(alive there).
void describeBoundBesideStorages(const planner::Graph &graph,
                                 const planner::PeakBound &bound,
                                 FunctionReport &report);

} // namespace mlir::remat

#endif // REMAT_REPORT_GRAPHREPORT_H
