//===- ChainStorages.h - What a chain in a graph stores ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CHAINSTORAGES_H
#define REMAT_LIB_PLANNER_CHAINSTORAGES_H

#include "remat/Planner/ChainStructure.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat::planner {

/// A storage as a chain of stages holds it, or the copy of one that a view made
/// by another stage holds on to.
struct ChainStorage {
  enum Kind {
    /// Of a forward stage: a part of a and ā, made again and again.
    Forward,
    /// Made once, or a result: in the model, there from the start.
    Kept,
    /// Made by a backward task.
    Backward,
    /// Held by a view that a backward task makes of a forward value.
    BackwardView
  };
  Kind kind;
  int64_t bytes = 0;
  ValueId root = 0;
  /// The stage whose forward or backward makes it; above all stages if Kept.
  int32_t made = 0;
  /// The last stage whose forward reads it, or `made`.
  int32_t lastForward = 0;
  /// The lowest stage whose backward uses it, or, if Kept, whose forward does.
  /// 0 for results, above all stages if there is none.
  int32_t lowestUse = 0;
  /// If Kept: the stage that makes it.
  int32_t firstMade = 0;
  /// Of BackwardView: the unit of the value that is viewed.
  int32_t viewed = -1;
};

/// The units of a graph, by value, and the bytes that stages need of them.
class ChainStorages {
public:
  /// `held` marks, by value, those kept though they could be made again.
  ChainStorages(const Graph &graph, std::vector<bool> held);

  /// Adds the values of the forward tasks, which come in an order in which they
  /// can run; `stageOf` is by task.
  void addForward(llvm::ArrayRef<TaskId> tasks, llvm::ArrayRef<int32_t> stageOf,
                  int32_t stageCount);
  /// Adds those of the others.
  void addBackward(llvm::ArrayRef<TaskId> tasks,
                   llvm::ArrayRef<int32_t> stageOf);

  llvm::ArrayRef<ChainStorage> all() const { return units; }
  /// Null for values that are there throughout and have no bytes.
  const ChainStorage *find(ValueId value) const {
    return unitOf[value] < 0 ? nullptr : &units[unitOf[value]];
  }
  /// The value is never made again for its own sake.
  bool isKept(ValueId value) const { return kept[value]; }

  /// The most bytes that the forward of a stage has of its own at a time; its
  /// part of a^l or ā^l stays to the end.
  int64_t mostInForward(llvm::ArrayRef<Step> steps, int32_t stage,
                        bool forBackward);
  /// The same for its backward, without a^{l-1} and storages that are there
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
