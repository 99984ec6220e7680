//===- LoopForms.h - A step with other stacks in its loops ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_LOOPFORMS_H
#define REMAT_PLANNER_LOOPFORMS_H

#include "remat/Planner/Graph.h"
#include "remat/Planner/LoopStacks.h"

namespace mlir::remat::planner {

/// The step whose loops keep the stacks of one choice.
struct LoopForm {
  const Graph *graph = nullptr;
  /// Of the base order, if it is left as it is: a target may then need less
  /// than the graph.
  int64_t basePeak = 0;
  /// Storages that other choices do without.
  std::vector<ValueId> stacks;
  /// Tasks that are loops with a choice, or hold some.
  std::vector<TaskId> loops;
};

/// Makes the forms of one step.
class LoopForms {
public:
  virtual ~LoopForms();

  /// Of all loops with a choice.
  virtual const LoopTurns &getTurns() const = 0;
  /// The choice of the step as it was given.
  virtual const StackChoice &getGiven() const = 0;
  /// Whether the compiler behind places buffers itself, and so may lose more
  /// memory to the gaps beside small stacks, and around segments, than these
  /// save in time.
  virtual bool prefersFewStacks() const { return false; }
  /// Whether stacks may lie on the host.
  virtual bool mayParkStacks() const { return false; }
  /// The form with these stacks, which lives as long as this; null if there is
  /// none that can be planned. Equal choices give the same form. The given one
  /// is there.
  virtual const LoopForm *get(const StackChoice &choice) = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_LOOPFORMS_H
