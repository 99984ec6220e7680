//===- Refusal.h - What a refusal says --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_REFUSAL_H
#define REMAT_PLANNER_REFUSAL_H

#include "remat/Planner/Outcome.h"

namespace mlir::remat::planner {

/// Where most is alive.
struct CrowdedPlace {
  /// Resident bytes and workspace included.
  int64_t bytes = 0;
  int64_t workspace = 0;
  /// Runs then; none: the end of the step, or resident bytes alone.
  std::optional<TaskId> task;
  /// The storages, largest first.
  std::vector<ValueId> live;
};

/// Of a proved refusal, the place where the bound binds, with what may be on
/// the host; else the peak of the smallest plan known. O(V + steps).
CrowdedPlace findCrowdedPlace(const Graph &graph, const Outcome &refusal);

/// The peak of a plan that can be simulated; `link`: if it parks. O(V + steps).
CrowdedPlace findCrowdedPlace(const Graph &graph, llvm::ArrayRef<Step> steps,
                              llvm::ArrayRef<Parking> parkings = {},
                              const HostLink &link = {});

/// In one line: what is refused, how much it needs, and how far that is from
/// the budget. `subject` is like "'main'". Does not say what would help.
std::string describeRefusal(const Outcome &refusal, llvm::StringRef subject,
                            llvm::StringRef strategy);

/// "524288 bytes (512 KiB) at once, 1024 bytes (1 KiB) of them resident
/// (arguments and constants)", and the workspace, if there is one.
std::string describeSum(const Graph &graph, const CrowdedPlace &place);

/// The name of a task in its graph file, with its id where several tasks have
/// the name or it has none: "'conv1'", "'conv' (op 3)", "op 3". O(tasks).
std::string nameTask(const Graph &graph, TaskId id);
/// The same of a value. O(values).
std::string nameValue(const Graph &graph, ValueId id);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_REFUSAL_H
