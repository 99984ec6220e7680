//===- Cuts.h - Barriers over all that is alive -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_CUTS_H
#define REMAT_LIB_TRANSFORMS_APPLY_CUTS_H

#include "Apply/HostCopies.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// Writes the barriers over all that is alive, across which a compiler that
/// schedules by itself moves nothing.
class Cuts {
public:
  /// All must outlive this.
  Cuts(PlanRewrite &rewrite, Instances &instances, HostCopies &copies)
      : rewrite(rewrite), instances(instances), copies(copies) {}

  /// Emits one barrier over all values made before `step` and read at or after
  /// it, over finished results, over what is on the host, and over arguments
  /// that the compiler copies before the next cut: a copy is then made behind
  /// this one, and is not shared with readers across it. Emits none where
  /// nothing is alive or nothing stands behind the cut before.
  /// O(values + values of the steps from here).
  void emit(size_t step);

private:
  llvm::SetVector<planner::ValueId> findLive(size_t step) const;
  void addCopiedArguments(size_t step,
                          llvm::SetVector<planner::ValueId> &live) const;

  PlanRewrite &rewrite;
  Instances &instances;
  HostCopies &copies;
  BarrierOp lastCut;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_CUTS_H
