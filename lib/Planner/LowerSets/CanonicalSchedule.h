//===- CanonicalSchedule.h - From segments to plans -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns segments of the forward part into schedules for the simulator to judge.
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
  /// By node: keeps its values to their last use. U_{k-1} ∪ V_k and nodes that
  /// must not rerun.
  std::vector<bool> kept;
};

Segments segmentsOf(const ForwardModel &model, const LowerSetFamily &family,
                    const LowerSetSequence &sequence);

/// Splits the nodes, in order, into `count` segments of nearly equal size;
/// `count` is in [1, number of nodes].
Segments equalSegments(const ForwardModel &model, int64_t count);

/// Turns segments into schedules: the forward part, then the rest in base
/// order. Remakes dropped values when first missed, at most once each. The few
/// variants differ in memory and slightly in time.
class CanonicalScheduler {
public:
  CanonicalScheduler(const Graph &graph, const ForwardModel &model);

  /// All distinct variants. If the rest's base order does not suit the
  /// segments' order, a schedule may read missing values: the simulator tells.
  std::vector<std::vector<Step>> schedules(const Segments &segments);

private:
  struct Way {
    /// Orders forward tasks by segment, backward tasks by reversed segment, not
    /// by base order.
    bool bySegment;
    /// Delays other tasks among the forward tasks until needed.
    bool late;
    /// Remakes all missing values of a segment at once.
    bool atOnce;
  };
  using TaskSet = llvm::SmallSetVector<TaskId, 8>;

  std::vector<Step> schedule(const Segments &segments, Way way);
  void collectNeeded(const Segments &segments);
  void run(TaskId task);
  void runWithInputs(TaskId task, bool atOnce);
  void recompute(TaskSet missing);
  bool isMissing(ValueId value) const;
  /// Precedes the end of the forward part.
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
  /// By task: it is early, and a late one needs it.
  std::vector<char> mayWait;

  // Of the current schedule.
  std::vector<Step> steps;
  /// By task; isGone: its outputs are gone; isNeeded: the rest needs it again.
  std::vector<char> hasRun, isGone, isNeeded;
  std::vector<int32_t> rank;
  /// By forward task: its segment; by segment: its tasks in base order.
  std::vector<int32_t> segmentOf;
  std::vector<std::vector<TaskId>> tasksOfSegment;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
