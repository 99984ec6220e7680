//===- ExactModel.h - A step as the exact search sees it --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines a state and its live storages. A task runs once if it may not run
// again or no task needs its outputs. A "fixed" value has its own storage and
// is made and read only by tasks that run once: the set of those done tells
// whether it is alive. States hold or drop all other, "loose" values. Remaking
// a root while a view of the older copy is held gives its storage several
// copies; a state numbers the copies within such a group.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_EXACTMODEL_H
#define REMAT_LIB_PLANNER_EXACTMODEL_H

#include "remat/Planner/Graph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/bit.h"

#include <array>
#include <cassert>
#include <string>

namespace mlir::remat::planner::exact {

struct Mask {
  static constexpr int32_t size = 128;
  std::array<uint64_t, 2> words = {0, 0};

  bool test(int32_t i) const { return words[i / 64] >> (i % 64) & 1; }
  void set(int32_t i) { words[i / 64] |= uint64_t(1) << (i % 64); }
  void reset(int32_t i) { words[i / 64] &= ~(uint64_t(1) << (i % 64)); }
  void assign(int32_t i, bool isMember) { isMember ? set(i) : reset(i); }
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
  int32_t lowest() const {
    assert(any() && "the set is empty");
    return words[0] ? llvm::countr_zero(words[0])
                    : 64 + llvm::countr_zero(words[1]);
  }
  template <typename Function> void forEach(Function function) const {
    for (int32_t w = 0; w != 2; ++w)
      for (uint64_t rest = words[w]; rest; rest &= rest - 1)
        function(w * 64 + static_cast<int32_t>(llvm::countr_zero(rest)));
  }
};

struct State {
  /// The followed tasks that have run.
  Mask done;
  /// The loose values in memory.
  Mask held;
  /// The numbers of their copies, and whether pins forbid reading them.
  Mask extra;

  bool operator==(const State &other) const {
    return done == other.done && held == other.held && extra == other.extra;
  }
};

struct ExactValue {
  ValueId value = 0;
  /// Of its storage; 0 if that exists from the start.
  int64_t bytes = 0;
  bool isResult = false;
  bool accumulates = false;
  /// Its makers run once: it cannot be remade.
  bool madeOnce = false;
  Mask writers;
  /// Position of its maker in ExactModel::tasks, unless made once.
  int32_t writer = -1;
  /// The tasks that read it and run once.
  Mask onceReaders;
  /// Followed tasks, and whether a result, that it can serve directly or by way
  /// of other runs.
  Mask uses;
  bool servesResult = false;
  /// Position in `groups`, or -1 if it has a storage to itself.
  int32_t group = -1;
  /// Bits of State::extra with the number of its copy.
  int32_t copyShift = 0;
  int32_t copyBits = 0;
  /// Two bits there: a pinned task made this value (the storage under it) in
  /// the forward pass. -1 if impossible.
  int32_t pinShift = -1;
};

struct ExactOutput {
  int32_t value = 0;
  /// The loose value that it views, if the task reads that; else -1.
  int32_t source = -1;
};

struct ExactOption {
  int32_t variant = 0;
  int64_t time = 0;
  /// Workspace plus new storages, without fixed outputs and the `accumulating`
  /// ones, which may exist already.
  int64_t bytes = 0;
  std::vector<ExactOutput> outputs;
  Mask makes;
  /// Loose.
  std::vector<int32_t> accumulating;
};

struct ExactTask {
  TaskId task = 0;
  /// Position in ExactModel::followed, or -1 if it is not followed.
  int32_t bit = -1;
  bool mayRunAgain = false;
  bool isForward = false;
  bool isBackward = false;
  bool isPinned = false;
  Mask looseInputs;
  /// Followed tasks that make its inputs.
  Mask after;
  std::vector<int32_t> fixedInputs;
  std::vector<int32_t> fixedOutputs;
  std::vector<ExactOption> options;
  int64_t leastTime = 0;
};

class ExactModel {
public:
  /// A nonempty `error` says why there is no model.
  explicit ExactModel(const Graph &graph);

  const Graph &graph;
  std::string error;
  /// In base order.
  std::vector<ExactTask> tasks;
  /// The loose values.
  std::vector<ExactValue> values;
  std::vector<ExactValue> fixed;
  /// Loose values that share a storage, ascending.
  std::vector<std::vector<int32_t>> groups;
  /// Loose values that are in no group.
  Mask single;
  Mask looseResults;
  /// Tasks whose runs are part of a state: by bit, positions in `tasks`.
  std::vector<int32_t> followed;
  bool hasPins = false;
  Mask forward;
  Mask backward;

  bool fixedAlive(const ExactValue &value, const Mask &done) const {
    return done.meets(value.writers) &&
           (value.isResult || !done.contains(value.onceReaders) ||
            !done.contains(value.writers));
  }
  /// Whether holding it can ever be of use.
  bool isUseful(const ExactValue &value, const Mask &done) const {
    return value.isResult || value.servesResult || !done.contains(value.uses) ||
           (value.accumulates && !done.contains(value.writers));
  }
  int32_t copyOf(const State &state, const ExactValue &value) const {
    return state.extra.words[value.copyShift / 64] >> (value.copyShift % 64) &
           ((uint64_t(1) << value.copyBits) - 1);
  }
  /// Bytes that every plan needs for each task alone.
  int64_t floor() const;
  /// Undoes the integer scaling by a power of two.
  double toTime(int64_t time) const;

private:
  void chooseUnit();
  /// Returns the number of followed tasks.
  int32_t chooseFollowed();
  void chooseValues();
  ExactValue makeValue(ValueId value) const;
  /// Whether `followed` says if the value, alone in its storage, is alive.
  bool isFixed(const ExactValue &value) const;
  bool addTask(TaskId index);
  bool addOption(ExactTask &task, int32_t variant);
  /// Whether this run is possible; sets `error` if the model cannot say.
  bool mayUse(TaskId task, int32_t variant);
  void deriveUses();
  void deriveExtra();
  /// Whether a task pinned recompute makes it.
  bool isPinned(ValueId value) const;
  /// Whether states follow it. An unread value dies with the step that makes
  /// it, unless others add to it.
  bool isModeled(ValueId value) const;
  bool isLoose(ValueId value) const { return looseNumber[value] >= 0; }
  bool fail(std::string reason) {
    error = std::move(reason);
    return false;
  }
  int64_t scale(double time) const;

  /// A time is its integer here times 2^-timeShift.
  int timeShift = 0;
  // By task: whether it runs once; its position in `followed`, or -1.
  llvm::BitVector once;
  std::vector<int32_t> bitOf;
  // By value: the number among the loose or the fixed ones, or -1.
  std::vector<int32_t> looseNumber;
  std::vector<int32_t> fixedNumber;
};

} // namespace mlir::remat::planner::exact

#endif // REMAT_LIB_PLANNER_EXACTMODEL_H
