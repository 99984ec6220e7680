//===- NoteAdvice.cpp - What would help, at the ops it is about -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoteAdvice.h"
#include "ExplainPlan.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Advice;

/// The op or the value that the note is best read beside.
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
    // Who forbids it is who has to allow it.
    if (each.kind == Advice::Kind::LetRunAgain)
      text += "; " + getObstacle(functionGraph, *each.task);
    diag.attachNote(getPlace(functionGraph, each, elsewhere))
        << "what would help: " << text;
  }
}
