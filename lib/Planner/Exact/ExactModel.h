//===- ExactModel.h - A step as the exact search sees it --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a state is, and which storages it says are alive.
//
// A task runs once if it may not run again or nobody reads it. A value is
// "fixed" if tasks that run once make and read it and it has a storage to
// itself: which of these tasks have run says whether it is alive. All others
// are "loose": they can be held or dropped. Values of one storage may come to
// lie in several copies of it, when the root is made again while a view of the
// older copy is held: a state numbers the copies within such a group.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EXACTMODEL_H
#define REMAT_LIB_PLANNER_EXACTMODEL_H

#include "remat/Planner/Graph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/bit.h"

#include <array>
#include <limits>
#include <string>

namespace mlir::remat::planner::exact {

/// A set of small numbers.
struct Mask {
  static constexpr int32_t size = 128;
  std::array<uint64_t, 2> words = {0, 0};

  bool test(int32_t i) const { return words[i / 64] >> (i % 64) & 1; }
  void set(int32_t i) { words[i / 64] |= uint64_t(1) << (i % 64); }
  void reset(int32_t i) { words[i / 64] &= ~(uint64_t(1) << (i % 64)); }
  bool any() const { return words[0] | words[1]; }
  bool contains(const Mask &other) const {
    return !((other.words[0] & ~words[0]) | (other.words[1] & ~words[1]));
  }
  bool meets(const Mask &other) const {
    return (words[0] & other.words[0]) | (words[1] & other.words[1]);
  }
  Mask operator|(const Mask &other) const {
    return {{words[0] | other.words[0], words[1] | other.words[1]}};
  }
  Mask operator&(const Mask &other) const {
    return {{words[0] & other.words[0], words[1] & other.words[1]}};
  }
  Mask without(const Mask &other) const {
    return {{words[0] & ~other.words[0], words[1] & ~other.words[1]}};
  }
  Mask &operator|=(const Mask &other) { return *this = *this | other; }
  bool operator==(const Mask &other) const { return words == other.words; }
  /// The smallest member, which it must have.
  int32_t lowest() const {
    return words[0] ? llvm::countr_zero(words[0])
                    : 64 + llvm::countr_zero(words[1]);
  }
  template <typename Function> void forEach(Function function) const {
    for (int32_t w = 0; w != 2; ++w)
      for (uint64_t rest = words[w]; rest; rest &= rest - 1)
        function(w * 64 + static_cast<int32_t>(llvm::countr_zero(rest)));
  }
};

/// Tasks that are followed: which of them have run is part of a state, either
/// as a mask or, in base order, as their number (`done.words[0]`).
struct TaskSet {
  Mask mask;
  int32_t first = std::numeric_limits<int32_t>::max();
  int32_t last = -1;
};

struct State {
  Mask done;
  /// Loose values.
  Mask held;
  /// Numbers of copies, and what pins forbid to read.
  Mask extra;

  bool operator==(const State &other) const {
    return done == other.done && held == other.held && extra == other.extra;
  }
};

struct ExactValue {
  ValueId value = 0;
  /// Of the storage under it; 0 if that is there from the start.
  int64_t bytes = 0;
  bool isResult = false;
  bool accumulates = false;
  /// The tasks that make it, if they run once: it cannot be made again.
  bool madeOnce = false;
  TaskSet writers;
  /// The task that makes it, if it is not made once.
  int32_t writer = -1;
  /// The tasks that read it and run once.
  TaskSet onceReaders;
  /// The followed tasks for which it can be of use, directly or by running
  /// others; and whether it can be for a result.
  TaskSet uses;
  bool servesResult = false;
  /// Position in `groups`, or -1 if it has a storage to itself.
  int32_t group = -1;
  /// Where in State::extra its copy's number is; how many bits.
  int32_t copyShift = 0;
  int32_t copyBits = 0;
  /// Two bits there: what is pinned made this value (the storage under it) in
  /// the forward pass. -1 if that cannot be.
  int32_t pinShift = -1;
};

/// How a run makes a loose value.
struct ExactOutput {
  int32_t value = 0;
  /// The loose value that it is a view of, if the task reads that; else -1.
  int32_t source = -1;
};

struct ExactOption {
  int32_t variant = 0;
  int64_t time = 0;
  /// Beside fixed outputs: its workspace and all storages it makes, but for
  /// those that its `accumulating` outputs may have already.
  int64_t bytes = 0;
  std::vector<ExactOutput> outputs;
  Mask makes;
  /// Loose.
  std::vector<int32_t> accumulating;
};

struct ExactTask {
  TaskId task = 0;
  /// Position among the followed tasks, or -1 if it is not followed.
  int32_t bit = -1;
  bool mayRunAgain = false;
  bool isForward = false;
  bool isBackward = false;
  bool isPinned = false;
  Mask looseInputs;
  /// Followed tasks that must have run: they make what it reads.
  TaskSet after;
  std::vector<int32_t> fixedInputs;
  std::vector<int32_t> fixedOutputs;
  std::vector<ExactOption> options;
  int64_t leastTime = 0;
};

struct ExactModelOptions {
  /// First runs stand in base order.
  bool keepOrder = false;
  /// By value: the roots whose storages count; the others are there from the
  /// start and occupy nothing, tasks that touch none of them are left out, and
  /// pins to recompute do not count. The optimum of that is at most that of the
  /// whole. Null if all count.
  const llvm::BitVector *counted = nullptr;
  /// By task, for `counted`: tasks that must have run before it runs, each
  /// before it in base order. Those left out are skipped. May be null.
  const std::vector<std::vector<TaskId>> *after = nullptr;
};

class ExactModel {
public:
  /// `error` says why there is no model, if it is not empty.
  ExactModel(const Graph &graph, const ExactModelOptions &options);

