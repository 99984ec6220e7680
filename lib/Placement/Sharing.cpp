//===- Sharing.cpp - Sharing where ops run at once ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Sharing.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <tuple>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
/// The dependences of a step's tasks, and where each buffer begins and ends.
struct TaskOrder {
  /// O(accesses).
  TaskOrder(ArrayRef<TaskAccess> tasks, size_t bufferCount);

  /// Calls `visit(a, b, isDoneBefore)` for positions a < b in `accessed`, in an
  /// order set by the tasks alone, until it returns false. Returns whether it
  /// never did.
  bool visitPairs(function_ref<bool(uint32_t, uint32_t, bool)> visit) const;

  /// By task: direct dependents, all after it; none twice in a row.
  std::vector<SmallVector<uint32_t, 4>> successors;
  /// By task: TaskAccess::isSequence.
  std::vector<bool> isSequence;
  // By buffer.
  std::vector<SmallVector<uint32_t, 1>> entries;
  std::vector<SmallVector<uint32_t, 2>> exits;
  /// Accessed buffers by first, then last access: none is done before one to
  /// its left.
  std::vector<uint32_t> accessed;
};
} // namespace

TaskOrder::TaskOrder(ArrayRef<TaskAccess> tasks, size_t bufferCount)
    : successors(tasks.size()), isSequence(tasks.size()), entries(bufferCount),
      exits(bufferCount) {
  struct ObjectState {
    int64_t lastWriter = -1, lastAccess = -1;
    /// Since the last writer.
    SmallVector<uint32_t, 4> readers;
  };
  std::vector<ObjectState> objects(bufferCount);
  auto access = [&](uint32_t object, uint32_t task) -> ObjectState & {
    if (object >= objects.size())
      objects.resize(size_t(object) + 1);
    objects[object].lastAccess = task;
    return objects[object];
  };
  auto depend = [&](uint32_t later, int64_t earlier) {
    if (earlier < 0 || earlier == later)
      return;
    auto &list = successors[earlier];
    if (list.empty() || list.back() != later)
      list.push_back(later);
  };
  for (uint32_t index = 0; index < tasks.size(); ++index) {
    const TaskAccess &task = tasks[index];
    isSequence[index] = task.isSequence;
    for (uint32_t object : task.reads) {
      ObjectState &state = access(object, index);
      depend(index, state.lastWriter);
      // Read before written: ordered after no other access.
      if (state.lastWriter < 0 && object < bufferCount &&
          !is_contained(entries[object], index))
        entries[object].push_back(index);
      if (state.readers.empty() || state.readers.back() != index)
        state.readers.push_back(index);
    }
    for (uint32_t object : task.writes) {
      ObjectState &state = access(object, index);
      if (object < bufferCount && state.lastWriter < 0 && state.readers.empty())
        entries[object].push_back(index);
      for (uint32_t reader : state.readers)
        depend(index, reader);
      depend(index, state.lastWriter);
      state.lastWriter = index;
      state.readers.clear();
    }
  }
  for (uint32_t buffer = 0; buffer < bufferCount; ++buffer) {
    const ObjectState &state = objects[buffer];
    if (entries[buffer].empty())
      continue;
    accessed.push_back(buffer);
    exits[buffer].assign(state.readers.begin(), state.readers.end());
    if (exits[buffer].empty())
      exits[buffer].push_back(state.lastWriter);
  }
  auto key = [&](uint32_t buffer) {
    return std::tuple(entries[buffer].front(), objects[buffer].lastAccess,
                      buffer);
  };
  llvm::sort(accessed, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
}

namespace {
/// The tasks that reach some buffers' entries: a column per entry, a row of
/// bits per task. Works in blocks, for memory linear in the tasks.
class Block {
public:
  /// Takes accessed buffers from position `begin` on: all that fit, at least 1.
  Block(const TaskOrder &order, size_t begin)
      : order(order), begin(begin), end(begin), firstColumn{0} {
    ArrayRef<uint32_t> buffers = order.accessed;
    constexpr unsigned columnsPerBlock = 4096;
    unsigned columns = 0;
    while (end < buffers.size()) {
      unsigned count = order.entries[buffers[end]].size();
      if (end > begin && columns + count > columnsPerBlock)
        break;
      firstColumn.push_back(columns += count);
      ++end;
    }
    row.resize(columns);
    scratch.resize(columns);
    rows.assign(order.successors.size(), scratch);
    for (size_t position = begin; position < end; ++position)
      for (auto [i, entry] : enumerate(order.entries[buffers[position]]))
        rows[entry].set(firstColumn[position - begin] + i);
    for (size_t task = rows.size(); task-- > 0;)
      addReached(task, rows[task]);
  }

  size_t getEnd() const { return end; }
  /// Sets `row` to the columns that all exits of `buffer` reach.
  void reachFromExits(uint32_t buffer) {
    row.set();
    for (uint32_t exit : order.exits[buffer]) {
      // A sequence may overwrite its own last accesses.
      if (order.isSequence[exit]) {
        row &= rows[exit];
        continue;
      }
      scratch.reset();
      addReached(exit, scratch);
      row &= scratch;
    }
  }
  /// Whether all exits last given reach all entries of the buffer at
  /// `position`.
  bool reaches(size_t position) const {
    return row.find_first_unset_in(firstColumn[position - begin],
                                   firstColumn[position - begin + 1]) < 0;
  }

private:
  /// Adds the columns that `task` reaches, itself excluded.
  void addReached(uint32_t task, BitVector &into) {
    for (uint32_t successor : order.successors[task])
      into |= rows[successor];
  }

  const TaskOrder &order;
  size_t begin, end;
  std::vector<unsigned> firstColumn;
  /// By task: the columns whose entry it is or reaches.
  std::vector<BitVector> rows;
  BitVector row, scratch;
};
} // namespace

bool TaskOrder::visitPairs(
    function_ref<bool(uint32_t, uint32_t, bool)> visit) const {
  for (size_t begin = 0, end; begin < accessed.size(); begin = end) {
    Block block(*this, begin);
    end = block.getEnd();
    for (size_t a = 0; a < end; ++a) {
      block.reachFromExits(accessed[a]);
      for (size_t b = std::max(a + 1, begin); b < end; ++b)
        if (!visit(a, b, block.reaches(b)))
          return false;
    }
  }
  return true;
}

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

namespace {
/// Removes longest paths from the tasks, and finds on each buffer's path where
/// it begins and is free again.
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
  /// The buffers with the task as their only entry.
  std::vector<SmallVector<uint32_t, 1>> made;
  /// Uncolored tasks that make buffers: zero ends the search for paths.
  size_t numMakers = 0;
  // By buffer; places are positions on the path of its color.
  std::vector<int32_t> colors, begins, freed;
  // Of the current path.
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
