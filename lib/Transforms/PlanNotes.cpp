//===- PlanNotes.cpp - What notes say of ops and values -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNotes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Advice;
using planner::Policy;
using planner::TaskId;
using planner::ValueId;

SmallVector<ValueId> mlir::remat::sortBySize(const FunctionGraph &functionGraph,
                                             ArrayRef<ValueId> live) {
  const std::vector<planner::Value> &values = functionGraph.graph.values;
  SmallVector<ValueId> sorted;
  for (ValueId id : live)
    if (functionGraph.values[id] && values[id].bytes > 0)
      sorted.push_back(id);
  llvm::stable_sort(sorted, [&](ValueId a, ValueId b) {
    return values[a].bytes > values[b].bytes;
  });
  return sorted;
}

void mlir::remat::noteLive(InFlightDiagnostic &diag,
                           const FunctionGraph &functionGraph,
                           ArrayRef<ValueId> live) {
  constexpr size_t shown = 8;
  SmallVector<ValueId> sorted = sortBySize(functionGraph, live);
  for (ValueId id : ArrayRef<ValueId>(sorted).take_front(shown))
    diag.attachNote(functionGraph.values[id].getLoc())
        << functionGraph.graph.values[id].bytes << " bytes: a value of type "
        << functionGraph.values[id].getType() << " is alive there";
  if (sorted.size() > shown)
    diag.attachNote() << "and " << sorted.size() - shown
                      << " that are not larger";
}

static std::string getObstacleOfOp(Operation *op) {
  const std::string name = op->getName().getStringRef().str();
  if (isa<CallOpInterface>(op))
    return name + " calls a function";
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return name + " works on a buffer, whose contents may have changed";
  if (isa<MemoryEffectOpInterface>(op) && !isMemoryEffectFree(op))
    return name + " has side effects";
  return name +
         " says so: an op with effects, a collective, or one with hidden "
         "random state, or one that is not known";
}

std::string mlir::remat::getObstacle(const FunctionGraph &functionGraph,
                                     TaskId id) {
  const planner::Task &task = functionGraph.graph.tasks[id];
  const TaskOps &taskOps = functionGraph.tasks[id];
  if (task.policy == Policy::Save)
    return "remat.policy pins it save";
  if (task.mayRunAgain)
    return "";
  if (!mayRunAgain(taskOps.op))
    return getObstacleOfOp(taskOps.op);
  for (Operation *preparation : taskOps.preparations)
    if (!mayRunAgain(preparation))
      return getObstacleOfOp(preparation);
  for (ValueId output : task.outputs) {
    if (functionGraph.graph.values[output].viewOf)
      return "it is written over the storage that it starts from";
    if (functionGraph.graph.values[output].isResult)
      return "it is returned, and its storage is that of the result";
  }
  const bool readsNothing = llvm::none_of(task.inputs, [&](ValueId input) {
    return functionGraph.values[input] != nullptr;
  });
  return readsNothing ? "it reads nothing that a barrier could hold back"
                      : "an op that is computed inside of it may not run again";
}

/// The op or value to show the note at.
static Location getPlace(const FunctionGraph &functionGraph,
                         const Advice &advice, Location elsewhere) {
  if (advice.task)
    return functionGraph.tasks[*advice.task].op->getLoc();
  if (advice.value && functionGraph.values[*advice.value])
    return functionGraph.values[*advice.value].getLoc();
  return elsewhere;
}

std::vector<std::string>
mlir::remat::describeAdvice(const FunctionGraph &functionGraph,
                            ArrayRef<Advice> advice, Location elsewhere) {
  std::vector<std::string> described;
  for (const Advice &each : advice) {
    const std::string place =
        formatLocation(getPlace(functionGraph, each, elsewhere));
    described.push_back(
        planner::describe(each, "the op at " + place, "the value at " + place));
  }
  return described;
}

void mlir::remat::noteAdvice(InFlightDiagnostic &diag,
                             const FunctionGraph &functionGraph,
                             ArrayRef<Advice> advice, Location elsewhere) {
  for (const Advice &each : advice) {
    std::string text = planner::describe(each, "this op", "this value");
    // Only the obstacle's cause can allow it.
    if (each.kind == Advice::Kind::LetRunAgain)
      text += "; " + getObstacle(functionGraph, *each.task);
    diag.attachNote(getPlace(functionGraph, each, elsewhere))
        << "what would help: " << text;
  }
}
