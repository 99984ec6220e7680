//===- Parking.h - Storages that wait on the host ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A third choice for a value, beside keeping it and making it again: its bytes
// wait in the host's memory, where they take none of the device's. Copies run
// beside the step, one at a time each way; a plan's time includes the waits for
// copies that tasks do not hide. The model: docs/internals/parking.md.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PARKING_H
#define REMAT_PLANNER_PARKING_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// Between device and host: full duplex, of equal bandwidth each way.
struct HostLink {
  /// What links are taken. Within these ranges no sum of times overflows.
  static constexpr double minBandwidth = 1e-9;
  static constexpr double maxBandwidth = 1e18;
  static constexpr double maxLatency = Graph::maxTime;

  /// Bytes per unit of the graph's times.
  double bandwidth = 0;
  /// Of each copy, in the unit of the graph's times.
  double latency = 0;

  /// For simulations of which only the bytes are used.
  static HostLink getInstant() { return {maxBandwidth, /*latency=*/0}; }

  /// Of one copy.
  double getTime(int64_t bytes) const {
    return latency + static_cast<double>(bytes) / bandwidth;
  }

  /// Errors: a bandwidth that is not from `minBandwidth` to `maxBandwidth`, a
  /// latency that is not from 0 to `maxLatency`.
  llvm::Error check() const;
};

/// What a plan may use of the host.
struct HostMemory {
  /// In bytes. More than all sizes of a graph together is of no use.
  static constexpr int64_t maxBudget = Graph::maxTotalBytes;

  /// Bytes at once; 0: nothing is parked.
  int64_t budget = 0;
  HostLink link;

  bool isAvailable() const { return budget > 0; }

  /// Errors: a budget that is negative or over `maxBudget`; with a budget,
  /// those of `HostLink::check`.
  llvm::Error check() const;
};

/// One stay on the host of what a value's storage holds. Steps are positions in
/// the plan.
struct Parking {
  /// Owns a storage.
  ValueId value = 0;
  /// The copy out may begin after this step. None: the host still holds the
  /// bytes of an earlier stay.
  std::optional<int32_t> sendStep;
  /// The last step with the storage on the device; after it the step waits for
  /// the copy out.
  int32_t releaseStep = 0;
  /// The first step with a storage again, or the number of steps for a result
  /// that is back at the end alone. The copy back may begin before it; the
  /// first reader from this step on waits for it, or the end.
  int32_t fetchStep = 0;

  bool operator==(const Parking &other) const {
    return value == other.value && sendStep == other.sendStep &&
           releaseStep == other.releaseStep && fetchStep == other.fetchStep;
  }
};

/// By value: whether a plan may park it: `mayPark` is set, it owns a storage of
/// at least one byte that no view shares, it does not accumulate, and a task
/// makes it. Policies do not matter. O(V).
std::vector<bool> getParkable(const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PARKING_H
