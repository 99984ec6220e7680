//===- TimeOrder.cpp - Best fit in the order of time ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algorithm of MLIR's static memory planner (bestFitMemoryPlanner), but
// keeps holes between live buffers by size instead of finding them anew.
//
//===----------------------------------------------------------------------===//

#include "Heuristics.h"
#include "Orders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <queue>
#include <set>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
/// Live buffers by offset, and the holes below and between them.
class LiveBuffers {
public:
  void add(int64_t start, int64_t end) {
    auto it = live.insert({start, end});
    const int64_t below = endBelow(it);
    auto above = std::next(it);
    if (above != live.end()) {
      removeHole(below, above->first);
      addHole(end, above->first);
    }
    addHole(below, start);
  }
  void remove(int64_t start, int64_t end) {
    auto it = live.find({start, end});
    const int64_t below = endBelow(it);
    auto above = std::next(it);
    removeHole(below, start);
    if (above != live.end()) {
      removeHole(end, above->first);
      addHole(below, above->first);
    }
    live.erase(it);
  }

  /// Returns the offset for a buffer in the smallest hole that fits after
  /// alignment, the lowest of those, or else in the hole above all, up to
  /// `top`.
  int64_t find(int64_t size, int64_t alignment, int64_t top) const {
    int64_t best = -1, bestSize = std::numeric_limits<int64_t>::max();
    // Alignment costs less than `alignment`: larger holes are no better.
    for (auto it = holes.lower_bound({size, 0});
         it != holes.end() &&
         (best < 0 || it->first - (alignment - 1) <= bestSize);
         ++it) {
      const int64_t start = alignTo(it->second, alignment);
      const int64_t end = it->first + it->second;
      if (start >= end || end - start < size)
        continue;
      if (end - start < bestSize || (end - start == bestSize && start < best)) {
        best = start;
        bestSize = end - start;
      }
    }
    const int64_t last =
        alignTo(live.empty() ? 0 : live.rbegin()->second, alignment);
    if (best < 0 || (last + size <= top && top - last < bestSize))
      return last;
    return best;
  }

private:
  /// Start and end of each.
  using Lives = std::multiset<std::pair<int64_t, int64_t>>;

  int64_t endBelow(Lives::const_iterator it) const {
    return it == live.begin() ? 0 : std::prev(it)->second;
  }
  void addHole(int64_t start, int64_t end) {
    if (start < end)
      holes.insert({end - start, start});
  }
  void removeHole(int64_t start, int64_t end) {
    if (start < end)
      holes.erase({end - start, start});
  }

  Lives live;
  /// Size and start of each.
  std::set<std::pair<int64_t, int64_t>> holes;
};
} // namespace

Placement placement::placeBestFitInTimeOrder(const Problem &problem) {
  return placeBestFitInTimeOrder(problem,
                                 orderByPosition(problem.buffers.size()));
}

Placement placement::placeBestFitInTimeOrder(const Problem &problem,
                                             std::vector<uint32_t> order) {
  const std::vector<Buffer> &buffers = problem.buffers;
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return buffers[a].timeStart < buffers[b].timeStart;
  });
  Placement result;
  result.offsets.resize(buffers.size());
  LiveBuffers live;
  using Event = std::pair<int64_t, uint32_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> ends;
  auto endOf = [&](uint32_t index) {
    return result.offsets[index] + buffers[index].sizeInBytes;
  };
  for (uint32_t index : order) {
    const Buffer &buffer = buffers[index];
    for (; !ends.empty() && ends.top().first <= buffer.timeStart; ends.pop()) {
      const uint32_t dead = ends.top().second;
      live.remove(result.offsets[dead], endOf(dead));
    }
    result.offsets[index] =
        live.find(buffer.sizeInBytes, buffer.alignment, result.sizeInBytes);
    live.add(result.offsets[index], endOf(index));
    ends.push({buffer.timeEnd, index});
    result.sizeInBytes = std::max(result.sizeInBytes, endOf(index));
  }
  return result;
}
