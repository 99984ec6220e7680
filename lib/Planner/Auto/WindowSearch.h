//===- WindowSearch.h - Exact choices for a few ops -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a set of ops that may run anywhere while all other runs keep
// their order. Dynamic programming over (stage, live mask) finds the cheapest
// way. Unlike the other moves, which change one thing and repair greedily, it
// decides about several tensors together.
//
// Drops a state if one of the same stage holds as much for no more time. On 164
// rows (41 graphs, four budgets each; 86,000 windows) this solves 83.2% of the
// windows exactly, against 82.6% if only equal states are dropped, in equal CPU
// time. Four plans at `min` differ: three improve in peak or time, by up to 10%
// (resnet32); one is 2% slower (unet). Dropping none solves 32%, and resnet32
// at `min` takes 2.8 times as long.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWSEARCH_H
#define REMAT_LIB_PLANNER_WINDOWSEARCH_H

#include "Auto/WindowModel.h"

namespace mlir::remat::planner {

struct WindowAnswer {
  /// A better way exists: `events`, all later runs of the ops, ascending, and
  /// `firsts`, the first runs that moved.
  bool isBetter = false;
  std::vector<Event> events;
  std::vector<Event> firsts;
  /// The time of the events.
  double time = 0;
  /// No state was left out: no better way exists at the slots considered.
  bool isExact = false;
  uint64_t states = 0;
  uint64_t stages = 0;
};

class WindowSearch {
public:
  explicit WindowSearch(const StepModel &model) : window(model) {}

  /// Finds runs of `ops`, which run once in the schedule, that keep it within
  /// its limit from the first to the last touch of their storages, and beat
  /// `toBeat` by more than `epsilon`, or match it with fewer events than
  /// `before`. First runs of ops that may not run again must be movable. Gives
  /// up on more than 64 `ops` and storages that they touch, and on graphs with
  /// pins to recompute. O(touches of those storages · log + runs between them /
  /// 32 + states · (storages + dominating states)).
  WindowAnswer run(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                   double toBeat, double epsilon, llvm::ArrayRef<Event> before,
                   const WindowOptions &options);

private:
  using Mask = WindowModel::Mask;

  struct State {
    Mask held = 0;
    double time = 0;
    /// The time including all that must still run.
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

  /// Adds the cost of everything due from `stage` on; false if that cannot run
  /// or does not beat `toBeat`.
  bool setBound(State &state, size_t stage) const;
  void pass(const State &state, size_t stage, bool runs);
  /// Adds a state after `stage` for each minimal set of `droppable` storages
  /// that frees `missing` bytes.
  void drop(const State &state, int64_t missing, Mask droppable, size_t stage,
            bool runs);
  void push(State state, size_t stage, bool runs);
  /// Moves the undominated states of `next` within the width to `layer`.
  void settle();
  void finish(double firstRuns);

  WindowModel window;
  std::vector<State> layer, next;
  std::vector<Trace> trace;
  double timeToBeat = 0;
  double timeEpsilon = 0;
  int64_t countToBeat = 0;
  int64_t limit = 0;
  WindowOptions options;
  WindowAnswer answer;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWSEARCH_H
