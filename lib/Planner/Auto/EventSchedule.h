//===- EventSchedule.h - Runs of a step's ops at slots ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space in which `auto` searches. Every task has a slot, in the order of
// the step; a run is a task at a slot, and the runs of a slot follow each other
// in the order of their tasks. At first every task runs at its own slot. Then
// first runs move to other slots (which reorders the step), and tasks run again
// at further slots. Every such set of runs in which each task finds what it
// reads is a valid schedule; what changes with a run is which copy of a storage
// serves which reader, and so how long copies live.
//
// A change costs what it touches: for each storage that the task reads and
// makes a search in the list of touches and a range update over slots.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EVENTSCHEDULE_H
#define REMAT_LIB_PLANNER_EVENTSCHEDULE_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Position in StepModel::ops, and the slot where that op runs at first.
using Slot = int32_t;
/// Position in StepModel::storages.
using StorageId = int32_t;

/// A graph under one order, as the search sees it. Views are read through: a
/// task that reads a view reads its storage, and tasks that only make views are
/// no ops but run where their view of a copy is first read.
struct StepModel {
  struct Op {
    TaskId task = 0;
    double time = 0;
    int64_t workspace = 0;
    /// Bytes of the storages that it makes, accumulating ones aside.
    int64_t madeBytes = 0;
    /// It may run more than once.
    bool canRunAgain = false;
    /// Ranges of `operands`: the storages it reads, those it makes and those it
    /// adds to.
    int32_t readsBegin = 0;
    int32_t makesBegin = 0;
    int32_t addsBegin = 0;
    int32_t end = 0;
  };
  struct Storage {
    int64_t bytes = 0;
    /// The (first) op that makes it.
    Slot producer = 0;
    /// Stays to the end.
    bool isResult = false;
    /// Its producer may run again.
    bool canBeRemade = false;
    /// No copy made before `boundary` may be read from there on: its producer
    /// is pinned recompute.
    bool isDropped = false;
  };

  /// `order` is a topological order of all tasks. O((V + E) log V).
  StepModel(const Graph &graph, llvm::ArrayRef<TaskId> order);

  /// Whether the first runs of the ops stand in their order. Tasks that only
  /// make views have no place of their own: they run where they are read.
  bool keepsOrder(llvm::ArrayRef<Step> steps) const;

  /// The number of ops; that slot is the end of the step.
  Slot size() const { return ops.size(); }
  llvm::ArrayRef<StorageId> reads(Slot op) const {
    return operandsBetween(ops[op].readsBegin, ops[op].makesBegin);
  }
  llvm::ArrayRef<StorageId> makes(Slot op) const {
    return operandsBetween(ops[op].makesBegin, ops[op].addsBegin);
  }
  llvm::ArrayRef<StorageId> adds(Slot op) const {
    return operandsBetween(ops[op].addsBegin, ops[op].end);
  }

  const Graph &graph;
  std::vector<Op> ops;
  std::vector<StorageId> operands;
  std::vector<Storage> storages;
  /// By value: its storage, or -1 if it is there from the start.
  std::vector<StorageId> storageOf;
  /// By task: its op, or -1 for those that make views alone.
  std::vector<Slot> opOf;
  /// The tasks that make views alone, in order.
  std::vector<TaskId> viewTasks;
  /// The first op of the backward pass; `size()` if there is none.
  Slot boundary = 0;
  /// Some storage is dropped.
  bool hasDropped = false;
  /// All sizes together, workspaces included, times the number of ops are
  /// within int64: sums over slots are, too.
  bool isSummable = true;

private:
  llvm::ArrayRef<StorageId> operandsBetween(int32_t begin, int32_t end) const {
    return llvm::ArrayRef(operands).slice(begin, end - begin);
  }
};

/// "Run `op` at slot `at`".
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

/// A moment of the schedule, ordered as the runs are.
using Moment = int64_t;
inline Moment momentOf(Slot at, Slot op) {
  return (static_cast<int64_t>(at) << 32) | static_cast<uint32_t>(op);
}
inline Moment momentOf(Event event) { return momentOf(event.at, event.op); }
inline Slot slotOfMoment(Moment moment) {
  return static_cast<Slot>(moment >> 32);
}
inline Slot opOfMoment(Moment moment) { return static_cast<Slot>(moment); }

