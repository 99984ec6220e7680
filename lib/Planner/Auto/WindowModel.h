//===- WindowModel.h - A few ops of a schedule ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the exact choice for a few ops (WindowSearch.h) is about. Storages that
// these ops read or make are followed; all others are a profile of bytes over
// the stages: the runs that touch what is followed, and the places where one of
// the ops may run. Between two stages nothing happens but that bytes of others
// come and go: the most of them counts.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWMODEL_H
#define REMAT_LIB_PLANNER_WINDOWMODEL_H

#include "Auto/EventSchedule.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/ADT/iterator_range.h"

#include <limits>

namespace mlir::remat::planner {

struct WindowOptions {
  /// The ops may run again at every slot. Otherwise only at those where what
  /// they make is read, directly or by others of them, where what they read is
  /// touched, and where they or others of them ran before. For tests.
  bool everySlot = false;
  /// First runs may move, too.
  bool mayReorder = false;
};

class WindowModel {
public:
  /// A set of followed storages, and of ops that have run.
  using Mask = uint64_t;
  class BitIterator {
  public:
    explicit BitIterator(Mask rest) : rest(rest) {}
    int operator*() const { return llvm::countr_zero(rest); }
    BitIterator &operator++() {
      rest &= rest - 1;
      return *this;
    }
    bool operator!=(const BitIterator &other) const {
      return rest != other.rest;
    }

  private:
    Mask rest;
  };
  /// The members of a mask, ascending.
  static llvm::iterator_range<BitIterator> bitsOf(Mask mask) {
    return {BitIterator(mask), BitIterator(0)};
  }

  /// A run that touches what is followed, or a place where a free op may run.
  struct Stage {
    Moment moment = 0;
    /// The number of that free op, or -1.
    int32_t candidate = -1;
    Mask reads = 0;
    Mask makes = 0;
    /// Accumulating storages that it begins or adds to, where others that do
    /// may move.
    Mask adds = 0;
    /// Bytes alive beside what is followed, at it and between the one before
    /// and it.
    int64_t bytes = 0;
    int64_t bytesBefore = 0;
    /// Before it: what can be of use; what is read, here or later, by runs that
    /// stay before they make it; and what is or may be made, here or later.
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
    /// A bit that says whether it has run, if it may run only once; it is among
    /// those that it makes, and what reads accumulating storages that it adds
    /// to reads it.
    Mask done = 0;
    /// What it touches.
    Mask storages = 0;
    /// Its first run may be elsewhere.
    bool moves = false;
  };

  /// Fewer bytes than any sum: where nothing runs.
  static constexpr int64_t noBytes = std::numeric_limits<int64_t>::min() / 4;

  explicit WindowModel(const StepModel &model)
      : model(model), bitOf(model.storages.size(), -1) {}

  /// Builds it for these ops, which have no events in the schedule; `before`
  /// are those that they had. False if that is more than a mask holds.
  bool build(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
             llvm::ArrayRef<Event> before, const WindowOptions &options);

  int64_t bytesOf(Mask mask) const {
    int64_t sum = 0;
    for (int bit : bitsOf(mask))
      sum += bytes[bit];
    return sum;
  }

  const StepModel &model;
  llvm::SmallVector<FreeOp, 16> freeOps;
  /// By bit, larger ones first: what occupies nothing comes last.
  llvm::SmallVector<int64_t, 64> bytes;
  /// By bit: the free op that makes it, or -1.
  llvm::SmallVector<int16_t, 64> makerOf;
  /// What free ops make that may run again; what free ops make; what says that
  /// they have run; the accumulating storages that free ops add to.
  Mask remakeable = 0;
  Mask made = 0;
  Mask done = 0;
  Mask accumulating = 0;
  /// Ascending; one more at the end, after all.
  std::vector<Stage> stages;

private:
  Moment earliestMoment(const EventSchedule &schedule, Slot op) const;
  bool isMoving(Moment moment) const;
  void addFreeOps(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                  bool mayReorder);
  bool chooseStorages();
  /// What says that those have run that add to storages of `mask`.
  Mask addersOf(Mask mask) const;
  void sortStages();
  void addFixedStages(const EventSchedule &schedule);
  void addCandidates(const EventSchedule &schedule,
                     llvm::ArrayRef<Event> before, bool everySlot);
  void measureStages(const EventSchedule &schedule);
  void deriveMasks();
  /// Of the storages that are made and not yet read for the last time just
  /// after a run that touches them: updates those that were before it.
  Mask crossingAfter(const EventSchedule &schedule, Mask crossing,
                     const Stage &stage) const;

  /// By storage: its bit, or -1.
  std::vector<int16_t> bitOf;
  llvm::SmallVector<StorageId, 64> storages;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWMODEL_H
