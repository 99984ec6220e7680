//===- DescribePlan.h - What a report says of a plan ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_DESCRIBEPLAN_H
#define REMAT_LIB_TRANSFORMS_DESCRIBEPLAN_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Simulator.h"
#include "remat/Report/Report.h"

namespace mlir::remat {

/// Fills what `report` says of the step as it stands: its tasks, its storages,
/// and `before` from its simulation in the base order. The ops of the graph
/// must still be there. O(V + steps).
void describeStep(const FunctionGraph &functionGraph,
                  const planner::Simulation &before, FunctionReport &report);

/// Fills what `report` says of a valid plan: `after`, what runs again, and the
/// operations that are computed. O(V + steps + reads).
void describePlan(const FunctionGraph &functionGraph, const planner::Plan &plan,
                  FunctionReport &report);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_DESCRIBEPLAN_H
