//===- PathColoring.cpp - Sharing along longest paths ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathColoring.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::placement;

PathColoring::PathColoring(const TaskOrder &order, size_t bufferCount,
                           unsigned maxPaths)
    : order(order), numTasks(order.successors.size()), isTaken(numTasks),
      made(numTasks), colors(bufferCount, -1), begins(bufferCount),
      freed(bufferCount), places(numTasks), lengths(numTasks), next(numTasks),
      reached(numTasks) {
  for (uint32_t buffer : order.accessed) {
    if (order.entries[buffer].size() != 1)
      continue;
    uint32_t maker = order.entries[buffer].front();
    numMakers += made[maker].empty();
    made[maker].push_back(buffer);
  }
  for (unsigned color = 0; numMakers > 0 && color < maxPaths; ++color) {
    findPath();
    colorPath(color);
  }
}

/// A longest path among uncolored tasks, the first in program order.
void PathColoring::findPath() {
  int64_t best = -1;
  for (size_t task = numTasks; task-- > 0;) {
    if (isTaken[task])
      continue;
    int32_t longest = 0;
    next[task] = -1;
    for (uint32_t successor : order.successors[task])
      if (!isTaken[successor] && lengths[successor] > longest) {
        longest = lengths[successor];
        next[task] = successor;
      }
    lengths[task] = 1 + longest;
    if (best < 0 || lengths[task] >= lengths[best])
      best = task;
  }
  path.clear();
  for (int64_t task = best; task >= 0; task = next[task])
    path.push_back(task);
}

void PathColoring::colorPath(int32_t color) {
  llvm::fill(places, -1);
  for (auto [place, task] : enumerate(path)) {
    places[task] = place;
    isTaken[task] = true;
    numMakers -= !made[task].empty();
  }
  // A task that reaches a place on a path reaches all behind it.
  for (size_t task = numTasks; task-- > 0;) {
    reached[task] = never;
    for (uint32_t successor : order.successors[task]) {
      int32_t place =
          places[successor] >= 0 ? places[successor] : reached[successor];
      reached[task] = std::min(reached[task], place);
    }
  }
  for (uint32_t task : path)
    for (uint32_t buffer : made[task]) {
      colors[buffer] = color;
      begins[buffer] = places[task];
      freed[buffer] = 0;
      for (uint32_t exit : order.exits[buffer]) {
        bool isWithin = order.isSequence[exit] && places[exit] >= 0;
        freed[buffer] =
            std::max(freed[buffer], isWithin ? places[exit] : reached[exit]);
      }
    }
}
