//===- EventRepair.h - Greedy repair of schedules ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A schedule with a log of its changes, and the two greedy phases of every
// local search: a repair that brings the peak to the limit, and pruning of the
// runs that turn out not to be needed. All work is counted in touched storages.
// Nothing depends on a clock unless the user asked for a time limit.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTREPAIR_H
#define REMAT_LIB_PLANNER_EVENTREPAIR_H

#include "Auto/EventSchedule.h"
#include "Graph/SearchControl.h"
#include "remat/Support/SplitMix64.h"

#include <limits>

namespace mlir::remat::planner {

class EventRepair {
public:
  struct Options {
    /// First runs may move.
    bool mayReorder = true;
    /// Ops may run again.
    bool mayRecompute = true;
    uint64_t seed = 1;
  };

  /// Starts with every op once, and adds the runs that pins ask for.
  EventRepair(const StepModel &model, int64_t limit, SearchControl &control,
              Options options);
  EventRepair(const StepModel &model, int64_t limit, SearchControl &control,
              Options options, const ScheduleRuns &initial);

  const EventSchedule &getSchedule() const { return schedule; }
  const StepModel &getModel() const { return *model; }
  const Options &getOptions() const { return options; }
  SplitMix64 &getRandom() { return random; }
  /// Differences of times up to this count as none. It is far less than the
  /// time of any op that has one.
  double getEpsilon() const { return timeEpsilon; }
  void setLimit(int64_t limit) { schedule.setLimit(limit); }

  /// Reduces the excess greedily until there is none: at the slot with the peak
  /// it applies the change that removes most excess for its time. Returns
  /// whether the schedule fits; the changes stay in either case. `isLazy`
  /// applies several changes of about the same score in a row: faster, and
  /// sometimes better, sometimes worse. Large steps are always repaired lazily.
  /// An interrupt ends the repair only if it `mayStop`. It ends once `maxWork`
  /// more is done.
  bool repair(bool isLazy = false, bool mayStop = true,
              uint64_t maxWork = std::numeric_limits<uint64_t>::max());
  static bool isAlwaysLazy(const StepModel &model) {
    return model.size() > 2048;
  }
  /// Removes runs that are not needed, the most expensive first; `isRandom`, in
  /// an order that is now and then another.
  void prune(bool isRandom = false);

  /// Changes of the schedule, which the log remembers.
  void add(Event event);
  void remove(Event event);
  void moveFirst(Slot op, Slot to);
  size_t changeCount() const { return log.size(); }
  /// Takes back all changes after the first `count` of the log.
  void undo(size_t count);
  void clearLog() { log.clear(); }
  /// Takes another schedule and clears the log. The work done stays counted.
  void replaceSchedule(EventSchedule other);
  /// Whether a schedule with that time and number of extra runs is better.
  bool isBetter(double time, int64_t count, double bestTime,
                int64_t bestCount) const;

  /// Work done so far.
  uint64_t work() const { return schedule.work() + scanned / 8; }
  /// Counts work beside changes of the schedule, in eighths of a touch.
  void countScanned(uint64_t eighths) { scanned += eighths; }

protected:
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
  /// A candidate in the heap: its bound and its rank.
  struct Promise {
    double bound;
    int32_t rank;
    /// Whether it is the smaller promise.
    bool operator<(const Promise &other) const {
      return bound != other.bound ? bound < other.bound : rank > other.rank;
    }
  };
  struct RepairOptions {
    /// Scores are multiplied by random factors.
    bool isRandom = false;
    bool isLazy = false;
    bool mayStop = true;
    /// The probability that an operand is treated the other way: kept alive
    /// instead of made again, or made again instead of kept alive.
    double flip = 0;
    double maxTime = std::numeric_limits<double>::infinity();
    /// As `work` counts it.
    uint64_t maxWork = std::numeric_limits<uint64_t>::max();
  };

  bool repairWith(const RepairOptions &options);
  /// Fills `candidates` and the heap of their promises.
  void gather(Slot slot, const RepairOptions &options);
  /// Collects in `closure` the runs at slot `at` that `op` needs there, its own
  /// included; false if that is impossible or too much. Operands whose copies
  /// end at `aliveSince` or later are kept alive instead. `pending` runs wait
  /// for this one to be in the closure.
  bool close(Slot op, Slot at, Moment aliveSince, double flip,
             size_t pending = 0);
  /// Whether a pin asks for the run.
  bool isRequired(Event event) const;

  const StepModel *model;
  SearchControl *control;
  Options options;
  /// Larger closures are given up.
  size_t maxClosure;
  EventSchedule schedule;
  SplitMix64 random;
  std::vector<Change> log;
  std::vector<Candidate> candidates;
  llvm::SmallVector<Event, 16> closure;
  double timeEpsilon = 1;

private:
  /// The last slot up to `at` to which all operands of the op are alive anyway.
  Slot lastSlotWithReads(Slot op, Slot at) const;
  /// Adds a candidate that frees up to `bytes` from slot `first` to `last`.
  void propose(Candidate::Kind kind, Event event, int64_t bytes, Slot first,
               Slot last, bool isRandom);
  /// Adds the changes after which a storage is not alive at the slot.
  void proposeFor(StorageId storage, Slot slot, bool isRandom);
  /// Takes the most promising candidate from the heap.
  Candidate takeCandidate();
  /// Puts a candidate back into the heap unless it promises nothing.
  void putBack(const Candidate &candidate);
  /// Applies the best candidate; false if none removes excess.
  bool applyBest(Slot slot, const RepairOptions &options);
  /// Applies a few good candidates in a row, as long as the slot is over the
  /// limit; false if none removes excess.
  bool applyLazily(Slot slot, const RepairOptions &options);
  /// False if the candidate cannot be applied, which makes its bound zero, or
  /// turns out to score no more than `toBeat`.
  bool apply(Candidate &candidate, double toBeat, Slot slot,
             const RepairOptions &options);
  /// Moves the first run of an op, and those of the ops that only serve it if
  /// fewer bytes have to be kept for them than they make.
  void moveLater(Slot op, Slot to, int depth = 0);
  /// Whether a pin forbids a read at `at` from the copy of `touch`.
  bool isBanned(StorageId storage, size_t touch, Slot at) const;
  void addRequired();

  std::vector<Promise> promises;
  // Sums up to each slot.
  std::vector<int64_t> excessUpTo;
  std::vector<int32_t> slotsOverUpTo;
  uint64_t scanned = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTREPAIR_H
