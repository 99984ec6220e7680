//===- EventSchedule.h - Runs of a step's ops at slots ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space that `auto` searches. Each op has a slot, in step order; a run is
// an op at a slot, and a slot's runs follow op order. Initially each op runs
// once, at its own slot. The search moves first runs, which reorders the step,
// and adds further runs. Every set of runs in which each op finds its operands
// is valid.
//
// A change costs what it touches: per storage of the op, a search in a list of
// touches and an addition to a range of slots.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSCHEDULE_H
#define REMAT_LIB_PLANNER_EVENTSCHEDULE_H

#include "Auto/SlotBytes.h"

namespace mlir::remat::planner {

struct Event {
  Slot at = 0;
  Slot op = 0;

  bool operator==(const Event &other) const {
    return at == other.at && op == other.op;
  }
  bool operator<(const Event &other) const {
    return at != other.at ? at < other.at : op < other.op;
  }
};

/// A place in the order of all possible runs.
using Moment = int64_t;
inline Moment momentOf(Slot at, Slot op) {
  return (static_cast<int64_t>(at) << 32) | static_cast<uint32_t>(op);
}
inline Moment momentOf(Event event) { return momentOf(event.at, event.op); }
inline Slot slotOfMoment(Moment moment) {
  return static_cast<Slot>(moment >> 32);
}
inline Slot opOfMoment(Moment moment) { return static_cast<Slot>(moment); }

/// Where each op runs, which defines a schedule.
struct ScheduleRuns {
  /// By op: the slot of its first run.
  std::vector<Slot> firstSlots;
  /// The other runs, ascending.
  std::vector<Event> events;
};

ScheduleRuns everyOpOnce(const StepModel &model);

/// A set of runs, and the bytes alive at each of them.
class EventSchedule {
public:
  enum class TouchKind { Reads, Makes, Adds };
  /// A run that reads, makes or adds to a storage. The step's end reads
  /// results.
  struct Touch {
    Moment moment;
    TouchKind kind;
  };

  /// Starts with these runs; each must find its operands. `excess` is relative
  /// to `limit`, which includes resident bytes. O((V + E) log V).
  EventSchedule(const StepModel &model, int64_t limit,
                const ScheduleRuns &initial);
  EventSchedule(const StepModel &model, int64_t limit)
      : EventSchedule(model, limit, everyOpOnce(model)) {}

  const StepModel &getModel() const { return *model; }
  int64_t getLimit() const { return bytes.getLimit(); }
  void setLimit(int64_t limit) { bytes.setLimit(limit); }

  /// Adds a run of an op that may run again, after its first run and where it
  /// finds its operands. Like all changes O(touched storages · (log touches +
  /// SlotBytes::add)).
  void add(Event event);
  /// Removes a run that is not the first.
  void remove(Event event);
  bool contains(Event event) const;
  /// False proves that removing the event breaks the limit, as the copies that
  /// live on in its place do not fit. Needs a schedule that fits; several times
  /// faster than removing it.
  bool mayFitWithout(Event event) const;

  Slot firstSlot(Slot op) const { return firstSlots[op]; }
  Moment firstMoment(Slot op) const { return momentOf(firstSlots[op], op); }
  /// Whether its first run may move there: it finds its operands, and readers
  /// still find its results.
  bool canMoveFirst(Slot op, Slot to) const;
  void moveFirst(Slot op, Slot to);

  /// The largest sum of bytes alive, including resident bytes, and its first
  /// slot.
  int64_t peak() const { return bytes.peak(); }
  Slot peakSlot() const { return bytes.peakSlot(); }
  /// The largest bytes alive in a slot, or in [first, last]; negative without
  /// runs.
  int64_t bytesAt(Slot slot) const { return bytes.at(slot); }
  int64_t peakBetween(Slot first, Slot last) const {
    return bytes.peakBetween(first, last);
  }
  /// Bytes alive across the gap before `event`, which is no run.
  int64_t crossingBytes(Event event) const;
  /// As SlotBytes::sumExcess.
  void sumExcess(std::vector<int64_t> &bytesUpTo,
                 std::vector<int32_t> &slotsUpTo) const {
    bytes.sumExcess(bytesUpTo, slotsUpTo);
  }
  /// The excess of each slot's largest run over the limit, summed. O(1).
  int64_t excess() const { return bytes.excess(); }
  bool fits() const { return excess() == 0; }
  /// Time and number of the later runs.
  double extraTime() const { return addedTime; }
  int64_t eventCount() const { return count; }

  struct Run {
    Slot op;
    /// Bytes alive at it, above the level of the slot.
    int64_t relative;
  };
  llvm::ArrayRef<Run> runsAt(Slot slot) const { return runs[slot]; }
  /// Base of the `relative` bytes of a slot's runs.
  int64_t levelOf(Slot slot) const { return bytes.at(slot) - highest[slot]; }
  /// All later runs, ascending. O(slots + runs).
  std::vector<Event> allEvents() const;
  ScheduleRuns allRuns() const { return {firstSlots, allEvents()}; }

  llvm::ArrayRef<Touch> touches(StorageId storage) const {
    return touchLists[storage];
  }
  /// Whether a copy may be alive over the whole slot: touched before and after.
  /// O(1).
  bool spansSlot(StorageId storage, Slot slot) const {
    return spans[storage].first < momentOf(slot, 0) &&
           spans[storage].last >= momentOf(slot + 1, 0);
  }
  /// Position of the first touch at or after `moment`.
  size_t lowerTouch(StorageId storage, Moment moment) const;

  /// Touched storages, the unit of work limits. Long ranges of slots around the
  /// limit count by their length.
  uint64_t work() const { return touched + bytes.work(); }

  /// O(steps + reads).
  std::vector<Step> steps() const;

private:
  void deriveTouches();
  /// Derives the bytes at all runs from the touches. Returns each slot's
  /// maximum.
  std::vector<int64_t> deriveBytes();
  void addRun(Event event);
  void removeRun(Event event);
  void touchAll(Event event);
  void untouchAll(Event event);
  void addTouch(StorageId storage, Touch touch);
  void removeTouch(StorageId storage, Moment moment);
  /// Adds `size` (negative: removes it) where the touch at position `at` of a
  /// list without it makes a copy live.
  void addTouchBytes(StorageId storage, size_t at, Touch touch, int64_t size);
  /// Whether the copy alive before position `at` serves no touch from there on.
  bool endsBefore(StorageId storage, size_t at) const {
    return at == touchLists[storage].size() ||
           touchLists[storage][at].kind == TouchKind::Makes;
  }
  /// Adds to all moments in [first, last]; to none if that is empty.
  void addBetween(Moment first, Moment last, int64_t added);
  void addWithin(Slot slot, Slot firstOp, Slot lastOp, int64_t added);
  void setHighest(Slot slot, int64_t most);
  void settleSlot(Slot slot);
  /// The bytes of the copies that begin at a run.
  int64_t begunBytes(Event event) const;

  const StepModel *model;
  // By slot. `highest` is the largest relative of its runs; `bytes` includes
  // it.
  std::vector<llvm::SmallVector<Run, 1>> runs;
  std::vector<int64_t> highest;
  SlotBytes bytes;
  /// By op.
  std::vector<Slot> firstSlots;
  std::vector<llvm::SmallVector<Touch, 4>> touchLists;
  /// By storage: its first and last touch.
  struct Span {
    Moment first;
    Moment last;
  };
  std::vector<Span> spans;
  double addedTime = 0;
  int64_t count = 0;
  uint64_t touched = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSCHEDULE_H
