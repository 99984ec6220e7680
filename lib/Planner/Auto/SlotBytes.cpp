//===- SlotBytes.cpp - Bytes by slot, added to in ranges ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/SlotBytes.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <optional>

using namespace llvm;
using namespace mlir::remat::planner;

SlotBytes::SlotBytes(std::vector<int64_t> sums, int64_t limit)
    : tops(std::move(sums)) {
  assert(!tops.empty() && "there is one slot at least");
  const size_t blocks = divideCeil(tops.size(), blockSize);
  blockAdd.assign(blocks, 0);
  blockHighest.assign(blocks, 0);
  blockLowest.assign(blocks, 0);
  const size_t groups = divideCeil(tops.size(), groupSize);
  groupAdd.assign(groups, 0);
  groupHighest.assign(groups, 0);
  groupLowest.assign(groups, 0);
  setLimit(limit);
}

void SlotBytes::setLimit(int64_t newLimit) {
  limit = std::min(newLimit, noLimit);
  totalExcess = 0;
  for (Slot slot = 0, e = tops.size(); slot != e; ++slot)
    totalExcess += std::max<int64_t>(0, at(slot) - limit);
  for (Slot block = 0, e = blockCount(); block != e; ++block)
    settleBlock(block);
  for (Slot group = 0, e = groupCount(); group != e; ++group)
    settleGroup(group);
}

void SlotBytes::settleBlock(Slot block) {
  const size_t begin = block * blockSize;
  const size_t end = std::min<size_t>(begin + blockSize, tops.size());
  int64_t most = tops[begin];
  int64_t least = most;
  for (size_t slot = begin + 1; slot < end; ++slot) {
    most = std::max(most, tops[slot]);
    least = std::min(least, tops[slot]);
  }
  blockHighest[block] = most;
  blockLowest[block] = least;
}

void SlotBytes::settleGroup(Slot group) {
  const Slot begin = firstBlockOf(group), end = endBlockOf(group);
  int64_t most = blockHighest[begin] + blockAdd[begin];
  int64_t least = blockLowest[begin] + blockAdd[begin];
  for (Slot block = begin + 1; block < end; ++block) {
    most = std::max(most, blockHighest[block] + blockAdd[block]);
    least = std::min(least, blockLowest[block] + blockAdd[block]);
  }
  groupHighest[group] = most;
  groupLowest[group] = least;
}

/// How the excess of `count` slots changes when `bytes` are added to each, if
/// all or none of them are over the limit before and after; the lowest and the
/// highest of them are `least` and `most` over it.
static std::optional<int64_t> excessChange(int64_t least, int64_t most,
                                           int64_t bytes, Slot count) {
  if (least + std::min<int64_t>(bytes, 0) >= 0)
    return bytes * count;
  if (most + std::max<int64_t>(bytes, 0) <= 0)
    return 0;
  return std::nullopt;
}

int64_t SlotBytes::excessChangeIn(Slot block, Slot begin, Slot end,
                                  int64_t bytes) const {
  const int64_t over = addedTo(begin) - limit;
  if (std::optional<int64_t> change =
          excessChange(blockLowest[block] + over, blockHighest[block] + over,
                       bytes, end - begin))
    return *change;
  int64_t change = 0;
  for (Slot slot = begin; slot < end; ++slot) {
    const int64_t before = tops[slot] + over;
    change +=
        std::max<int64_t>(0, before + bytes) - std::max<int64_t>(0, before);
  }
  return change;
}

void SlotBytes::addToBlock(Slot block, Slot begin, Slot end, int64_t bytes) {
  if (end - begin == blockSize) {
    totalExcess += excessChangeIn(block, begin, end, bytes);
    blockAdd[block] += bytes;
    return;
  }
  // In one go: the excess, the sums, and what is largest and smallest then.
  const int64_t over = addedTo(begin) - limit;
  const std::optional<int64_t> known =
      excessChange(blockLowest[block] + over, blockHighest[block] + over, bytes,
                   end - begin);
  const Slot blockBegin = block * blockSize;
  const Slot blockEnd = std::min<Slot>(blockBegin + blockSize, tops.size());
  int64_t most = tops[begin] + bytes, least = most, change = 0;
  for (Slot slot = begin; slot < end; ++slot) {
    const int64_t before = tops[slot], after = before + bytes;
    if (!known)
      change += std::max<int64_t>(0, after + over) -
                std::max<int64_t>(0, before + over);
    most = std::max(most, after);
    least = std::min(least, after);
    tops[slot] = after;
  }
  totalExcess += known.value_or(change);
  auto include = [&](Slot first, Slot last) {
    for (Slot slot = first; slot < last; ++slot) {
      most = std::max(most, tops[slot]);
      least = std::min(least, tops[slot]);
    }
  };
  include(blockBegin, begin);
  include(end, blockEnd);
  blockHighest[block] = most;
  blockLowest[block] = least;
}

