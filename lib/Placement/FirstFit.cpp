//===- FirstFit.cpp - Buffers one after another ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstFit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat::placement;

/// A probe of a set costs as much as a look at so many buffers in a row.
static constexpr uint64_t probeWork = 12;

namespace {
/// Bytes, as ascending intervals that do not touch.
class IntervalSet {
public:
  void clear() { intervals.clear(); }
  bool empty() const { return intervals.empty(); }

  /// Adds [start, end), overlaps allowed. O(intervals), mostly a memory move.
  void insert(int64_t start, int64_t end) {
    // Merges those that [start, end) touches.
    auto first =
        partition_point(intervals, [&](auto each) { return each.end < start; });
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

  /// Returns the lowest multiple of `alignment` from `offset` on with `size`
  /// bytes outside the set. `cursor`, 0 at first, is where the last call with a
  /// lower offset ended. Per interval hit, O(log of those passed over).
  int64_t findFree(int64_t offset, int64_t size, int64_t alignment,
                   size_t &cursor, uint64_t &work) const {
    while (true) {
      // The first that ends after `offset`: doubled steps, then halved.
      size_t step = 1;
      const size_t count = intervals.size();
      while (cursor + step < count && intervals[cursor + step].end <= offset)
        step *= 2;
      auto begin = intervals.begin();
      auto isPassed = [&](auto each) { return each.end <= offset; };
      cursor = std::partition_point(begin + cursor,
                                    begin + std::min(count, cursor + step + 1),
                                    isPassed) -
               begin;
      work += probeWork;
      if (cursor == count || intervals[cursor].start >= offset + size)
        return offset;
      offset = alignTo(intervals[cursor].end, alignment);
    }
  }

private:
  struct Interval {
    int64_t start, end;
  };
  std::vector<Interval> intervals;
};
} // namespace

/// The bytes taken in each section: a segment tree over the sections. A buffer
/// is kept at the O(log n) nodes that make up its life; each node has its own
/// buffers' bytes and all bytes below it.
class FirstFit::SectionTree {
public:
  explicit SectionTree(uint32_t numSections) {
    while (numLeaves < numSections)
      numLeaves *= 2;
    nodes.resize(2 * size_t(numLeaves));
  }

  void clear() {
    for (Node &node : nodes) {
      node.own.clear();
      node.all.clear();
    }
  }

  /// Takes [start, end) in `ranges`. Adds the cost to `work`.
  void insert(ArrayRef<SectionRange> ranges, int64_t start, int64_t end,
              uint64_t &work) {
    auto insertInto = [&](IntervalSet &set) {
      set.insert(start, end);
      work += probeWork;
    };
    auto atPart = [&](Node &node) {
      insertInto(node.own);
      insertInto(node.all);
    };
    for (SectionRange range : ranges)
      walk(range, atPart, [&](Node &node) { insertInto(node.all); });
  }

