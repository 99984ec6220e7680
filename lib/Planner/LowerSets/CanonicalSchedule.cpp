//===- CanonicalSchedule.cpp - From segments to plans ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerSets/CanonicalSchedule.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// Marks values kept regardless of the segments.
static void fillPinned(const ForwardModel &model, Segments &segments) {
  for (size_t node = 0; node != model.nodes.size(); ++node) {
    if (model.nodes[node].kept)
      segments.kept[node] = true;
    else if (model.nodes[node].dropped)
      segments.kept[node] = false;
  }
}

Segments mlir::remat::planner::segmentsOf(const ForwardModel &model,
                                          const LowerSetFamily &family,
                                          const LowerSetSequence &sequence) {
  Segments segments;
  const int32_t last = sequence.sets.size() - 1;
  segments.segmentOf.assign(model.nodes.size(), last);
  segments.kept.assign(model.nodes.size(), false);
  for (int32_t i = last; i-- > 0;) {
    for (size_t node = 0; node != model.nodes.size(); ++node)
      if (family.contains(sequence.sets[i], node))
        segments.segmentOf[node] = i;
    for (int32_t node : family.boundary(sequence.sets[i]))
      segments.kept[node] = true;
  }
  for (size_t node = 0; node != model.nodes.size(); ++node)
    if (segments.segmentOf[node] == last)
      segments.kept[node] = true;
  fillPinned(model, segments);
  return segments;
}

Segments mlir::remat::planner::equalSegments(const ForwardModel &model,
                                             int64_t count) {
  Segments segments;
  const int64_t nodeCount = model.nodes.size();
  segments.segmentOf.resize(nodeCount);
  segments.kept.resize(nodeCount);
  // The i-th segment ends before node ceil((i+1)·n/count).
  for (int64_t node = 0; node != nodeCount; ++node)
    segments.segmentOf[node] = node * count / nodeCount;
  for (int64_t node = 0; node != nodeCount; ++node) {
    int32_t segment = segments.segmentOf[node];
    segments.kept[node] = segment == count - 1 ||
                          any_of(model.nodes[node].succs, [&](int32_t succ) {
                            return segments.segmentOf[succ] != segment;
                          });
  }
  fillPinned(model, segments);
  return segments;
}

CanonicalScheduler::CanonicalScheduler(const Graph &graph,
                                       const ForwardModel &model)
    : graph(graph), model(model) {
  const size_t taskCount = graph.tasks.size();
  basePosition.resize(taskCount);
  for (size_t i = 0; i != taskCount; ++i) {
    TaskId task = graph.baseOrder[i];
    basePosition[task] = i;
    if (model.nodeOf[task] >= 0) {
      forwardTasks.push_back(task);
      forwardEnd = i + 1;
    } else {
      otherTasks.push_back(task);
    }
  }
  // With a forward task at the very end, order does not tell early tasks.
  if (forwardEnd == static_cast<int32_t>(taskCount))
    forwardEnd = 0;
  hasEarly = !otherTasks.empty() && isEarly(otherTasks.front());
  mayWait.assign(taskCount, false);
  for (TaskId task : reverse(otherTasks))
    if (isEarly(task))
      for (ValueId output : graph.tasks[task].outputs)
        mayWait[task] |= any_of(graph.readers(output), [&](TaskId reader) {
          return !isEarly(reader) || mayWait[reader];
        });
}

bool CanonicalScheduler::isMissing(ValueId value) const {
  ArrayRef<TaskId> writers = graph.writers(value);
  return !writers.empty() && isGone[writers.front()];
}

void CanonicalScheduler::run(TaskId task) {
  steps.push_back({task, 0});
  hasRun[task] = true;
  isGone[task] = false;
}

/// Reruns these tasks after those that they miss in turn.
void CanonicalScheduler::recompute(TaskSet missing) {
  for (size_t i = 0; i != missing.size(); ++i)
    for (ValueId input : graph.tasks[missing[i]].inputs)
      if (isMissing(input))
        missing.insert(graph.writers(input).front());
  SmallVector<TaskId, 8> order = missing.takeVector();
  llvm::sort(order, [&](TaskId a, TaskId b) { return rank[a] < rank[b]; });
  for (TaskId task : order)
    run(task);
}

