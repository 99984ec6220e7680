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

/// A storage in a chain of stages, or the copy of one that a view by another
/// stage holds.
struct ChainStorage {
  enum Kind {
    /// Of a forward stage: part of a and ā, remade repeatedly.
    Forward,
    /// Made once, or a result: in the model, always there.
    Kept,
    /// Made by a backward task.
    Backward,
    /// Held by a backward task's view of a forward value.
    BackwardView
  };
  Kind kind;
  int64_t bytes = 0;
  ValueId root = 0;
  /// The stage whose forward or backward makes it; above all stages if Kept.
  int32_t made = 0;
  /// The last stage whose forward reads it, or `made`.
  int32_t lastForward = 0;
  /// The lowest stage whose backward (or, if Kept, forward) uses it; 0 for
  /// results, above all stages if unused.
  int32_t lowestUse = 0;
  /// If Kept: the stage that makes it.
  int32_t firstMade = 0;
  /// Of BackwardView: the unit of the viewed value.
  int32_t viewed = -1;
};

/// A graph's units, by value, and the bytes that stages need of them.
class ChainStorages {
public:
  /// `held` marks, by value, those kept despite being remakeable.
  ChainStorages(const Graph &graph, std::vector<bool> held);

  /// Adds values of forward tasks, in an executable order; `stageOf` is by
  /// task.
  void addForward(llvm::ArrayRef<TaskId> tasks, llvm::ArrayRef<int32_t> stageOf,
                  int32_t stageCount);
  /// Adds the others' values.
  void addBackward(llvm::ArrayRef<TaskId> tasks,
                   llvm::ArrayRef<int32_t> stageOf);

  llvm::ArrayRef<ChainStorage> all() const { return units; }
  /// Null for values that always exist and have no bytes.
  const ChainStorage *find(ValueId value) const {
    return unitOf[value] < 0 ? nullptr : &units[unitOf[value]];
  }
  /// The value is never remade for itself.
  bool isKept(ValueId value) const { return kept[value]; }

  /// Most bytes of its own that a stage's forward has at a time; its part of
  /// a^l or ā^l stays to the end.
  int64_t mostInForward(llvm::ArrayRef<Step> steps, int32_t stage,
                        bool forBackward);
  /// The same for its backward, without a^{l-1} and storages that exist before
  /// and after it.
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
  /// By root: the unit if kept; and by root and stage.
  llvm::DenseMap<ValueId, int32_t> keptUnits;
  llvm::DenseMap<std::pair<ValueId, int32_t>, int32_t> unitsOfStage;
  int32_t stageCount = 0;
  /// By unit, for the current program: the first and last step of its life.
  std::vector<int32_t> begin, end;
};

/// Bytes of the storages among these values.
int64_t bytesMade(const Graph &graph, llvm::ArrayRef<ValueId> outputs);

/// The smallest variant that makes all of `wanted` within `mostTime`; the whole
/// task always does.
int32_t leastVariant(const Task &task, const Graph &graph,
                     llvm::ArrayRef<ValueId> wanted, double mostTime);

std::vector<Step> stepsOfForward(const StageTasks &tasks, bool forBackward,
                                 bool isFirst);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CHAINSTORAGES_H
