//===- WindowSearch.h - Exact choices for a few ops -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a set of ops that may run anywhere, while all other runs and
// their order stay. Dynamic programming over (stage, live mask) finds the
// cheapest way. The other moves of the local search change one thing at a time
// and repair greedily; a window decides about several tensors together.
//
// A state is dropped if one of the same stage holds as much for no more time.
// What that is worth, on 164 rows (41 graphs, four budgets each; 86,000
// windows): compared with dropping equal states only, 83.2% instead of 82.6% of
// the windows are solved exactly. Four plans at `min` differ: three have the
// better peak or time with it, by up to 10% (resnet32), one the worse time, by
// 2% (unet). Without dropping equal states either, 32% are solved exactly and
// resnet32 at `min` takes 2.8 times as long. CPU seconds are the same.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWSEARCH_H
#define REMAT_LIB_PLANNER_WINDOWSEARCH_H

#include "Auto/WindowModel.h"

namespace mlir::remat::planner {

struct WindowAnswer {
  /// There is a better way: `events`, all runs of the ops that are not first,
  /// ascending, and `firsts`, the first runs that moved.
  bool isBetter = false;
  std::vector<Event> events;
  std::vector<Event> firsts;
  /// The time of the events.
  double time = 0;
  /// No state was left out: at the slots considered there is no better way than
  /// the answer or, without one, than the way to beat.
  bool isExact = false;
  /// States made, and the stages at which they could be.
  uint64_t states = 0;
  uint64_t stages = 0;
};

class WindowSearch {
public:
  explicit WindowSearch(const StepModel &model) : window(model) {}

  /// Finds runs of `ops`, which run once in the schedule, that keep it within
  /// its limit from the first to the last run that touches their storages, and
  /// take less time than `toBeat` by more than `epsilon`, or that time with
  /// fewer events than the ops had `before`. Ops that may not run again must
  /// have first runs that may move. Gives up on more than 64 `ops` and storages
  /// that they touch, and on graphs with pins to recompute.
  /// O(touches of those storages · log + runs between them / 32 + states ·
  /// (storages + dominating states)).
  WindowAnswer run(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                   double toBeat, double epsilon, llvm::ArrayRef<Event> before,
                   const WindowOptions &options);

private:
  using Mask = WindowModel::Mask;

  struct State {
    Mask held = 0;
    double time = 0;
    /// The time with all that must still run.
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

  /// Adds the cost of all that must still run from `stage` on; false if that
  /// does not beat `toBeat` or cannot run.
  bool setBound(State &state, size_t stage) const;
  /// Passes a stage, with or without a run of its candidate.
  void pass(const State &state, size_t stage, bool runs);
  /// Adds a state after `stage` for each minimal set of `droppable` storages
  /// that frees `missing` bytes.
  void drop(const State &state, int64_t missing, Mask droppable, size_t stage,
            bool runs);
  void push(State state, size_t stage, bool runs);
  /// Moves the states of `next` to `layer` that are neither dominated nor
  /// beyond the width.
  void settle();
  /// Makes the answer from the best state of the last layer.
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
