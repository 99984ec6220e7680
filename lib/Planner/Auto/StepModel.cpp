//===- StepModel.cpp - A graph under one order ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/StepModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

/// Whether the task only makes views of one value, and may at any time.
static bool makesViewsAlone(const Graph &graph, const Task &task) {
  if (task.runsOnce() || task.workspace != 0 || task.outputs.empty())
    return false;
  std::optional<ValueId> viewed;
  auto isSame = [&](ValueId value) {
    if (!viewed)
      viewed = value;
    return *viewed == value;
  };
  for (ValueId output : task.outputs) {
    std::optional<ValueId> source = graph.values[output].viewOf;
    if (!source || graph.values[output].isResult ||
        (!is_contained(task.outputs, *source) && !isSame(*source)))
      return false;
  }
  for (ValueId input : task.inputs)
    if (!graph.writers(input).empty() && !isSame(input))
      return false;
  if (!viewed)
    return false;
  // These have one copy each: reading through views would gain nothing.
  const ValueId root = graph.root(*viewed);
  return !graph.writers(root).empty() && !graph.values[root].accumulate;
}

namespace {

class Builder {
public:
  Builder(StepModel &model, ArrayRef<TaskId> order)
      : model(model), graph(model.graph) {
    numberOps(order);
    addTokens();
    markResults();
    fillOps();
    restrictOps();
    measure();
  }

private:
  /// Gives each task its op and each root value its storage, numbered in
  /// producer order, independent of the graph's numbers.
  void numberOps(ArrayRef<TaskId> order) {
    model.storageOf.assign(graph.values.size(), -1);
    model.opOf.assign(graph.tasks.size(), -1);
    for (TaskId task : order) {
      if (makesViewsAlone(graph, graph.tasks[task])) {
        model.viewTasks.push_back(task);
        continue;
      }
      const Slot op = model.opOf[task] = model.size();
      model.ops.emplace_back().task = task;
      for (ValueId output : graph.tasks[task].outputs)
        if (!graph.values[output].viewOf && model.storageOf[output] < 0) {
          model.storageOf[output] = model.storages.size();
          StepModel::Storage &storage = model.storages.emplace_back();
          storage.bytes = graph.values[output].bytes;
          storage.producer = op;
        }
    }
    for (size_t value = 0; value != graph.values.size(); ++value)
      model.storageOf[value] = model.storageOf[graph.root(value)];
  }

  /// Views by ops are made once. A storage of no bytes orders their readers.
  void addTokens() {
    tokenOf.assign(graph.values.size(), -1);
    for (Slot slot = 0; slot != model.size(); ++slot)
      for (ValueId output : graph.tasks[model.ops[slot].task].outputs)
        if (graph.values[output].viewOf) {
          tokenOf[output] = model.storages.size();
          model.storages.emplace_back().producer = slot;
        }
  }

  void markResults() {
    isHeld.assign(model.storages.size(), false);
    for (size_t value = 0; value != graph.values.size(); ++value) {
      const StorageId storage = model.storageOf[value];
      if (storage < 0 || !graph.values[value].isResult)
        continue;
      model.storages[storage].isResult = true;
      if (graph.values[value].viewOf)
        isHeld[storage] = true;
    }
    for (TaskId task : model.viewTasks)
      if (graph.tasks[task].policy == Policy::Recompute)
        model.storages[model.storageOf[graph.tasks[task].outputs.front()]]
            .isDropped = true;
  }

  /// Adds the reads of the task that reads `value`.
  void read(const Task &task, ValueId value) {
    const StorageId storage = model.storageOf[value];
    if (storage >= 0 && !is_contained(task.outputs, graph.root(value)))
      reads.push_back(storage);
    for (std::optional<ValueId> view = value; view;
         view = graph.values[*view].viewOf)
      if (tokenOf[*view] >= 0 && !is_contained(task.outputs, *view))
        reads.push_back(tokenOf[*view]);
  }

  void collectOperands(const Task &task) {
    reads.clear();
    makes.clear();
    adds.clear();
    for (ValueId input : task.inputs)
      read(task, input);
    for (ValueId output : task.outputs) {
      const StorageId storage = model.storageOf[output];
      if (graph.values[output].viewOf) {
        read(task, output);
        makes.push_back(tokenOf[output]);
        if (storage >= 0)
          isHeld[storage] = true;
      } else {
        (graph.values[output].accumulate ? adds : makes).push_back(storage);
      }
    }
  }

  /// Appends sorted, distinct storages to the operands; returns their end.
  int32_t append(SmallVectorImpl<StorageId> &list) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    append_range(model.operands, list);
    return model.operands.size();
  }

  void fillOp(Slot slot) {
    StepModel::Op &op = model.ops[slot];
    const Task &task = graph.tasks[op.task];
    collectOperands(task);
    op.time = task.time;
    op.workspace = task.workspace;
    op.readsBegin = model.operands.size();
    op.makesBegin = append(reads);
    op.addsBegin = append(makes);
    op.end = append(adds);
    op.canRunAgain = !task.runsOnce() && adds.empty() && !makes.empty();
    for (StorageId storage : makes) {
      op.madeBytes += model.storages[storage].bytes;
      if (task.policy == Policy::Recompute)
        model.storages[storage].isDropped = true;
    }
  }

  void fillOps() {
    model.boundary = model.size();
    for (Slot slot = 0; slot != model.size(); ++slot) {
      if (graph.tasks[model.ops[slot].task].phase == Phase::Backward)
        model.boundary = std::min(model.boundary, slot);
      fillOp(slot);
    }
  }

  /// Marks repeatable ops and remakeable storages.
  void restrictOps() {
    for (Slot slot = 0; slot != model.size(); ++slot) {
      StepModel::Op &op = model.ops[slot];
      op.canRunAgain &= none_of(model.makes(slot), [&](StorageId storage) {
        return isHeld[storage];
      });
      for (StorageId storage : model.makes(slot))
        model.storages[storage].canBeRemade = op.canRunAgain;
    }
    for (StorageId token : tokenOf)
      if (token >= 0)
        model.storages[token].canBeRemade = false;
  }

  void measure() {
    int64_t total = graph.residentBytes, largestWorkspace = 0;
    for (const StepModel::Storage &storage : model.storages) {
      total += storage.bytes;
      model.hasDropped |= storage.isDropped;
    }
    for (const StepModel::Op &op : model.ops)
      largestWorkspace = std::max(largestWorkspace, op.workspace);
    int64_t sum = 0;
    model.isSummable = !MulOverflow<int64_t>(
        total + largestWorkspace, 2 * (int64_t(model.size()) + 1), sum);
  }

  StepModel &model;
  const Graph &graph;
  /// By value: the token of a view that an op makes, or -1.
  std::vector<StorageId> tokenOf;
  /// By storage: some use of a view of a copy cannot be read through, so its
  /// producer runs once.
  std::vector<bool> isHeld;
  // The current op's operands.
  SmallVector<StorageId, 8> reads, makes, adds;
};

} // namespace

StepModel::StepModel(const Graph &graph, ArrayRef<TaskId> order)
    : graph(graph) {
  assert(order.size() == graph.tasks.size() && "an order has all tasks");
  Builder(*this, order);
}

bool StepModel::keepsOrder(ArrayRef<Step> steps) const {
  // Numbers ops by their first runs.
  Slot next = 0;
  for (const Step &step : steps) {
    if (opOf[step.task] > next)
      return false;
    next += opOf[step.task] == next;
  }
  return true;
}
