//===- MinCut.cpp - Smallest cuts of small networks -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinCut.h"

#include <algorithm>
#include <limits>

using namespace mlir::remat::planner;

void MinCut::clear() {
  capacities.clear();
  residuals.clear();
  heads.clear();
  nextArc.clear();
  firstArc.assign(2, -1);
  workDone = 0;
}

int32_t MinCut::addNode() {
  firstArc.push_back(-1);
  return firstArc.size() - 1;
}

int32_t MinCut::addArc(int32_t from, int32_t to) {
  const int32_t arc = capacities.size();
  capacities.push_back(0);
  for (auto [tail, head] :
       {std::make_pair(from, to), std::make_pair(to, from)}) {
    nextArc.push_back(firstArc[tail]);
    firstArc[tail] = heads.size();
    heads.push_back(head);
  }
  return arc;
}

bool MinCut::findLevels() {
  levels.assign(nodeCount(), -1);
  levels[source] = 0;
  queue.clear();
  queue.push_back(source);
  for (size_t i = 0; i != queue.size(); ++i) {
    const int32_t node = queue[i];
    for (int32_t arc = firstArc[node]; arc >= 0; arc = nextArc[arc]) {
      ++workDone;
      const int32_t head = heads[arc];
      if (residuals[arc] == 0 || levels[head] >= 0)
        continue;
      levels[head] = levels[node] + 1;
      queue.push_back(head);
    }
  }
  return levels[sink] >= 0;
}

int64_t MinCut::block() {
  int64_t total = 0;
  currentArc = firstArc;
  path.clear();
  int32_t node = source;
  while (true) {
    if (node == sink) {
      int64_t flow = std::numeric_limits<int64_t>::max();
      for (int32_t arc : path)
        flow = std::min(flow, residuals[arc]);
      total += flow;
      size_t keep = path.size();
      for (size_t i = path.size(); i-- > 0;) {
        residuals[path[i]] -= flow;
        residuals[path[i] ^ 1] += flow;
        if (residuals[path[i]] == 0)
          keep = i;
      }
      workDone += path.size();
      if (total >= infinite)
        return total;
      // On from the tail of the first arc that is full.
      node = heads[path[keep] ^ 1];
      path.resize(keep);
      continue;
    }
    int32_t &arc = currentArc[node];
    while (arc >= 0 &&
           (residuals[arc] == 0 || levels[heads[arc]] != levels[node] + 1)) {
      arc = nextArc[arc];
      ++workDone;
    }
    if (arc >= 0) {
      path.push_back(arc);
      node = heads[arc];
      continue;
    }
    if (node == source)
      return total;
    // A dead end.
    levels[node] = -1;
    node = heads[path.back() ^ 1];
    path.pop_back();
  }
}

int64_t MinCut::solve() {
  residuals.assign(heads.size(), 0);
  for (size_t arc = 0; arc != capacities.size(); ++arc)
    residuals[2 * arc] = capacities[arc];
  int64_t total = 0;
  while (total < infinite && findLevels())
    total += block();
  return total;
}
