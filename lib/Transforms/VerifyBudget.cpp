//===- VerifyBudget.cpp - Whether a function keeps a budget ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNotes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;
using planner::TaskId;
using planner::ValueId;

/// Whether the function's values are buffers: somebody bufferized it.
static bool isBufferized(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (llvm::any_of(type.getInputs(), llvm::IsaPred<TensorType>) ||
      llvm::any_of(type.getResults(), llvm::IsaPred<TensorType>))
    return false;
  return function
             .walk([](Operation *op) {
               bool tensors = llvm::any_of(op->getOperandTypes(),
                                           llvm::IsaPred<TensorType>) ||
                              llvm::any_of(op->getResultTypes(),
                                           llvm::IsaPred<TensorType>);
               return tensors ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted() == false;
}

static LogicalResult verifyBufferBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  FailureOr<BufferProfile> profile = computeBufferProfile(function, target);
  if (failed(profile))
    return failure();
  if (profile->peakBytes <= budget)
    return success();
  return function.emitOpError()
         << "allocates so much that it needs " << profile->peakBytes
         << " bytes, " << profile->peakBytes - budget
         << " more than its budget of " << budget << " bytes ("
         << profile->residentBytes
         << " of them for arguments and constants); something between the "
            "plan and here merged or copied tensors, or the budget is too "
            "small";
}

LogicalResult mlir::remat::verifyBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  if (isBufferized(function))
    return verifyBufferBudget(function, budget, target);
  GraphBuilderOptions options;
  options.target = &target;
  FailureOr<MemoryProfile> profile = computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  const planner::Simulation &simulation = profile->simulation;
  if (simulation.peak <= budget)
    return success();
  const FunctionGraph &functionGraph = profile->functionGraph;
  InFlightDiagnostic diag =
      function.emitOpError()
      << "needs " << simulation.peak << " bytes, " << simulation.peak - budget
      << " more than its budget of " << budget
      << " bytes; run remat-rematerialize with this budget, or raise it";
  if (simulation.liveBytes.empty())
    return diag;
  TaskId task = functionGraph.graph.baseOrder[simulation.peakStep];
  diag.attachNote(functionGraph.tasks[task].op->getLoc())
      << "the peak is here, with " << functionGraph.graph.residentBytes
      << " bytes of arguments and constants";
  SmallVector<ValueId> live;
  for (const planner::Copy &copy : simulation.liveAt(simulation.peakStep))
    live.push_back(copy.value);
  noteLive(diag, functionGraph, live);
  return diag;
}
