//===- RerunBarriers.h - What keeps reruns apart from first runs *- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_RERUNBARRIERS_H
#define REMAT_LIB_TRANSFORMS_APPLY_RERUNBARRIERS_H

#include "Apply/Instances.h"
#include "remat/Dialect/Remat/IR/Remat.h"

namespace mlir::remat {

/// Writes the barriers through which steps that run again read their operands,
/// one for each group of such steps, so that no compiler merges them with the
/// first runs, or runs them sooner.
class RerunBarriers {
public:
  /// Both must outlive this.
  RerunBarriers(PlanRewrite &rewrite, Instances &instances)
      : rewrite(rewrite), instances(instances) {}

  /// Returns what the reruns [begin, end) are to wait for: the operand of the
  /// first step after them that is made last. A tie to an early one is useless,
  /// but free. O(values of these steps).
  std::optional<planner::ValueId> findTie(size_t begin, size_t end) const;
  /// Shields what the group [begin, end) of reruns reads by one barrier, tied
  /// to `tie`. Writes nothing for a group that reads nothing.
  /// O(values of these steps), and the earlier barriers with equal operands.
  void emit(size_t begin, size_t end, std::optional<planner::ValueId> tie);
  /// Passes the step's results through a barrier, which stores them. Otherwise
  /// all that a chain of sums reads is alive until the last of them is made.
  void hold(size_t step);

private:
  void tellFromEarlier(SmallVectorImpl<Value> &operands) const;

  PlanRewrite &rewrite;
  Instances &instances;
  /// By their first operand.
  llvm::DenseMap<Value, SmallVector<BarrierOp, 1>> barriers;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_RERUNBARRIERS_H
