//===- RerunBarriers.cpp - What keeps reruns apart from first runs --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/RerunBarriers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

std::optional<ValueId> RerunBarriers::findTie(size_t begin, size_t end) const {
  if (end == rewrite.plan.steps.size())
    return std::nullopt;
  llvm::DenseSet<ValueId> made;
  for (size_t step = begin; step != end; ++step)
    made.insert_range(rewrite.getTask(step).outputs);
  return instances.findLastMade(rewrite.getTask(end).inputs, made);
}

/// Compilers merge barriers with equal operands: passes the first operand
/// through the earlier one.
void RerunBarriers::tellFromEarlier(SmallVectorImpl<Value> &operands) const {
  auto isEqual = [&](BarrierOp barrier) {
    return llvm::equal(barrier.getInputs(), operands);
  };
  for (auto found = barriers.find(operands.front()); found != barriers.end();
       found = barriers.find(operands.front())) {
    auto equal = llvm::find_if(found->second, isEqual);
    if (equal == found->second.end())
      return;
    operands.front() = BarrierOp(*equal).getResult(0);
  }
}

void RerunBarriers::emit(size_t begin, size_t end, std::optional<ValueId> tie) {
  llvm::SetVector<ValueId> inputs;
  llvm::DenseSet<ValueId> made;
  for (size_t step = begin; step != end; ++step) {
    const planner::Task &task = rewrite.getTask(step);
    for (ValueId input : task.inputs)
      if (rewrite.functionGraph.values[input] && !made.contains(input))
        inputs.insert(input);
    made.insert_range(task.outputs);
  }
  if (inputs.empty())
    return;
  const bool passesTies = rewrite.options.passesTies;
  const bool passesTie = tie && passesTies && !inputs.contains(*tie);
  SmallVector<Value, 1> after;
  if (tie && !passesTies)
    after.push_back(instances.get(*tie));
  SmallVector<Value> operands;
  for (ValueId input : inputs)
    operands.push_back(instances.get(input));
  if (passesTie)
    operands.push_back(instances.get(*tie));
  if (passesTies)
    tellFromEarlier(operands);
  auto barrier = BarrierOp::create(
      rewrite.builder, rewrite.getOps(begin).op->getLoc(), operands, after);
  if (passesTies)
    barriers[operands.front()].push_back(barrier);
  for (auto [position, input] : llvm::enumerate(inputs)) {
    instances.shield(input, barrier.getResult(position));
    if (passesTies && input == tie)
      instances.replace(input, barrier.getResult(position));
  }
  if (passesTie)
    instances.replace(*tie, barrier.getResults().back());
}

void RerunBarriers::hold(size_t step) {
  for (ValueId output : rewrite.getTask(step).outputs) {
    if (!rewrite.functionGraph.values[output])
      continue;
    const Value result = instances.get(output);
    instances.replace(
        output, BarrierOp::create(rewrite.builder, result.getLoc(), result)
                    .getResult(0));
  }
}
