//===- SolveSegments.cpp - Strategies with fixed segments -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts regardless of sizes and times. A segment is a range of the forward tasks
// in base order and keeps the boundary of a lower set.
//
//===----------------------------------------------------------------------===//

#include "Graph/PlanSelection.h"
#include "Graph/SolverContext.h"
#include "LowerSets/CanonicalSchedule.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

/// Offers all schedules with so many equal segments, for all `counts` of the
/// number of nodes.
static Expected<Plan> solveEqualSegments(
    const Problem &problem, StringRef name,
    function_ref<std::vector<int64_t>(int64_t nodeCount)> counts) {
  Expected<ForwardModel> model = buildForwardModel(problem.graph);
  if (!model)
    return model.takeError();
  PlanSelection selection(problem);
  CanonicalScheduler scheduler(problem.graph, *model);
  for (int64_t count : counts(model->nodes.size())) {
    if (selection.shouldStop())
      break;
    for (const std::vector<Step> &steps :
         scheduler.schedules(equalSegments(*model, count)))
      selection.offer(steps);
  }
  return selection.take(name);
}

namespace mlir::remat::planner {

/// Runs every task once, in the base order.
Expected<Plan> solveNone(const Problem &problem) {
  PlanSelection selection(problem);
  selection.offer(baseSteps(problem.graph));
  return selection.take("none");
}

/// Chen et al. 2016: √n segments of equal length, the last one kept.
Expected<Plan> solveChen(const Problem &problem) {
  return solveEqualSegments(problem, "chen", [](int64_t nodeCount) {
    return std::vector<int64_t>{std::llround(std::sqrt(double(nodeCount)))};
  });
}

/// Equal segments, in every number, or beyond 100 nodes in one number for each
/// segment length; keeps the last one.
Expected<Plan> solvePeriodic(const Problem &problem) {
  const bool isStart = getContext(problem).scale == Scale::Start;
  return solveEqualSegments(problem, "periodic", [&](int64_t nodeCount) {
    // Beyond a hundred nodes, one number of segments per integral segment
    // length: some 2√n. As a start, of large steps, an eighth more each time.
    constexpr int64_t largeStart = 1024;
    std::vector<int64_t> counts;
    for (int64_t count = 1; count <= nodeCount;) {
      counts.push_back(count);
      if (isStart && nodeCount > largeStart && count >= 16) {
        count += count / 8;
        continue;
      }
      // The greatest length that needs more segments.
      const int64_t length = (nodeCount - 1) / count;
      if (nodeCount <= 100)
        ++count;
      else
        count = length ? (nodeCount + length - 1) / length : nodeCount + 1;
    }
    return counts;
  });
}

} // namespace mlir::remat::planner
