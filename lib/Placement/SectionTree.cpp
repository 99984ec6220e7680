//===- SectionTree.cpp - Which bytes are taken when -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SectionTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// A probe of a set costs about as much as a look at so many buffers in a row.
static constexpr uint64_t probeWork = 12;

void IntervalSet::insert(int64_t start, int64_t end) {
  // Those that [start, end) touches become one with it.
  auto first = std::partition_point(
      intervals.begin(), intervals.end(),
      [&](const Interval &interval) { return interval.end < start; });
  auto last = first;
  for (; last != intervals.end() && last->start <= end; ++last) {
    start = std::min(start, last->start);
    end = std::max(end, last->end);
  }
  if (first == last) {
    intervals.insert(first, {start, end});
    return;
  }
  *first = {start, end};
  intervals.erase(std::next(first), last);
}

int64_t IntervalSet::findFree(int64_t offset, int64_t size, int64_t alignment,
                              size_t &cursor, uint64_t &work) const {
  while (true) {
    // The first that ends after `offset`: doubled steps, then halved.
    size_t step = 1;
    const size_t count = intervals.size();
    while (cursor + step < count && intervals[cursor + step].end <= offset)
      step *= 2;
    auto begin = intervals.begin();
    cursor =
        std::partition_point(
            begin + cursor, begin + std::min(count, cursor + step + 1),
            [&](const Interval &interval) { return interval.end <= offset; }) -
        begin;
    work += probeWork;
    if (cursor == count || intervals[cursor].start >= offset + size)
      return offset;
    offset = alignTo(intervals[cursor].end, alignment);
  }
}

SectionTree::SectionTree(uint32_t numSections) {
  while (numLeaves < numSections)
    numLeaves *= 2;
  nodes.resize(2 * size_t(numLeaves));
}

void SectionTree::clear() {
  for (Node &node : nodes) {
    node.own.clear();
    node.all.clear();
  }
}

template <typename AtPart, typename AtAncestor>
void SectionTree::walk(SectionRange range, AtPart atPart,
                       AtAncestor atAncestor) {
  // Both ends go up at once, as far as they are not the same; what is between
  // them is covered.
  uint32_t left = numLeaves + range.lower, right = numLeaves + range.upper;
  for (uint32_t l = left, r = right; l < r; l /= 2, r /= 2) {
    if (l % 2)
      atPart(nodes[l++]);
    if (r % 2)
      atPart(nodes[--r]);
  }
  // Nodes above the ends that are not within the range are above its parts.
  uint32_t first = left, last = right - 1, width = 1;
  while (first > 1) {
    first /= 2;
    last /= 2;
    width *= 2;
    auto isWithin = [&](uint32_t node) {
      uint32_t begin = node * width;
      return begin >= left && begin + width <= right;
    };
    if (!isWithin(first))
      atAncestor(nodes[first]);
    if (last != first && !isWithin(last))
      atAncestor(nodes[last]);
  }
}

void SectionTree::insert(ArrayRef<SectionRange> ranges, int64_t start,
                         int64_t end, uint64_t &work) {
  auto insertInto = [&](IntervalSet &set) {
    set.insert(start, end);
    work += probeWork;
  };
  for (SectionRange range : ranges)
    walk(
        range,
        [&](Node &node) {
          insertInto(node.own);
          insertInto(node.all);
        },
        [&](Node &node) { insertInto(node.all); });
}

void SectionTree::addCursor(const IntervalSet &set) {
  if (!set.empty())
    cursors.push_back({&set, 0});
}

int64_t SectionTree::findFirst(ArrayRef<SectionRange> ranges,
                               const IntervalSet &others, int64_t size,
                               int64_t alignment, uint64_t &work) {
  if (size == 0)
    return 0;
  cursors.clear();
  addCursor(others);
  for (SectionRange range : ranges)
    walk(
        range, [&](Node &node) { addCursor(node.all); },
        [&](Node &node) { addCursor(node.own); });
  // Until all agree.
  int64_t offset = 0;
  for (size_t agreed = 0, i = 0; agreed < cursors.size();
       i = i + 1 == cursors.size() ? 0 : i + 1) {
    int64_t next = cursors[i].set->findFree(offset, size, alignment,
                                            cursors[i].position, work);
    agreed = next == offset ? agreed + 1 : 1;
    offset = next;
  }
  return offset;
}
