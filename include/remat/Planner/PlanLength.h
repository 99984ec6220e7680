//===- PlanLength.h - Plans that are too long for most uses -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANLENGTH_H
#define REMAT_PLANNER_PLANLENGTH_H

#include "remat/Planner/Graph.h"
#include "remat/Planner/Plan.h"

#include <string>

namespace mlir::remat::planner {

/// A warning if the plan runs more than ten times as many tasks as the step, or
/// takes more than ten times its time; otherwise empty. O(tasks).
std::string describeLongPlan(const Graph &graph, const Plan &plan);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANLENGTH_H
