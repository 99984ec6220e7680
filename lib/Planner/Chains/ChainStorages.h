//===- ChainStorages.h - What a chain in a graph stores ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The storages of a graph as a chain of stages holds them: from when to when,
// and as what.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CHAINSTORAGES_H
#define REMAT_LIB_PLANNER_CHAINSTORAGES_H

#include "remat/Planner/ChainStructure.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat::planner {

/// A storage, or what a view of one holds on to that another stage makes: what
/// was made of the storage then may not be what is there of it later.
struct ChainStorage {
  enum Kind {
    /// Of a forward stage: stored again and again, as a part of a and ā.
    Forward,
    /// Made once, or a result: there from the start, as far as the model goes.
    Kept,
    /// Made by a backward task.
    Backward,
    /// What a view that a backward task makes of a forward value holds on to.
    BackwardView
  };
  Kind kind;
  int64_t bytes = 0;
  /// The root of what is stored.
  ValueId root = 0;
  /// The stage whose forward or backward makes it; above all stages for what is
  /// kept.
  int32_t made = 0;
  /// The last stage whose forward reads it, or `made`.
  int32_t lastForward = 0;
  /// The lowest stage whose backward uses it; of what is kept, whose forward
  /// does, too. 0 for results, more than all stages if there is none.
  int32_t lowestUse = 0;
  /// Of what is kept: the stage that makes it.
  int32_t firstMade = 0;
  /// Of BackwardView: the unit of the value that is viewed.
  int32_t viewed = -1;
};

/// The units of a graph, by value; and what the programs of a stage need.
class ChainStorages {
public:
  /// `held` says by value what is kept though it could be made again.
  ChainStorages(const Graph &graph, std::vector<bool> held);

  /// Adds what the forward tasks make and read; tasks come in an order in which
  /// they can run, `stageOf` is by task.
  void addForward(llvm::ArrayRef<TaskId> tasks, llvm::ArrayRef<int32_t> stageOf,
                  int32_t stageCount);
  /// Adds what the others make and read.
  void addBackward(llvm::ArrayRef<TaskId> tasks,
                   llvm::ArrayRef<int32_t> stageOf);

  llvm::ArrayRef<ChainStorage> all() const { return units; }
  /// Null for what is there throughout and has no bytes.
  const ChainStorage *find(ValueId value) const {
    return unitOf[value] < 0 ? nullptr : &units[unitOf[value]];
  }
  /// The value is never made again for its own sake.
  bool isKept(ValueId value) const { return kept[value]; }

  /// The most bytes that the forward of a stage has of its own at a time, with
  /// what is left of them at its end: a^l or ā^l as far as the stage makes it.
  int64_t mostInForward(llvm::ArrayRef<Step> steps, int32_t stage,
                        bool forBackward);
  /// The same for its backward, without a^{l-1} and without what is there
  /// before and after it.
  int64_t mostInBackward(llvm::ArrayRef<TaskId> tasks, int32_t stage);

private:
  class Timeline;

  int32_t addUnit(ChainStorage::Kind kind, ValueId root, int32_t stage);
  int32_t keptUnit(ValueId value, int32_t stage);
  bool isRemade(ValueId root) const;
  bool comesWithRoot(ValueId value) const;
  bool isOwn(const ChainStorage &unit, int32_t stage) const;
  void resolve(ValueId value, TaskId maker, int32_t stage, bool isForward);
  int32_t unitOfView(int32_t viewed, int32_t stage, bool isForward);
  void use(ValueId value, int32_t stage, bool isForward);

  const Graph &graph;
  std::vector<bool> kept;
  std::vector<ChainStorage> units;
  std::vector<int32_t> unitOf;
  /// By root: the unit if it is kept; and by root and stage.
  llvm::DenseMap<ValueId, int32_t> keptUnits;
  llvm::DenseMap<std::pair<ValueId, int32_t>, int32_t> unitsOfStage;
  int32_t stageCount = 0;
  /// By unit, for the program in hand: the first and the last step at which it
  /// is there.
  std::vector<int32_t> begin, end;
};

/// Bytes of the storages among these values.
int64_t bytesMade(const Graph &graph, llvm::ArrayRef<ValueId> outputs);

/// The variant with the fewest bytes that makes all of `wanted` in no more than
/// `mostTime`; the task itself makes all of it.
int32_t leastVariant(const Task &task, const Graph &graph,
                     llvm::ArrayRef<ValueId> wanted, double mostTime);

/// The steps of a run of the forward of a stage.
std::vector<Step> stepsOfForward(const StageTasks &tasks, bool forBackward,
                                 bool isFirst);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CHAINSTORAGES_H
