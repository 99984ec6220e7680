//===- Sharing.cpp - Sharing where ops run at once ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Sharing.h"

#include "PathColoring.h"
#include "TaskOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Adds a conflict unless the two are alive at once; returns false if there are
/// then more than allowed.
static bool addConflict(uint32_t a, uint32_t b, Problem &problem) {
  if (overlapInTime(problem.buffers[a], problem.buffers[b]))
    return true;
  problem.conflicts.emplace_back(std::min(a, b), std::max(a, b));
  return problem.conflicts.size() <= maxSharingConflicts;
}

static Error makeTooManyConflictsError(size_t bufferCount) {
  return createStringError(
      "of " + Twine(bufferCount) + " buffers more than " +
      Twine(maxSharingConflicts) +
      " pairs must be kept apart so that independent ops may run at once; let "
      "buffers share in program order, or place the step in parts");
}

Error placement::addDependenceConflicts(ArrayRef<TaskAccess> tasks,
                                        Problem &problem) {
  const TaskOrder order(tasks, problem.buffers.size());
  auto visit = [&](uint32_t a, uint32_t b, bool isDoneBefore) {
    return isDoneBefore ||
           addConflict(order.accessed[a], order.accessed[b], problem);
  };
  if (!order.visitPairs(visit))
    return makeTooManyConflictsError(problem.buffers.size());
  return Error::success();
}

Error placement::addColoringConflicts(ArrayRef<TaskAccess> tasks,
                                      Problem &problem, unsigned maxPaths) {
  const TaskOrder order(tasks, problem.buffers.size());
  const PathColoring coloring(order, problem.buffers.size(), maxPaths);
  ArrayRef<uint32_t> accessed = order.accessed;
  for (auto [first, a] : enumerate(accessed))
    for (uint32_t b : accessed.drop_front(first + 1))
      if (!coloring.mayShare(a, b) && !addConflict(a, b, problem))
        return makeTooManyConflictsError(problem.buffers.size());
  return Error::success();
}

namespace {
/// A maximum flow by blocking flows (Dinic 1970).
class Flow {
public:
  explicit Flow(size_t numNodes)
      : levels(numNodes), current(numNodes), halves(numNodes) {}

  void addArc(uint32_t from, uint32_t to, int64_t capacity) {
    uint32_t there = halves[from].size(), back = halves[to].size();
    halves[from].push_back({to, back, capacity});
    halves[to].push_back({from, there, 0});
  }
  int64_t solve(uint32_t source, uint32_t sink) {
    int64_t total = 0;
    while (findLevels(source, sink))
      total += block(source, sink);
    return total;
  }

private:
  /// Half of an arc: leaves its tail with its capacity, its head with none.
  struct Half {
    uint32_t head;
    uint32_t reverse;
    int64_t residual;
  };

  bool findLevels(uint32_t source, uint32_t sink);
  int64_t block(uint32_t source, uint32_t sink);
  /// Pushes flow along the current path, and cuts it at its first full arc,
  /// whose tail becomes `end`.
  int64_t push(uint32_t &end);

  std::vector<int32_t> levels;
  std::vector<size_t> current;
  std::vector<SmallVector<Half, 4>> halves;
  std::vector<uint32_t> queue;
  /// The tails of the current path; `current` selects their arcs.
  std::vector<uint32_t> path;
};
} // namespace

bool Flow::findLevels(uint32_t source, uint32_t sink) {
  llvm::fill(levels, -1);
  levels[source] = 0;
  queue.assign(1, source);
  for (size_t i = 0; i < queue.size(); ++i)
    for (const Half &half : halves[queue[i]])
      if (half.residual > 0 && levels[half.head] < 0) {
        levels[half.head] = levels[queue[i]] + 1;
        queue.push_back(half.head);
      }
  return levels[sink] >= 0;
}

int64_t Flow::push(uint32_t &end) {
  int64_t amount = INT64_MAX;
  for (uint32_t node : path)
    amount = std::min(amount, halves[node][current[node]].residual);
  size_t full = 0;
  for (size_t i = path.size(); i-- > 0;) {
    Half &half = halves[path[i]][current[path[i]]];
    half.residual -= amount;
    halves[half.head][half.reverse].residual += amount;
    if (half.residual == 0)
      full = i;
  }
  end = path[full];
  path.resize(full);
  return amount;
}

int64_t Flow::block(uint32_t source, uint32_t sink) {
  int64_t total = 0;
  llvm::fill(current, 0);
  path.clear();
  uint32_t node = source;
  while (true) {
    if (node == sink) {
      total += push(node);
      continue;
    }
    ArrayRef<Half> list = halves[node];
    size_t &arc = current[node];
    while (arc < list.size() && !(list[arc].residual > 0 &&
                                  levels[list[arc].head] == levels[node] + 1))
      ++arc;
    if (arc < list.size()) {
      path.push_back(node);
      node = list[arc].head;
      continue;
    }
    if (path.empty())
      return total;
    node = path.back();
    path.pop_back();
    ++current[node];
  }
}

int64_t placement::getAntichainBound(ArrayRef<TaskAccess> tasks,
                                     const Problem &problem) {
  int64_t liveMaximum = getLiveMaximum(problem);
  TaskOrder order(tasks, problem.buffers.size());
  ArrayRef<uint32_t> accessed = order.accessed;
  size_t count = accessed.size();
  constexpr size_t maxBuffers = 16384, maxPairs = size_t(1) << 22;
  if (count > maxBuffers)
    return liveMaximum;
  // Pairs with "a done before b" that are dead before b in program order.
  std::vector<BitVector> after(count, BitVector(count));
  order.visitPairs([&](uint32_t a, uint32_t b, bool isDoneBefore) {
    if (isDoneBefore && problem.buffers[accessed[a]].timeEnd <=
                            problem.buffers[accessed[b]].timeStart)
      after[a].set(b);
    return true;
  });
  // Chains cover each buffer as often as it has bytes; continuing a chain from
  // one buffer to another saves one. Arcs from a buffer's arrival to its
  // departure let chains pass through, so that pairs with a third between them
  // need no arc.
  const uint32_t source = 2 * count, sink = source + 1;
  Flow flow(2 * count + 2);
  int64_t sum = 0;
  auto getWeight = [&](size_t position) {
    const Buffer &buffer = problem.buffers[accessed[position]];
    // A buffer with gaps may share in them before it is done.
    return buffer.gaps.empty() ? buffer.sizeInBytes : 0;
  };
  for (size_t a = 0; a < count; ++a)
    sum += getWeight(a);
  BitVector covered(count);
  size_t numPairs = 0;
  for (size_t a = 0; a < count; ++a) {
    flow.addArc(source, a, getWeight(a));
    flow.addArc(count + a, sink, getWeight(a));
    flow.addArc(count + a, a, sum);
    covered.reset();
    for (unsigned b : after[a].set_bits()) {
      if (covered.test(b))
        continue;
      if (++numPairs > maxPairs)
        return liveMaximum;
      flow.addArc(a, count + b, sum);
      covered |= after[b];
    }
  }
  return std::max(liveMaximum, sum - flow.solve(source, sink));
}
