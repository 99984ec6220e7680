//===- Cuts.cpp - Barriers over all that is alive -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/Cuts.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

/// What was made before `step` and is read at or after it, and finished
/// results.
llvm::SetVector<ValueId> Cuts::findLive(size_t step) const {
  llvm::SetVector<ValueId> live;
  llvm::DenseSet<ValueId> settled;
  for (; step != rewrite.plan.steps.size(); ++step) {
    const planner::Task &task = rewrite.getTask(step);
    for (ValueId input : task.inputs)
      if (settled.insert(input).second)
        live.insert(input);
    settled.insert_range(task.outputs);
  }
  for (auto [id, value] : llvm::enumerate(rewrite.functionGraph.graph.values))
    if (value.isResult && !settled.contains(id))
      live.insert(id);
  live.remove_if([&](ValueId id) { return !instances.isHere(id); });
  return live;
}

/// Adds the arguments that the compiler copies between `step` and the next cut.
void Cuts::addCopiedArguments(size_t step,
                              llvm::SetVector<ValueId> &live) const {
  for (size_t later = step; later != rewrite.plan.steps.size(); ++later) {
    if (later != step && rewrite.options.cuts.contains(later))
      return;
    if (!rewrite.options.copyingTasks.contains(rewrite.plan.steps[later].task))
      continue;
    for (ValueId input : rewrite.getTask(later).inputs)
      if (isa_and_present<BlockArgument>(rewrite.functionGraph.values[input]))
        live.insert(input);
  }
}

void Cuts::emit(size_t step) {
  // Two in a row are one; the first would be taken for a tie of the second.
  if (lastCut && llvm::all_of(lastCut.getResults(),
                              [](Value value) { return value.use_empty(); }))
    return;
  llvm::SetVector<ValueId> live = findLive(step);
  const SmallVector<ValueId> onHost = copies.getValuesOnHost();
  if (live.empty() && onHost.empty())
    return;
  addCopiedArguments(step, live);
  SmallVector<Value> operands;
  for (ValueId id : live)
    operands.push_back(instances.get(id));
  for (ValueId id : onHost)
    operands.push_back(copies.getOnHost(id));
  lastCut = BarrierOp::create(rewrite.builder,
                              rewrite.getOps(step).op->getLoc(), operands);
  const ValueRange results = lastCut.getResults();
  for (auto [id, result] :
       llvm::zip_equal(live, results.take_front(live.size())))
    instances.replace(id, result);
  for (auto [id, result] :
       llvm::zip_equal(onHost, results.drop_front(live.size())))
    copies.replaceOnHost(id, result);
}
