//===- ExactParking.h - The best parking of small steps ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EXACTPARKING_H
#define REMAT_LIB_PLANNER_EXACTPARKING_H

#include "Graph/SearchControl.h"
#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

struct ExactParkingAnswer {
  /// Every plan was considered: `plan` is the fastest, or there is none.
  bool isComplete = false;
  std::optional<Plan> plan;
};

/// The largest step that `searchParkingsExactly` treats: each task more may
/// double the states. There are up to 2^16 sets of tasks that have run, and
/// each has many places of its storages.
constexpr size_t maxTasksOfExactParking = 16;

/// Searches all valid plans within the problem's budgets for the fastest: all
/// orders, recomputation and parkings. Leaves out runs that make nothing anew,
/// which never help.
///
/// A* over what has run, where each storage is (on the device, on both sides,
/// on the host, on its way back), and when links and copies are ready; it drops
/// a state if another that differs in times alone is no later in any of them.
/// The heuristic, the time of all tasks still to run, is consistent. Incomplete
/// beyond `stateLimit` states of about 400 bytes, if stopped, and for steps
/// with views, variants, tasks pinned `recompute`, or more than
/// `maxTasksOfExactParking` tasks or 24 storages.
ExactParkingAnswer searchParkingsExactly(const Problem &problem,
                                         size_t stateLimit,
                                         SearchControl &control);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EXACTPARKING_H
