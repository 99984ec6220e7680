//===- ChainStructure.h - Chains of stages in a graph -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step as a chain: its forward part cut where few values cross, and the rest
// to match. Peak and time in the chain's model are upper bounds of those on the
// graph.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAINSTRUCTURE_H
#define REMAT_PLANNER_CHAINSTRUCTURE_H

#include "remat/Planner/Chain.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Cuts of the forward part between stages.
struct ChainCuts {
  /// Values that may cross a cut beside held ones.
  int32_t width = 1;
  /// Hold values alive over a quarter of the forward part or more (a mask that
  /// all layers read, a U-Net's outer skips) from their run to their last use.
  bool holdLongValues = false;
  /// Join neighbors above these numbers of stages, in chains and elsewhere.
  size_t maxExactStages = 1000;
  size_t maxStages = 400;
};

/// A stage as tasks of the graph.
struct StageTasks {
  struct Forward {
    TaskId task = 0;
    /// Part of F_all; of F_ck and F_∅.
    bool inAll = false;
    bool inCheckpoint = false;
    /// It runs only when the stage first runs.
    bool isOnce = false;
    /// A result is kept from then on, or feeds a task that runs once.
    bool feedsOnce = false;
    /// Its variants in F_all, and in F_ck and F_∅, as in Step.
    int32_t allVariant = 0;
    int32_t checkpointVariant = 0;
  };
  /// Both in running order.
  std::vector<Forward> forward;
  std::vector<TaskId> backward;
};

struct ChainStructure {
  /// a^0 is resident.
  Chain chain;
  std::vector<StageTasks> stages;
  /// The peak of a schedule in the model is that on the graph, to the byte.
  bool isExact = false;
};

/// Forward order for cuts: depth-first from the loss, deepest operand first.
/// Separate branches aside, only its dependences stand before an op.
struct ForwardOrder {
  /// Those that the loss depends on, the loss last.
  std::vector<int32_t> nodes;
  /// By node: its position, or -1.
  std::vector<int32_t> positionOf;
};

/// Ends in the node that makes the graph's loss, or the deepest one. O(V + E).
ForwardOrder orderForward(const Graph &graph, const ForwardModel &model);

/// Errors: NotApplicableError with fewer than two cuts, naming the op in the
/// way; those of `Chain::check`. O(V + E), and O(n log n) to join n stages.
llvm::Expected<ChainStructure> findChain(const Graph &graph,
                                         const ForwardModel &model,
                                         const ChainCuts &cuts = {});

/// The stages between `cuts`, positions of the order after which to cut,
/// ascending; `held` marks values held throughout. Errors: those of
/// `Chain::check`. O(V + E).
llvm::Expected<ChainStructure> buildChain(const Graph &graph,
                                          const ForwardModel &model,
                                          const ForwardOrder &order,
                                          llvm::ArrayRef<int32_t> cuts,
                                          std::vector<bool> held);

/// Operations, valid by `simulateChain`, as steps of the graph without runs
/// that nothing reads; at most their peak and time. O(steps + reads).
std::vector<Step> expandChain(const Graph &graph,
                              const ChainStructure &structure,
                              llvm::ArrayRef<ChainOp> ops);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAINSTRUCTURE_H
