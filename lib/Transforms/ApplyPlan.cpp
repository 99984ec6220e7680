//===- ApplyPlan.cpp - From a plan to IR ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ApplyPlan.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Step;
using planner::TaskId;
using planner::ValueId;

namespace {
class PlanApplier {
public:
  PlanApplier(func::FuncOp function, const FunctionGraph &functionGraph,
              const planner::Plan &plan)
      : block(function.getBody().front()), functionGraph(functionGraph),
        plan(plan), builder(block.getTerminator()),
        latest(functionGraph.values), madeAt(functionGraph.values.size(), -1),
        runs(functionGraph.tasks.size(), 0) {}

  void apply();

private:
  bool isRerun(size_t step) const { return runs[plan.steps[step].task] > 0; }
  size_t getGroupEnd(size_t begin) const;
  void emitGroup(size_t begin, size_t end);
  void emitBarrier(size_t begin, size_t end);
  Value getTie(size_t begin, size_t end) const;
  void emitStep(size_t step);
  void emitOp(Operation *op, IRMapping &mapping);
  void emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                        bool behindBarrier);
  /// The current instance of `value`, its views remade where needed.
  Value materialize(Value value, IRMapping &mapping);

  Block &block;
  const FunctionGraph &functionGraph;
  const planner::Plan &plan;
  OpBuilder builder;
  /// By ValueId: the instance that a reader reads now.
  std::vector<Value> latest;
  /// By ValueId: the step that made it; -1 for what is there from the start.
  std::vector<int64_t> madeAt;
  /// By TaskId.
  std::vector<int64_t> runs;
  /// Within a group of steps that run again: what its barrier gives them.
  llvm::DenseMap<ValueId, Value> shielded;
  /// A view and the instance that its last copy views, so that readers of one
  /// instance share the copy.
  llvm::DenseMap<Value, std::pair<Value, Value>> views;
};
} // namespace

Value PlanApplier::materialize(Value value, IRMapping &mapping) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (auto found = functionGraph.valueIds.find(value);
      found != functionGraph.valueIds.end()) {
    Value instance = shielded.lookup(found->second);
    return instance ? instance : latest[found->second];
  }
  auto result = dyn_cast<OpResult>(value);
  OpOperand *viewed = result ? getViewedOperand(result) : nullptr;
  // Whatever is neither a storage nor a view is a constant, which stays where
  // it is, or defined outside.
  if (!viewed || result.getOwner()->getBlock() != &block)
    return value;
  Value source = materialize(viewed->get(), mapping);
  auto &[viewedInstance, copy] = views[value];
  if (viewedInstance == source)
    return copy;
  Value made;
  if (isa<BarrierOp>(result.getOwner())) {
    // An earlier plan's barrier: a copy needs only the value it is made for.
    made = BarrierOp::create(builder, value.getLoc(), ValueRange(source))
               .getResult(0);
  } else {
    IRMapping viewMapping;
    for (OpOperand &operand : result.getOwner()->getOpOperands())
      viewMapping.map(operand.get(), &operand == viewed
                                         ? source
                                         : materialize(operand.get(), mapping));
    made = builder.clone(*result.getOwner(), viewMapping)
               ->getResult(result.getResultNumber());
  }
  // The recursion may have moved what `views[value]` refers to.
  views[value] = {source, made};
  return made;
}

void PlanApplier::emitOp(Operation *op, IRMapping &mapping) {
  for (Value operand : op->getOperands())
    mapping.map(operand, materialize(operand, mapping));
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    mapping.map(captured->get(), materialize(captured->get(), mapping));
  });
  builder.clone(*op, mapping);
}

void PlanApplier::emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                                   bool behindBarrier) {
  for (Operation *preparation : taskOps.preparations) {
    bool makesStorage = preparation->getNumOperands() == 0;
    emitOp(preparation, mapping);
    if (!behindBarrier || !makesStorage)
      continue;
    Value storage = mapping.lookup(preparation->getResult(0));
    mapping.map(
        preparation->getResult(0),
        BarrierOp::create(builder, preparation->getLoc(), ValueRange(storage))
            .getResult(0));
  }
}

