//===- GraphReport.h - The report of a graph file's plan --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What describeOutcome says of a function, for a graph of which there is no IR.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_GRAPHREPORT_H
#define REMAT_REPORT_GRAPHREPORT_H

#include "remat/Planner/Advice.h"
#include "remat/Report/Report.h"

namespace mlir::remat {

/// Returns what there is to report of a step before it is planned: its tasks by
/// the types and names in the file, its storages by the names of their values,
/// the order in which it stands. `name` is how a person knows the graph. Times
/// are units, bytes those of the graph. Errors: those of `simulate` for the
/// base order. O(V + E).
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

/// Adds to `binding`, which has the storages, what else makes up a proved
/// bound, and where it binds. O(alive there).
void describeBoundBesideStorages(const planner::Graph &graph,
                                 const planner::PeakBound &bound,
                                 FunctionReport &report);

} // namespace mlir::remat

#endif // REMAT_REPORT_GRAPHREPORT_H
