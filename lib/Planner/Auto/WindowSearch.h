//===- WindowSearch.h - Exact choices for a few ops -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a set of ops: all that run again elsewhere stays as it is, and so
// does the order of the others, but these ops run where they like. Dynamic
// programming over (stage, live mask) finds the cheapest way. Moves of the
// local search change one thing at a time and repair greedily; here several
// tensors are decided together, over the whole step.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWSEARCH_H
#define REMAT_LIB_PLANNER_WINDOWSEARCH_H

#include "Auto/WindowModel.h"

namespace mlir::remat::planner {

struct WindowLimits {
  /// States kept at a stage. Where there are more, those that promise least are
  /// left out, and the answer may not be the best one.
  size_t width = 32;
  /// States made; after that the search gives up.
  uint64_t states = 3'000;
};

struct WindowAnswer {
  /// There is something better than what was to beat: `events`, all runs of the
  /// ops beside their first ones, ascending, and `firsts`, the first runs of
  /// those that moved.
  bool isBetter = false;
  std::vector<Event> events;
  std::vector<Event> firsts;
  /// Of the events.
  double time = 0;
  /// No state was left out: nothing is better than the answer (or, without one,
  /// than what was to beat) at the slots that were considered.
  bool isExact = false;
  /// States made, and the stages at which they could be.
  uint64_t states = 0;
  uint64_t stages = 0;
};

class WindowSearch {
public:
  explicit WindowSearch(const StepModel &model) : window(model) {}

  /// How `ops` run such that the schedule, in which they run only once, is
  /// within its limit at all runs that touch what they read or make, and
  /// between the first and the last of these: in less time (of events) than
  /// `toBeat` by more than `epsilon`, or in that time with fewer events than
  /// the ops had `before`. Those that may not run again must have first runs
  /// that may move. Gives up where `ops` and the storages that they touch are
  /// more than 64, and where the graph has pins to recompute.
  /// O(touches of those storages · log + runs between them / 32 + states ·
  /// (storages + dominating states)).
  WindowAnswer run(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                   double toBeat, double epsilon, llvm::ArrayRef<Event> before,
                   const WindowOptions &options, const WindowLimits &limits);

private:
  using Mask = WindowModel::Mask;

  struct State {
    Mask held = 0;
    double time = 0;
    /// With what must still run.
    double bound = 0;
    int32_t count = 0;
    int32_t boundCount = 0;
    /// Position in `trace`, -1 at the start.
    int32_t trace = -1;
  };
  struct Trace {
    int32_t parent;
    int32_t stage;
  };

  /// Adds what must still run from `stage` on; false if that is no better than
  /// what is to be beaten, or cannot be.
  bool setBound(State &state, size_t stage) const;
  /// Passes a stage, with or without a run of its candidate.
  void pass(const State &state, size_t stage, bool runs);
  /// Adds a state after `stage` for each minimal set of `droppable` storages
  /// that frees `missing` bytes.
  void drop(const State &state, int64_t missing, Mask droppable, size_t stage,
            bool runs);
  void push(State state, size_t stage, bool runs);
  /// Moves what is neither dominated nor too much from `next` to `layer`.
  void settle();
  /// Makes the answer of the best state of the last layer.
  void finish(double firstRuns);

  WindowModel window;
  std::vector<State> layer, next;
  std::vector<Trace> trace;
  double timeToBeat = 0;
  double timeEpsilon = 0;
  int64_t countToBeat = 0;
  int64_t limit = 0;
  WindowLimits limits;
  WindowAnswer answer;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWSEARCH_H
