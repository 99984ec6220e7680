//===- Instances.h - What readers of a value get ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_INSTANCES_H
#define REMAT_LIB_TRANSFORMS_APPLY_INSTANCES_H

#include "Apply/PlanRewrite.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::remat {

/// The instances of the planned values, as far as the plan has been written:
/// what each value's readers get there, and the copies of ops that are no
/// steps, such as views and fused ops, which are made for their readers.
class Instances {
public:
  /// `rewrite` must outlive this.
  explicit Instances(PlanRewrite &rewrite);

  /// What readers behind the present group of reruns get.
  Value get(planner::ValueId value) const { return latest[value]; }
  /// Whether a step has made it and the device has it now. Not so for
  /// arguments, which are there from the start.
  bool isHere(planner::ValueId value) const {
    return functionGraph.values[value] && madeAt[value] >= 0 && !isAway[value];
  }
  /// The step that made it; -1 if it is there from the start.
  int64_t getStep(planner::ValueId value) const { return madeAt[value]; }
  /// Returns the one of `values` that was made last, of those that are here
  /// and not in `except`; the first of several by one step. O(values).
  std::optional<planner::ValueId>
  findLastMade(ArrayRef<planner::ValueId> values,
               const llvm::DenseSet<planner::ValueId> &except) const;

  /// `step` has made it; `instance` is null for a value that only orders side
  /// effects.
  void record(planner::ValueId value, size_t step, Value instance);
  /// Later readers get `instance`, which has the same bytes.
  void replace(planner::ValueId value, Value instance) {
    latest[value] = instance;
  }
  /// The bytes leave the device, or are there again.
  void setAway(planner::ValueId value, bool away) { isAway[value] = away; }

  /// Within the present group of reruns, readers get `instance`, an output of
  /// the group's barrier, until a step makes the value again.
  void shield(planner::ValueId value, Value instance) {
    shielded[value] = instance;
  }
  void endGroup() { shielded.clear(); }
  /// Replaces what readers get, within the present group and behind it, by
  /// what `pass` makes of it.
  void pass(planner::ValueId value, llvm::function_ref<Value(Value)> pass);

  /// Copies the op of a task, for which `mapping` gets all that the op reads.
  /// O(values read and views and fused ops behind them).
  Operation *copyOp(Operation *op, IRMapping &mapping);
  /// Returns the current instance of any value of the block; remakes views and
  /// fused ops as needed. `mapping` is that of one reader. O(views and fused
  /// ops behind it).
  Value materialize(Value value, IRMapping &mapping);

  /// To be called once the original ops are gone: returns the fusion choices
  /// for the result, where all but the copied ops of tasks is fused. O(ops).
  FusionChoices finish();

private:
  Value materializeView(OpOperand &viewed, OpResult result, IRMapping &mapping);
  Value materializeFused(OpResult result, IRMapping &mapping);

  Block &block;
  const FunctionGraph &functionGraph;
  OpBuilder &builder;
  /// By ValueId: the instance that readers get now.
  std::vector<Value> latest;
  /// By ValueId: the step that made it, or -1 if there from the start.
  std::vector<int64_t> madeAt;
  /// By ValueId: on the host alone.
  std::vector<bool> isAway;
  /// Within a group of reruns: the outputs of its barrier.
  llvm::DenseMap<planner::ValueId, Value> shielded;
  /// A view, and the instance that its last copy views: readers of one instance
  /// share the copy.
  llvm::DenseMap<Value, std::pair<Value, Value>> views;
  /// A fused op's last copy; its operands tell if it is current.
  llvm::DenseMap<Operation *, Operation *> fusedCopies;
  /// The copied ops of tasks.
  llvm::DenseSet<Operation *> emitted;
  /// A device's parts of the copies.
  DeviceShares shares;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_INSTANCES_H