void SlotBytes::addToGroup(Slot group, int64_t bytes) {
  const Slot begin = group * groupSize;
  const Slot end = std::min<Slot>(begin + groupSize, tops.size());
  const int64_t over = groupAdd[group] - limit;
  std::optional<int64_t> change =
      excessChange(groupLowest[group] + over, groupHighest[group] + over, bytes,
                   end - begin);
  if (!change) {
    // As much work as this many additions.
    workDone += (end - begin) / 64;
    change = 0;
    for (Slot at = begin; at < end; at += blockSize)
      *change += excessChangeIn(at / blockSize, at,
                                std::min<Slot>(at + blockSize, end), bytes);
  }
  totalExcess += *change;
  groupAdd[group] += bytes;
}

void SlotBytes::add(Slot first, Slot last, int64_t bytes) {
  assert(first >= 0 && size_t(last) < tops.size() && "no such slots");
  for (Slot slot = first; slot <= last;) {
    const Slot group = slot / groupSize;
    const Slot groupEnd =
        std::min<Slot>((group + 1) * groupSize, Slot(tops.size()));
    const Slot end = std::min<Slot>(groupEnd, last + 1);
    if (slot == group * groupSize && end == groupEnd) {
      addToGroup(group, bytes);
      slot = end;
      continue;
    }
    while (slot < end) {
      const Slot block = slot / blockSize;
      const Slot blockEnd = std::min<Slot>((block + 1) * blockSize, end);
      addToBlock(block, slot, blockEnd, bytes);
      slot = blockEnd;
    }
    settleGroup(group);
  }
}

bool SlotBytes::settleBlockAt(Slot slot, int64_t before) {
  const Slot block = slot / blockSize;
  const int64_t after = tops[slot];
  const int64_t mostBefore = blockHighest[block];
  const int64_t leastBefore = blockLowest[block];
  if ((before == mostBefore && after < before) ||
      (before == leastBefore && after > before)) {
    settleBlock(block);
  } else {
    blockHighest[block] = std::max(mostBefore, after);
    blockLowest[block] = std::min(leastBefore, after);
  }
  return blockHighest[block] != mostBefore || blockLowest[block] != leastBefore;
}

void SlotBytes::addAt(Slot slot, int64_t bytes) {
  const int64_t before = tops[slot], after = before + bytes;
  const int64_t over = addedTo(slot) - limit;
  totalExcess +=
      std::max<int64_t>(0, after + over) - std::max<int64_t>(0, before + over);
  tops[slot] = after;
  if (settleBlockAt(slot, before))
    settleGroup(slot / groupSize);
}

int64_t SlotBytes::peakBetween(Slot first, Slot last) const {
  int64_t most = nothing;
  for (Slot slot = first; slot <= last;) {
    const Slot block = slot / blockSize, group = slot / groupSize;
    if (slot % groupSize == 0 && slot + groupSize - 1 <= last) {
      most = std::max(most, groupHighest[group] + groupAdd[group]);
      slot += groupSize;
      continue;
    }
    if (slot % blockSize == 0 && slot + blockSize - 1 <= last) {
      most = std::max(most,
                      blockHighest[block] + blockAdd[block] + groupAdd[group]);
      slot += blockSize;
      continue;
    }
    for (const Slot end = std::min<Slot>((block + 1) * blockSize - 1, last);
         slot <= end; ++slot)
      most = std::max(most, at(slot));
  }
  return most;
}

void SlotBytes::sumExcess(std::vector<int64_t> &bytesUpTo,
                          std::vector<int32_t> &slotsUpTo) const {
  const Slot slots = tops.size();
  bytesUpTo.resize(slots + 1);
  slotsUpTo.resize(slots + 1);
  int64_t bytes = 0;
  int32_t count = 0;
  for (Slot block = 0, e = blockCount(); block != e; ++block) {
    const Slot begin = block * blockSize;
    const Slot end = std::min<Slot>(begin + blockSize, slots);
    const int64_t over = addedTo(begin) - limit;
    if (blockHighest[block] + over <= 0) {
      std::fill(bytesUpTo.begin() + begin, bytesUpTo.begin() + end, bytes);
      std::fill(slotsUpTo.begin() + begin, slotsUpTo.begin() + end, count);
      continue;
    }
    for (Slot slot = begin; slot < end; ++slot) {
      bytesUpTo[slot] = bytes;
      slotsUpTo[slot] = count;
      bytes += std::max<int64_t>(0, tops[slot] + over);
      count += tops[slot] + over > 0;
    }
  }
  bytesUpTo[slots] = bytes;
  slotsUpTo[slots] = count;
}

int64_t SlotBytes::peak() const {
  int64_t most = groupHighest[0] + groupAdd[0];
  for (Slot group = 1, e = groupCount(); group != e; ++group)
    most = std::max(most, groupHighest[group] + groupAdd[group]);
  return most;
}

Slot SlotBytes::peakSlot() const {
  Slot group = 0;
  for (Slot other = 1, e = groupCount(); other != e; ++other)
    if (groupHighest[other] + groupAdd[other] >
        groupHighest[group] + groupAdd[group])
      group = other;
  Slot best = firstBlockOf(group);
  while (blockHighest[best] + blockAdd[best] != groupHighest[group])
    ++best;
  Slot slot = best * blockSize;
  while (tops[slot] != blockHighest[best])
    ++slot;
  return slot;
}
