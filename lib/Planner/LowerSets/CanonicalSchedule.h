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
#include "remat/Planner/Simulator.h"

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

/// Keeps the best of many plans of one problem.
class PlanSelection {
public:
  explicit PlanSelection(const Problem &problem);

  /// Simulates the steps and keeps them if they are better: the fastest within
  /// the budget, ties by the smallest peak; before there is one, or where there
  /// is no budget, the smallest peak, ties by the least time. The first of
  /// equals stays. Returns the peak, or none if the steps are not valid for the
  /// graph, pins included.
  std::optional<int64_t> offer(llvm::ArrayRef<Step> steps);
  void offer(const Plan &plan);

  /// The smallest peak offered so far.
  int64_t smallestPeak() const { return leastPeak; }
  /// From now on, only what goes below this peak is kept.
  void acceptBelow(int64_t peak) { peakLimit = peak; }
  /// The best plan so far; null if there is none.
  const Plan *peek() const { return any ? &best : nullptr; }
  /// The best plan; NotApplicableError if there was no valid one.
  llvm::Expected<Plan> take(llvm::StringRef strategy);

private:
  bool isBetter(int64_t peak, double time) const;
  /// What a sweep collects gets it too.
  void share(llvm::ArrayRef<Step> steps, int64_t peak, double time);

  const Problem &problem;
  PlanEvaluator evaluator;
  bool hasPins = false;
  bool any = false;
  Plan best;
  int64_t leastPeak;
  int64_t peakLimit;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALSCHEDULE_H
