//===- JoinStructure.h - Branches that meet at the loss ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step seen as a join: several chains of stages that do not read from each
// other, and the turn, which is the rest.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_JOINSTRUCTURE_H
#define REMAT_PLANNER_JOINSTRUCTURE_H

#include "remat/Planner/ChainStructure.h"
#include "remat/Planner/Join.h"

namespace mlir::remat::planner {

struct JoinStructure {
  /// In a row: a stage for values that several branches read, if there are any,
  /// the branches, the turn.
  ChainStructure chain;
  /// 1 if there is that first stage.
  int32_t sharedStages = 0;
  /// By branch: the number of its stages, and its last op.
  std::vector<int32_t> lengths;
  std::vector<TaskId> ends;

  /// The number in the row, from 1, of stage `index`, from 0, of a branch.
  int32_t stageOf(int32_t branch, int32_t index) const;
  int32_t turn() const { return chain.stages.size(); }
};

/// The branches end at the first op that depends on two parts of the step with
/// nothing in common but arguments and constants, each of at least two ops and
/// a sixteenth of all. A branch is cut where a single value crosses; above
/// `mostStages` stages, neighbors are joined. Errors: NotApplicableError with
/// the op in the way if there are no two such parts, or one passes several
/// values to the rest. O((V + E) log V).
llvm::Expected<JoinStructure> findJoin(const Graph &graph,
                                       const ForwardModel &model,
                                       int32_t mostStages = 64);

/// The operations as steps of the graph, as `expandChain` makes them. F̄ is
/// F_all and B of its stage, the turn as well.
std::vector<Step> expandJoin(const Graph &graph, const JoinStructure &join,
                             llvm::ArrayRef<JoinOp> ops);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_JOINSTRUCTURE_H
