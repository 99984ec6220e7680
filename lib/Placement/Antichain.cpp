//===- Antichain.cpp - What safe sharing costs at least -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

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
  /// Half of an arc: it leaves its tail with its capacity, and its head with
  /// none.
  struct Half {
    uint32_t head;
    uint32_t reverse;
    int64_t residual;
  };

  bool findLevels(uint32_t source, uint32_t sink);
  int64_t block(uint32_t source, uint32_t sink);
  /// Pushes what fits along the path in hand, and cuts the path at its first
  /// full arc, whose tail becomes `end`.
  int64_t push(uint32_t &end);

  std::vector<int32_t> levels;
  std::vector<size_t> current;
  std::vector<SmallVector<Half, 4>> halves;
  std::vector<uint32_t> queue;
  /// The tails of the path in hand; `current` says which of their arcs.
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

/// The pairs of "a is done before b, and dead before b in program order", by
/// positions of the accessed buffers: a row of those behind each.
static std::vector<BitVector> getOrderedPairs(const TaskOrder &order,
                                              const Problem &problem) {
  ArrayRef<uint32_t> accessed = order.accessed;
  std::vector<BitVector> after(accessed.size(), BitVector(accessed.size()));
  order.visitPairs([&](uint32_t a, uint32_t b, bool isDoneBefore) {
    if (isDoneBefore && problem.buffers[accessed[a]].timeEnd <=
                            problem.buffers[accessed[b]].timeStart)
      after[a].set(b);
    return true;
  });
  return after;
}

int64_t placement::getAntichainBound(ArrayRef<TaskAccess> tasks,
                                     const Problem &problem) {
  int64_t liveMaximum = getLiveMaximum(problem);
  TaskOrder order(tasks, problem.buffers.size());
  ArrayRef<uint32_t> accessed = order.accessed;
  size_t count = accessed.size();
  if (count > maxAntichainBuffers)
    return liveMaximum;
  std::vector<BitVector> after = getOrderedPairs(order, problem);

  // Chains that cover each buffer as often as it has bytes: a chain that goes
  // on from one buffer to another saves a chain. Arcs from a buffer's arrival
  // to its departure let a chain pass through, so that pairs with a third
  // between them need no arc.
  const uint32_t source = 2 * count, sink = source + 1;
  Flow flow(2 * count + 2);
  int64_t sum = 0;
  auto getWeight = [&](size_t position) {
    const Buffer &buffer = problem.buffers[accessed[position]];
    // One with gaps may share in them without being done.
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
      if (++numPairs > maxAntichainPairs)
        return liveMaximum;
      flow.addArc(a, count + b, sum);
      covered |= after[b];
    }
  }
  return std::max(liveMaximum, sum - flow.solve(source, sink));
}
