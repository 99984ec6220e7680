//===- EmitRefusal.cpp - The error of a budget that cannot be met ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNotes.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;

/// Notes the op where the bound binds.
static void noteBound(InFlightDiagnostic &diag,
                      const FunctionGraph &functionGraph,
                      const planner::PeakBound &bound) {
  const TaskOps &taskOps = functionGraph.tasks[*bound.task];
  const int64_t workspace = bound.getWorkspace(functionGraph.graph);
  Diagnostic &note = diag.attachNote(taskOps.op->getLoc());
  note << "no order and no recomputation makes this op need less than "
       << bound.bytes << " bytes, " << functionGraph.graph.residentBytes
       << " of them for arguments and constants";
  if (workspace > 0)
    note << ", " << workspace << " for its workspace";
}

void mlir::remat::emitRefusal(const PreparedStep &step,
                              const FunctionOutcome &outcome) {
  assert(outcome.isRefusal() && "there is a plan");
  func::FuncOp function = step.function;
  InFlightDiagnostic diag = function.emitOpError() << outcome.message;
  if (outcome.status == planner::Status::Infeasible) {
    if (outcome.bound.task)
      noteBound(diag, step.functionGraph, outcome.bound);
    noteLive(diag, step.functionGraph, outcome.bound.live);
  }
  noteAdvice(diag, step.functionGraph, outcome.advice,
             getFileOnly(function.getLoc()));
}
