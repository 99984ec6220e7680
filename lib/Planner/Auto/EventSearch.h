//===- EventSearch.h - Local search over schedules --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Local search over schedules: a greedy repair that brings the peak to the
// limit, pruning of what is not needed, and large-neighborhood search that
// takes a part of a plan away and repairs it in another way. Everything is
// counted in touched storages; nothing depends on a clock unless a person asked
// for a time limit.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSEARCH_H
#define REMAT_LIB_PLANNER_EVENTSEARCH_H

#include "Auto/EventSchedule.h"
#include "Auto/WindowSearch.h"
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

  /// Starts from every op once, with what pins ask for added.
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options);
  EventSearch(const StepModel &model, int64_t limit, SearchControl &control,
              Options options, const ScheduleRuns &initial);

  const EventSchedule &getSchedule() const { return schedule; }
  void setLimit(int64_t limit) { schedule.setLimit(limit); }

  /// Reduces the excess to nothing, greedily: at the slot with the peak, the
  /// change that takes away most excess for its time, until there is none.
  /// Returns whether the schedule fits; what was done stays in either case.
  /// `isLazy` takes several changes in a row that are about as good: faster,
  /// and sometimes better, sometimes worse.
  /// Large steps are always repaired so. An interrupt does not end it unless it
  /// `mayStop`; it ends once `maxWork` more is done.
  bool repair(bool isLazy = false, bool mayStop = true,
              uint64_t maxWork = std::numeric_limits<uint64_t>::max());
  static bool isAlwaysLazy(const StepModel &model) {
    return model.size() > 2048;
  }
  /// Takes runs back that are not needed, the dearest first.
  void prune();
  /// Repairs and prunes again and again what it destroys at random, and keeps
  /// the fastest schedule; `work` is how much more may be done. The schedule
  /// fits, before and after.
  void improve(uint64_t work);
  /// Windows (WindowSearch.h) alone: takes what is better of a few ops
  /// together, until `work` more is done or many windows in a row have nothing
  /// better. Never slower. Nothing is done on steps of more than 4096 ops, and
  /// where tasks are pinned recompute.
  void polish(uint64_t work);
  /// The same for the peak: lowers the limit as far as it can, to `floor` at
  /// most. Afterwards the limit is the schedule's peak, which is not above the
  /// one before. Nothing is done without work; steps of more than 2048 ops, and
  /// those with little work for their size, first come down in one go that may
  /// take 32 times as much.
  void descend(uint64_t work, int64_t floor = 0);
  /// Exchanges runs beside the first ones for runs of ops with smaller places
  /// (`placeOf`, by op) that take the same time, where one of those serves as
  /// well at the peak that there would be without the run. Returns how many.
  /// The schedule fits, before and after; time (but for the rounding of its
  /// sum), number of runs and peak stay what they are. Each run is looked at
  /// once, those with the largest places first, until `work` more is done.
  /// Nothing is done where tasks are pinned recompute.
  int64_t settleTies(llvm::ArrayRef<int32_t> placeOf, uint64_t work);

  /// How much was done so far.
  uint64_t work() const { return schedule.work() + scanned / 8; }

private:
  struct Change {
    enum Kind { Add, Remove, Move } kind;
    Event event;
    Slot from;
  };
  /// A way to have fewer bytes alive at a slot.
  struct Candidate {
    enum Kind { Drop, Move } kind;
    /// Position among those that were gathered, for ties.
    int32_t rank;
    /// Drop: the op to run again there; Move: the op to run first there.
    Event event;
    double noise;
    /// The most by which it reduces the excess, times the noise.
    double gain;
    /// It does not score more.
    double bound;
  };
  /// A candidate in the heap: what its bound is, and its rank.
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
    /// instead of computed again, or computed again instead of kept alive.
    double flip = 0;
    double maxTime = std::numeric_limits<double>::infinity();
    /// As `work` counts it.
    uint64_t maxWork = std::numeric_limits<uint64_t>::max();
  };

  void add(Event event);
  void remove(Event event);
  void moveFirst(Slot op, Slot to);
  /// Takes back all changes after the first `count` of the log.
  void undo(size_t count);

  bool repair(const RepairOptions &options);
  void prune(bool isRandom);
  /// The last slot up to `at` to which all that the op reads is alive anyway.
  Slot lastSlotWithReads(Slot op, Slot at) const;
  /// Fills `candidates` and the heap of their promises.
  void gather(Slot slot, const RepairOptions &options);
  /// The most promising one of the heap.
  Candidate takeCandidate();
  /// Applies the best candidate; false if none takes excess away.
  bool applyBest(Slot slot, const RepairOptions &options);
  /// Applies a few good candidates in a row, as long as the slot is over the
  /// limit; false if none takes excess away.
  bool applyLazily(Slot slot, const RepairOptions &options);
  /// Puts a candidate into the heap unless nothing is to be had of it.
  void putBack(const Candidate &candidate);
  /// False if the candidate cannot be applied, which makes its bound zero, or
  /// turns out to score no more than `toBeat`.
  bool apply(Candidate &candidate, double toBeat, Slot slot,
             const RepairOptions &options);
  /// Collects in `closure` what has to run at slot `at` so that `op` can.
  /// Operands whose copies end at `aliveSince` or later are kept alive instead.
  /// `pending` runs wait for this one to be in it.
  bool close(Slot op, Slot at, Moment aliveSince, double flip,
             size_t pending = 0);
  /// Whether a read at `at` may not be served by the copy of `touch`.
  bool isBanned(StorageId storage, size_t touch, Slot at) const;
  /// A pin asks for the run.
  bool isRequired(Event event) const;
  void addRequired();
  void destroy();
  bool mayTryWindows() const;
  /// The run with the peak.
  Event eventAtPeak() const;
  /// Chooses up to `size` ops around a run that have something to do with each
  /// other.
  void growWindow(llvm::SmallVectorImpl<Slot> &ops, size_t size, Event center,
                  llvm::ArrayRef<Event> events);
  /// Chooses a few ops and replaces all their events by the best ones, which
  /// may move their first runs, too. False if nothing is better. `isForPeak`:
  /// ops around the peak, and anything that fits is better. The log may be
  /// empty afterwards.
  bool tryWindow(WindowSearch &window, bool isForPeak = false);
  /// Takes another schedule; what was done stays counted.
  void replaceSchedule(EventSchedule other);
  /// Moves the first run of an op, and those of the ops that only serve it if
  /// fewer bytes have to be kept for them than they make.
  void moveLater(Slot op, Slot to, int depth = 0);
  void disturbOrder();
  /// Where what the op reads has just been made, and where what it makes is
  /// about to be read.
  Slot earliestSlot(Slot op) const;
  Slot latestSlot(Slot op) const;
  /// Exchanges a run for one of the same time with a smaller place; false if
  /// there is none.
  bool exchange(Event event, llvm::ArrayRef<int32_t> placeOf);
  bool isBetter(double time, int64_t count, double bestTime,
                int64_t bestCount) const;

  const StepModel *model;
  SearchControl *control;
  Options options;
  size_t maxClosure;
  EventSchedule schedule;
  SplitMix64 random;
  std::vector<Change> log;
  std::vector<Candidate> candidates;
  std::vector<Promise> promises;
  std::vector<int64_t> excessUpTo;
  std::vector<int32_t> slotsOverUpTo;
  llvm::SmallVector<Event, 16> closure;
  /// Far less than the time of any op that has one.
  double timeEpsilon = 1;
  uint64_t scanned = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSEARCH_H
