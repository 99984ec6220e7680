//===- SlotBytes.cpp - Bytes by slot, added to in ranges ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/SlotBytes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

static int64_t positive(int64_t bytes) { return std::max<int64_t>(0, bytes); }

SlotBytes::SlotBytes(std::vector<int64_t> sums, int64_t limit)
    : tops(std::move(sums)) {
  assert(!tops.empty() && "there is one slot at least");
  blocks.resize(divideCeil(tops.size(), blockSize));
  groups.resize(divideCeil(tops.size(), groupSize));
  setLimit(limit);
}

void SlotBytes::setLimit(int64_t newLimit) {
  limit = std::min(newLimit, noLimit);
  totalExcess = 0;
  for (Slot slot = 0, e = tops.size(); slot != e; ++slot)
    totalExcess += positive(at(slot) - limit);
  for (Slot block = 0, e = blocks.size(); block != e; ++block)
    settleBlock(block);
  for (Slot group = 0, e = groups.size(); group != e; ++group)
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
  blocks[block].highest = most;
  blocks[block].lowest = least;
}

void SlotBytes::settleGroup(Slot group) {
  const Slot begin = firstBlockOf(group), end = endBlockOf(group);
  int64_t most = blocks[begin].top();
  int64_t least = blocks[begin].bottom();
  for (Slot block = begin + 1; block < end; ++block) {
    most = std::max(most, blocks[block].top());
    least = std::min(least, blocks[block].bottom());
  }
  groups[group].highest = most;
  groups[group].lowest = least;
}

std::optional<int64_t> SlotBytes::excessChange(const Range &range, int64_t over,
                                               int64_t bytes, Slot count) {
  if (range.lowest + over + std::min<int64_t>(bytes, 0) >= 0)
    return bytes * count;
  if (range.highest + over + std::max<int64_t>(bytes, 0) <= 0)
    return 0;
  return std::nullopt;
}

int64_t SlotBytes::excessChangeIn(Slot block, Slot begin, Slot end,
                                  int64_t bytes) {
  const int64_t over = addedTo(begin) - limit;
  if (std::optional<int64_t> change =
          excessChange(blocks[block], over, bytes, end - begin))
    return *change;
  slotsScanned += end - begin;
  int64_t change = 0;
  for (Slot slot = begin; slot < end; ++slot) {
    const int64_t before = tops[slot] + over;
    change += positive(before + bytes) - positive(before);
  }
  return change;
}

void SlotBytes::addToBlock(Slot block, Slot begin, Slot end, int64_t bytes) {
  totalExcess += excessChangeIn(block, begin, end, bytes);
  if (end - begin == blockSize) {
    blocks[block].added += bytes;
    return;
  }
  for (Slot slot = begin; slot < end; ++slot)
    tops[slot] += bytes;
  settleBlock(block);
}

void SlotBytes::addToGroup(Slot group, int64_t bytes) {
  const Slot begin = group * groupSize;
  const Slot end = std::min<Slot>(begin + groupSize, tops.size());
  const int64_t over = groups[group].added - limit;
  std::optional<int64_t> change =
      excessChange(groups[group], over, bytes, end - begin);
  if (!change) {
    slotsScanned += (end - begin) / 16;
    change = 0;
    for (Slot at = begin; at < end; at += blockSize)
      *change += excessChangeIn(at / blockSize, at,
                                std::min<Slot>(at + blockSize, end), bytes);
  }
  totalExcess += *change;
  groups[group].added += bytes;
}

void SlotBytes::add(Slot first, Slot last, int64_t bytes) {
  assert(first >= 0 && size_t(last) < tops.size() && "no such slots");
  for (Slot slot = first; slot <= last;) {
    const Slot group = slot / groupSize;
    const Slot groupEnd = std::min<Slot>((group + 1) * groupSize, tops.size());
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

void SlotBytes::addAt(Slot slot, int64_t bytes) {
  const int64_t before = tops[slot], after = before + bytes;
  const int64_t over = addedTo(slot) - limit;
  totalExcess += positive(after + over) - positive(before + over);
  tops[slot] = after;
  Range &block = blocks[slot / blockSize];
  const int64_t highest = block.highest, lowest = block.lowest;
  if ((before == highest && bytes < 0) || (before == lowest && bytes > 0)) {
    settleBlock(slot / blockSize);
  } else {
    block.highest = std::max(highest, after);
    block.lowest = std::min(lowest, after);
  }
  if (block.highest != highest || block.lowest != lowest)
    settleGroup(slot / groupSize);
}

int64_t SlotBytes::peakBetween(Slot first, Slot last) const {
  int64_t most = nothing;
  for (Slot slot = first; slot <= last;) {
    const Range &group = groups[slot / groupSize];
    if (slot % groupSize == 0 && slot + groupSize - 1 <= last) {
      most = std::max(most, group.top());
      slot += groupSize;
    } else if (slot % blockSize == 0 && slot + blockSize - 1 <= last) {
      most = std::max(most, blocks[slot / blockSize].top() + group.added);
      slot += blockSize;
    } else {
      most = std::max(most, at(slot));
      ++slot;
    }
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
  for (Slot begin = 0; begin < slots; begin += blockSize) {
    const Slot end = std::min<Slot>(begin + blockSize, slots);
    const int64_t over = addedTo(begin) - limit;
    if (blocks[begin / blockSize].highest + over <= 0) {
      std::fill(bytesUpTo.begin() + begin, bytesUpTo.begin() + end, bytes);
      std::fill(slotsUpTo.begin() + begin, slotsUpTo.begin() + end, count);
      continue;
    }
    for (Slot slot = begin; slot < end; ++slot) {
      bytesUpTo[slot] = bytes;
      slotsUpTo[slot] = count;
      bytes += positive(tops[slot] + over);
      count += tops[slot] + over > 0;
    }
  }
  bytesUpTo[slots] = bytes;
  slotsUpTo[slots] = count;
}

Slot SlotBytes::peakGroup() const {
  return llvm::max_element(
             groups,
             [](const Range &a, const Range &b) { return a.top() < b.top(); }) -
         groups.begin();
}

Slot SlotBytes::peakSlot() const {
  const Slot group = peakGroup();
  Slot block = firstBlockOf(group);
  while (blocks[block].top() != groups[group].highest)
    ++block;
  Slot slot = block * blockSize;
  while (tops[slot] != blocks[block].highest)
    ++slot;
  return slot;
}
