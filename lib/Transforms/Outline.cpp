//===- Outline.cpp - From operations to tasks -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/Phases.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATOUTLINE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// Ops cloned into each task that needs them; no tasks themselves.
using SharedOps = llvm::DenseSet<Operation *>;

namespace {
struct Group {
  TaskPhase phase;
  SmallVector<Operation *> ops;
};

struct Outline : public remat::impl::RematOutlineBase<Outline> {
  using RematOutlineBase::RematOutlineBase;
  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult run(func::FuncOp function);
  LogicalResult collectGroups(Block &block, const PhaseAssignment &phases);
  std::string makeLabel(const Group &group);

  SmallVector<Group> groups;
  SharedOps shared;
  llvm::StringSet<> labels;
  unsigned nextLabel = 0;
};

/// Makes a task of a group. The caller erases the ops: shared ops may use them.
class TaskMaker {
public:
  TaskMaker(const Group &group, const SharedOps &shared, OpBuilder &builder)
      : group(group), shared(shared), builder(builder),
        members(group.ops.begin(), group.ops.end()) {}

  /// Returns false, and makes no task, if the results are unused.
  bool run(StringRef label);

private:
  Value materialize(Value value);
  Value materializeDestination(Value value);
  Operation *cloneIntoBody(Operation *op);
  bool isNeededOutside(Value value);
  Operation *createTask(StringRef label, TypeRange resultTypes);

  const Group &group;
  const SharedOps &shared;
  OpBuilder &builder;
  llvm::DenseSet<Operation *> members;
  Region body;
  SmallVector<Value> inputs;
  /// From outer values to those of the body.
  IRMapping mapping;
};
} // namespace

/// Annotations of one op would be lost in a group.
static bool isAlone(Operation *op) {
  return op->hasAttr(kCostAttrName) || op->hasAttr(kPolicyAttrName);
}

/// The value in the body: a clone, else an argument.
Value TaskMaker::materialize(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || !shared.contains(op)) {
    inputs.push_back(value);
    Value argument = body.front().addArgument(value.getType(), value.getLoc());
    mapping.map(value, argument);
    return argument;
  }
  mapping.map(op->getResults(), cloneIntoBody(op)->getResults());
  return mapping.lookup(value);
}

/// Clones a destination's preparation: two ops must not write one storage.
Value TaskMaker::materializeDestination(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !shared.contains(op))
    return materialize(value);
  auto result = cast<OpResult>(value);
  OpOperand *viewed = getViewedOperand(result);
  if (!viewed)
    return cloneIntoBody(op)->getResult(result.getResultNumber());
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(&operand == viewed
                           ? materializeDestination(operand.get())
                           : materialize(operand.get()));
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  return clone->getResult(result.getResultNumber());
}

Operation *TaskMaker::cloneIntoBody(Operation *op) {
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(getPreparation(operand)
                           ? materializeDestination(operand.get())
                           : materialize(operand.get()));
  IRMapping captured;
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *use) {
    captured.map(use->get(), materialize(use->get()));
  });
  Operation *clone = builder.clone(*op, captured);
  clone->setOperands(operands);
  return clone;
}

/// Whether an op outside of the group uses `value`, also through shared ops.
bool TaskMaker::isNeededOutside(Value value) {
  Block *block = group.ops.front()->getBlock();
  SmallVector<Value> worklist = {value};
  while (!worklist.empty())
    for (Operation *owner : worklist.pop_back_val().getUsers()) {
      Operation *user = block->findAncestorOpInBlock(*owner);
      if (user && members.contains(user))
        continue;
      if (!user || !shared.contains(user))
        return true;
      llvm::append_range(worklist, user->getResults());
    }
  return false;
}

Operation *TaskMaker::createTask(StringRef label, TypeRange resultTypes) {
  Location loc = builder.getFusedLoc(llvm::map_to_vector(
      group.ops, [](Operation *op) { return op->getLoc(); }));
  // A group of several has no cost or policy.
  Operation *first = group.ops.front();
  CostAttr cost = getCostOverride(first);
  Operation *task;
  if (group.phase == TaskPhase::Forward)
    task = ForwardOp::create(builder, loc, resultTypes, label, inputs, cost);
  else
    task = BackwardOp::create(builder, loc, resultTypes, label, inputs,
                              StringAttr(), cost);
  if (Attribute policy = first->getDiscardableAttr(kPolicyAttrName))
    task->setDiscardableAttr(kPolicyAttrName, policy);
  return task;
}

