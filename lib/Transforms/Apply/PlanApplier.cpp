//===- PlanApplier.cpp - A function's block rewritten to a plan -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/PlanApplier.h"
#include "Apply/HeldSteps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using planner::TaskId;
using planner::ValueId;

void PlanApplier::emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                                   bool behindBarrier) {
  for (Operation *preparation : taskOps.preparations) {
    bool makesStorage = preparation->getNumOperands() == 0;
    instances.copyOp(preparation, mapping);
    if (!behindBarrier || !makesStorage)
      continue;
    Value storage = mapping.lookup(preparation->getResult(0));
    mapping.map(preparation->getResult(0),
                BarrierOp::create(rewrite.builder, preparation->getLoc(),
                                  ValueRange(storage))
                    .getResult(0));
  }
}

void PlanApplier::emitStep(size_t step) {
  TaskId id = rewrite.plan.steps[step].task;
  const TaskOps &taskOps = rewrite.getOps(step);
  const planner::Task &task = rewrite.getTask(step);
  // The destination tells a rerun without inputs from its original.
  bool readsStorage = llvm::any_of(task.inputs, [&](ValueId input) {
    return rewrite.functionGraph.values[input] != nullptr;
  });
  copies.awaitFetched(task.inputs);
  IRMapping mapping;
  emitPreparations(taskOps, mapping,
                   /*behindBarrier=*/runs[id] > 0 && !readsStorage);
  Operation *copy = instances.copyOp(taskOps.op, mapping);
  if (isa<LoopLikeOpInterface>(copy))
    loops.push_back({copy, static_cast<TaskPhase>(task.phase)});
  ++runs[id];
  if (hlo::copiesFromHost(taskOps.op))
    copies.delayCopyFromHost(copy, step);
  for (ValueId output : task.outputs) {
    const Value original = rewrite.functionGraph.values[output];
    instances.record(output, step,
                     original ? mapping.lookup(original) : Value());
  }
}

size_t PlanApplier::getEndOfReruns(size_t begin) const {
  size_t end = begin;
  while (end != rewrite.plan.steps.size() &&
         runs[rewrite.plan.steps[end].task] > 0)
    ++end;
  return end;
}

/// No task runs twice in a group: CSE would merge two runs that read the same
/// barrier. A group ends with a held result, which the next one waits for, and
/// where copies begin or end.
size_t PlanApplier::getEndOfGroup(size_t begin, size_t end) const {
  llvm::DenseSet<TaskId> tasks;
  size_t step = begin;
  while (step != end && tasks.insert(rewrite.plan.steps[step].task).second)
    if (heldSteps.contains(step++) || copies.hasMoves(step))
      break;
  return step;
}

void PlanApplier::emitReruns(size_t begin, size_t end) {
  std::optional<ValueId> tie = barriers.findTie(begin, end);
  while (begin != end) {
    const size_t endOfGroup = getEndOfGroup(begin, end);
    barriers.emit(begin, endOfGroup, tie);
    for (; begin != endOfGroup; ++begin)
      emitStep(begin);
    instances.endGroup();
    if (heldSteps.contains(begin - 1)) {
      barriers.hold(begin - 1);
      // It depends on this group's barrier, and so on the barrier's tie.
      if (const ValueId held = rewrite.getTask(begin - 1).outputs.front();
          rewrite.functionGraph.values[held])
        tie = held;
    }
    if (begin == end)
      continue;
    copies.emitOut(begin);
    copies.emitBack(begin);
    // What came back may be the only value to tie to.
    if (!rewrite.plan.parkings.empty() && (!tie || !instances.isHere(*tie)))
      tie = barriers.findTie(begin, end);
  }
}

FusionChoices PlanApplier::apply() {
  SmallVector<Operation *> originals;
  for (Operation &op : rewrite.block.without_terminator())
    if (!isResident(&op))
      originals.push_back(&op);
  if (rewrite.options.holdsElementwise)
    heldSteps = findHeldSteps(rewrite);
  for (size_t step = 0; step != rewrite.plan.steps.size();) {
    copies.emitOut(step);
    // A cut goes before the reruns.
    if (rewrite.options.cuts.contains(step))
      cuts.emit(step);
    copies.emitBack(step);
    const size_t end = getEndOfReruns(step);
    if (end == step)
      emitStep(step);
    else
      emitReruns(step, end);
    step = std::max(step + 1, end);
  }
  copies.emitOut(rewrite.plan.steps.size());
  copies.emitBack(rewrite.plan.steps.size());
  copies.awaitAllFetched();
  IRMapping none;
  for (OpOperand &operand : rewrite.block.getTerminator()->getOpOperands())
    operand.set(instances.materialize(operand.get(), none));
  for (Operation *op : llvm::reverse(originals)) {
    op->dropAllUses();
    op->erase();
  }
  return instances.finish();
}

/// The loss may depend on other ops than before: on those that ran again, not
/// on the first runs. A loop's form follows from its phase.
void PlanApplier::keepPhasesOfLoops(std::optional<unsigned> lossResult) {
  const PhaseAssignment phases = computePhases(
      cast<func::FuncOp>(rewrite.block.getParentOp()), lossResult);
  for (auto [loop, phase] : loops)
    if (phases.lookup(loop) != phase)
      loop->setDiscardableAttr(kPhaseAttrName,
                               PhaseAttr::get(loop->getContext(), phase));
}
