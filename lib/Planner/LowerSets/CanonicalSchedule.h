//===- CanonicalSchedule.h - From segments to plans -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strategies that cut the forward part into segments turn these into schedules
// here; the simulator judges them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
#define REMAT_LIB_PLANNER_CANONICALSCHEDULE_H

#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Plan.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::remat::planner {

/// A canonical strategy: V₁ … V_k, and the nodes kept by the forward part.
struct Segments {
  /// By node of the forward model, from 0.
  std::vector<int32_t> segmentOf;
  /// By node: its values are kept to their last use. U_{k-1} ∪ V_k and nodes
  /// that must not run again.
  std::vector<bool> kept;
};

/// The segments of a sequence of lower sets.
Segments segmentsOf(const ForwardModel &model, const LowerSetFamily &family,
                    const LowerSetSequence &sequence);

/// `count` segments of as equal numbers of nodes as can be, in the order of the
/// nodes; `count` is from 1 to the number of nodes.
Segments equalSegments(const ForwardModel &model, int64_t count);

/// Turns segments into schedules: the forward part, then the rest in base
/// order. Dropped values are computed again when first missed, at most once
/// each. The few ways to do so differ in memory, and a little in time.
class CanonicalScheduler {
public:
  CanonicalScheduler(const Graph &graph, const ForwardModel &model);

  /// All ways, none of them twice. Where the base order of the rest does not
  /// suit the order of the segments, a schedule may read missing values: the
  /// simulator tells.
  std::vector<std::vector<Step>> schedules(const Segments &segments);

private:
  struct Way {
    /// Forward tasks segment by segment, and backward tasks in the reverse
    /// order of the segments, not in base order.
    bool bySegment;
    /// Tasks that stand among the forward tasks without being part of them wait
    /// until something needs them.
    bool late;
    /// All missing values of a segment are computed again at once.
    bool atOnce;
  };
  using TaskSet = llvm::SmallSetVector<TaskId, 8>;

  std::vector<Step> schedule(const Segments &segments, Way way);
  void collectNeeded(const Segments &segments);
  void run(TaskId task);
  void runWithInputs(TaskId task, bool atOnce);
  void recompute(TaskSet missing);
  bool isMissing(ValueId value) const;
  /// It stands before the end of the forward part.
  bool isEarly(TaskId task) const { return basePosition[task] < forwardEnd; }

  const Graph &graph;
  const ForwardModel &model;
  std::vector<int32_t> basePosition;
  /// In base order: the forward part, and the others.
  std::vector<TaskId> forwardTasks, otherTasks;
  /// The place in the base order after the last task of the forward part.
  int32_t forwardEnd = 0;
  /// Some other task is early.
  bool hasEarly = false;
  /// By task: it is early, and a task that is not needs it.
  std::vector<char> mayWait;

  // Of the schedule in hand.
  std::vector<Step> steps;
  /// By task; isGone: its outputs are not there any more; isNeeded: the rest
  /// needs it again.
  std::vector<char> hasRun, isGone, isNeeded;
  std::vector<int32_t> rank;
  /// By forward task: its segment; and the other way round, in base order.
  std::vector<int32_t> segmentOf;
  std::vector<std::vector<TaskId>> tasksOfSegment;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