bool TaskMaker::run(StringRef label) {
  SmallVector<OpResult> outputs;
  for (Operation *op : group.ops)
    for (OpResult result : op->getResults())
      if (isNeededOutside(result))
        outputs.push_back(result);
  if (outputs.empty())
    return false;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body.emplaceBlock());
  for (Operation *op : group.ops) {
    Operation *clone = cloneIntoBody(op);
    clone->removeDiscardableAttr(kCostAttrName);
    clone->removeDiscardableAttr(kPolicyAttrName);
    mapping.map(op->getResults(), clone->getResults());
  }
  SmallVector<Value> results(outputs.begin(), outputs.end());
  YieldOp::create(builder, group.ops.back()->getLoc(),
                  llvm::map_to_vector(results, [&](Value result) -> Value {
                    return mapping.lookup(result);
                  }));
  // At the first op: the body has all that the others need.
  builder.setInsertionPoint(group.ops.front());
  Operation *task = createTask(label, TypeRange(ValueRange(results)));
  task->getRegion(0).takeBody(body);
  Block *block = task->getBlock();
  for (auto [output, result] : llvm::zip_equal(outputs, task->getResults()))
    output.replaceUsesWithIf(result, [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return !user || !members.contains(user);
    });
  return true;
}

LogicalResult Outline::collectGroups(Block &block,
                                     const PhaseAssignment &phases) {
  Group *open = nullptr;
  for (Operation &op : block.without_terminator()) {
    if (isFolded(&op) && !isa<BarrierOp, ReleaseOp>(op)) {
      shared.insert(&op);
      continue;
    }
    bool isPlain = isa<ForwardOp, BackwardOp, BarrierOp, ReleaseOp>(op) ||
                   op.getNumResults() == 0 || !isMemoryEffectFree(&op);
    if (!isPlain && !phases.ambiguity.empty() && !getPhase(&op))
      return op.emitOpError("may be forward or backward, since ")
             << phases.ambiguity << "; or say 'remat.phase' on every operation";
    TaskPhase phase = phases.lookup(&op);
    if (isPlain || phase == TaskPhase::Other) {
      open = nullptr;
      continue;
    }
    if (!open || open->phase != phase || isAlone(&op) ||
        static_cast<int64_t>(open->ops.size()) >= groupSize) {
      groups.push_back({phase, {}});
      open = &groups.back();
    }
    open->ops.push_back(&op);
    if (isAlone(&op))
      open = nullptr;
  }
  return success();
}

/// The name of the costliest op, and a number that makes it unique.
std::string Outline::makeLabel(const Group &group) {
  Operation *dearest = group.ops.front();
  double most = getOpCost(dearest).flops;
  for (Operation *op : group.ops)
    if (double flops = getOpCost(op).flops; flops > most) {
      dearest = op;
      most = flops;
    }
  while (true) {
    std::string label =
        (dearest->getName().stripDialect() + "_" + Twine(nextLabel++)).str();
    if (labels.insert(label).second)
      return label;
  }
}

LogicalResult Outline::run(func::FuncOp function) {
  groups.clear();
  shared.clear();
  labels.clear();
  nextLabel = 0;
  if (groupSize < 1)
    return function.emitOpError()
           << "cannot be cut into groups of " << groupSize.getValue()
           << " operations; group-size is at least 1";
  if (function.isExternal())
    return success();
  if (failed(checkHasOneBlock(function, "tasks are made of")) ||
      failed(checkLossResult(function, lossResult)))
    return failure();
  std::optional<unsigned> loss;
  if (lossResult >= 0)
    loss = lossResult;
  Block &block = function.getBody().front();
  if (failed(collectGroups(block, computePhases(function, loss))))
    return failure();
  for (Operation &op : block) {
    if (auto forward = dyn_cast<ForwardOp>(op))
      labels.insert(forward.getLabel());
    else if (auto backward = dyn_cast<BackwardOp>(op))
      labels.insert(backward.getLabel());
  }
  OpBuilder builder(&getContext());
  llvm::DenseSet<Operation *> outlined;
  for (const Group &group : groups)
    if (TaskMaker(group, shared, builder).run(makeLabel(group)))
      outlined.insert(group.ops.begin(), group.ops.end());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (outlined.contains(&op) ||
        (shared.contains(&op) && isOpTriviallyDead(&op)))
      op.erase();
  return success();
}
