//===- Revolve.h - Binomial checkpointing of uniform chains -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Griewank and Walther, "Algorithm 799: Revolve", ACM Transactions on
// Mathematical Software 26(1), 2000: binomial checkpointing, optimal for stages
// of equal time and size.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_REVOLVE_H
#define REMAT_LIB_PLANNER_REVOLVE_H

#include "remat/Planner/Chain.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::remat::planner {

/// β(slots, repeats), slots + repeats over slots: the longest chain that
/// `slots` slots run backward with at most `repeats` runs per stage beside its
/// F_all. 0 if either is negative; at most INT64_MAX. O(63).
int64_t revolveReach(int64_t slots, int64_t repeats);

/// Least runs of F_ck and F_∅ that run `length` uniform stages backward with at
/// most `slots` stored a's, including a^0, beside the one that a sweep moves.
/// F_all, once per stage right before its backward, does not count. 0 for
/// lengths below 2; slots below 1 count as 1; at most INT64_MAX. Closed form
/// (their Proposition 1), O(64 log length).
int64_t revolveForwardSteps(int64_t length, int64_t slots);

/// Calls `run` with the operations of such a schedule. O(operations): with one
/// slot quadratic in the stages. None for stages below 1.
void forEachRevolveOp(int32_t stages, int64_t slots,
                      llvm::function_ref<void(ChainOp)> run);

/// The same as a list.
std::vector<ChainOp> revolveOps(int32_t stages, int64_t slots);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_REVOLVE_H
