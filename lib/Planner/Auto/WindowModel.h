//===- WindowModel.h - A few ops of a schedule ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_WINDOWMODEL_H
#define REMAT_LIB_PLANNER_WINDOWMODEL_H

#include "Auto/EventSchedule.h"

#include "llvm/ADT/bit.h"

#include <limits>

namespace mlir::remat::planner {

struct WindowOptions {
  /// For tests: ops may run again at every slot, not only at touches of their
  /// operands or results and at former runs.
  bool everySlot = false;
  /// First runs may move, too.
  bool mayReorder = false;
  /// States kept per stage. Leaves out the least promising beyond that, and
  /// possibly the best answer.
  size_t width = 32;
  /// Gives up after making so many states.
  uint64_t states = 3'000;
};

/// Chooses exactly how a few ops run. Follows the storages that these ops read
/// or make; all others form a profile of bytes over the stages, which are the
/// runs that touch a followed storage and the places where an op may run.
/// Between two stages only the maximum counts.
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
    /// Accumulating storages that it begins or adds to, if other adders may
    /// move.
    Mask adds = 0;
    Mask touched() const { return reads | makes | adds; }
    /// Bytes of other storages at it and the maximum before it.
    int64_t bytes = 0;
    int64_t bytesBefore = 0;
    /// Storages of possible use before it; those that fixed runs read before
    /// they make them, from here on; those that may be made from here on.
    Mask useful = 0;
    Mask needed = 0;
    Mask madeLater = 0;
  };
  struct FreeOp {
    Slot op = 0;
    /// Its former first run, and the earliest possible one.
    Moment first = 0;
    Moment earliest = 0;
    double time = 0;
    int64_t workspace = 0;
    Mask reads = 0;
    Mask makes = 0;
    Mask adds = 0;
    /// Bit for having run, if it may run only once: a pseudo storage that it
    /// makes and that readers of its accumulating storages read.
    Mask done = 0;
    Mask storages = 0;
    /// Its first run may be elsewhere.
    bool moves = false;
  };

  /// Below any sum, for places where nothing runs.
  static constexpr int64_t noBytes = std::numeric_limits<int64_t>::min() / 4;

  explicit WindowModel(const StepModel &model)
      : model(model), bitOf(model.storages.size(), -1) {}

  /// Builds the model for these ops, whose events, `before`, are no longer in
  /// the schedule. False if it exceeds a mask.
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
  /// Results of free ops that may run again, and of all free ops.
  Mask remakeable = 0;
  Mask made = 0;
  /// Bits for having run.
  Mask done = 0;
  /// Accumulating storages that they add to.
  Mask accumulating = 0;
  /// Ascending, with one more after the end.
  std::vector<Stage> stages;

private:
  Moment earliestMoment(const EventSchedule &schedule, Slot op) const;
  bool isMoving(Moment moment) const;
  void addFreeOps(const EventSchedule &schedule, llvm::ArrayRef<Slot> ops,
                  bool mayReorder);
  bool chooseStorages();
  /// Bits for the adders to storages of `mask` having run.
  Mask addersOf(Mask mask) const;
  void addFixedStages(const EventSchedule &schedule);
  void addCandidates(const EventSchedule &schedule,
                     llvm::ArrayRef<Event> before, bool everySlot);
  void measureStages(const EventSchedule &schedule);
  void deriveMasks();
  /// Storages alive just after a stage, from those before it.
  Mask crossingAfter(const EventSchedule &schedule, Mask crossing,
                     const Stage &stage) const;

  /// By storage: its bit, or -1.
  std::vector<int16_t> bitOf;
  llvm::SmallVector<StorageId, 64> storages;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_WINDOWMODEL_H
