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

#include "Auto/EventSchedule.h"

#include "llvm/ADT/bit.h"

#include <limits>

namespace mlir::remat::planner {

struct WindowOptions {
  /// For tests: the ops may run again at every slot, not only where operands or
  /// results of theirs are touched and where one of them ran before.
  bool everySlot = false;
  /// First runs may move, too.
  bool mayReorder = false;
  /// States kept at a stage. Of more, the least promising are left out, and the
  /// answer may not be the best one.
  size_t width = 32;
  /// States made; after that the search gives up.
  uint64_t states = 3'000;
};

/// The problem of choosing exactly how a few ops run. It
/// follows the storages that these ops read or make. All others are a profile
/// of bytes over the stages: the runs that touch a followed storage, and the
/// places where one of the ops may run. Between two stages only their maximum
/// counts.
class WindowModel {
public:
  /// A set of followed storages, and of ops that have run.
  using Mask = uint64_t;
  /// Calls `function(bit)` for the members of a mask, ascending.
  template <typename Function>
  static void forEachBit(Mask mask, Function function) {
    for (; mask; mask &= mask - 1)
      function(llvm::countr_zero(mask));
  }

  /// A run that touches a followed storage, or a place where a free op may run.
  struct Stage {
    Moment moment = 0;
    /// The number of that free op, or -1.
    int32_t candidate = -1;
    Mask reads = 0;
    Mask makes = 0;
    /// Accumulating storages that it begins or adds to, if other runs that add
    /// to them may move.
    Mask adds = 0;
    Mask touched() const { return reads | makes | adds; }
    /// Bytes of storages that are not followed, at it and, at most, before it.
    int64_t bytes = 0;
    int64_t bytesBefore = 0;
    /// Storages that can be of use before it; that runs that stay read before
    /// they make them, here or later; that may be made here or later.
    Mask useful = 0;
    Mask needed = 0;
    Mask madeLater = 0;
  };
  /// An op of the window.
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
    /// A bit that says whether it has run, if it may run only once: a storage,
    /// as it were, that it makes and readers of its accumulating storages read.
    Mask done = 0;
    Mask storages = 0;
    /// Its first run may be elsewhere.
    bool moves = false;
  };

  /// Fewer bytes than any sum, for places where nothing runs.
  static constexpr int64_t noBytes = std::numeric_limits<int64_t>::min() / 4;

  explicit WindowModel(const StepModel &model)
      : model(model), bitOf(model.storages.size(), -1) {}

  /// Builds the model for these ops, whose events, `before`, are no longer in
  /// the schedule. False if it does not fit in a mask.
  bool build(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
             llvm::ArrayRef<Event> before, const WindowOptions &options);

  int64_t bytesOf(Mask mask) const {
    int64_t sum = 0;
    forEachBit(mask, [&](int bit) { sum += bytes[bit]; });
    return sum;
  }

  const StepModel &model;
  llvm::SmallVector<FreeOp, 16> freeOps;
  /// By bit, the larger first; bits without bytes come last.
  llvm::SmallVector<int64_t, 64> bytes;
  /// By bit: the free op that makes it, or -1.
  llvm::SmallVector<int16_t, 64> makerOf;
  /// What free ops make that may run again, and what any of them make.
  Mask remakeable = 0;
  Mask made = 0;
  /// The bits that say that they have run.
  Mask done = 0;
  /// The accumulating storages that they add to.
  Mask accumulating = 0;
  /// Ascending, with one more after the end.
  std::vector<Stage> stages;

private:
  Moment earliestMoment(const EventSchedule &schedule, Slot op) const;
  bool isMoving(Moment moment) const;
  void addFreeOps(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                  bool mayReorder);
  bool chooseStorages();
  /// The bits that say that the adders to storages of `mask` have run.
  Mask addersOf(Mask mask) const;
  void addFixedStages(const EventSchedule &schedule);
  void addCandidates(const EventSchedule &schedule,
                     llvm::ArrayRef<Event> before, bool everySlot);
  void measureStages(const EventSchedule &schedule);
  void deriveMasks();
  /// The storages that are alive just after a stage, from those before it.
  Mask crossingAfter(const EventSchedule &schedule, Mask crossing,
                     const Stage &stage) const;

  /// By storage: its bit, or -1.
  std::vector<int16_t> bitOf;
  llvm::SmallVector<StorageId, 64> storages;
};

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
  /// How many were looked at.
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
  void pass(const State &state, size_t stage, bool runs);
  /// Adds a state after `stage` for each minimal set of `droppable` storages
  /// that frees `missing` bytes.
  void drop(const State &state, int64_t missing, Mask droppable, size_t stage,
            bool runs);
  void push(State state, size_t stage, bool runs);
  /// Moves the states of `next` to `layer` that are neither dominated nor
  /// beyond the width.
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
