//===- PlanApplier.h - A function's block rewritten to a plan ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_PLANAPPLIER_H
#define REMAT_LIB_TRANSFORMS_APPLY_PLANAPPLIER_H

#include "Apply/Cuts.h"
#include "Apply/HostCopies.h"
#include "Apply/Instances.h"
#include "Apply/PlanRewrite.h"
#include "Apply/RerunBarriers.h"
#include "remat/Analysis/Phases.h"

namespace mlir::remat {

/// Copies each step's task op, with the destinations and views that it reads.
/// Reruns read their operands through a `remat.barrier`, one per group of such
/// steps, tied to the operand of the first step after them, or to the held
/// result before the group. Fused ops are copied for the first reader of each
/// instance of their operands. Between two steps, copies out begin and are
/// awaited before a cut, those back begin behind it.
class PlanApplier {
public:
  /// `functionGraph` is of `function`; all must outlive this.
  PlanApplier(func::FuncOp function, const FunctionGraph &functionGraph,
              const planner::Plan &plan, const ApplyOptions &options)
      : rewrite(function, functionGraph, plan, options), instances(rewrite),
        copies(rewrite, instances), barriers(rewrite, instances),
        cuts(rewrite, instances, copies), runs(functionGraph.tasks.size(), 0) {}
  // Its parts refer to each other.
  PlanApplier(const PlanApplier &) = delete;

  /// Returns the fusion choices for the result.
  /// O(steps · (operands + fused ops read) + cuts · steps).
  FusionChoices apply();
  /// Loops keep the phases of the plan, which has been applied. O(ops).
  void keepPhasesOfLoops(std::optional<unsigned> lossResult);

private:
  size_t getEndOfReruns(size_t begin) const;
  size_t getEndOfGroup(size_t begin, size_t end) const;
  void emitReruns(size_t begin, size_t end);
  void emitStep(size_t step);
  void emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                        bool behindBarrier);

  PlanRewrite rewrite;
  Instances instances;
  HostCopies copies;
  RerunBarriers barriers;
  Cuts cuts;
  /// By TaskId, so far.
  std::vector<int64_t> runs;
  /// As `findHeldSteps`; empty for compilers that do not fuse.
  llvm::DenseSet<size_t> heldSteps;
  /// With the phases that they were planned in.
  SmallVector<std::pair<Operation *, TaskPhase>> loops;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_PLANAPPLIER_H
