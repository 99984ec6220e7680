//===- GraphBuilderBase.h - What the builders of graphs share ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H
#define REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Analysis/Phases.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// From a function to a graph: arguments first, then a task for each op that
/// does work, in program order. Derived classes know how operands are read and
/// what lies in memory.
class GraphBuilderBase {
public:
  GraphBuilderBase(func::FuncOp function, const GraphBuilderOptions &options)
      : function(function), options(options) {}
  virtual ~GraphBuilderBase() = default;

  FailureOr<FunctionGraph> build();

protected:
  /// The bytes beside arguments and tasks' results.
  virtual LogicalResult addResidents() = 0;
  virtual bool isTask(Operation *op) = 0;
  /// Fills in the last task, which is `op`.
  virtual LogicalResult addTask(Operation *op, planner::Task &task,
                                TaskOps &taskOps) = 0;
  virtual LogicalResult markResults() = 0;

  LogicalResult addResident(Location loc, const Twine &what, Type type);
  FailureOr<planner::ValueId> addValue(Value value, planner::ValueKind kind);
  /// Gives `task` its inputs. If `keepsPlace`, makes it wait for the last task
  /// of which that was so, and the next one wait for it.
  void setInputs(planner::Task &task, llvm::SetVector<planner::ValueId> inputs,
                 bool keepsPlace);
  /// The bytes of `type`, or a diagnostic at `loc`.
  FailureOr<int64_t> getBytes(Location loc, const Twine &what, Type type);
  /// Gives the last task, which is `op`, its time by the cost of its ops, and
  /// its workspace: the largest sum inside of its regions, and `workspace`
  /// bytes. `#remat.cost` stands for both, unless the target makes a buffer of
  /// it.
  LogicalResult finishTask(Operation *op, int64_t workspace);
  LogicalResult emitWorkspaceTooLarge(Operation *op);
  virtual PhaseAssignment getPhases();
  /// A device's part of `value`.
  Type getDeviceType(Value value) const {
    return result.fusionChoices.shares.getType(value);
  }

  func::FuncOp function;
  const GraphBuilderOptions &options;
  FunctionGraph result;

private:
  LogicalResult addArguments();
  void addPhases();

  /// The value that the next op with side effects waits for.
  std::optional<planner::ValueId> lastEffect;
};

/// Whether the order of `op` among others of its kind must be kept. Making a
/// storage of its own is no effect; touching a buffer is, since others may
/// write to it.
bool hasSideEffects(Operation *op);

/// The graph of a function for a target that fuses.
FailureOr<FunctionGraph>
buildFusedFunctionGraph(func::FuncOp function,
                        const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H
