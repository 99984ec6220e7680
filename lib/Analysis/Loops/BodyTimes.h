//===- BodyTimes.h - How long the ops of a loop take ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_LOOPS_BODYTIMES_H
#define REMAT_LIB_ANALYSIS_LOOPS_BODYTIMES_H

#include "remat/Analysis/CostModel.h"
#include "remat/Targets/Target.h"

namespace mlir::remat {

/// How long the ops of one block take, as their target runs them: fused ops
/// compute in their readers, which read the stored values behind them.
class BodyTimes {
public:
  BodyTimes(Block &block, const Target &target, const CostModel &costs)
      : target(target), costs(costs), fused(target.findFusedOps(block)) {}

  /// In nanoseconds, of one run.
  double get(Operation *op) const;

private:
  const Target &target;
  const CostModel &costs;
  FusedOps fused;
};

/// How long `op`, which costs `cost`, takes in one run, in nanoseconds: of a
/// loop of known turns, the sum of its ops in all turns. `#remat.cost` and a
/// measured time stand for all of it.
double getRunTime(Operation *op, const OpCost &cost, const Target &target,
                  const CostModel &costs);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_LOOPS_BODYTIMES_H
