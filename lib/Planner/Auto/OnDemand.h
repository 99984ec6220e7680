//===- OnDemand.h - Plans that keep nothing ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_ONDEMAND_H
#define REMAT_LIB_PLANNER_ONDEMAND_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// A plan that keeps no value that can be made again: it makes the inputs of
/// each task that runs once from scratch. The plan is valid except for pins to
/// recompute. On training steps its peak is about the smallest there is and its
/// time absurd, which makes it a start for a search.
///
/// It makes the inputs of a task together, in base order, or one after the
/// other, the one whose making needs most beside it first (after Sethi and
/// Ullman, "The Generation of Optimal Code for Arithmetic Expressions", 1970),
/// whichever needs less.
///
/// Empty if it would be longer than `maxSteps`. O(steps · degree).
std::vector<Step> stepsOnDemand(const Graph &graph, size_t maxSteps);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_ONDEMAND_H
