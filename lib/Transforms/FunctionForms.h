//===- FunctionForms.h - A function with other stacks --------- -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_FUNCTIONFORMS_H
#define REMAT_LIB_TRANSFORMS_FUNCTIONFORMS_H

#include "remat/Analysis/LoopTurns.h"
#include "remat/Planner/LoopForms.h"
#include "remat/Transforms/Rematerialize.h"

#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace mlir::remat {

/// A value of a forward turn that may have a stack.
struct StackedValue {
  /// In the function as it was given.
  Value value;
  /// Of its loop.
  int64_t turns = 0;
  /// Of a new stack.
  int64_t slices = 0;
  /// The loop that makes it, and the loop of its gradient.
  Operation *forward = nullptr, *backward = nullptr;
};

/// The forms of a function, which differ in the stacks of its loop pairs and in
/// the segments that they run in.
class FunctionForms final : public planner::LoopForms {
public:
  /// Null if there is nothing to choose. Fails with a diagnostic as
  /// `prepareStep`. The function must outlive this; it may change.
  static FailureOr<std::unique_ptr<FunctionForms>>
  create(func::FuncOp function, const GraphBuilderOptions &options);

  const planner::LoopTurns &getTurns() const override { return turns; }
  const planner::StackChoice &getGiven() const override { return given; }
  const planner::LoopForm *get(const planner::StackChoice &choice) override;

  /// The step that `get` made the form of.
  const PreparedStep &getStep(const planner::StackChoice &choice) const;
  bool prefersFewStacks() const override {
    return options.target->schedulesByItself();
  }
  /// Only StableHLO's turns copy slices, and a device's part has no place of
  /// its own on the host.
  bool mayParkStacks() const override;
  /// By TurnValueId.
  ArrayRef<StackedValue> getValues() const { return values; }
  /// The function as it was given, of which the values are.
  func::FuncOp getSource() const { return *source; }
  /// The value that `value` of the source is: itself, its stack (a result of
  /// the forward loop), or the equal value of the backward turn. None for
  /// others.
  std::optional<planner::TurnValueId> find(Value value) const;
  /// Gives the loops of `function`, equal to the one given, these stacks. Fails
  /// with a diagnostic as `settleLoops`.
  LogicalResult apply(func::FuncOp function,
                      const planner::StackChoice &choice) const;

private:
  FunctionForms(func::FuncOp function, const GraphBuilderOptions &options);

  /// On a copy of the function, prepared.
  struct Form {
    OwningOpRef<func::FuncOp> copy;
    PreparedStep step;
    planner::LoopForm form;
  };

  bool findTurns();
  void addValues(const LoopPair &pair, const LoopPairTurns &ofPair);
  LogicalResult rewrite(func::FuncOp copy,
                        const planner::StackChoice &choice) const;
  LogicalResult make(const planner::StackChoice &choice, Form &made);

  /// As the function was given.
  mutable OwningOpRef<func::FuncOp> source;
  GraphBuilderOptions options;
  std::vector<StackedValue> values;
  llvm::DenseMap<Value, planner::TurnValueId> ids;
  planner::LoopTurns turns;
  planner::StackChoice given;
  /// By what is kept, what of it on the host, in which segments; null if it
  /// cannot be planned.
  using FormKey = std::tuple<std::vector<bool>, std::vector<bool>,
                             std::vector<planner::SegmentLengths>>;
  static FormKey getKey(const planner::StackChoice &choice) {
    return {choice.isKept, choice.isOnHost, choice.segments};
  }
  std::map<FormKey, std::unique_ptr<Form>> forms;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_FUNCTIONFORMS_H
