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
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// From a function to a graph: arguments first, then a task for each op that
/// does work, in program order. How operands are read and what lies in memory
/// is for the derived classes to say.
class GraphBuilderBase {
public:
  GraphBuilderBase(func::FuncOp function, const GraphBuilderOptions &options)
      : function(function), options(options) {}
  virtual ~GraphBuilderBase() = default;

  LogicalResult build();
  FunctionGraph result;

protected:
  /// What counts beside arguments and tasks' results.
  virtual LogicalResult addResidents() = 0;
  virtual bool isTask(Operation *op) = 0;
  virtual LogicalResult addTask(Operation *op) = 0;
  virtual LogicalResult markResults() = 0;

  LogicalResult addResident(Location loc, const Twine &what, Type type);
  FailureOr<planner::ValueId> addValue(Value value, planner::ValueKind kind);
  planner::ValueId addOrderingValue();
  /// Makes `task` wait for the last op with side effects, and the next one wait
  /// for it.
  void order(planner::Task &task, llvm::SetVector<planner::ValueId> &inputs);
  /// The bytes of `type`, or a diagnostic at `loc` that says what is to be
  /// done.
  FailureOr<int64_t> getBytes(Location loc, const Twine &what, Type type);
  /// What `op` needs while it runs, beside operands and results: the largest
  /// sum inside of its regions, and `workspace` bytes. `#remat.cost` stands for
  /// both, unless the target makes a buffer of it.
  FailureOr<int64_t> getWorkspace(Operation *op, int64_t workspace);
  /// Gives the last task, which is `op`, its time by the cost that its ops
  /// have, and its workspace by `getWorkspace`.
  LogicalResult finishTask(Operation *op, int64_t workspace);
  virtual PhaseAssignment getPhases();
  /// What a device stores of `value`.
  Type getDeviceType(Value value) const {
    return result.fusionChoices.shares.getType(value);
  }

  func::FuncOp function;
  const GraphBuilderOptions &options;

private:
  LogicalResult addArguments();
  void addPhases();

  /// The value that the next op with side effects waits for.
  std::optional<planner::ValueId> lastEffect;
};

/// Whether the order of `op` among others of its kind must be kept. Making a
/// storage of its own is no effect that anybody sees; whatever touches a buffer
/// is, since somebody else may write to it.
bool hasSideEffects(Operation *op);

planner::Policy toPlannerPolicy(TaskPolicy policy);

/// The graph of a function for a target that fuses.
FailureOr<FunctionGraph>
buildFusedFunctionGraph(func::FuncOp function,
                        const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_GRAPHBUILDERBASE_H
