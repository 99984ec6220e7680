//===- FusedGraphBuilder.cpp - A function whose ops get fused -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler that fuses makes of a function: the ops that it computes
// inside of their readers are no tasks, and a task reads the stored values
// behind them.
//
//===----------------------------------------------------------------------===//

#include "GraphBuilderBase.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/Phases.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

namespace {
/// What one task reads.
struct Reads {
  /// The stored values, in the order of first mention.
  llvm::SetVector<Value> sources;
  /// The ops that the task computes on the way.
  llvm::SetVector<Operation *> computed;
};

class FusedGraphBuilder final : public GraphBuilderBase {
public:
  using GraphBuilderBase::GraphBuilderBase;

private:
  LogicalResult addResidents() override;
  bool isTask(Operation *op) override { return !fused().contains(op); }
  LogicalResult addTask(Operation *op) override;
  LogicalResult markResults() override;
  PhaseAssignment getPhases() override;

  FusedOps &fused() { return result.fusedOps; }
  LogicalResult addOutput(planner::Task &task, OpResult output);
  void collectReads(Value value, Reads &reads);
  /// The init whose storage a loop's result is written over, if the loop is its
  /// only reader.
  std::optional<ValueId> getCarriedStorage(OpResult result);

  /// The values that own the storages of the function's results.
  llvm::SetVector<Value> returned;
};
} // namespace

void FusedGraphBuilder::collectReads(Value value, Reads &reads) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || !fused().contains(op)) {
      reads.sources.insert(next);
      continue;
    }
    if (OpOperand *viewed = getViewedOperand(cast<OpResult>(next))) {
      worklist.push_back(viewed->get());
      continue;
    }
    if (!reads.computed.insert(op))
      continue;
    for (Value operand : llvm::reverse(op->getOperands()))
      worklist.push_back(operand);
  }
}

LogicalResult FusedGraphBuilder::addResidents() {
  Block &block = function.getBody().front();
  fused() = options.fusedOps ? *options.fusedOps
                             : options.target->findFusedOps(block);
  for (OpOperand &operand : block.getTerminator()->getOpOperands()) {
    Reads reads;
    collectReads(operand.get(), reads);
    returned.insert(reads.sources.begin(), reads.sources.end());
    if (failed(addResident(operand.get().getLoc(),
                           "result #" + Twine(operand.getOperandNumber()),
                           operand.get().getType())))
      return failure();
  }
  // A donated argument is the storage of the result that it names.
  for (unsigned index = 0; index != function.getNumArguments(); ++index) {
    auto aliased =
        function.getArgAttrOfType<IntegerAttr>(index, "tf.aliasing_output");
    if (!aliased)
      continue;
    int64_t position = aliased.getInt();
    if (position < 0 || position >= function.getNumResults())
      return function.emitOpError()
             << "has " << function.getNumResults() << " results, but argument #"
             << index << " is to alias result #" << position
             << " (tf.aliasing_output); count results from 0";
    FailureOr<int64_t> bytes = getBytes(function.getArgument(index).getLoc(),
                                        "argument #" + Twine(index),
                                        function.getArgument(index).getType());
    if (failed(bytes))
      return failure();
    result.graph.residentBytes -= *bytes;
  }
  return success();
}

std::optional<ValueId> FusedGraphBuilder::getCarriedStorage(OpResult output) {
  Operation *op = output.getOwner();
  if (hlo::getOpKind(op) != hlo::OpKind::Loop ||
      op->getNumOperands() != op->getNumResults())
    return std::nullopt;
  Value init = op->getOperand(output.getResultNumber());
  if (init.getType() != output.getType())
    return std::nullopt;
  while (Operation *producer = init.getDefiningOp()) {
    if (!init.hasOneUse())
      return std::nullopt;
    OpOperand *viewed = getViewedOperand(cast<OpResult>(init));
    if (!viewed || !fused().contains(producer))
      break;
    init = viewed->get();
  }
  auto found = result.valueIds.find(init);
  if (found == result.valueIds.end() || isa<BlockArgument>(init) ||
      returned.contains(init))
    return std::nullopt;
  return found->second;
}

