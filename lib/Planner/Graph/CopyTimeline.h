//===- CopyTimeline.h - When copies to and from the host run ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_COPYTIMELINE_H
#define REMAT_LIB_PLANNER_COPYTIMELINE_H

#include "remat/Planner/Simulator.h"

namespace mlir::remat::planner {

/// A parking as its copies see it.
struct CopyOrder {
  /// As in Parking.
  std::optional<int32_t> sendStep;
  int32_t releaseStep = 0;
  int32_t fetchStep = 0;
  /// The first reader of the fetched bytes; the number of steps at the end.
  int32_t awaitStep = 0;
  /// Of each copy.
  double time = 0;
};

/// Runs a step and its copies: between two steps, in this order, copies out
/// begin (the earliest release first), the step waits for copies out, copies
/// back begin (the earliest reader first), the step waits for copies back. Each
/// way the link carries one copy at a time, in the order in which they begin.
class CopyTimeline {
public:
  /// `durations`: of the steps.
  explicit CopyTimeline(llvm::ArrayRef<double> durations);

  /// Returns the time of the whole step. `copies` has one element for each
  /// order. O(steps + orders log orders).
  double run(llvm::ArrayRef<CopyOrder> orders,
             llvm::MutableArrayRef<ParkingCopies> copies);
  /// When each step begins, as of the last `run`; one more, the end.
  llvm::ArrayRef<double> getStarts() const { return starts; }

private:
  std::vector<double> durations;
  std::vector<double> starts;
  // Buffers of `run`: positions in `orders`.
  std::vector<int32_t> bySend;
  std::vector<int32_t> byRelease;
  std::vector<int32_t> byFetch;
  std::vector<int32_t> byAwait;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_COPYTIMELINE_H
