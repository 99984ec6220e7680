//===- ChainExpansion.cpp - Operations of a chain as steps ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainStorages.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Runs operations one after the other.
class Expansion {
public:
  Expansion(const Graph &graph, const ChainStructure &structure)
      : graph(graph), structure(structure), hasRun(graph.tasks.size(), false),
        isFirst(structure.stages.size(), true) {}

  void run(ChainOp op);
  std::vector<Step> take();

private:
  void run(Step step) {
    hasRun[step.task] = true;
    steps.push_back(step);
  }
  bool isReady(TaskId task) const {
    return all_of(graph.tasks[task].inputs, [&](ValueId input) {
      return all_of(graph.writers(input),
                    [&](TaskId writer) { return hasRun[writer]; });
    });
  }
  void dropUnread();

  const Graph &graph;
  const ChainStructure &structure;
  std::vector<bool> hasRun;
  std::vector<bool> isFirst;
  /// Of backwards that lacked an input.
  std::vector<TaskId> pending;
  std::vector<Step> steps;
};
} // namespace

void Expansion::run(ChainOp op) {
  const StageTasks &stage = structure.stages[op.stage - 1];
  if (op.kind != ChainOpKind::Backward) {
    for (Step step : stepsOfForward(stage, op.kind == ChainOpKind::ForwardAll,
                                    isFirst[op.stage - 1]))
      run(step);
    isFirst[op.stage - 1] = false;
    return;
  }
  // Where branches alternate, sums of gradients of several wait for the last.
  append_range(pending, stage.backward);
  for (size_t before = 0; before != pending.size() && !pending.empty();) {
    before = pending.size();
    llvm::erase_if(pending, [&](TaskId task) {
      if (!isReady(task))
        return false;
      run(Step{task, 0});
      return true;
    });
  }
}

/// A variant that makes all of `wanted`, a proper part of `variant`'s outputs,
/// at no higher cost in anything; else `variant`.
static int32_t narrowerVariant(const Graph &graph, const Task &task,
                               int32_t variant, ArrayRef<ValueId> wanted) {
  auto bytesOf = [&](int32_t other) {
    return bytesMade(graph, task.outputsOf(other)) + task.workspaceOf(other);
  };
  ArrayRef<ValueId> made = task.outputsOf(variant);
  if (wanted.size() == made.size())
    return variant;
  const double mostTime = task.timeOf(variant);
  for (int32_t other = 1, e = task.variants.size(); other <= e; ++other) {
    ArrayRef<ValueId> outputs = task.outputsOf(other);
    if (task.timeOf(other) <= mostTime && bytesOf(other) < bytesOf(variant) &&
        all_of(wanted,
               [&](ValueId value) { return is_contained(outputs, value); }) &&
        all_of(outputs,
               [&](ValueId value) { return is_contained(made, value); }))
      variant = other;
  }
  return variant;
}

/// Drops runs whose outputs are not read before their remake; names variants
/// without such outputs. The rest lives no longer than before.
void Expansion::dropUnread() {
  std::vector<int32_t> runs(graph.tasks.size(), 0);
  for (const Step &step : steps)
    ++runs[step.task];
  std::vector<bool> isNeeded(graph.values.size());
  for (size_t value = 0; value != graph.values.size(); ++value)
    isNeeded[value] = graph.values[value].isResult;
  size_t kept = steps.size();
  for (Step step : reverse(steps)) {
    const Task &task = graph.tasks[step.task];
    SmallVector<ValueId, 4> wanted;
    copy_if(task.outputsOf(step.variant), std::back_inserter(wanted),
            [&](ValueId output) { return isNeeded[output]; });
    if (wanted.empty() && runs[step.task] > 1) {
      --runs[step.task];
      continue;
    }
    step.variant = narrowerVariant(graph, task, step.variant, wanted);
    for (ValueId output : task.outputsOf(step.variant))
      if (!graph.values[output].accumulate)
        isNeeded[output] = false;
    for (ValueId input : task.inputs)
      isNeeded[input] = true;
    steps[--kept] = step;
  }
  steps.erase(steps.begin(), steps.begin() + kept);
}

std::vector<Step> Expansion::take() {
  for (TaskId task : pending)
    run(Step{task, 0});
  dropUnread();
  return std::move(steps);
}

std::vector<Step>
mlir::remat::planner::expandChain(const Graph &graph,
                                  const ChainStructure &structure,
                                  ArrayRef<ChainOp> ops) {
  Expansion expansion(graph, structure);
  for (ChainOp op : ops)
    expansion.run(op);
  return expansion.take();
}
