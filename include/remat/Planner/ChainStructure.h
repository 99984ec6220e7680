//===- ChainStructure.h - Chains of stages in a graph -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step seen as a chain: its forward part is cut where few values cross, what
// follows is cut to match, and the figures of Chain are those of the pieces.
// The peak and the time of a schedule in the chain's model are upper bounds of
// those on the graph.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAINSTRUCTURE_H
#define REMAT_PLANNER_CHAINSTRUCTURE_H

#include "remat/Planner/Chain.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Which cuts of the forward part separate stages.
struct ChainCuts {
  /// So many values may cross a separator, those that are held throughout not
  /// counted.
  int32_t width = 1;
  /// Values that are alive over a quarter of the forward part or more (a mask
  /// that all layers read, the outer skips of a U-Net) are held from their only
  /// run to their last use, and do not count among the values that cross.
  bool holdLongValues = false;
  /// Where there are more stages than this, neighbors are joined: of a graph
  /// that is a chain, and of others.
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
    /// It runs when the stage runs first, and never again; or something of it
    /// is kept from then on, or needed by what runs once.
    bool isOnce = false;
    bool feedsOnce = false;
    /// How it runs as a part of F_all, and of F_ck and F_∅: as in Step.
    int32_t allVariant = 0;
    int32_t checkpointVariant = 0;
  };
  /// Both in the order in which they run.
  std::vector<Forward> forward;
  std::vector<TaskId> backward;
};

struct ChainStructure {
  /// a^0 is resident.
  Chain chain;
  std::vector<StageTasks> stages;
  /// The model is exact: the peak of a schedule in it is the peak on the graph,
  /// to the byte.
  bool isExact = false;
};

/// The order of the forward part in which the cuts are sought: depth-first from
/// the loss, deepest operand first, so that all that an op depends on stands
/// before it and, but for branches of their own, nothing else.
struct ForwardOrder {
  /// Nodes of the model that the loss depends on, the loss last.
  std::vector<int32_t> nodes;
  /// By node: its position, or -1.
  std::vector<int32_t> positionOf;
};

/// The node that makes the graph's loss, or the deepest one, is last. O(V + E).
ForwardOrder orderForward(const Graph &graph, const ForwardModel &model);

/// The chain of the cuts asked for. Errors: NotApplicableError where there are
/// no two of them, with the op that spoils it; what `Chain::check` says.
/// O(V + E), and O(n log n) for n stages to be joined.
llvm::Expected<ChainStructure> findChain(const Graph &graph,
                                         const ForwardModel &model,
                                         const ChainCuts &cuts = {});

/// The stages between the given cuts, each after a position of the order,
/// ascending; `held` says by value what is held throughout. Errors: what
/// `Chain::check` says. O(V + E).
llvm::Expected<ChainStructure> buildChain(const Graph &graph,
                                          const ForwardModel &model,
                                          const ForwardOrder &order,
                                          llvm::ArrayRef<int32_t> cuts,
                                          std::vector<bool> held);

/// The operations as steps of the graph, without runs that make nothing that is
/// read. Each backward must come after those of all later stages and before it
/// what Table 1 wants, as `simulateChain` checks: then the steps simulate to at
/// most the peak and the time that it gives. O(steps + reads).
std::vector<Step> expandChain(const Graph &graph,
                              const ChainStructure &structure,
                              llvm::ArrayRef<ChainOp> ops);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAINSTRUCTURE_H
