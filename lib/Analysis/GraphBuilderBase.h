//===- GraphBuilderBase.h - What the builders of graphs share ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H
#define REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H

#include "InteriorPeak.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Analysis/Phases.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// Builds a graph: arguments first, then a task for each op that does work, in
/// program order. Derived classes know how operands are read and which values
/// lie in memory.
class GraphBuilderBase {
public:
  GraphBuilderBase(func::FuncOp function, const GraphBuilderOptions &options)
      : function(function), options(options) {}
  virtual ~GraphBuilderBase() = default;

  FailureOr<FunctionGraph> build();

protected:
  /// Adds bytes beside arguments and results of tasks.
  virtual LogicalResult addResidents() = 0;
  virtual bool isTask(Operation *op) = 0;
  /// Fills in the last task, made of `op`.
  virtual LogicalResult addTask(Operation *op, planner::Task &task,
                                TaskOps &taskOps) = 0;
  virtual LogicalResult markResults() = 0;
  /// Adjusts tasks by their phases.
  virtual void settleTasks() {}

  LogicalResult addResident(Location loc, const Twine &what, Type type);
  FailureOr<planner::ValueId> addValue(Value value, planner::ValueKind kind);
  /// Sets the inputs. If `keepsPlace`, orders `task` after the last such task.
  void setInputs(planner::Task &task, llvm::SetVector<planner::ValueId> inputs,
                 bool keepsPlace);
  /// The bytes of `type`, or a diagnostic at `loc` that says why there are
  /// none, or that the step needs more than the limit with them.
  FailureOr<int64_t> getBytes(Location loc, const Twine &what, Type type);
  /// Gives the last task, made of `op`, its time by its ops' cost and its
  /// workspace: the largest sum inside of its regions, plus `workspace` bytes.
  /// `#remat.cost` overrides both, unless the target makes a buffer of it.
  LogicalResult finishTask(Operation *op, int64_t workspace);
  LogicalResult emitWorkspaceTooLarge(Operation *op);
  virtual PhaseAssignment getPhases();
  /// The type of a device's part of `value`.
  Type getDeviceType(Value value) const {
    return result.fusionChoices.shares.getType(value);
  }

  func::FuncOp function;
  const GraphBuilderOptions &options;
  FunctionGraph result;

private:
  LogicalResult addArguments();
  /// The ops of the function's block in the order that they run in.
  SmallVector<Operation *> getOpsInOrder();
  /// What `op` needs in its regions or callee, or a diagnostic.
  FailureOr<int64_t> getInterior(Operation *op);
  void addPhases();

  /// Of all sizes taken so far, at most Graph::maxTotalBytes.
  int64_t totalBytes = 0;
  InteriorProbe probe{*options.target};
  /// The next op with side effects waits for it.
  std::optional<planner::ValueId> lastEffect;
};

/// Whether `op` must keep its order among such ops. Allocating is no effect;
/// touching a buffer is, since others may write to it. A placement of StableHLO
/// is none; what it reads orders it.
bool hasSideEffects(Operation *op);

FailureOr<FunctionGraph>
buildFusedFunctionGraph(func::FuncOp function,
                        const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H
