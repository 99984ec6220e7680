//===- PlanBuffers.h - The buffers of a plan --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_HEAP_PLANBUFFERS_H
#define REMAT_HEAP_PLANBUFFERS_H

#include "remat/Placement/Sharing.h"
#include "remat/Planner/Simulator.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::remat {

/// The storages of a plan's steps, with lives and accesses.
struct PlanBuffers {
  /// A buffer for each copy of a storage, then for each workspace; times are
  /// steps, sizes the graph's, the alignment 1. The live maximum is the
  /// simulated peak without resident bytes and results that come back from the
  /// host at the end.
  placement::Problem problem;
  /// Of the copies, which are the first buffers: their values.
  std::vector<planner::ValueId> values;
  /// "v12" is the first copy of value 12, "v12.1" its second, "w7" the
  /// workspace of step 7.
  std::vector<std::string> names;
  /// By step, then the end of the plan, which reads the results. An op that
  /// makes a view reads the viewed value; one that adds to an accumulating
  /// value reads and writes it.
  std::vector<placement::TaskAccess> accesses;
};

/// A storage that waits on the host is one buffer before and another behind it,
/// into which nothing writes in a step. Errors: those of `simulate`, over 2^32
/// - 1 buffers. O(V + steps + accesses).
llvm::Expected<PlanBuffers>
getPlanBuffers(const planner::Graph &graph, llvm::ArrayRef<planner::Step> steps,
               llvm::ArrayRef<planner::Parking> parkings = {});

/// As CSV, `id,lower,upper,size`, for `remat-plan place`. O(buffers).
void writePlanBuffers(const PlanBuffers &buffers, llvm::raw_ostream &os);

} // namespace mlir::remat

#endif // REMAT_HEAP_PLANBUFFERS_H
