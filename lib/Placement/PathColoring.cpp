//===- PathColoring.cpp - Sharing along longest paths ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskOrder.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

/// Takes longest paths off the tasks, and says where on its path each buffer
/// begins and where it is free again.
class PathColoring {
public:
  PathColoring(const TaskOrder &order, const Problem &problem,
               const ColoringOptions &options);

  bool mayShare(uint32_t a, uint32_t b) const {
    return colors[a] >= 0 && colors[a] == colors[b] &&
           (freed[a] <= begins[b] || freed[b] <= begins[a]);
  }

private:
  /// Behind the end of every path.
  static constexpr int32_t never = INT32_MAX;

  void weigh(const Problem &problem, bool byBytes);
  void findPath();
  void colorPath(int32_t color);

  const TaskOrder &order;
  std::vector<int64_t> weights;
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
  std::vector<int64_t> lengths;
  std::vector<int32_t> next;
  std::vector<int32_t> reached;
};

} // namespace

PathColoring::PathColoring(const TaskOrder &order, const Problem &problem,
                           const ColoringOptions &options)
    : order(order), weights(order.getNumTasks(), 1),
      isTaken(order.getNumTasks()), made(order.getNumTasks()),
      colors(problem.buffers.size(), -1), begins(problem.buffers.size()),
      freed(problem.buffers.size()), places(order.getNumTasks()),
      lengths(order.getNumTasks()), next(order.getNumTasks()),
      reached(order.getNumTasks()) {
  for (uint32_t buffer : order.getAccessedBuffers())
    if (order.getEntries(buffer).size() == 1)
      made[order.getEntries(buffer).front()].push_back(buffer);
  weigh(problem, options.weighByBytes);
  for (unsigned color = 0; numMakers > 0 && color < options.maxPaths; ++color) {
    findPath();
    colorPath(color);
  }
}

void PathColoring::weigh(const Problem &problem, bool byBytes) {
  for (size_t task = 0; task < made.size(); ++task) {
    numMakers += !made[task].empty();
    if (!byBytes)
      continue;
    weights[task] = 0;
    for (uint32_t buffer : made[task])
      weights[task] += problem.buffers[buffer].sizeInBytes;
  }
}

/// A longest path among the tasks without a color; of several, the one whose
/// tasks come first in program order.
void PathColoring::findPath() {
  int64_t best = -1;
  for (size_t task = order.getNumTasks(); task-- > 0;) {
    if (isTaken[task])
      continue;
    int64_t longest = 0;
    next[task] = -1;
    for (uint32_t successor : order.getSuccessors(task))
      if (!isTaken[successor] &&
          (next[task] < 0 || lengths[successor] > longest)) {
        longest = lengths[successor];
        next[task] = successor;
      }
    lengths[task] = weights[task] + longest;
    if (best < 0 || lengths[task] >= lengths[best])
      best = task;
  }
  path.clear();
  for (int64_t task = best; task >= 0; task = next[task])
    path.push_back(task);
}

void PathColoring::colorPath(int32_t color) {
  std::fill(places.begin(), places.end(), -1);
  for (size_t place = 0; place < path.size(); ++place) {
    uint32_t task = path[place];
    places[task] = place;
    isTaken[task] = true;
    numMakers -= !made[task].empty();
  }
  // What reaches a place on a path reaches all behind it.
  for (size_t task = order.getNumTasks(); task-- > 0;) {
    reached[task] = never;
    for (uint32_t successor : order.getSuccessors(task)) {
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
      for (uint32_t exit : order.getExits(buffer)) {
        bool isWithin = order.isSequence(exit) && places[exit] >= 0;
        freed[buffer] =
            std::max(freed[buffer], isWithin ? places[exit] : reached[exit]);
      }
    }
}

Error placement::addColoringConflicts(ArrayRef<TaskAccess> tasks,
                                      Problem &problem,
                                      const ColoringOptions &options) {
  const std::vector<Buffer> &buffers = problem.buffers;
  TaskOrder order(tasks, buffers.size());
  PathColoring coloring(order, problem, options);
  ArrayRef<uint32_t> accessed = order.getAccessedBuffers();
  for (size_t first = 0; first < accessed.size(); ++first)
    for (size_t second = first + 1; second < accessed.size(); ++second) {
      uint32_t a = accessed[first], b = accessed[second];
      if (coloring.mayShare(a, b) || overlapInTime(buffers[a], buffers[b]))
        continue;
      if (problem.conflicts.size() >= maxSharingConflicts)
        return makeTooManyConflictsError(buffers.size());
      problem.conflicts.emplace_back(std::min(a, b), std::max(a, b));
    }
  return Error::success();
}
