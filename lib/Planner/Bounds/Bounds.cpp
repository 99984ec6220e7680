//===- Bounds.cpp - What no plan can go below -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each bound is the size of a set of storages that any valid plan keeps alive
// together at some step:
//
// (B1) At the first run of a task t: its inputs, and each value made once, by
// ancestors of t, that t or its descendants read or that is a result: its only
// copy is made before and read after.
// (B2) At the run that makes some output of a task: its inputs and all outputs
// of a variant that makes it.
// (B3) When a task w makes the last input for the first run of t: all inputs of
// t, the needs of w, and values made once by ancestors of w that t or its
// descendants read or that are results. The smallest over w.
// (B4) At the last step: all results and the needs of its task, which has no
// descendants or makes a result: skipping any other step would not raise the
// peak. The smallest over these tasks.
//
// With memory on the host, a plan that moves what is there to the device is one
// without a host: each bound less the host's bytes holds. What waits on the
// host needs no place on the device beside a task that does not use it: (B1)
// holds without the values kept across, and (B2) as it is. Results may come
// back after the last step, where they are all that must be there.
//
// A run of the step may dissolve a whole task: its inputs may die before its
// outputs are made, some may not be read at all, and its inner ops may run
// apart. For bounds on all runs it therefore reads nothing, makes each output
// by itself and again if need be, needs nothing as the last task, and orders no
// others. What it makes and others read is there all the same.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Bounds.h"
#include "Bounds/RemakeModel.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <limits>
#include <utility>

#define DEBUG_TYPE "remat-bounds"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

class BoundFinder {
public:
  /// Of all runs of the step if `ofRuns`, else of plans; if `mayPark`, with any
  /// number of bytes on the host.
  BoundFinder(const Graph &graph, bool ofRuns, bool mayPark)
      : graph(graph), ofRuns(ofRuns), mayPark(mayPark),
        stamps(graph.values.size(), 0) {
    best.bytes = graph.residentBytes;
    if (!mayPark)
      deriveCarried();
  }
  PeakBound find();

private:
  bool isDissolved(TaskId task) const {
    return ofRuns && graph.tasks[task].isWhole;
  }
  /// Whether some task reads `value` for certain.
  bool isRead(ValueId value) const {
    return any_of(graph.readers(value),
                  [&](TaskId reader) { return !isDissolved(reader); });
  }
  bool isNeeded(ValueId value) const {
    return ofRuns ? graph.values[value].isResult || isRead(value)
                  : graph.isNeeded(value);
  }
  ArrayRef<ValueId> inputsOf(TaskId task) const {
    return isDissolved(task) ? ArrayRef<ValueId>()
                             : ArrayRef<ValueId>(graph.tasks[task].inputs);
  }
  void deriveCarried();
  /// Starts a new set of storages.
  void clear() {
    ++stamp;
    bytes = 0;
    members.clear();
  }
  void add(ArrayRef<ValueId> values);
  /// Adds values made once by ancestors of `before` and needed by `after` or
  /// its descendants.
  void addCarried(TaskId before, TaskId after);
  /// The run of `task` that adds least to the current set.
  CheapestRun
  cheapestRun(TaskId task,
              function_ref<bool(ArrayRef<ValueId>)> mayBe = nullptr) const {
    auto isThere = [&](ValueId value) { return stamps[value] == stamp; };
    return findCheapestRun(graph, task, isThere, mayBe);
  }
  /// Adds that run to the current set; keeps it if it beats the best.
  void propose(std::optional<TaskId> at, TaskId task, CheapestRun run);
  /// Keeps the current set, of which `total` bytes are alive.
  void record(std::optional<TaskId> at, int64_t total);

  void boundRuns(TaskId task);
  void boundOutputs(TaskId task);
  void boundLastInput(TaskId task);
  void boundEnd();

  const Graph &graph;
  const bool ofRuns;
  const bool mayPark;
  PeakBound best;

  // The current set.
  std::vector<int64_t> stamps;
  int64_t stamp = 0;
  int64_t bytes = 0;
  std::vector<ValueId> members;

  /// Numbered values that are made once and needed.
  std::vector<ValueId> carried;
  /// By task: those that its ancestors make; those that it or its descendants
  /// need, and results.
  std::vector<BitVector> madeBefore;
  std::vector<BitVector> neededFrom;
  BitVector scratch;
};

} // namespace

