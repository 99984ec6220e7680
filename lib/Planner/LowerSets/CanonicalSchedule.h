//===- CanonicalSchedule.h - From segments to plans -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every strategy that cuts the forward part into segments ends here: the
// segments become schedules, the simulator judges them, and the best stays.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
#define REMAT_LIB_PLANNER_CANONICALSCHEDULE_H

#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// A canonical strategy: V₁ … V_k, and what the forward part leaves behind.
struct Segments {
  /// By node of the forward model, from 0.
  std::vector<int32_t> segmentOf;
  /// By node: what it makes is kept to its last use. U_{k-1} ∪ V_k and what
  /// must not run again.
  std::vector<bool> kept;
};

/// The segments of a sequence of lower sets.
Segments segmentsOf(const ForwardModel &model, const LowerSetFamily &family,
                    const LowerSetSequence &sequence);

/// `count` segments of as equal numbers of nodes as can be, in the order of the
/// nodes; `count` is from 1 to the number of nodes.
Segments equalSegments(const ForwardModel &model, int64_t count);

/// Turns segments into schedules: the forward part, then the rest in base
/// order, with what was dropped computed again when it is first missed, at most
/// once each. There are a few ways to do so, which differ in memory (and a
/// little in time, since only what is needed is computed again).
class CanonicalScheduler {
public:
  CanonicalScheduler(const Graph &graph, const ForwardModel &model);

  /// All ways, none of them twice. A schedule may read what is not there where
  /// the base order of the rest does not suit the order of the segments: the
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
    /// All that is missing of a segment is computed again at once.
    bool atOnce;
  };

  std::vector<Step> schedule(const Segments &segments, Way way);
  void collectNeeded(const Segments &segments);
  void run(TaskId task, std::vector<Step> &steps);
  void runWithInputs(TaskId task, const Segments &segments, Way way,
                     std::vector<Step> &steps);
  void recompute(std::vector<TaskId> &missing, std::vector<Step> &steps);
  bool isMissing(ValueId value) const;

  const Graph &graph;
  const ForwardModel &model;
  std::vector<int32_t> basePosition;
  /// In base order: the forward part, and the others.
  std::vector<TaskId> forwardTasks, otherTasks;
  /// The place in the base order after the last task of the forward part.
  size_t forwardEnd = 0;
  /// Some other task stands before it.
  bool hasEarly = false;
  /// By task: it stands before it, and a task after it needs it.
  std::vector<char> mayWait;

  // Of the schedule in hand. By task:
  std::vector<char> hasRun;
  /// What the task makes is not there any more.
  std::vector<char> isGone;
  /// The rest needs it again.
  std::vector<char> isNeeded;
  std::vector<int32_t> rank;
  std::vector<int32_t> visited;
  int32_t visit = 0;
  /// The node order is by segment.
  std::vector<std::vector<TaskId>> tasksOfSegment;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
