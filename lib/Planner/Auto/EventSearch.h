//===- EventSearch.h - A local search over schedules ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule with a log of its changes. Greedy repair brings its peak to the
// limit, and pruning removes runs that turn out useless (EventRepair.cpp).
// Large-neighborhood search then takes a part of the plan away and repairs it
// in another way; windows choose a few ops' runs exactly (EventSearch.cpp).
// Work is counted in touched storages.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSEARCH_H
#define REMAT_LIB_PLANNER_EVENTSEARCH_H

#include "Auto/EventSchedule.h"
#include "Graph/SearchControl.h"
#include "remat/Support/SplitMix64.h"

#include <limits>

namespace mlir::remat::planner {

class EventSearch {
public:
  struct Options {
    /// First runs may move.
    bool mayReorder = true;
    /// Ops may run again.
    bool mayRecompute = true;
    uint64_t seed = 1;
  };

  /// Starts with these runs, by default every op once, and adds those that pins
  /// ask for.
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options, const ScheduleRuns &initial);
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options)
      : EventSearch(model, limit, control, options, everyOpOnce(model)) {}

  const EventSchedule &getSchedule() const { return schedule; }
  void setLimit(int64_t limit) { schedule.setLimit(limit); }
  /// Work done so far.
  uint64_t work() const { return schedule.work() + scanned / 8; }
  /// Whether every repair of such a step is lazy.
  static bool isAlwaysLazy(const StepModel &model) {
    return model.size() > 2048;
  }

  /// Reduces the excess until there is none: at the slot with the peak it
  /// applies the change that removes most excess for its time. `isLazy` applies
  /// several of about the same score in a row: faster, sometimes better,
  /// sometimes worse. Ends once `maxWork` more is done, and on an interrupt if
  /// it `mayStop`. Returns whether the schedule fits; the changes stay in
  /// either case.
  bool repair(bool isLazy = false, bool mayStop = true,
              uint64_t maxWork = std::numeric_limits<uint64_t>::max());
  /// Removes useless runs, the most expensive first; `isRandom` swaps some.
  void prune(bool isRandom = false);
  /// Destroys a random part of the schedule, repairs and prunes it, again and
  /// again for `work`, and keeps the fastest schedule. The schedule fits,
  /// before and after.
  void improve(uint64_t work);
  /// Tries windows (WindowSearch.h) until `work` more is done or many in a row
  /// find nothing better. The schedule never becomes slower. Does nothing on
  /// steps of more than 4096 ops and where tasks are pinned recompute.
  void polish(uint64_t work);
  /// Lowers the limit as far as it can, down to `floor`. Afterwards the limit
  /// is the peak, which is not above the one before. Does nothing without work.
  /// Steps of more than 2048 ops, and those with little work for their size,
  /// first come down in one repair that may take 32 times as much.
  void descend(uint64_t work, int64_t floor = 0);
  /// Replaces extra runs by runs of ops with smaller places (`placeOf`, by op)
  /// at the same time (but for the rounding of its sum), number of runs and
  /// peak. The schedule fits, before and after. Looks at each run once, the
  /// largest places first, until `work` more is done. Returns how many it
  /// replaced. Does nothing where tasks are pinned recompute.
  int64_t settleTies(llvm::ArrayRef<int32_t> placeOf, uint64_t work);