void BoundFinder::deriveCarried() {
  // Quadratic memory: beyond the limit the bounds skip this.
  constexpr size_t maxBits = size_t(1) << 29;
  std::vector<int32_t> number(graph.values.size(), -1);
  auto runsOnce = [&](TaskId task) {
    return graph.tasks[task].runsOnce() && !isDissolved(task);
  };
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (!graph.writers(value).empty() && isNeeded(value) &&
        all_of(graph.writers(value), runsOnce)) {
      number[value] = carried.size();
      carried.push_back(value);
    }
  if (!carried.empty() &&
      graph.tasks.size() + graph.values.size() > maxBits / carried.size())
    carried.clear();
  if (carried.empty())
    return;

  // Via values, not tasks: many writers times many readers of one value are too
  // many pairs.
  const BitVector none(carried.size());
  madeBefore.assign(graph.tasks.size(), none);
  neededFrom.assign(graph.tasks.size(), none);
  std::vector<BitVector> byValue(graph.values.size(), none);
  for (TaskId task : graph.baseOrder) {
    for (ValueId input : inputsOf(task))
      madeBefore[task] |= byValue[input];
    BitVector made = madeBefore[task];
    for (ValueId output : graph.tasks[task].outputs)
      if (number[output] >= 0)
        made.set(number[output]);
    for (ValueId output : graph.tasks[task].outputs)
      byValue[output] |= made;
  }
  BitVector areResults = none;
  for (size_t i = 0; i != carried.size(); ++i)
    areResults[i] = graph.values[carried[i]].isResult;
  byValue.assign(graph.values.size(), none);
  for (TaskId task : reverse(graph.baseOrder)) {
    BitVector &needed = neededFrom[task];
    needed = areResults;
    for (ValueId output : graph.tasks[task].outputs) {
      needed |= byValue[output];
      // Updated in place.
      if (graph.values[output].accumulate && number[output] >= 0)
        needed.set(number[output]);
    }
    for (ValueId input : inputsOf(task))
      if (number[input] >= 0)
        needed.set(number[input]);
    for (ValueId input : inputsOf(task))
      byValue[input] |= needed;
  }
}

void BoundFinder::add(ArrayRef<ValueId> values) {
  for (ValueId value : values) {
    ValueId root = graph.root(value);
    // Values that exist from the start, and their views, occupy nothing.
    if (graph.writers(root).empty() ||
        std::exchange(stamps[root], stamp) == stamp)
      continue;
    bytes += graph.values[root].bytes;
    members.push_back(root);
  }
}

void BoundFinder::addCarried(TaskId before, TaskId after) {
  if (carried.empty())
    return;
  scratch = madeBefore[before];
  scratch &= neededFrom[after];
  for (unsigned i : scratch.set_bits())
    add(carried[i]);
}

void BoundFinder::propose(std::optional<TaskId> at, TaskId task,
                          CheapestRun run) {
  const int64_t total = graph.residentBytes + bytes + run.bytes;
  if (total <= best.bytes)
    return;
  if (!isDissolved(task))
    add(graph.tasks[task].outputsOf(run.variant));
  record(at, total);
}

void BoundFinder::record(std::optional<TaskId> at, int64_t total) {
  LLVM_DEBUG(
      dbgs() << "at least " << total << " bytes "
             << (at ? "at " + Graph::describe(graph.tasks[*at]) : "at the end")
             << "\n");
  best.bytes = total;
  best.task = at;
  best.live = members;
}

/// (B1) for each output by itself.
void BoundFinder::boundOutputs(TaskId task) {
  for (ValueId output : graph.tasks[task].outputs) {
    if (!isNeeded(output))
      continue;
    clear();
    add({output});
    propose(task, task, CheapestRun{0, 0});
  }
}

/// (B1), and (B2), which without variants adds nothing.
void BoundFinder::boundRuns(TaskId task) {
  const Task &t = graph.tasks[task];
  clear();
  add(t.inputs);
  addCarried(task, task);
  propose(task, task, cheapestRun(task));
  if (t.variants.empty())
    return;
  for (ValueId output : t.outputs) {
    if (!graph.isNeeded(output))
      continue;
    clear();
    add(t.inputs);
    propose(task, task, cheapestRun(task, [&](ArrayRef<ValueId> outputs) {
              return is_contained(outputs, output);
            }));
  }
}

