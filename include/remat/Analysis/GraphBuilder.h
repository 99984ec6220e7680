//===- GraphBuilder.h - A function as the planner sees it -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_GRAPHBUILDER_H
#define REMAT_ANALYSIS_GRAPHBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/CostModel.h"
#include "remat/Analysis/Sharding.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Planner/Graph.h"
#include "remat/Targets/Target.h"

namespace mlir::remat {

/// Choices made in building a graph for a target that fuses.
struct FusionChoices {
  /// Computed inside their readers.
  FusedOps fusedOps;
  /// Results of which so many bytes count from when they are made, not from the
  /// start: temporaries lie there before.
  llvm::SmallVector<std::pair<unsigned, int64_t>> lateResults;
  /// One device's part of a sharded step.
  DeviceShares shares;
};

struct GraphBuilderOptions {
  const Target *target = &getCpuTarget();
  CostModel costModel;
  /// For a target that fuses: choices to take. A rewritten function is profiled
  /// by those that it was planned with.
  const FusionChoices *fusionChoices = nullptr;
  /// For a target that fuses: temporaries may lie in results' storages (F8 of
  /// docs/xla.md), as in a function as it stands. Plans are made without.
  bool sharesResults = true;
  /// For a target that moves ops: what copies an argument from the host runs at
  /// the start, unless a barrier holds the argument back (F12 of docs/xla.md).
  /// Plans are made without.
  bool hoistsHostCopies = true;
  /// Whether gathered copies of split arguments stay for all readers; else each
  /// reader makes its own.
  bool keepsGathered = true;
  /// The loss, if the function does not mark one.
  std::optional<unsigned> lossResult;
  /// Where meshes are looked up: for a copy that is in no module, the function
  /// that it is a copy of.
  Operation *symbolScope = nullptr;
};

struct TaskOps {
  /// Does the work and defines the task's outputs.
  Operation *op = nullptr;
  /// Only prepare its destinations (empties, fills, a chain of insertions into
  /// one storage), in program order. Several tasks may share one.
  llvm::SmallVector<Operation *, 2> preparations;
  /// Empty storages that it reads: workspace.
  llvm::SmallVector<Value, 1> scratch;
  /// Of one run, fused ops included.
  OpCost cost;
  /// Those of matrix products and convolutions.
  double matrixFlops = 0;
  /// Reads an argument of which each device keeps a part, as a whole.
  bool gathersArguments = false;
};

/// A function's block as a graph, with the way back. Views, barriers and
/// constants are no tasks: a task reads the storage behind them. Ops with
/// memory effects keep their order through values of 0 bytes.
struct FunctionGraph {
  planner::Graph graph;
  /// By TaskId.
  std::vector<TaskOps> tasks;
  /// The IR value that owns the storage, by ValueId; null for values that only
  /// order side effects.
  std::vector<Value> values;
  /// The storages of results that lie in no argument. Empty unless the target
  /// fuses.
  std::vector<planner::ReservedStorage> reserved;
  /// Empty unless the target fuses.
  FusionChoices fusionChoices;
  /// Reason; empty if the ops' phases are known.
  std::string phasesUnknown;

  std::optional<planner::ValueId> lookup(Value value) const;
  llvm::DenseMap<Value, planner::ValueId> valueIds;
};

/// `op` is no task of its own: a constant, a view, a barrier, a release, or
/// only a preparation of others' destinations.
bool isFolded(Operation *op);

/// Whether what `op` makes is there from the start, and never made again: a
/// constant or a global.
bool isResident(Operation *op);

/// The op that makes the storage behind `operand` for this reader alone: a
/// destination's preparation, or an empty storage. Else null.
Operation *getPreparation(OpOperand &operand);

/// Looks behind views and barriers.
Value getStorageRoot(Value value);

/// Where the target fuses, tasks are the ops with results in memory; they read
/// the stored values behind fused ops, and the function's results are resident.
/// Emits diagnostics for a function without exactly one block, a value of
/// unknown size, sums over int64. O(ops · log ops).
FailureOr<FunctionGraph> buildFunctionGraph(func::FuncOp function,
                                            const GraphBuilderOptions &options);

/// A `remat.barrier` of several values that all go to one op: it ties them
/// together. Other barriers are looked through, value by value.
bool isTie(Operation *op);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_GRAPHBUILDER_H