void PlanApplier::emitStep(size_t step) {
  TaskId id = plan.steps[step].task;
  const TaskOps &taskOps = functionGraph.tasks[id];
  const planner::Task &task = functionGraph.graph.tasks[id];
  // A task that reads nothing is told from its original by its destination.
  bool readsStorage = llvm::any_of(task.inputs, [&](ValueId input) {
    return functionGraph.values[input] != nullptr;
  });
  IRMapping mapping;
  emitPreparations(taskOps, mapping,
                   /*behindBarrier=*/runs[id] > 0 && !readsStorage);
  emitOp(taskOps.op, mapping);
  ++runs[id];
  for (ValueId output : task.outputs) {
    madeAt[output] = step;
    shielded.erase(output);
    if (Value original = functionGraph.values[output])
      latest[output] = mapping.lookup(original);
  }
}

size_t PlanApplier::getGroupEnd(size_t begin) const {
  size_t end = begin;
  while (end < plan.steps.size() && isRerun(end))
    ++end;
  return end;
}

Value PlanApplier::getTie(size_t begin, size_t end) const {
  // The first step after the group is its reader. It waits for the operand
  // that is made last; what is made long before ties nothing, but costs
  // nothing either.
  if (end == plan.steps.size())
    return Value();
  std::optional<ValueId> tie;
  const planner::Task &reader = functionGraph.graph.tasks[plan.steps[end].task];
  for (ValueId input : reader.inputs)
    if (functionGraph.values[input] && madeAt[input] >= 0 &&
        (!tie || madeAt[input] > madeAt[*tie]))
      tie = input;
  return tie ? latest[*tie] : Value();
}

void PlanApplier::emitBarrier(size_t begin, size_t end) {
  llvm::SetVector<ValueId> inputs;
  llvm::DenseSet<ValueId> made;
  for (size_t step = begin; step != end; ++step) {
    const planner::Task &task =
        functionGraph.graph.tasks[plan.steps[step].task];
    for (ValueId input : task.inputs)
      if (functionGraph.values[input] && !made.contains(input))
        inputs.insert(input);
    made.insert(task.outputs.begin(), task.outputs.end());
  }
  if (inputs.empty())
    return;
  SmallVector<Value> operands;
  for (ValueId input : inputs)
    operands.push_back(latest[input]);
  SmallVector<Value, 1> after;
  if (Value tie = getTie(begin, end))
    after.push_back(tie);
  Location loc = functionGraph.tasks[plan.steps[begin].task].op->getLoc();
  auto barrier = BarrierOp::create(builder, loc, operands, after);
  for (auto [input, result] : llvm::zip_equal(inputs, barrier.getResults()))
    shielded[input] = result;
}

void PlanApplier::emitGroup(size_t begin, size_t end) {
  emitBarrier(begin, end);
  for (size_t step = begin; step != end; ++step)
    emitStep(step);
  shielded.clear();
}

void PlanApplier::apply() {
  SmallVector<Operation *> originals;
  for (Operation &op : block.without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>())
      originals.push_back(&op);

  for (size_t step = 0; step != plan.steps.size();) {
    size_t end = getGroupEnd(step);
    if (end == step) {
      emitStep(step++);
    } else {
      emitGroup(step, end);
      step = end;
    }
  }
  IRMapping none;
  for (OpOperand &operand : block.getTerminator()->getOpOperands())
    operand.set(materialize(operand.get(), none));
  for (Operation *op : llvm::reverse(originals)) {
    op->dropAllUses();
    op->erase();
  }
}

void mlir::remat::applyPlan(func::FuncOp function,
                            const FunctionGraph &functionGraph,
                            const planner::Plan &plan) {
  PlanApplier(function, functionGraph, plan).apply();
}