/// Where every op runs: all that a schedule is.
struct ScheduleRuns {
  /// By op: the slot of its first run.
  std::vector<Slot> firstSlots;
  /// The other runs, ascending.
  std::vector<Event> events;
};

/// A set of runs, and the bytes alive at each of them.
class EventSchedule {
public:
  enum class TouchKind { Reads, Makes, Adds };
  /// A run that reads, makes or adds to a storage; or the end of the step,
  /// which reads results.
  struct Touch {
    Moment moment;
    TouchKind kind;
  };

  /// Every op once, at its own slot. `limit` is the peak that `excess` is
  /// about, resident bytes included. O((V + E) log V).
  EventSchedule(const StepModel &model, int64_t limit);
  /// Those runs. Every one must find what it reads.
  EventSchedule(const StepModel &model, int64_t limit,
                const ScheduleRuns &initial);

  const StepModel &getModel() const { return *model; }
  int64_t getLimit() const { return limit; }
  /// O(slots).
  void setLimit(int64_t newLimit);

  /// Runs an op that may run again once more, after its first run; or takes
  /// such a run back. O(touched storages · (log touches + slots / groupSize +
  /// groupSize / blockSize + blockSize)), more where slots are near the limit.
  void add(Event event);
  void remove(Event event);
  bool contains(Event event) const;
  /// False if the schedule, which fits, surely does not without that event: the
  /// copies that would live on in its place do not fit. O(touched storages ·
  /// (slots / groupSize + groupSize / blockSize + blockSize)), far less than to
  /// remove it and see.
  bool mayFitWithout(Event event) const;

  /// Where the op runs first.
  Slot firstSlot(Slot op) const { return firstSlots[op]; }
  Moment firstMoment(Slot op) const { return momentOf(firstSlots[op], op); }
  /// Whether its first run may move there: it finds what it reads, and all that
  /// read what it makes still do.
  bool canMoveFirst(Slot op, Slot to) const;
  /// Moves it. The same cost as `add`.
  void moveFirst(Slot op, Slot to);

  /// The largest sum of bytes alive, resident bytes included. O(slots /
  /// groupSize + groupSize / blockSize + blockSize).
  int64_t peak() const;
  /// The first slot with the peak.
  Slot peakSlot() const;
  /// The largest bytes alive in a slot; negative if nothing runs there.
  int64_t bytesAt(Slot slot) const { return tops[slot] + addedTo(slot); }
  /// The largest bytes alive in slots from `first` to `last`, both included;
  /// negative if nothing runs there. The cost of a peak.
  int64_t peakBetween(Slot first, Slot last) const;
  /// The bytes alive across the gap before `event`, which is no run.
  int64_t crossingBytes(Event event) const;
  /// Fills in, by slot and for the end: the sum of what the slots before it are
  /// over the limit, and how many of them are. O(slots).
  void sumExcess(std::vector<int64_t> &bytesUpTo,
                 std::vector<int32_t> &slotsUpTo) const;
  /// Sum over the slots of the bytes by which its largest moment is over the
  /// limit. O(1).
  int64_t excess() const { return totalExcess; }
  bool fits() const { return totalExcess == 0; }
  /// Time of the runs beside the first ones.
  double extraTime() const { return addedTime; }
  int64_t eventCount() const { return count; }

  struct Run {
    Slot op;
    /// Bytes alive at it, above the level of the slot.
    int64_t relative;
  };
  /// The runs of a slot, in their order.
  llvm::ArrayRef<Run> runsAt(Slot slot) const { return runs[slot]; }
  /// What the `relative` bytes of the runs of a slot are above.
  int64_t levelOf(Slot slot) const {
    return tops[slot] - highest[slot] + addedTo(slot);
  }
  /// All runs beside the first ones, ascending. O(slots + runs).
  std::vector<Event> allEvents() const;
  ScheduleRuns allRuns() const { return {firstSlots, allEvents()}; }

