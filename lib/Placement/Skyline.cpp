//===- Skyline.cpp - Orders from the lowest offset up ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Orders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <map>
#include <set>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
constexpr uint32_t none = ~uint32_t(0);

/// The points (start, end) of unplaced buffers in a k-d tree: halves by start
/// and end in turns. Children of node i are 2i and 2i+1.
class LifeTree {
public:
  LifeTree(const Model &model, ArrayRef<uint32_t> preference)
      : starts(model.getNumBuffers()), ends(starts.size()),
        ranks(starts.size(), none) {
    for (uint32_t i = 0; i < starts.size(); ++i) {
      starts[i] = model.getHull(i).lower;
      ends[i] = model.getHull(i).upper;
    }
    for (auto [rank, buffer] : enumerate(preference))
      ranks[buffer] = rank;
    while (numLeaves < preference.size())
      numLeaves *= 2;
    nodes.resize(2 * numLeaves);
    leaves.assign(starts.size(), 0);
    std::vector<uint32_t> points(preference.begin(), preference.end());
    build(points);
  }

  /// Returns the preferred buffer that lives within [lower, upper), or `none`.
  uint32_t find(uint32_t lower, uint32_t upper) const {
    uint32_t best = none;
    SmallVector<size_t, 64> stack = {1};
    while (!stack.empty()) {
      const size_t index = stack.pop_back_val();
      const Node &node = nodes[index];
      // The best of a node is also `none` if it is empty.
      if (node.best == none || (best != none && ranks[node.best] > ranks[best]))
        continue;
      if (node.maxStart < lower || node.minEnd > upper)
        continue;
      // The preferred buffer is the best possible in its node.
      if (starts[node.best] >= lower && ends[node.best] <= upper) {
        best = node.best;
        continue;
      }
      if (index < numLeaves) {
        // The better child first: it rules out more.
        size_t better = 2 * index, worse = 2 * index + 1;
        if (prefer(nodes[worse].best, nodes[better].best) != nodes[better].best)
          std::swap(better, worse);
        stack.push_back(worse);
        stack.push_back(better);
      }
    }
    return best;
  }
  void remove(uint32_t buffer) {
    size_t index = leaves[buffer];
    nodes[index].best = none;
    while (index /= 2)
      nodes[index].best =
          prefer(nodes[2 * index].best, nodes[2 * index + 1].best);
  }

private:
  struct Node {
    uint32_t maxStart = 0, minEnd = none;
    uint32_t best = none;
  };

  uint32_t prefer(uint32_t a, uint32_t b) const {
    if (a == none || b == none)
      return a == none ? b : a;
    return ranks[a] < ranks[b] ? a : b;
  }

  /// Level by level: children halve their node's slice of `points`.
  void build(std::vector<uint32_t> &points) {
    std::vector<std::pair<size_t, size_t>> slices(nodes.size());
    slices[1] = {0, points.size()};
    bool byStart = true;
    for (size_t first = 1; first < numLeaves; first *= 2, byStart = !byStart)
      for (size_t index = first; index < 2 * first; ++index) {
        auto [begin, end] = slices[index];
        const size_t middle = begin + (end - begin + 1) / 2;
        auto at = [&](size_t i) { return points.begin() + i; };
        ArrayRef<uint32_t> keys = byStart ? starts : ends;
        // The keys are distinct: the halves are the same sets on any machine.
        std::nth_element(at(begin), at(middle), at(end),
                         [&](uint32_t a, uint32_t b) {
                           return std::pair(keys[a], a) < std::pair(keys[b], b);
                         });
        slices[2 * index] = {begin, middle};
        slices[2 * index + 1] = {middle, end};
      }
    for (size_t index = numLeaves; index < nodes.size(); ++index) {
      auto [begin, end] = slices[index];
      if (begin == end)
        continue;
      const uint32_t buffer = points[begin];
      nodes[index] = {starts[buffer], ends[buffer], buffer};
      leaves[buffer] = index;
    }
    for (size_t index = numLeaves; index-- > 1;) {
      const Node &a = nodes[2 * index], &b = nodes[2 * index + 1];
      nodes[index] = {std::max(a.maxStart, b.maxStart),
                      std::min(a.minEnd, b.minEnd), prefer(a.best, b.best)};
    }
  }