  /// Returns the lowest multiple of `alignment` at which `size` bytes are free
  /// in all of `ranges` and not in `others`. Adds probed intervals to `work`.
  int64_t findFirst(ArrayRef<SectionRange> ranges, const IntervalSet &others,
                    int64_t size, int64_t alignment, uint64_t &work) {
    if (size == 0)
      return 0;
    cursors.clear();
    addCursor(others);
    for (SectionRange range : ranges)
      walk(
          range, [&](Node &node) { addCursor(node.all); },
          [&](Node &node) { addCursor(node.own); });
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

private:
  struct Node {
    IntervalSet own;
    IntervalSet all;
  };
  struct Cursor {
    const IntervalSet *set;
    size_t position;
  };

  /// Calls `atPart` for the nodes that make up `range`, and `atAncestor` for
  /// those above them, each once.
  template <typename AtPart, typename AtAncestor>
  void walk(SectionRange range, AtPart atPart, AtAncestor atAncestor) {
    // Both ends climb until they meet, covering the nodes between.
    uint32_t left = numLeaves + range.lower, right = numLeaves + range.upper;
    for (uint32_t l = left, r = right; l < r; l /= 2, r /= 2) {
      if (l % 2)
        atPart(nodes[l++]);
      if (r % 2)
        atPart(nodes[--r]);
    }
    // Nodes above the ends, outside the range, are above its parts.
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
  void addCursor(const IntervalSet &set) {
    if (!set.empty())
      cursors.push_back({&set, 0});
  }

  uint32_t numLeaves = 1;
  std::vector<Node> nodes;
  SmallVector<Cursor, 64> cursors;
};

/// Whether the tree beats a scan of all buffers. The more buffers overlap, the
/// more the tree visits too.
static bool isTreeFaster(const Model &model) {
  const uint64_t count = model.getNumBuffers();
  if (count < 2000 || count > 30000)
    return count > 30000;
  // Counts buffers that start in each section, and earlier ones still live.
  std::vector<uint32_t> starts(model.getNumSections() + 1),
      ends(model.getNumSections() + 1);
  for (uint32_t i = 0; i < count; ++i) {
    ++starts[model.getHull(i).lower];
    ++ends[model.getHull(i).upper];
  }
  uint64_t live = 0, overlaps = 0;
  for (auto [started, ended] : zip_equal(starts, ends)) {
    live -= ended;
    overlaps += started * live;
    live += started;
  }
  return overlaps < count * count / 30;
}

FirstFit::FirstFit(const Model &model) : FirstFit(model, isTreeFaster(model)) {}

FirstFit::FirstFit(const Model &model, bool useTree)
    : model(model), useTree(useTree) {}

FirstFit::~FirstFit() = default;

int64_t FirstFit::findByScan(uint32_t buffer, Fit fit) {
  const int64_t size = model.getSize(buffer);
  const int64_t alignment = model.getBuffers()[buffer].alignment;
  const SectionRange hull = model.getHull(buffer);
  for (uint32_t other : model.getConflicts(buffer))
    conflictOf[other] = buffer + 1;
  auto mayShare = [&](const Placed &other) {
    const bool areApart =
        other.hull.lower >= hull.upper || hull.lower >= other.hull.upper ||
        (model.hasGaps() && !model.overlap(buffer, other.buffer));
    return areApart &&
           (!model.hasConflicts() || conflictOf[other.buffer] != buffer + 1);
  };
  // The lowest offset above all buffers seen.
  int64_t free = 0, best = -1, bestHole = std::numeric_limits<int64_t>::max();
  for (const Placed &other : placed) {
    ++work;
    if (fit == Fit::First && other.offset >= free + size)
      break;
    if (mayShare(other))
      continue;
    const int64_t hole = other.offset - free;
    if (hole >= size && hole < bestHole) {
      best = free;
      bestHole = hole;
      if (fit == Fit::First)
        break;
    }
    free = std::max<int64_t>(free, alignTo(other.end, alignment));
  }
  return best >= 0 ? best : free;
}

int64_t FirstFit::findInTree(uint32_t buffer, ArrayRef<int64_t> offsets) {
  IntervalSet ofConflicts;
  for (uint32_t other : model.getConflicts(buffer))
    if (offsets[other] >= 0)
      ofConflicts.insert(offsets[other], offsets[other] + model.getSize(other));
  return tree->findFirst(model.getRanges(buffer), ofConflicts,
                         model.getSize(buffer),
                         model.getBuffers()[buffer].alignment, work);
}

std::optional<Placement> FirstFit::place(ArrayRef<uint32_t> order, Fit fit,
                                         int64_t limit) {
  assert(order.size() == model.getNumBuffers() && "every buffer is placed");
  const bool isInTree = fit == Fit::First && useTree;
  Placement result{std::vector<int64_t>(order.size(), -1), 0};
  placed.clear();
  conflictOf.assign(model.hasConflicts() ? order.size() : 0, 0);
  if (isInTree && !tree)
    tree = std::make_unique<SectionTree>(model.getNumSections());
  if (isInTree)
    tree->clear();
  for (uint32_t buffer : order) {
    const int64_t offset =
        isInTree ? findInTree(buffer, result.offsets) : findByScan(buffer, fit);
    const int64_t end = offset + model.getSize(buffer);
    result.offsets[buffer] = offset;
    result.sizeInBytes = std::max(result.sizeInBytes, end);
    if (end > limit || work > workLimit)
      return std::nullopt;
    // An empty buffer takes no bytes.
    if (offset == end)
      continue;
    if (isInTree) {
      tree->insert(model.getRanges(buffer), offset, end, work);
      continue;
    }
    auto position =
        llvm::upper_bound(placed, offset, [](int64_t at, const Placed &other) {
          return at < other.offset;
        });
    placed.insert(position, {offset, end, model.getHull(buffer), buffer});
  }
  return result;
}
