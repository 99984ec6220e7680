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

/// What is decided when a graph is built for a target that fuses.
struct FusionChoices {
  /// The ops that are computed inside of their readers.
  FusedOps fusedOps;
  /// The positions of the results whose storages count from when they are made,
  /// not from the start: temporaries lie there before.
  llvm::SmallVector<unsigned> lateResults;
  /// What one device has of a step that is sharded.
  DeviceShares shares;
};

struct GraphBuilderOptions {
  const Target *target = &getCpuTarget();
  CostModel costModel;
  /// Of a target that fuses: the choices to take. A rewritten function is
  /// profiled by the choices that it was planned with.
  const FusionChoices *fusionChoices = nullptr;
  /// Of a target that fuses: whether temporaries may lie in the storages of
  /// results (F8 of docs/xla.md), as they do in a function as it stands. Plans
  /// are made without.
  bool sharesResults = true;
  /// The result that is the loss, if the function does not mark one.
  std::optional<unsigned> lossResult;
};

/// The ops of one task.
struct TaskOps {
  /// The op that does the work and defines the task's outputs.
  Operation *op = nullptr;
  /// The ops that only prepare its destinations (empties, fills, a chain of
  /// insertions into one storage), in program order. Several tasks may share
  /// one.
  llvm::SmallVector<Operation *, 2> preparations;
  /// Empty storages that it reads: workspace.
  llvm::SmallVector<Value, 1> scratch;
  /// What one run computes and moves, fused ops included.
  OpCost cost;
  /// Flops of the matrix products and convolutions among that.
  double matrixFlops = 0;
};

/// A function's block as a graph, with the way back.
///
/// Views, barriers and constants are no tasks: a task reads the storage behind
/// them. Ops with memory effects keep their order through values of 0 bytes.
struct FunctionGraph {
  planner::Graph graph;
  /// By TaskId.
  std::vector<TaskOps> tasks;
  /// By ValueId: the IR value that owns the storage; null for the values that
  /// only order side effects.
  std::vector<Value> values;
  /// Empty unless the target fuses.
  FusionChoices fusionChoices;
  /// Why the phases of the ops are not known; empty if they are.
  std::string phasesUnknown;

  std::optional<planner::ValueId> lookup(Value value) const;
  llvm::DenseMap<Value, planner::ValueId> valueIds;
};

/// Whether `op` is no task of its own: a constant, a view, a barrier, a
/// release, or an op that only prepares the destinations of others.
bool isFolded(Operation *op);

/// The op that makes the storage behind `operand` for this reader alone: the
/// preparation of its destination, or an empty storage. Else null.
Operation *getPreparation(OpOperand &operand);

/// The value that owns the storage of `value`, behind views and barriers.
Value getStorageRoot(Value value);

/// The graph of `function`. Where the target fuses, tasks are the ops whose
/// results lie in memory; they read the stored values behind fused ops, and the
/// function's results are resident. Emits diagnostics and fails on: a function
/// without exactly one block, a value of unknown size, sums over int64.
/// O(ops · log ops).
FailureOr<FunctionGraph> buildFunctionGraph(func::FuncOp function,
                                            const GraphBuilderOptions &options);

/// Whether `op` is a `remat.barrier` of several values that all go to one op:
/// it ties them together. Other barriers are looked through, value by value.
bool isTie(Operation *op);

/// Bytes that the regions of `op` need beside its operands and results: the
/// largest sum at a program point inside, on one device by `shares`. Exact
/// where every destination inside is isolated, else an upper bound; none if a
/// size is not known.
std::optional<int64_t> getInteriorPeak(Operation *op, const Target &target,
                                       const DeviceShares &shares = {});

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_GRAPHBUILDER_H
