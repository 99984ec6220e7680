//===- ParkingSearch.h - Parkings for given steps ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For steps in a given order, chooses the pauses between two uses of a copy
// that it spends on the host: greedily, by over-budget bytes covered for the
// time on the link, then by removing some and filling up again (large
// neighborhood search). The copies of a choice are laid out as late and as
// early as the budget allows; `CopyTimeline` says what they cost.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_PARKINGSEARCH_H
#define REMAT_LIB_PLANNER_PARKINGSEARCH_H

#include "Graph/CopyTimeline.h"
#include "Graph/SearchControl.h"
#include "remat/Support/SplitMix64.h"

namespace mlir::remat::planner {

class ParkingSearch {
public:
  /// The steps must be valid. O(steps + reads).
  ParkingSearch(const Graph &graph, llvm::ArrayRef<Step> steps,
                const HostMemory &host);

  /// The fastest plan found within `budget` and the host's budget, ties to
  /// fewer parkings; none if none was found. The first plan takes O(parkings ·
  /// (steps + pauses)) evaluation steps, improving it `workLimit` or, if
  /// `control` stops it, fewer. The same answer for the same arguments.
  std::optional<Plan> search(int64_t budget, uint64_t workLimit,
                             SearchControl &control);
  /// Evaluation steps of all searches.
  uint64_t getWork() const { return work; }
  /// No choice of pauses has a smaller peak.
  int64_t getLeastPeak() const { return leastPeak; }

private:
  /// Between two uses of a copy.
  struct Pause {
    ValueId value = 0;
    int32_t copy = 0;
    int64_t bytes = 0;
    /// Of a copy each way.
    double time = 0;
    /// The steps that make the copy and use it before and after; the number of
    /// steps at the end.
    int32_t made = 0;
    int32_t before = 0;
    int32_t after = 0;
  };
  struct Choice {
    /// By pause.
    std::vector<uint8_t> isParked;
    /// By step: the budget less the live bytes, parked storages away for all of
    /// their pauses.
    std::vector<int64_t> slack;
    /// By step: bytes of parked pauses between it and the next.
    std::vector<int64_t> held;
  };
  struct Layout {
    std::vector<Parking> parkings;
    /// By parking: the waits for its copies, in the unit of the graph's times.
    std::vector<double> waits;
    std::vector<int32_t> pauses;
    double time = 0;

    bool isBetterThan(const Layout &other) const {
      return time != other.time ? time < other.time
                                : parkings.size() < other.parkings.size();
    }
  };

  Choice makeChoice(int64_t budget) const;
  /// Parks a pause, or takes it back.
  void toggle(Choice &choice, int32_t pause, bool isParked);
  /// Sets `heldTo`.
  void measureHeld(const Choice &choice, int32_t at);
  /// Bytes over the budget times steps, for a unit of time.
  double rate(const Pause &pause) const;
  /// Parks pauses until the plan fits; false if it cannot.
  bool fill(Choice &choice, const std::vector<uint8_t> &isBanned, double noise);
  /// Gives up pauses that it fits without.
  void prune(Choice &choice);
  /// Removes some pauses.
  void destroy(Choice &choice, const Layout &layout,
               std::vector<uint8_t> &isBanned);
  Layout layOut(const Choice &choice);
  /// `starts`: when steps begin, and one more for the end.
  Layout layOut(const Choice &choice, llvm::ArrayRef<double> starts);
  std::vector<double>
  sendEarliestDueFirst(llvm::MutableArrayRef<Parking> parkings,
                       llvm::ArrayRef<double> starts) const;
  std::vector<double> sendAtRelease(llvm::MutableArrayRef<Parking> parkings,
                                    llvm::ArrayRef<double> starts) const;
  bool fitsOnHost(const Layout &layout) const;

  const Graph &graph;
  std::vector<Step> steps;
  HostMemory host;
  Simulation bare;
  /// Of results, resident bytes included.
  int64_t bytesAtEnd = 0;
  CopyTimeline timeline;
  std::vector<double> bareStarts;
  /// By copy, then by time.
  std::vector<Pause> pauses;
  int64_t leastPeak = 0;
  uint64_t work = 0;
  // Of one search.
  SplitMix64 random{0};
  /// Pauses that cover a step over the budget.
  std::vector<int32_t> candidates;
  // Of one `fill`, by step: over-budget bytes and steps before it.
  std::vector<double> bytesOver;
  std::vector<int32_t> stepsOver;
  /// By step: the most bytes that are parked at once between it and the step
  /// that is most over the budget.
  std::vector<int64_t> heldTo;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_PARKINGSEARCH_H
