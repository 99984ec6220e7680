//===- PruneSteps.h - Removes runs from plans -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `EventSearch::prune` removes single runs from a schedule, where a task runs
// at most once between two first runs. This is for plans that are no such
// schedules.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_PRUNESTEPS_H
#define REMAT_LIB_PLANNER_PRUNESTEPS_H

#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

/// Removes stretches of steps, of 32 down to one, the last ones first, wherever
/// each of their tasks runs elsewhere, too, and the plan remains valid and
/// within `limit` bytes. `steps` are valid, within the limit, without variants
/// and pins. No single step can be removed from the result if `workLeft`
/// sufficed, the number of simulated steps that it may take; subtracts those
/// that it took. O(V + steps + reads) for each stretch.
std::vector<Step> pruneSteps(const Graph &graph, std::vector<Step> steps,
                             int64_t limit, uint64_t &workLeft);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_PRUNESTEPS_H