  std::vector<uint32_t> starts, ends, ranks;
  std::vector<size_t> leaves;
  size_t numLeaves = 1;
  std::vector<Node> nodes;
};

/// The offsets from which on all is free, by section, as maximal lines of one
/// offset.
class Lines {
public:
  explicit Lines(uint32_t end) : end(end) { set(0, 0); }

  struct Line {
    uint32_t lower, upper;
    int64_t offset;
  };
  Line getLowest() const {
    auto [offset, lower] = *byOffset.begin();
    return {lower, getUpper(lines.find(lower)), offset};
  }
  /// Lifts `line` to its lower neighbor. Returns false if there is none.
  bool lift(const Line &line) {
    auto it = lines.find(line.lower);
    auto next = std::next(it);
    if (it == lines.begin() && next == lines.end())
      return false;
    int64_t offset = std::numeric_limits<int64_t>::max();
    if (it != lines.begin())
      offset = std::prev(it)->second;
    if (next != lines.end())
      offset = std::min(offset, next->second);
    set(line.lower, offset);
    if (next != lines.end())
      mergeWithPrevious(next);
    mergeWithPrevious(lines.find(line.lower));
    return true;
  }
  /// Lifts `line` to `offset` in `hull`, which is within it.
  void add(const Line &line, SectionRange hull, int64_t offset) {
    if (hull.upper < line.upper)
      set(hull.upper, line.offset);
    set(hull.lower, offset);
    if (hull.upper < end)
      mergeWithPrevious(lines.find(hull.upper));
    mergeWithPrevious(lines.find(hull.lower));
  }

private:
  using Map = std::map<uint32_t, int64_t>;

  uint32_t getUpper(Map::const_iterator it) const {
    ++it;
    return it == lines.end() ? end : it->first;
  }
  void set(uint32_t lower, int64_t offset) {
    auto [it, isNew] = lines.try_emplace(lower, offset);
    if (!isNew)
      byOffset.erase({it->second, lower});
    it->second = offset;
    byOffset.insert({offset, lower});
  }
  void mergeWithPrevious(Map::iterator it) {
    if (it == lines.begin() || std::prev(it)->second != it->second)
      return;
    byOffset.erase({it->second, it->first});
    lines.erase(it);
  }

  uint32_t end;
  Map lines; // first section to offset
  std::set<std::pair<int64_t, uint32_t>> byOffset;
};
} // namespace

SkylinePlacement placement::placeOnSkyline(const Model &model,
                                           ArrayRef<uint32_t> preference) {
  // Empty buffers come last, at offset 0.
  std::vector<uint32_t> toPlace;
  llvm::copy_if(preference, std::back_inserter(toPlace),
                [&](uint32_t buffer) { return model.getSize(buffer) != 0; });
  SkylinePlacement result;
  auto &[order, placement] = result;
  placement.offsets.resize(model.getNumBuffers());
  LifeTree lives(model, toPlace);
  Lines lines(model.getNumSections());
  while (order.size() < toPlace.size()) {
    const Lines::Line line = lines.getLowest();
    const uint32_t buffer = lives.find(line.lower, line.upper);
    if (buffer == none) {
      // All lives are within the only line there may be.
      if (!lines.lift(line))
        break;
      continue;
    }
    const int64_t offset =
        alignTo(line.offset, model.getBuffers()[buffer].alignment);
    const int64_t end = offset + model.getSize(buffer);
    lines.add(line, model.getHull(buffer), end);
    lives.remove(buffer);
    order.push_back(buffer);
    placement.offsets[buffer] = offset;
    placement.sizeInBytes = std::max(placement.sizeInBytes, end);
  }
  llvm::copy_if(preference, std::back_inserter(order),
                [&](uint32_t buffer) { return model.getSize(buffer) == 0; });
  return result;
}