  llvm::ArrayRef<Touch> touches(StorageId storage) const {
    return touchLists[storage];
  }
  /// Whether a copy is or may be kept over the whole slot: it is first touched
  /// before it, and last touched after it. O(1).
  bool spansSlot(StorageId storage, Slot slot) const {
    return spans[storage].first < momentOf(slot, 0) &&
           spans[storage].last >= momentOf(slot + 1, 0);
  }
  /// The position of the first touch at or after `moment`.
  size_t lowerTouch(StorageId storage, Moment moment) const;

  /// How many storages were touched so far, the unit of work limits; long
  /// ranges of slots around the limit count by their length.
  uint64_t work() const { return workDone; }

  /// The plan's steps. O(steps + reads).
  std::vector<Step> steps() const;

private:
  static constexpr Slot blockSize = 32;
  static constexpr Slot groupSize = 32 * blockSize;
  /// The largest relative of a slot without runs: low enough to count nowhere.
  static constexpr int64_t nothing = -(int64_t(1) << 61);
  /// No sum of bytes is over it.
  static constexpr int64_t noLimit = int64_t(1) << 61;

  void derive();

  void addRun(Event event);
  void removeRun(Event event);
  void touchAll(Event event);
  void untouchAll(Event event);
  void addTouch(StorageId storage, Moment moment, TouchKind kind);
  void removeTouch(StorageId storage, Moment moment);
  /// Adds to all moments from `first` to `last`, both included; to none if they
  /// are the wrong way around.
  void addBetween(Moment first, Moment last, int64_t bytes);
  void addWithin(Slot slot, Slot firstOp, Slot lastOp, int64_t bytes);
  void addToSlots(Slot first, Slot last, int64_t bytes);
  void setHighest(Slot slot, int64_t most);
  void settleSlot(Slot slot);
  void settleBlock(Slot block);
  /// The largest and smallest top of a slot's block after a change of the
  /// slot's from `before`; true if one of them changed.
  bool settleBlockAt(Slot slot, int64_t before);
  void settleGroup(Slot group);
  /// What was added to the block and the group of a slot as wholes.
  int64_t addedTo(Slot slot) const {
    return blockAdd[slot / blockSize] + groupAdd[slot / groupSize];
  }
  Slot blockCount() const { return blockAdd.size(); }
  Slot groupCount() const { return groupAdd.size(); }
  /// The blocks of a group: the first of them, and the one after the last.
  static Slot firstBlockOf(Slot group) {
    return group * (groupSize / blockSize);
  }
  Slot endBlockOf(Slot group) const {
    return std::min(firstBlockOf(group + 1), blockCount());
  }
  /// Adds to the slots from `begin` to `end` of a block, that one not included.
  void addToBlock(Slot block, Slot begin, Slot end, int64_t bytes);
  /// How the excess of these slots changes when `bytes` are added to each.
  int64_t excessChangeIn(Slot block, Slot begin, Slot end, int64_t bytes) const;
  /// The bytes of the copies that begin at a run.
  int64_t begunBytes(Event event) const;

  const StepModel *model;
  int64_t limit;
  // By slot. The bytes alive at a run are the level of its slot, its own
  // relative bytes and what was added to the whole block and group. `highest`
  // is the largest relative of a slot, `tops` its sum with the level.
  std::vector<int64_t> tops;
  std::vector<int64_t> highest;
  std::vector<llvm::SmallVector<Run, 1>> runs;
  std::vector<Slot> firstSlots;
  // By block of slots.
  std::vector<int64_t> blockAdd;
  std::vector<int64_t> blockHighest;
  std::vector<int64_t> blockLowest;
  // By group of blocks: the same, above what was added to the group.
  std::vector<int64_t> groupAdd;
  std::vector<int64_t> groupHighest;
  std::vector<int64_t> groupLowest;
  std::vector<llvm::SmallVector<Touch, 4>> touchLists;
  /// By storage: its first and last touch.
  struct Span {
    Moment first;
    Moment last;
  };
  std::vector<Span> spans;
  int64_t totalExcess = 0;
  double addedTime = 0;
  int64_t count = 0;
  uint64_t workDone = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_EVENTSCHEDULE_H
