//===- WindowSearch.h - Exact choices for a few ops -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a set of ops: all that run again elsewhere stays as it is, and so
// does the order of the step, but these ops run again where they like. Dynamic
// programming over (stage, live mask) finds the cheapest way. Moves of the local
// search change one thing at a time and repair greedily; here ten or so tensors
// are decided together, over the whole step.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWSEARCH_H
#define REMAT_LIB_PLANNER_WINDOWSEARCH_H

#include "EventSchedule.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::remat::planner {

struct WindowLimits {
  /// States kept at a stage. Where there are more, those that promise least are
  /// left out, and the answer may not be the best one.
  size_t width = 32;
  /// States made; after that the search gives up.
  uint64_t states = 3'000;
  /// The ops may run again at every slot. Otherwise only at those where what
  /// they make is read, directly or by others of them, where what they read is,
  /// and where they ran again before.
  bool everySlot = false;
  /// The first runs of the ops may move, too.
  bool mayReorder = false;
};

struct WindowAnswer {
  /// There is something better than what was to beat: `events`, all runs of the
  /// ops beside their first ones, ascending, and `firsts`, the first runs of
  /// those that moved.
  bool isBetter = false;
  std::vector<Event> events;
  std::vector<Event> firsts;
  double time = 0;
  /// No state was left out: nothing is better than the answer (or, without one,
  /// than what was to beat) at the slots that were considered.
  bool isExact = false;
  /// States made.
  uint64_t states = 0;
  /// Places at which they were made.
  uint64_t stages = 0;
};

class WindowSearch {
public:
  explicit WindowSearch(const StepModel &model);

  /// How `ops`, which may run again, do so in the least time such that the
  /// schedule, in which they run only once, stays within its limit; in less
  /// time than `toBeat` by more than `epsilon`, or in that time with fewer runs
  /// than there are events in `before`. Gives up on more than 64 storages that
  /// the ops read and make, and where ops are pinned. O(touches of those
  /// storages · log + slots / 64 + states · (storages + kept states)).
  WindowAnswer run(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                   double toBeat, double epsilon,
                   llvm::ArrayRef<Event> before, const WindowLimits &limits);

private:
  using Mask = uint64_t;

  /// A run that touches storages of the window, or a place where an op of it may
  /// run again.
  struct Stage {
    Moment moment = 0;
    /// The number of the op that may run again here, or -1.
    int32_t candidate = -1;
    Mask reads = 0;
    Mask makes = 0;
    /// Accumulating storages that it begins or adds to, where others that do
    /// may move.
    Mask adds = 0;
    /// Bytes alive beside the window's, at it and between the one before and
    /// it.
    int64_t bytes = 0;
    int64_t bytesBefore = 0;
    /// Before it: what can be of use; what is read, here or later, by runs that
    /// stay before they make it; and what they make, here or later.
    Mask useful = 0;
    Mask needed = 0;
    Mask madeLater = 0;
  };
  struct FreeOp {
    Slot op = 0;
    /// Where it ran first, and where it may at the earliest.
    Moment first = 0;
    Moment earliest = 0;
    double time = 0;
    int64_t workspace = 0;
    Mask reads = 0;
    Mask makes = 0;
    Mask adds = 0;
    /// A bit that says whether it has run, if it may run only once; it is among
    /// those that it makes, and what reads accumulating storages that it adds
    /// to reads it.
    Mask done = 0;
    /// What it touches.
    Mask storages = 0;
    /// Its first run may be elsewhere.
    bool moves = false;
  };
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

  Moment earliestMoment(const EventSchedule &schedule, Slot op) const;
  bool isMoving(Moment moment) const;
  void addFreeOps(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops);
  bool chooseStorages();
  /// What says that those have run that add to storages of `mask`.
  Mask addersOf(Mask mask) const;
  void sortStages();
  void addFixedStages(const EventSchedule &schedule);
  void addCandidates(const EventSchedule &schedule,
                     llvm::ArrayRef<Event> before);
  void measureStages(const EventSchedule &schedule);
  void deriveMasks();
  int64_t bytesOf(Mask mask) const;
  /// Of the storages that are made and not yet read for the last time just
  /// after a run that touches them: updates those that were before it.
  Mask crossingAfter(const EventSchedule &schedule, Mask crossing,
                     const Stage &stage) const;
  /// Adds what must still run from `stage` on; false if that is no better than
  /// what is to be beaten.
  bool setBound(State &state, size_t stage) const;
  /// Passes a stage, with or without a run of its candidate.
  void pass(const State &state, size_t stage, bool runs);
  /// Adds a state after `stage` for each minimal set of `droppable` storages
  /// that frees `missing` bytes.
  void drop(const State &state, int64_t missing, Mask droppable, size_t stage,
            bool runs);
  void push(State state, size_t stage, bool runs);
  /// Leaves out of `next` what is dominated, and what is too much.
  void settle();

  const StepModel &model;
  /// By storage: its bit, or -1.
  std::vector<int8_t> bitOf;
  llvm::SmallVector<StorageId, 64> storages;
  llvm::SmallVector<int64_t, 64> bytes;
  llvm::SmallVector<FreeOp, 16> freeOps;
  /// By bit: the free op that makes it, or -1.
  llvm::SmallVector<int8_t, 64> makerOf;
  /// What ops make that may run again; what free ops make; what says that they
  /// have run; the accumulating storages that free ops add to.
  Mask remakeable = 0;
  Mask made = 0;
  Mask done = 0;
  Mask accumulating = 0;
  std::vector<Stage> stages;
  std::vector<State> layer, next;
  std::vector<Trace> trace;
  double timeToBeat = 0;
  double timeEpsilon = 0;
  int32_t countToBeat = 0;
  int64_t limit = 0;
  WindowLimits limits;
  WindowAnswer answer;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWSEARCH_H