  const Graph &graph;
  bool keepOrder;
  std::string error;
  /// In base order.
  std::vector<ExactTask> tasks;
  /// The loose values.
  std::vector<ExactValue> values;
  std::vector<ExactValue> fixed;
  /// Loose values that share a storage, ascending.
  std::vector<std::vector<int32_t>> groups;
  /// Those that are in no group.
  Mask single;
  Mask looseResults;
  /// The tasks that are followed, by bit, as positions in `tasks`.
  std::vector<int32_t> followed;
  bool hasPins = false;
  TaskSet forward;
  TaskSet backward;
  /// In base order: what runs at or after a position needs, and the time of it.
  std::vector<Mask> neededFrom;
  std::vector<int64_t> timeFrom;
  /// A time is its integer here times 2^-timeShift.
  int timeShift = 0;

  bool isDone(const State &state, const ExactTask &task) const {
    return keepOrder ? state.done.words[0] > uint64_t(task.bit)
                     : state.done.test(task.bit);
  }
  /// `done` once a followed task has run that had not.
  Mask doneAfter(Mask done, const ExactTask &task) const {
    if (keepOrder)
      ++done.words[0];
    else
      done.set(task.bit);
    return done;
  }
  bool allDone(const TaskSet &set, const Mask &done) const {
    return keepOrder ? int64_t(done.words[0]) > set.last
                     : done.contains(set.mask);
  }
  bool anyDone(const TaskSet &set, const Mask &done) const {
    return keepOrder ? int64_t(done.words[0]) > set.first
                     : done.meets(set.mask);
  }
  bool fixedAlive(const ExactValue &value, const Mask &done) const {
    return anyDone(value.writers, done) &&
           (value.isResult || !allDone(value.onceReaders, done) ||
            !allDone(value.writers, done));
  }
  /// Whether holding it can ever be of use.
  bool isUseful(const ExactValue &value, const Mask &done) const {
    return value.isResult || value.servesResult || !allDone(value.uses, done) ||
           (value.accumulates && !allDone(value.writers, done));
  }
  int32_t copyOf(const State &state, const ExactValue &value) const {
    return state.extra.words[value.copyShift / 64] >> (value.copyShift % 64) &
           ((uint64_t(1) << value.copyBits) - 1);
  }
  /// Bytes that every plan needs to run each task by itself.
  int64_t floor() const;
  double toTime(int64_t time) const;

private:
  void chooseValues(const ExactModelOptions &options);
  void addTasks(const ExactModelOptions &options);
  bool addOption(ExactTask &task, int32_t variant);
  void addToSet(TaskSet &set, int32_t bit) const {
    if (!keepOrder)
      set.mask.set(bit);
    set.first = std::min(set.first, bit);
    set.last = std::max(set.last, bit);
  }
  void deriveUses();
  void deriveExtra();
  bool fail(std::string reason) {
    error = std::move(reason);
    return false;
  }
  bool runsOnce(TaskId task) const { return once.test(task); }
  int64_t scale(double time) const;

  const llvm::BitVector *hasCounted = nullptr;
  /// By task.
  llvm::BitVector once;
  llvm::BitVector takesPart;
  std::vector<int32_t> bitOf;
  /// By value: whether it is modeled, the number among the loose or the fixed,
  /// or -1.
  std::vector<int32_t> looseNumber;
  std::vector<int32_t> fixedNumber;
};

} // namespace mlir::remat::planner::exact

#endif // REMAT_LIB_PLANNER_EXACTMODEL_H
