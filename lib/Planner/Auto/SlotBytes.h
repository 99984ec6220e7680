//===- SlotBytes.h - Bytes by slot, added to in ranges ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SLOTBYTES_H
#define REMAT_LIB_PLANNER_SLOTBYTES_H

#include "Auto/StepModel.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace mlir::remat::planner {

/// A sum of bytes per slot. Adds to ranges of slots; knows the largest sum and
/// the total excess over a limit. Blocks of slots and groups of blocks hold the
/// bytes added to them as wholes.
///
/// A range costs O(slots / groupSize + groupSize / blockSize + blockSize), more
/// for slots near the limit.
class SlotBytes {
public:
  /// The sum of an empty slot, too low to count.
  static constexpr int64_t nothing = -(int64_t(1) << 61);

  SlotBytes() = default;
  /// Initial sums, of at least one slot, and the limit.
  SlotBytes(std::vector<int64_t> sums, int64_t limit);

  int64_t getLimit() const { return limit; }
  /// O(slots).
  void setLimit(int64_t newLimit);

  int64_t at(Slot slot) const { return tops[slot] + addedTo(slot); }
  /// Adds to the slots in [first, last], or to one.
  void add(Slot first, Slot last, int64_t bytes);
  void addAt(Slot slot, int64_t bytes);

  /// The largest sum and its first slot.
  int64_t peak() const { return groups[peakGroup()].top(); }
  Slot peakSlot() const;
  /// The largest sum in [first, last]; at most `nothing` if that is empty.
  int64_t peakBetween(Slot first, Slot last) const;
  /// Total bytes over the limit. O(1).
  int64_t excess() const { return totalExcess; }
  /// By slot and for the end: the excess, and the number of slots over the
  /// limit, before it. O(slots).
  void sumExcess(std::vector<int64_t> &bytesUpTo,
                 std::vector<int32_t> &slotsUpTo) const;
  /// Slots looked at around the limit, in units of one addition.
  uint64_t work() const { return slotsScanned / 64; }

private:
  static constexpr Slot blockSize = 32;
  static constexpr Slot groupSize = 32 * blockSize;
  /// Above all sums; differences do not overflow.
  static constexpr int64_t noLimit = int64_t(1) << 61;

  /// A block of slots, or a group of blocks.
  struct Range {
    int64_t top() const { return highest + added; }
    int64_t bottom() const { return lowest + added; }

    /// Bytes added to it as a whole.
    int64_t added = 0;
    /// The largest and smallest sum without these.
    int64_t highest = 0;
    int64_t lowest = 0;
  };

  /// Recompute the largest and smallest sums.
  void settleBlock(Slot block);
  void settleGroup(Slot group);
  /// Bytes added to a slot's block and group as wholes.
  int64_t addedTo(Slot slot) const {
    return blocks[slot / blockSize].added + groups[slot / groupSize].added;
  }
  /// First block of a group, and the end.
  static Slot firstBlockOf(Slot group) {
    return group * (groupSize / blockSize);
  }
  Slot endBlockOf(Slot group) const {
    return std::min<Slot>(firstBlockOf(group + 1), blocks.size());
  }
  /// The first group with the peak.
  Slot peakGroup() const;
  void addToGroup(Slot group, int64_t bytes);
  /// Adds to the slots of a block in [begin, end).
  void addToBlock(Slot block, Slot begin, Slot end, int64_t bytes);
  /// Change of these slots' excess after adding `bytes` to each.
  int64_t excessChangeIn(Slot block, Slot begin, Slot end, int64_t bytes);
  /// The same for `count` slots of a range whose sums are `over` the limit
  /// beside its own; none unless all or none exceed it before and after.
  static std::optional<int64_t> excessChange(const Range &range, int64_t over,
                                             int64_t bytes, Slot count);

  int64_t limit = noLimit;
  /// By slot: its sum without bytes added to its block and group.
  std::vector<int64_t> tops;
  std::vector<Range> blocks;
  std::vector<Range> groups;
  int64_t totalExcess = 0;
  uint64_t slotsScanned = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SLOTBYTES_H
