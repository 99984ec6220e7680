//===- EventSearch.h - A local search over schedules ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule with a log of its changes. Greedy repair brings its peak to the
// limit; pruning removes runs that became useless (EventRepair.cpp).
// Large-neighborhood search removes a part of the plan and repairs it
// differently (EventSearch.cpp); windows choose a few ops' runs exactly
// (WindowMoves.cpp), and trades a few runs at the peak (RunTrades.cpp). Touched
// storages measure the work.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSEARCH_H
#define REMAT_LIB_PLANNER_EVENTSEARCH_H

#include "Auto/EventSchedule.h"
#include "Graph/SearchControl.h"
#include "remat/Support/SplitMix64.h"

#include <functional>
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

  /// Starts with these runs, by default every op once, plus those that pins
  /// need.
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options, const ScheduleRuns &initial);
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options)
      : EventSearch(model, limit, control, options, everyOpOnce(model)) {}

  const EventSchedule &getSchedule() const { return schedule; }
  void setLimit(int64_t limit) { schedule.setLimit(limit); }
  uint64_t work() const { return schedule.work() + scanned / 8; }
  /// Whether every repair of such a step is lazy.
  static bool isAlwaysLazy(const StepModel &model) {
    return model.size() > 2048;
  }

  struct RepairLimits {
    uint64_t maxWork = std::numeric_limits<uint64_t>::max();
    /// Of the later runs.
    double maxTime = std::numeric_limits<double>::infinity();
  };
  /// Removes the excess: at the slot with the peak, applies the change that
  /// removes most excess for its time. `isLazy` applies several of similar
  /// score in a row: faster, at times better or worse. Stops at a limit or an
  /// interrupt. Returns whether the schedule fits; keeps the changes either
  /// way.
  bool repair(bool isLazy, const RepairLimits &limits);
  bool repair(bool isLazy = false) { return repair(isLazy, RepairLimits()); }

  struct CutRepair {
    bool fits;
    /// As SlotCut::getLongestSegment.
    int64_t longestSegment;
  };
  /// The same slot by slot, the highest first, each by the cheapest runs that
  /// make it fit (SlotCut.h) or, where there are none, as `repair` does lazily.
  /// Not for steps with tasks pinned recompute.
  CutRepair repairByCuts(int64_t maxSegment, const RepairLimits &limits);
  /// Removes useless runs, the most expensive first; `isRandom` swaps some.
  void prune(bool isRandom = false);
  /// Destroys a random part, repairs and prunes, repeatedly for `work`; keeps
  /// the fastest schedule. Needs a schedule that fits, and leaves one.
  void improve(uint64_t work);
  /// Tries windows (WindowSearch.h) until `work` is spent or many in a row
  /// fail. Never slows the schedule. Skips steps of more than 4096 ops and
  /// steps with tasks pinned recompute.
  void polish(uint64_t work);
  /// Replaces few runs by others that take less time together (RunTrades.cpp),
  /// until none do or `work` is spent. Never slows the schedule. Needs one that
  /// fits; skips steps with tasks pinned recompute. Looks at up to 8 runs of
  /// each class of equal ops with one of another: O(classes² · storages) for a
  /// trade.
  void tradeRuns(uint64_t work);
  /// Lowers the limit as far as possible, down to `floor`, and leaves it at the
  /// peak, which never rises. Does nothing without work. Steps of more than
  /// 2048 ops, or with little work for their size, first descend in one repair
  /// that may take 32 times as much; where that ends above `floor`, the former
  /// then try limits in between, as long as these lead below `toBeat`.
  void descend(uint64_t work, int64_t floor = 0,
               int64_t toBeat = std::numeric_limits<int64_t>::max());
  /// Replaces extra runs by runs of ops with smaller places (`placeOf`, by op)
  /// at equal time (up to rounding), run count and peak. Needs a schedule that
  /// fits. Visits each run once, largest places first, for up to `work`.
  /// Returns the number replaced; 0 if tasks are pinned recompute.
  int64_t settleTies(llvm::ArrayRef<int32_t> placeOf, uint64_t work);

private:
  class WindowMoves;
  class RunTrades;

  struct Change {
    enum Kind { Add, Remove, Move } kind;
    Event event;
    /// Move: the previous slot.
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
    /// Maximum reduction of the excess, times the noise.
    double gain;
    /// Upper bound of its score.
    double bound;
  };
  /// A candidate's bound and its negated rank: the first of equals wins.
  using Promise = std::pair<double, int32_t>;
  struct RepairOptions {
    /// Multiplies scores by random factors.
    bool isRandom = false;
    bool isLazy = false;
    /// Probability of keeping an operand alive instead of remaking it, and vice
    /// versa.
    double flip = 0;
    /// Their work counts from the beginning of the search.
    RepairLimits limits = {};
  };

  // Logged changes.
  void add(Event event);
  void remove(Event event);
  void moveFirst(Slot op, Slot to);
  /// Undoes all changes after the first `count` of the log.
  void undo(size_t count);
  /// Takes another schedule and clears the log; keeps the work count.
  void replaceSchedule(EventSchedule other);
  bool isBetter(double time, int64_t count, double bestTime,
                int64_t bestCount) const;

  /// Whether a repair within these limits must end; their work counts from the
  /// beginning of the search.
  bool shouldStop(const RepairLimits &limits) const;
  /// Whether a pin forbids a read at `at` from the copy of `touch`.
  bool isBanned(StorageId storage, size_t touch, Slot at) const;
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
  /// Collects in `closure` the runs that `op` needs at slot `at`, its own
  /// included; false if impossible or too large. Keeps operands alive whose
  /// copies end at `aliveSince` or later. `pending` runs wait for this one to
  /// join.
  bool close(Slot op, Slot at, Moment aliveSince, double flip,
             size_t pending = 0);
  /// Moves an op's first run, and those of ops that only serve it if that saves
  /// bytes.
  void moveLater(Slot op, Slot to, int depth = 0);
  /// False if the candidate cannot apply (its bound becomes zero) or scores at
  /// most `toBeat`.
  bool apply(Candidate &candidate, double toBeat, Slot slot,
             const RepairOptions &options);
  /// Applies the best candidate; false if none removes excess.
  bool applyBest(Slot slot, const RepairOptions &options);
  /// Applies a few good ones in a row while the slot is over the limit.
  bool applyLazily(Slot slot, const RepairOptions &options);

  // Random changes: drop some events, move some first runs.
  void destroy();
  void disturbOrder();
  /// Comes down to `floor` in one lazy repair, or below `toBeat` in some with
  /// higher limits.
  void descendAtOnce(uint64_t maxWork, int64_t floor, int64_t toBeat);
  /// Returns WindowMoves::tryWindow; none if windows are not for such a step.
  std::function<bool(bool isForPeak)> makeWindowMoves();
  /// Replaces a run by one of equal time with a smaller place; false if none.
  bool exchange(Event event, llvm::ArrayRef<int32_t> placeOf);

  const StepModel *model;
  SearchControl *control;
  Options options;
  /// Gives up on larger closures.
  size_t maxClosure;
  EventSchedule schedule;
  SplitMix64 random;
  std::vector<Change> log;
  std::vector<Candidate> candidates;
  std::vector<Promise> promises;
  llvm::SmallVector<Event, 16> closure;
  /// Times that differ by less are equal; far below any positive op time.
  double timeEpsilon = 1;
  // Sums up to each slot.
  std::vector<int64_t> excessUpTo;
  std::vector<int32_t> slotsOverUpTo;
  /// Work beside changes of the schedule, in eighths of a touch.
  uint64_t scanned = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSEARCH_H
