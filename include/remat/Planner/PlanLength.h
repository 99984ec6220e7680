//===- PlanLength.h - Plans that are too long for most uses -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANLENGTH_H
#define REMAT_PLANNER_PLANLENGTH_H

#include "remat/Planner/Sweep.h"
#include "remat/Support/OptionSpelling.h"

#include <string>

namespace mlir::remat::planner {

/// A warning if the plan runs more than ten times as many tasks as the step, or
/// takes more than ten times its time; otherwise empty. With a `spelling`,
/// names a larger budget whose plan does not, as `ask` finds it: at most four
/// searches like the ask's where there is a warning.
std::string describeLongPlan(const Graph &graph, const Ask &ask,
                             const Plan &plan,
                             const std::optional<OptionSpelling> &spelling);

/// One warning for all plans of a sweep, which names the worst, by its budget
/// and, if there are several, its strategy, and the smallest budget of the
/// sweep from which on the strategy's plans are shorter; empty if none is so
/// long.
std::string describeLongPlans(const Graph &graph, const SweepResult &result);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANLENGTH_H