private:
  class WindowMoves;

  struct Change {
    enum Kind { Add, Remove, Move } kind;
    Event event;
    /// Move: the slot before.
    Slot from;
  };
  /// A way to have fewer bytes alive at a slot.
  struct Candidate {
    enum Kind { Drop, Move } kind;
    /// Position in `candidates`, for ties.
    int32_t rank;
    /// Drop: the op to run again there; Move: the op to run first there.
    Event event;
    double noise;
    /// The most by which it reduces the excess, times the noise.
    double gain;
    /// An upper limit of its score.
    double bound;
  };
  /// A candidate in the heap: its bound and, negated so that the first of
  /// equals is taken, its rank.
  using Promise = std::pair<double, int32_t>;
  struct RepairOptions {
    /// Scores are multiplied by random factors.
    bool isRandom = false;
    bool isLazy = false;
    bool mayStop = true;
    /// The probability that an operand is kept alive instead of made again, or
    /// the other way around.
    double flip = 0;
    double maxTime = std::numeric_limits<double>::infinity();
    /// As `work` counts it.
    uint64_t maxWork = std::numeric_limits<uint64_t>::max();
  };

  // Changes of the schedule, which the log remembers.
  void add(Event event);
  void remove(Event event);
  void moveFirst(Slot op, Slot to);
  /// Takes back all changes after the first `count` of the log.
  void undo(size_t count);
  /// Takes another schedule and clears the log. The work done stays counted.
  void replaceSchedule(EventSchedule other);
  /// Whether a schedule with that time and number of extra runs is better.
  bool isBetter(double time, int64_t count, double bestTime,
                int64_t bestCount) const;

  /// Whether a pin forbids a read at `at` from the copy of `touch`.
  bool isBanned(StorageId storage, size_t touch, Slot at) const;
  /// Whether a pin asks for the run.
  bool isRequired(Event event) const;
  void addRequired();
  bool repairWith(const RepairOptions &options);
  /// Fills `candidates` and the heap of their promises.
  void gather(Slot slot, const RepairOptions &options);
  /// Adds the changes after which a storage is not alive at the slot.
  void proposeFor(StorageId storage, Slot slot, bool isRandom);
  /// Adds a candidate that frees up to `bytes` from slot `first` to `last`.
  void propose(Candidate::Kind kind, Event event, int64_t bytes, Slot first,
               Slot last, bool isRandom);
  /// The last slot up to `at` to which all operands of the op are alive anyway.
  Slot lastSlotWithReads(Slot op, Slot at) const;
  /// Takes the most promising candidate from the heap.
  Candidate takeCandidate();
  /// Puts one back unless it promises nothing.
  void putBack(const Candidate &candidate);
  /// Collects in `closure` the runs at slot `at` that `op` needs there, its own
  /// included; false if that is impossible or too much. Operands whose copies
  /// end at `aliveSince` or later are kept alive instead. `pending` runs wait
  /// for this one to be in the closure.
  bool close(Slot op, Slot at, Moment aliveSince, double flip,
             size_t pending = 0);
  /// Moves the first run of an op, and those of the ops that only serve it if
  /// fewer bytes have to be kept for them than they make.
  void moveLater(Slot op, Slot to, int depth = 0);
  /// False if the candidate cannot be applied, which makes its bound zero, or
  /// turns out to score no more than `toBeat`.
  bool apply(Candidate &candidate, double toBeat, Slot slot,
             const RepairOptions &options);
  /// Applies the best candidate; false if none removes excess.
  bool applyBest(Slot slot, const RepairOptions &options);
  /// The same for a few good ones in a row while the slot is over the limit.
  bool applyLazily(Slot slot, const RepairOptions &options);

  // At random: some events go, some first runs move.
  void destroy();
  void disturbOrder();
  /// Comes down to `floor` in one lazy repair.
  void descendAtOnce(uint64_t maxWork, int64_t floor);
  /// Replaces a run by one of the same time with a smaller place; false if
  /// there is none.
  bool exchange(Event event, llvm::ArrayRef<int32_t> placeOf);

  const StepModel *model;
  SearchControl *control;
  Options options;
  /// Larger closures are given up.
  size_t maxClosure;
  EventSchedule schedule;
  SplitMix64 random;
  std::vector<Change> log;
  std::vector<Candidate> candidates;
  std::vector<Promise> promises;
  llvm::SmallVector<Event, 16> closure;
  /// Times that differ by less are equal. Far less than the time of any op that
  /// takes some.
  double timeEpsilon = 1;
  // Sums up to each slot.
  std::vector<int64_t> excessUpTo;
  std::vector<int32_t> slotsOverUpTo;
  /// Work beside changes of the schedule, in eighths of a touch.
  uint64_t scanned = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSEARCH_H
