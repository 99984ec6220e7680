//===- ChainStructure.h - Chains of stages in a graph -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step seen as a chain: its forward part is cut where few values cross, the
// rest to match, and the figures of Chain are those of the pieces. Peak and
// time of a schedule in the chain's model are upper bounds of those on the
// graph.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAINSTRUCTURE_H
#define REMAT_PLANNER_CHAINSTRUCTURE_H

#include "remat/Planner/Chain.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// The cuts of the forward part that separate stages.
struct ChainCuts {
  /// How many values may cross a separator, beside those held throughout.
  int32_t width = 1;
  /// Hold values that live for a quarter of the forward part or more (a mask
  /// that all layers read, the outer skips of a U-Net) from their only run to
  /// their last use; they do not count as crossing.
  bool holdLongValues = false;
  /// Join neighbors above this many stages, of a chain and of other graphs.
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
    /// A result is kept from then on, or a task that runs once needs it.
    bool feedsOnce = false;
    /// Its variant in F_all, and in F_ck and F_∅: as in Step.
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
  /// The peak of a schedule in the model is the peak on the graph.
  bool isExact = false;
};

/// The forward part, depth-first from the loss, deepest operand first: only the
/// dependences of an op and separate branches stand before it.
struct ForwardOrder {
  /// Nodes of the model that the loss depends on, the loss last.
  std::vector<int32_t> nodes;
  /// By node: its position, or -1.
  std::vector<int32_t> positionOf;
};

/// The node that makes the graph's loss, or the deepest one, is last. O(V + E).
ForwardOrder orderForward(const Graph &graph, const ForwardModel &model);

/// The chain for the given cuts. Errors: NotApplicableError with the op in the
/// way if there are fewer than two; those of `Chain::check`. O(V + E), and
/// O(n log n) to join n stages.
llvm::Expected<ChainStructure> findChain(const Graph &graph,
                                         const ForwardModel &model,
                                         const ChainCuts &cuts = {});

/// The stages between the given cuts, each after a position of the order,
/// ascending; `held` marks, by value, the values held throughout. Errors: those
/// of `Chain::check`. O(V + E).
llvm::Expected<ChainStructure> buildChain(const Graph &graph,
                                          const ForwardModel &model,
                                          const ForwardOrder &order,
                                          llvm::ArrayRef<int32_t> cuts,
                                          std::vector<bool> held);

/// The operations as steps of the graph, without runs that nothing reads. For a
/// schedule that `simulateChain` accepts, the steps simulate to at most its
/// peak and time. O(steps + reads).
std::vector<Step> expandChain(const Graph &graph,
                              const ChainStructure &structure,
                              llvm::ArrayRef<ChainOp> ops);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAINSTRUCTURE_H
