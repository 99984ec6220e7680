//===- Sharing.cpp - Sharing where ops run at once ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Sharing.h"

#include "TaskOrder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Adds a conflict unless the two are alive at once; returns false if there are
/// more than allowed then.
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
  ArrayRef<uint32_t> accessed = order.accessed;
  if (!order.visitPairs([&](uint32_t a, uint32_t b, bool isDoneBefore) {
        return isDoneBefore || addConflict(accessed[a], accessed[b], problem);
      }))
    return makeTooManyConflictsError(problem.buffers.size());
  return Error::success();
}

namespace {
/// Takes longest paths off the tasks, and tells where on its path each buffer
/// begins and is free again.
class PathColoring {
public:
  PathColoring(const TaskOrder &order, size_t bufferCount, unsigned maxPaths);

  bool mayShare(uint32_t a, uint32_t b) const {
    return colors[a] >= 0 && colors[a] == colors[b] &&
           (freed[a] <= begins[b] || freed[b] <= begins[a]);
  }

private:
  /// Behind the end of every path.
  static constexpr int32_t never = INT32_MAX;

  void findPath();
  void colorPath(int32_t color);

  const TaskOrder &order;
  const size_t numTasks;
  std::vector<bool> isTaken;
  /// The buffers of which a task is the one entry.
  std::vector<SmallVector<uint32_t, 1>> made;
  /// Tasks without a color that make buffers: paths are sought while there are.
  size_t numMakers = 0;
  // By buffer; places are positions on the path of its color.
  std::vector<int32_t> colors, begins, freed;
  // Of the path in hand.
  std::vector<uint32_t> path;
  std::vector<int32_t> places;
  // Scratch by task.
  std::vector<int32_t> lengths, next, reached;
};
} // namespace

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

/// A longest path among the tasks without a color; of several, the one whose
/// tasks come first in program order.
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
  // What reaches a place on a path reaches all behind it.
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