/// Runs a task of the rest, after tasks that have waited for it, and before
/// each of them the missing ones.
void CanonicalScheduler::runWithInputs(TaskId task, bool atOnce) {
  auto isWaiting = [&](TaskId writer) {
    return mayWait[writer] && !hasRun[writer];
  };
  // Usually there is nothing to do.
  if (none_of(graph.tasks[task].inputs, [&](ValueId input) {
        return isMissing(input) || any_of(graph.writers(input), isWaiting);
      }))
    return run(task);
  TaskSet pending;
  pending.insert(task);
  for (size_t i = 0; i != pending.size(); ++i)
    for (ValueId input : graph.tasks[pending[i]].inputs)
      for (TaskId writer : graph.writers(input))
        if (isWaiting(writer))
          pending.insert(writer);
  SmallVector<TaskId, 8> order = pending.takeVector();
  llvm::sort(order, [&](TaskId a, TaskId b) {
    return basePosition[a] < basePosition[b];
  });
  for (TaskId next : order) {
    TaskSet missing;
    for (ValueId input : graph.tasks[next].inputs)
      if (isMissing(input))
        missing.insert(graph.writers(input).front());
    if (atOnce)
      for (size_t i = 0, e = missing.size(); i != e; ++i)
        for (TaskId other : tasksOfSegment[segmentOf[missing[i]]])
          if (isGone[other] && isNeeded[other])
            missing.insert(other);
    recompute(std::move(missing));
    run(next);
  }
}

/// Marks lost tasks that the rest reads, and their own needs.
void CanonicalScheduler::collectNeeded(const Segments &segments) {
  isNeeded.assign(graph.tasks.size(), false);
  for (TaskId task : reverse(forwardTasks)) {
    if (segments.kept[model.nodeOf[task]])
      continue;
    for (ValueId output : graph.tasks[task].outputs)
      for (TaskId reader : graph.readers(output))
        if (model.nodeOf[reader] < 0 ? !hasRun[reader] : isNeeded[reader])
          isNeeded[task] = true;
  }
}

std::vector<Step> CanonicalScheduler::schedule(const Segments &segments,
                                               Way way) {
  const size_t taskCount = graph.tasks.size();
  steps.clear();
  steps.reserve(taskCount + forwardTasks.size());
  hasRun.assign(taskCount, false);
  isGone.assign(taskCount, false);
  rank = basePosition;
  // The forward part.
  if (!way.late && hasEarly) {
    for (int32_t i = 0; i != forwardEnd; ++i)
      run(graph.baseOrder[i]);
  } else {
    std::vector<TaskId> order = forwardTasks;
    if (way.bySegment) {
      llvm::stable_sort(order, [&](TaskId a, TaskId b) {
        return segmentOf[a] < segmentOf[b];
      });
      for (auto [i, task] : enumerate(order))
        rank[task] = i;
    }
    for (TaskId task : order)
      run(task);
    // Nothing after the forward part waits for these.
    for (TaskId task : otherTasks)
      if (isEarly(task) && !mayWait[task] && !hasRun[task])
        runWithInputs(task, way.atOnce);
  }

  // Dropped values. Results stay to the end regardless of segments, unless
  // pinned.
  for (TaskId task : forwardTasks) {
    const ForwardNode &node = model.nodes[model.nodeOf[task]];
    isGone[task] =
        !segments.kept[model.nodeOf[task]] &&
        (node.dropped || any_of(graph.tasks[task].outputs, [&](ValueId value) {
           return !graph.values[value].isResult;
         }));
  }
  collectNeeded(segments);
  std::vector<TaskId> rest;
  copy_if(otherTasks, std::back_inserter(rest),
          [&](TaskId task) { return !hasRun[task] && !mayWait[task]; });
  if (way.bySegment && all_of(rest, [&](TaskId task) {
        std::optional<TaskId> forward = graph.tasks[task].forward;
        return forward && model.nodeOf[*forward] >= 0;
      }))
    llvm::stable_sort(rest, [&](TaskId a, TaskId b) {
      return segmentOf[*graph.tasks[a].forward] >
             segmentOf[*graph.tasks[b].forward];
    });
  for (TaskId task : rest)
    if (!hasRun[task])
      runWithInputs(task, way.atOnce);
  return steps;
}

std::vector<std::vector<Step>>
CanonicalScheduler::schedules(const Segments &segments) {
  segmentOf.assign(graph.tasks.size(), -1);
  tasksOfSegment.assign(1 + *llvm::max_element(segments.segmentOf), {});
  for (TaskId task : forwardTasks) {
    segmentOf[task] = segments.segmentOf[model.nodeOf[task]];
    tasksOfSegment[segmentOf[task]].push_back(task);
  }

  std::vector<std::vector<Step>> results;
  auto add = [&](Way way) {
    std::vector<Step> made = schedule(segments, way);
    if (!is_contained(results, made))
      results.push_back(std::move(made));
  };
  for (bool atOnce : {false, true}) {
    if (hasEarly)
      add({/*bySegment=*/false, /*late=*/false, atOnce});
    add({/*bySegment=*/false, /*late=*/true, atOnce});
    add({/*bySegment=*/true, /*late=*/true, atOnce});
  }
  return results;
}
