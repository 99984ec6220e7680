//===- HostCopies.h - Copies to the host and back ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_HOSTCOPIES_H
#define REMAT_LIB_TRANSFORMS_APPLY_HOSTCOPIES_H

#include "Apply/Instances.h"
#include "Apply/Moves.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// Writes the plan's copies to the host and back, each tied to the steps around
/// it, and knows what lies on the host between them.
class HostCopies {
public:
  /// Both must outlive this. O(steps + parkings · log parkings).
  HostCopies(PlanRewrite &rewrite, Instances &instances);

  /// Whether copies start or end before `step`; the number of steps is the end.
  bool hasMoves(size_t step) const { return !moves[step].isEmpty(); }
  /// Begins the copies out before `step`, and awaits those after which bytes of
  /// the device are free. O(copies · steps until a tie's reader).
  void emitOut(size_t step);
  /// Begins the copies back before `step`. As `emitOut`.
  void emitBack(size_t step);
  /// Awaits the copies back of `values` that nothing awaits yet, where the
  /// options ask for it. O(values).
  void awaitFetched(ArrayRef<planner::ValueId> values);
  void awaitAllFetched();

  /// Ties `value` to an input of `step`, or of one of the next steps, by a
  /// barrier, so that XLA makes neither before the other; returns what readers
  /// have to get instead. Returns `value` where there is no such input, and for
  /// compilers that keep the order.
  Value passWithTie(Value value, size_t step);
  /// Ties `copy`, an op of the function itself that copies from the host and
  /// has been written for `step`, to the value that was made last before it of
  /// those that are read later, so that XLA does not start the copy before that
  /// value exists. Not for compilers that keep the order. O(inputs of the steps
  /// until one reads that value).
  void delayCopyFromHost(Operation *copy, size_t step);

  /// The values whose bytes the host has, by their numbers. O(values).
  SmallVector<planner::ValueId> getValuesOnHost() const;
  /// The bytes of such a value.
  Value getOnHost(planner::ValueId value) const { return onHost[value]; }
  /// Later copies read `instance`, which has the same bytes.
  void replaceOnHost(planner::ValueId value, Value instance) {
    onHost[value] = instance;
  }

private:
  SmallVector<planner::ValueId>
  getOnDevice(ArrayRef<planner::ValueId> values) const;
  std::optional<planner::ValueId> findTie(size_t step) const;
  std::optional<planner::ValueId> findLatest(size_t step) const;
  Value passWithTie(Value value, std::optional<planner::ValueId> tie);

  PlanRewrite &rewrite;
  Instances &instances;
  /// By the step that follows.
  const std::vector<Moves> moves;
  /// By ValueId: its bytes on the host while a fetch needs them, else null.
  std::vector<Value> onHost;
  /// Whose copies out have not been awaited.
  llvm::DenseSet<planner::ValueId> beingSent;
  /// Whose copies back have not been awaited.
  llvm::SetVector<planner::ValueId> beingFetched;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_HOSTCOPIES_H
