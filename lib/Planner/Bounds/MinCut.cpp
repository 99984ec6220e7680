//===- MinCut.cpp - Smallest cuts of small networks -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds/MinCut.h"

#include <algorithm>
#include <limits>

using namespace mlir::remat::planner;

void MinCut::clear() {
  arcs.clear();
  halves.clear();
  begin.clear();
  nodes = 2;
  workDone = 0;
}

void MinCut::sort() {
  begin.assign(nodes + 1, 0);
  for (const Arc &arc : arcs) {
    ++begin[arc.tail + 1];
    ++begin[arc.head + 1];
  }
  for (int32_t node = 0; node != nodes; ++node)
    begin[node + 1] += begin[node];
  halves.resize(2 * arcs.size());
  current.assign(begin.begin(), begin.end() - 1);
  for (Arc &arc : arcs) {
    arc.firstHalf = current[arc.tail]++;
    const int32_t back = current[arc.head]++;
    halves[arc.firstHalf] = {arc.head, back, 0};
    halves[back] = {arc.tail, arc.firstHalf, 0};
  }
  workDone += arcs.size();
}

bool MinCut::findLevels(int32_t from, int32_t to) {
  levels.assign(nodes, -1);
  levels[from] = 0;
  queue.assign(1, from);
  for (size_t i = 0; i != queue.size(); ++i) {
    const int32_t node = queue[i];
    // No path leads through nodes as far away as the end.
    if (levels[to] >= 0 && levels[node] + 1 >= levels[to])
      break;
    workDone += begin[node + 1] - begin[node];
    for (int32_t half = begin[node]; half != begin[node + 1]; ++half) {
      const int32_t next = halves[half].head;
      const int32_t taken = from == sink ? halves[half].reverse : half;
      if (levels[next] >= 0 || halves[taken].residual == 0)
        continue;
      levels[next] = levels[node] + 1;
      queue.push_back(next);
    }
  }
  return levels[to] >= 0;
}

int64_t MinCut::block() {
  int64_t total = 0;
  current.assign(begin.begin(), begin.end() - 1);
  path.clear();
  int32_t node = source;
  while (true) {
    if (node == sink) {
      int64_t flow = std::numeric_limits<int64_t>::max();
      for (int32_t half : path)
        flow = std::min(flow, halves[half].residual);
      total += flow;
      size_t keep = path.size();
      for (size_t i = path.size(); i-- > 0;) {
        Half &half = halves[path[i]];
        half.residual -= flow;
        halves[half.reverse].residual += flow;
        if (half.residual == 0)
          keep = i;
      }
      workDone += path.size();
      if (total >= infinite)
        return total;
      // On from the tail of the first arc that is full.
      node = halves[halves[path[keep]].reverse].head;
      path.resize(keep);
      continue;
    }
    int32_t &half = current[node];
    const int32_t end = begin[node + 1], next = levels[node] - 1;
    const int32_t from = half;
    while (half != end &&
           (halves[half].residual == 0 || levels[halves[half].head] != next))
      ++half;
    workDone += half - from;
    if (half != end) {
      path.push_back(half);
      node = halves[half].head;
      continue;
    }
    if (node == source)
      return total;
    // A dead end.
    levels[node] = -1;
    node = halves[halves[path.back()].reverse].head;
    path.pop_back();
  }
}

int64_t MinCut::solve() {
  if (begin.size() != size_t(nodes) + 1 || halves.size() != 2 * arcs.size())
    sort();
  for (const Arc &arc : arcs) {
    Half &half = halves[arc.firstHalf];
    half.residual = arc.capacity;
    halves[half.reverse].residual = 0;
  }
  workDone += arcs.size();
  int64_t total = 0;
  while (total < infinite && findLevels(sink, source))
    total += block();
  if (total < infinite)
    findLevels(source, sink);
  return total;
}
