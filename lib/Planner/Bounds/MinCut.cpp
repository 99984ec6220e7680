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
  tails.clear();
  heads.clear();
  capacities.clear();
  nodes = 2;
  isSorted = false;
  workDone = 0;
}

int32_t MinCut::addNode() {
  isSorted = false;
  return nodes++;
}

int32_t MinCut::addArc(int32_t from, int32_t to) {
  isSorted = false;
  tails.push_back(from);
  heads.push_back(to);
  capacities.push_back(0);
  return capacities.size() - 1;
}

void MinCut::sort() {
  const size_t arcCount = capacities.size();
  begin.assign(nodes + 1, 0);
  for (size_t arc = 0; arc != arcCount; ++arc) {
    ++begin[tails[arc] + 1];
    ++begin[heads[arc] + 1];
  }
  for (int32_t node = 0; node != nodes; ++node)
    begin[node + 1] += begin[node];
  halves.resize(2 * arcCount);
  firstHalf.resize(arcCount);
  current.assign(begin.begin(), begin.end() - 1);
  for (size_t arc = 0; arc != arcCount; ++arc) {
    const int32_t forth = current[tails[arc]]++;
    const int32_t back = current[heads[arc]]++;
    halves[forth] = {heads[arc], back, 0};
    halves[back] = {tails[arc], forth, 0};
    firstHalf[arc] = forth;
  }
  workDone += arcCount;
  isSorted = true;
}

bool MinCut::findLevels() {
  levels.assign(nodes, -1);
  levels[sink] = 0;
  queue.assign(1, sink);
  for (size_t i = 0; i != queue.size(); ++i) {
    const int32_t node = queue[i];
    // No path leads through what is as far away as the source.
    if (levels[source] >= 0 && levels[node] + 1 >= levels[source])
      break;
    workDone += begin[node + 1] - begin[node];
    for (int32_t half = begin[node]; half != begin[node + 1]; ++half) {
      const int32_t tail = halves[half].head;
      if (levels[tail] >= 0 || halves[halves[half].reverse].residual == 0)
        continue;
      levels[tail] = levels[node] + 1;
      queue.push_back(tail);
    }
  }
  return levels[source] >= 0;
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

void MinCut::findSourceSide() {
  levels.assign(nodes, -1);
  levels[source] = 0;
  queue.assign(1, source);
  for (size_t i = 0; i != queue.size(); ++i) {
    const int32_t node = queue[i];
    workDone += begin[node + 1] - begin[node];
    for (int32_t half = begin[node]; half != begin[node + 1]; ++half) {
      const int32_t head = halves[half].head;
      if (halves[half].residual == 0 || levels[head] >= 0)
        continue;
      levels[head] = 0;
      queue.push_back(head);
    }
  }
}

int64_t MinCut::solve() {
  if (!isSorted)
    sort();
  for (size_t arc = 0; arc != capacities.size(); ++arc) {
    Half &half = halves[firstHalf[arc]];
    half.residual = capacities[arc];
    halves[half.reverse].residual = 0;
  }
  workDone += capacities.size();
  int64_t total = 0;
  while (total < infinite && findLevels())
    total += block();
  if (total < infinite)
    findSourceSide();
  return total;
}
