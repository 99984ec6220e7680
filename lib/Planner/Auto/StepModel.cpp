//===- StepModel.cpp - A graph under one order ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSchedule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// Whether all that a task does is to make views of one value, at any time.
static bool makesViewsAlone(const Graph &graph, const Task &task) {
  if (!task.mayRunAgain || task.policy == Policy::Save || task.workspace != 0 ||
      task.outputs.empty())
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
  // There is one copy of these: nothing is gained.
  const ValueId root = graph.root(*viewed);
  return !graph.writers(root).empty() && !graph.values[root].accumulate;
}

StepModel::StepModel(const Graph &graph, ArrayRef<TaskId> order)
    : graph(graph) {
  const size_t valueCount = graph.values.size();
  storageOf.assign(valueCount, -1);
  opOf.assign(graph.tasks.size(), -1);
  // Numbered by the order of their producers, so that nothing depends on how
  // the graph numbers its values.
  for (TaskId task : order) {
    if (makesViewsAlone(graph, graph.tasks[task])) {
      viewTasks.push_back(task);
      continue;
    }
    opOf[task] = ops.size();
    ops.emplace_back().task = task;
    for (ValueId output : graph.tasks[task].outputs)
      if (!graph.values[output].viewOf && storageOf[output] < 0) {
        storageOf[output] = storages.size();
        Storage &storage = storages.emplace_back();
        storage.bytes = graph.values[output].bytes;
        storage.producer = opOf[task];
      }
  }
  for (size_t value = 0; value != valueCount; ++value)
    storageOf[value] = storageOf[graph.root(value)];
  // Other views are made once. What reads them has to come later, which a
  // storage of no bytes says.
  std::vector<StorageId> tokenOf(valueCount, -1);
  for (Slot slot = 0; slot != size(); ++slot)
    for (ValueId output : graph.tasks[ops[slot].task].outputs)
      if (graph.values[output].viewOf) {
        tokenOf[output] = storages.size();
        storages.emplace_back().producer = slot;
      }

  // Storages of which somebody holds on to a copy in a way that reading through
  // views does not tell: their producers run once.
  std::vector<bool> isHeld(storages.size(), false);
  for (size_t value = 0; value != valueCount; ++value) {
    StorageId storage = storageOf[value];
    if (storage < 0 || !graph.values[value].isResult)
      continue;
    storages[storage].isResult = true;
    if (graph.values[value].viewOf)
      isHeld[storage] = true;
  }
  for (TaskId task : viewTasks)
    if (graph.tasks[task].policy == Policy::Recompute)
      storages[storageOf[graph.tasks[task].outputs.front()]].isDropped = true;

  boundary = size();
  SmallVector<StorageId, 8> reads, makes, adds;
  auto append = [&](SmallVectorImpl<StorageId> &list) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    append_range(operands, list);
    return operands.size();
  };
  for (Slot slot = 0; slot != size(); ++slot) {
    Op &op = ops[slot];
    const Task &task = graph.tasks[op.task];
    op.time = task.time;
    op.workspace = task.workspace;
    if (task.phase == Phase::Backward)
      boundary = std::min(boundary, slot);
    reads.clear();
    makes.clear();
    adds.clear();
    auto read = [&](ValueId value) {
      StorageId storage = storageOf[value];
      if (storage >= 0 && !is_contained(task.outputs, graph.root(value)))
        reads.push_back(storage);
      for (std::optional<ValueId> view = value; view;
           view = graph.values[*view].viewOf)
        if (tokenOf[*view] >= 0 && !is_contained(task.outputs, *view))
          reads.push_back(tokenOf[*view]);
    };
    for (ValueId input : task.inputs)
      read(input);
    for (ValueId output : task.outputs) {
      if (graph.values[output].viewOf) {
        read(output);
        makes.push_back(tokenOf[output]);
        if (storageOf[output] >= 0)
          isHeld[storageOf[output]] = true;
      } else {
        (graph.values[output].accumulate ? adds : makes)
            .push_back(storageOf[output]);
      }
    }
    op.readsBegin = operands.size();
    op.makesBegin = append(reads);
    op.addsBegin = append(makes);
    op.end = append(adds);
    op.canRunAgain = task.mayRunAgain && task.policy != Policy::Save &&
                     adds.empty() && !makes.empty();
    for (StorageId storage : makes) {
      op.madeBytes += storages[storage].bytes;
      if (task.policy == Policy::Recompute)
        storages[storage].isDropped = true;
    }
  }

  for (Slot slot = 0; slot != size(); ++slot)
    for (StorageId storage : this->makes(slot))
      if (isHeld[storage])
        ops[slot].canRunAgain = false;
  for (Slot slot = 0; slot != size(); ++slot)
    for (StorageId storage : this->makes(slot))
      storages[storage].canBeRemade = ops[slot].canRunAgain;
  for (StorageId token : tokenOf)
    if (token >= 0)
      storages[token].canBeRemade = false;

  int64_t total = graph.residentBytes, largestWorkspace = 0;
  for (const Storage &storage : storages) {
    total += storage.bytes;
    hasDropped |= storage.isDropped;
  }
  for (const Op &op : ops)
    largestWorkspace = std::max(largestWorkspace, op.workspace);
  int64_t sum = 0;
  isSummable = !MulOverflow<int64_t>(total + largestWorkspace,
                                     2 * (int64_t(ops.size()) + 1), sum);
}

bool StepModel::keepsOrder(ArrayRef<Step> steps) const {
  std::vector<bool> hasRun(opOf.size(), false);
  Slot last = -1;
  for (const Step &step : steps) {
    const Slot op = opOf[step.task];
    if (op < 0 || hasRun[step.task])
      continue;
    hasRun[step.task] = true;
    if (op < last)
      return false;
    last = op;
  }
  return true;
}
