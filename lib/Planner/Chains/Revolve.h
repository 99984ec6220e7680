//===- Revolve.h - Binomial checkpointing of uniform chains -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Griewank and Walther, "Algorithm 799: Revolve", ACM Transactions on
// Mathematical Software 26(1), 2000: binomial checkpointing, optimal where all
// stages take the same time and store the same.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_REVOLVE_H
#define REMAT_LIB_PLANNER_REVOLVE_H

#include "remat/Planner/Chain.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::remat::planner {

/// β(slots, repeats), slots + repeats over slots: the longest chain that
/// `slots` slots run backward where no stage runs more than `repeats` times
/// beside its F_all. 0 where either is negative; INT64_MAX if the number is
/// larger. O(63).
int64_t revolveReach(int64_t slots, int64_t repeats);

/// The least number of runs of F_ck and F_∅ with which `length` uniform stages
/// can be run backward if at most `slots` a's are stored beside the one that a
/// sweep moves; a^0, which is always there, takes a slot. F_all runs once for
/// each stage, right before its backward, and is not counted. 0 for lengths
/// below 2; slots below 1 count as 1; INT64_MAX if the number is larger. Closed
/// form (their Proposition 1), O(64 log length).
int64_t revolveForwardSteps(int64_t length, int64_t slots);

/// The first stage to store after a^{first-1} when stages `first` to
/// `first + length - 1` are run backward, as a number of stages to advance: 1
/// to length - 1. `length` must be at least 2, `slots` as above and at least 2.
/// O(64 log length).
int64_t revolveAdvance(int64_t length, int64_t slots);

/// Calls `run` with the operations of a schedule with that many runs of F_ck
/// and F_∅ for a uniform chain of `stages` stages. O(operations): with one slot
/// that is quadratic in the stages. None for stages below 1.
void forEachRevolveOp(int32_t stages, int64_t slots,
                      llvm::function_ref<void(ChainOp)> run);

/// The same as a list.
std::vector<ChainOp> revolveOps(int32_t stages, int64_t slots);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_REVOLVE_H
