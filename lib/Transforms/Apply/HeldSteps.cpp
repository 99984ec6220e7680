//===- HeldSteps.cpp - Reruns that are not fused --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/HeldSteps.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include <utility>

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

llvm::DenseSet<size_t> mlir::remat::findHeldSteps(const PlanRewrite &rewrite) {
  const planner::Graph &graph = rewrite.functionGraph.graph;
  llvm::DenseSet<size_t> heldSteps;
  // By ValueId: the later steps that read the same instance.
  std::vector<int64_t> readers(graph.values.size(), 0);
  for (size_t step = rewrite.plan.steps.size(); step-- != 0;) {
    const planner::Task &task = rewrite.getTask(step);
    int64_t made = 0, readLast = 0, mostReaders = 0;
    for (ValueId output : task.outputs) {
      made = saturatingAdd(made, graph.values[output].bytes);
      mostReaders =
          std::max(mostReaders, std::exchange(readers[output], int64_t(0)));
    }
    for (ValueId input : task.inputs)
      if (readers[input]++ == 0 && !graph.values[input].isResult &&
          isa_and_present<OpResult>(rewrite.functionGraph.values[input]))
        readLast = saturatingAdd(readLast, graph.values[input].bytes);
    // A convolution may make a sum itself.
    if (mostReaders > 0 && readLast > (mostReaders > 1 ? 0 : made) &&
        !rewrite.options.copyingTasks.contains(rewrite.plan.steps[step].task) &&
        hlo::getOpKind(rewrite.getOps(step).op) == hlo::OpKind::Elementwise)
      heldSteps.insert(step);
  }
  return heldSteps;
}
