//===- StepModel.h - A step as the local search sees it ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_STEPMODEL_H
#define REMAT_LIB_PLANNER_STEPMODEL_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Position in StepModel::ops, and that op's initial slot.
using Slot = int32_t;
/// Position in StepModel::storages.
using StorageId = int32_t;

/// A graph under one order, for local search. Reads through views: a task that
/// reads a view reads its storage. Tasks that only make views are no ops; they
/// run where their view of a copy is first read.
struct StepModel {
  struct Op {
    TaskId task = 0;
    double time = 0;
    int64_t workspace = 0;
    /// Bytes of the storages that it makes, without accumulating ones.
    int64_t madeBytes = 0;
    /// It may run more than once.
    bool canRunAgain = false;
    /// Ranges of `operands`: storages that it reads, makes and adds to.
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
    /// Its producer is pinned recompute: copies made before `boundary` must not
    /// be read from there on.
    bool isDropped = false;
  };

  /// `order` is a topological order of all tasks. O((V + E) log V).
  StepModel(const Graph &graph, llvm::ArrayRef<TaskId> order);

  /// Whether a plan first runs the ops in order, ignoring tasks that only make
  /// views.
  bool keepsOrder(llvm::ArrayRef<Step> steps) const;

  /// Number of ops; that slot is the end of the step.
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
  /// All of these.
  llvm::ArrayRef<StorageId> touched(Slot op) const {
    return operandsBetween(ops[op].readsBegin, ops[op].end);
  }

  const Graph &graph;
  std::vector<Op> ops;
  std::vector<StorageId> operands;
  std::vector<Storage> storages;
  /// By value: its storage, or -1 if it exists from the start.
  std::vector<StorageId> storageOf;
  /// By task: its op, or -1 if it only makes views.
  std::vector<Slot> opOf;
  /// Tasks that only make views, in order.
  std::vector<TaskId> viewTasks;
  /// The first op of the backward pass; `size()` if there is none.
  Slot boundary = 0;
  /// Whether any storage is dropped.
  bool hasDropped = false;
  /// All sizes and workspaces times the number of ops, and sums over slots, fit
  /// in int64.
  bool isSummable = true;

private:
  llvm::ArrayRef<StorageId> operandsBetween(int32_t begin, int32_t end) const {
    return llvm::ArrayRef(operands).slice(begin, end - begin);
  }
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_STEPMODEL_H