LogicalResult FusedGraphBuilder::addOutput(planner::Task &task,
                                           OpResult output) {
  FailureOr<ValueId> id = addValue(output, planner::ValueKind::Activation);
  if (failed(id))
    return failure();
  planner::Value &value = result.graph.values[*id];
  task.outputs.push_back(*id);
  if (returned.contains(output)) {
    // Resident already. Another run would make a storage beside that.
    value.bytes = 0;
    task.mayRunAgain = false;
  } else if (std::optional<ValueId> carried = getCarriedStorage(output)) {
    value.viewOf = carried;
  }
  return success();
}

LogicalResult FusedGraphBuilder::addTask(Operation *op) {
  TaskOps &taskOps = result.tasks.emplace_back();
  planner::Task &task = result.graph.tasks.emplace_back();
  taskOps.op = op;
  task.id = result.tasks.size() - 1;
  task.type = op->getName().getStringRef();
  task.name = task.type;
  task.policy = toPlannerPolicy(getPolicy(op));

  Reads reads;
  for (Value operand : op->getOperands())
    collectReads(operand, reads);
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    collectReads(captured->get(), reads);
  });
  llvm::SetVector<ValueId> inputs;
  for (Value source : reads.sources)
    if (auto found = result.valueIds.find(source);
        found != result.valueIds.end())
      inputs.insert(found->second);

  // Without an input there is nothing that a barrier could tell a clone from
  // its original by.
  task.mayRunAgain = !inputs.empty() && mayRunAgain(op) &&
                     llvm::all_of(reads.computed, mayRunAgain);
  for (OpResult output : op->getResults())
    if (failed(addOutput(task, output)))
      return failure();
  if (hasSideEffects(op))
    order(task, inputs);
  task.inputs.assign(inputs.begin(), inputs.end());

  taskOps.cost = getOpCost(op);
  taskOps.matrixFlops = hlo::getMatrixFlops(op);
  for (Operation *computed : reads.computed)
    taskOps.cost.flops += getOpCost(computed).flops;
  taskOps.cost.bytesRead = 0;
  for (Value source : reads.sources)
    taskOps.cost.bytesRead = saturatingAdd(
        taskOps.cost.bytesRead, getTypeBytes(source.getType()).value_or(0));
  int64_t workspace = saturatingAdd(taskOps.cost.workspaceBytes,
                                    options.target->getWorkspaceBytes(op));
  FailureOr<int64_t> needed = getWorkspace(op, workspace);
  if (failed(needed))
    return failure();
  task.workspace = *needed;
  task.time = options.costModel.getTime(op, taskOps.cost);
  return success();
}

LogicalResult FusedGraphBuilder::markResults() {
  for (Value value : returned)
    if (auto found = result.valueIds.find(value);
        found != result.valueIds.end())
      result.graph.values[found->second].isResult = true;
  return success();
}

/// JAX puts the loss first, where other results (gradients of scalars, what a
/// loss has beside its value) may be float scalars too.
PhaseAssignment FusedGraphBuilder::getPhases() {
  PhaseAssignment phases = GraphBuilderBase::getPhases();
  if (phases.loss || function.getNumResults() == 0)
    return phases;
  auto first = dyn_cast<RankedTensorType>(function.getResultTypes().front());
  if (first && first.getRank() == 0 && isa<FloatType>(first.getElementType()))
    return computePhases(function, 0);
  return phases;
}

FailureOr<FunctionGraph>
mlir::remat::buildFusedFunctionGraph(func::FuncOp function,
                                     const GraphBuilderOptions &options) {
  FusedGraphBuilder builder(function, options);
  if (failed(builder.build()))
    return failure();
  return std::move(builder.result);
}