void BoundFinder::boundLastInput(TaskId task) {
  const Task &t = graph.tasks[task];
  std::vector<TaskId> candidates;
  for (ValueId input : t.inputs)
    append_range(candidates, graph.writers(input));
  llvm::sort(candidates);
  candidates.erase(llvm::unique(candidates), candidates.end());
  // Tasks with very many inputs would make this quadratic.
  constexpr size_t maxPairs = 1 << 20;
  if (candidates.empty() || t.inputs.size() > maxPairs / candidates.size())
    return;

  auto gather = [&](TaskId writer) {
    clear();
    add(t.inputs);
    add(inputsOf(writer));
    addCarried(writer, task);
    if (isDissolved(writer))
      return CheapestRun{0, 0};
    return cheapestRun(writer, [&](ArrayRef<ValueId> outputs) {
      return any_of(outputs, [&](ValueId output) {
        return is_contained(t.inputs, output);
      });
    });
  };
  int64_t least = std::numeric_limits<int64_t>::max();
  TaskId leastTask = 0;
  for (TaskId writer : candidates) {
    const int64_t added = gather(writer).bytes;
    if (bytes + added < least) {
      least = bytes + added;
      leastTask = writer;
    }
    // The smallest counts: it would be dropped.
    if (graph.residentBytes + least <= best.bytes)
      return;
  }
  const CheapestRun run = gather(leastTask);
  propose(leastTask, leastTask, run);
}

void BoundFinder::boundEnd() {
  clear();
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (graph.values[value].isResult)
      add(value);
  if (mayPark) {
    if (const int64_t total = graph.residentBytes + bytes; total > best.bytes)
      record(std::nullopt, total);
    return;
  }
  int64_t least = std::numeric_limits<int64_t>::max();
  TaskId leastTask = 0;
  CheapestRun leastRun;
  std::vector<TaskId> countedFor(graph.values.size(), -1);
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task) {
    const Task &t = graph.tasks[task];
    bool isLast =
        all_of(t.outputs, [&](ValueId value) { return !isRead(value); });
    bool makesResult = any_of(
        t.outputs, [&](ValueId value) { return graph.values[value].isResult; });
    if (!isLast && (!makesResult || (t.runsOnce() && !isDissolved(task))))
      continue;
    const CheapestRun run =
        isDissolved(task) ? CheapestRun{0, 0} : cheapestRun(task);
    int64_t total = run.bytes;
    for (ValueId input : inputsOf(task))
      if (ValueId root = graph.root(input);
          !graph.writers(root).empty() && stamps[root] != stamp &&
          std::exchange(countedFor[root], task) != task)
        total += graph.values[root].bytes;
    if (total < least) {
      least = total;
      leastTask = task;
      leastRun = run;
    }
  }
  if (least == std::numeric_limits<int64_t>::max())
    return;
  add(inputsOf(leastTask));
  propose(std::nullopt, leastTask, leastRun);
}

PeakBound BoundFinder::find() {
  for (TaskId task : graph.baseOrder) {
    if (isDissolved(task)) {
      boundOutputs(task);
      continue;
    }
    boundRuns(task);
    if (!mayPark)
      boundLastInput(task);
  }
  boundEnd();
  llvm::sort(best.live, [&](ValueId a, ValueId b) {
    return std::make_pair(-graph.values[a].bytes, a) <
           std::make_pair(-graph.values[b].bytes, b);
  });
  return best;
}

int64_t PeakBound::getWorkspace(const Graph &graph) const {
  if (!task)
    return 0;
  int64_t rest = bytes + onHost - graph.residentBytes;
  for (ValueId value : live)
    rest -= graph.values[value].bytes;
  return std::max<int64_t>(rest, 0);
}

static PeakBound findBound(const Graph &graph, bool ofRuns, int64_t hostBytes) {
  PeakBound bound = BoundFinder(graph, ofRuns, /*mayPark=*/false).find();
  if (hostBytes <= 0)
    return bound;
  bound.bytes -= hostBytes;
  bound.onHost = hostBytes;
  PeakBound atOnce = BoundFinder(graph, ofRuns, /*mayPark=*/true).find();
  return atOnce.bytes < bound.bytes ? bound : atOnce;
}

PeakBound mlir::remat::planner::lowerBoundPeak(const Graph &graph,
                                               int64_t hostBytes) {
  return findBound(graph, /*ofRuns=*/false, hostBytes);
}

bool mlir::remat::planner::hasWholeTasks(const Graph &graph) {
  return llvm::any_of(graph.tasks,
                      [](const Task &task) { return task.isWhole; });
}

PeakBound mlir::remat::planner::lowerBoundPeakOfRuns(const Graph &graph,
                                                     int64_t hostBytes) {
  return findBound(graph, /*ofRuns=*/true, hostBytes);
}
