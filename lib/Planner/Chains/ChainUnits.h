//===- ChainUnits.h - Chains in whole numbers -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chain programs count memory in whole units and time in whole ticks, so
// that sums are exact and equal means equal.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CHAINUNITS_H
#define REMAT_LIB_PLANNER_CHAINUNITS_H

#include "remat/Planner/Chain.h"

namespace mlir::remat::planner {

/// A chain in units and ticks. Vectors are by stage; 0 stands for its input.
struct ChainUnits {
  /// For `chain`, which passes its check, and schedules of peaks up to
  /// `capacity` bytes. With bins, sizes are rounded up to whole units, sums of
  /// sizes that are there together only once; otherwise the unit divides all of
  /// them. Ticks are exact where times have up to six decimals and sums stay
  /// below 2^52 ticks; else each time is rounded to that precision.
  ChainUnits(const Chain &chain, int64_t capacity,
             const ChainSolverOptions &options);

  /// What the schedule may use of a budget in bytes; negative: nothing can run.
  int64_t fromBudget(int64_t budget) const;
  /// The smallest budget of which a schedule may use that.
  int64_t toBudget(int64_t units) const {
    return (units - activation[0]) * unit + fixed;
  }

  int32_t stages = 0;
  /// Bytes.
  int64_t unit = 1;
  /// Bytes that are always there: the resident ones and a^0.
  int64_t fixed = 0;
  /// The most memory that makes a difference within the capacity, in units, a^0
  /// included; negative if there is none at all.
  int64_t capacity = 0;
  /// a^l and δ^l.
  std::vector<int64_t> activation, gradient;
  /// ā^l - a^l.
  std::vector<int64_t> extra;
  /// What F_all^l and F_ck^l need beside the gradient: a^{l-1}, their results
  /// and their workspace.
  std::vector<int64_t> forwardPeak, checkpointPeak;
  /// What B^l needs: ā^l, a^{l-1}, both gradients and the workspace.
  std::vector<int64_t> backwardPeak;
  /// Of F_ck^l and F_∅^l. Every optimal schedule runs F_all and B once for each
  /// stage, so these alone tell schedules apart.
  std::vector<int64_t> checkpointTicks;
  /// No schedule that repeats no work in a phase takes more.
  int64_t maxTicks = 0;
  /// What may be lost where the function of that many backwards is simplified,
  /// so that all losses of a schedule stay within epsilon of its time: what k
  /// backwards lose in all is k² / stages² of it, more than what k - j and j of
  /// them lose. Most is lost where functions are large.
  int64_t slackTicks(int32_t backwards) const {
    return 2 * (backwards - 1) * slackRate;
  }
  double slackRate = 0;

private:
  void setSizes(const Chain &chain);
  void setTicks(const Chain &chain, double epsilon);
  int64_t mostUseful() const;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CHAINUNITS_H
