//===- SlotCut.h - The cheapest runs after which a slot fits ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SLOTCUT_H
#define REMAT_LIB_PLANNER_SLOTCUT_H

#include "Auto/EventSchedule.h"
#include "Bounds/MinCut.h"
#include "Graph/SearchControl.h"

#include "llvm/Support/MathExtras.h"

#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace mlir::remat::planner {

/// Chooses, for one slot of a schedule, which storages stay alive over it and
/// which are made again after it: all at once, by a minimum cut, where a greedy
/// repair would choose one after the other and pay for shared operands twice.
class SlotCut {
public:
  /// Without `control`, only work ends a choice.
  explicit SlotCut(const StepModel &model, SearchControl *control = nullptr);

  /// Runs to add, ascending by op, after which the slot fits in the limit. Up
  /// to rounding and if copies made after the slot may live on: takes at most
  /// the time of any set of runs that fits and is, at some price of bytes, the
  /// cheapest. Empty if the slot fits or if no runs make it fit. A run stands
  /// where its outputs are first read after the slot. Of the runs at one slot,
  /// some ops keep their outputs instead, so that not much more than
  /// `maxSegment` bytes wait there for later readers. Takes the best price
  /// found once `maxWork`, in eighths of a touch, is spent or the control stops
  /// it, and none where that was before. O(log(bytes · time) + log ops) minimum
  /// cuts.
  std::vector<Event>
  choose(const EventSchedule &schedule, Slot slot, int64_t limit,
         uint64_t maxWork = std::numeric_limits<uint64_t>::max(),
         int64_t maxSegment = std::numeric_limits<int64_t>::max());

  /// The most bytes that wanted to wait for later readers at one slot, so far:
  /// greater values of `maxSegment` change nothing.
  int64_t getLongestSegment() const { return longestSegment; }
  /// In eighths of a touch.
  uint64_t getWork() const { return scanned + cut.work(); }

private:
  /// Time of the runs in a cut, and bytes that stay alive, in units.
  struct Line {
    int64_t cost = 0;
    int64_t bytes = 0;
  };
  struct Prices {
    int64_t of(const Line &line) const {
      return perCost * line.cost + perByte * line.bytes;
    }

    int64_t perCost;
    int64_t perByte;
    /// If not 0, bytes of storages that ops before this one make cost a little
    /// more, and others a little less.
    Slot split = 0;
  };
  /// An arc of the network, and the cost or bytes that its capacity prices.
  struct PricedArc {
    int32_t arc;
    int64_t amount;
  };
  /// A storage alive over the slot, and where it is next read.
  struct Wanted {
    StorageId storage;
    Slot at;
  };

  int64_t sizeOf(StorageId storage) const {
    return llvm::divideCeil(
        static_cast<uint64_t>(model.storages[storage].bytes),
        static_cast<uint64_t>(byteUnit));
  }
  void reset();
  void collectAlive(const EventSchedule &schedule);
  void buildNetwork(const EventSchedule &schedule);
  /// Whether a run of `reader` would read a copy that the network decides
  /// about: one made before the slot, not used at it, and not alive over it in
  /// any case.
  bool isDecided(const EventSchedule &schedule, StorageId storage,
                 Event reader);
  int32_t nodeOf(StorageId storage, Slot at);
  /// The cheapest cut at these prices.
  Line solve(const Prices &prices);
  /// Leaves the cheapest cut within `room`, as far as prices find it, in `cut`.
  bool solveWithin(int64_t room, uint64_t end);
  /// Two cuts are the cheapest at `prices`, one within `room` and one beyond:
  /// the prices of a cheaper one within, between them; none where all cost
  /// `maxCost` or more.
  std::optional<Prices> splitBetween(Prices prices, int64_t maxCost,
                                     int64_t room, uint64_t end);
  bool isStopped() const { return control && control->shouldStop(); }
  /// Whether the search for a price ends.
  bool mustEnd(uint64_t end) const { return getWork() >= end || isStopped(); }
  bool runsAgain(Slot op) const {
    return opNode[op] >= 0 && cut.isOnSourceSide(opNode[op]);
  }
  std::vector<Event> placeRuns(const EventSchedule &schedule);
  bool mayRemake(StorageId storage) const {
    return model.storages[storage].canBeRemade &&
           !isAnchor[model.storages[storage].producer];
  }
  /// Splits long segments of these runs; the bytes of the longest.
  int64_t addAnchors(llvm::ArrayRef<Event> runs, int64_t maxSegment);

  const StepModel &model;
  SearchControl *control;
  // By op.
  std::vector<int64_t> costs;
  int64_t costLimit = 0;
  int64_t byteUnit = 1;
  int64_t longestSegment = 0;
  uint64_t scanned = 0;

  // Of the current slot.
  Slot slot = 0;
  MinCut cut;
  std::vector<Wanted> alive;
  int64_t aliveBytes = 0;
  // Nodes by storage and by op; -1: none.
  std::vector<int32_t> storageNode, opNode;
  std::vector<StorageId> networkStorages;
  std::vector<Slot> networkOps;
  /// Ops of the network whose operands are not in it yet.
  std::priority_queue<Slot> unopened;
  std::vector<PricedArc> costArcs, byteArcs;
  std::vector<int32_t> firmArcs;
  /// By op of the network: where it runs again, at the earliest.
  std::vector<Slot> demand;
  /// By op: it does not run again, to split a segment.
  std::vector<char> isAnchor;
  std::vector<Slot> anchors;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SLOTCUT_H
