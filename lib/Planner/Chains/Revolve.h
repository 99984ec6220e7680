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
/// beside its F_all. 0 where either is negative; at most INT64_MAX. O(63).
int64_t revolveReach(int64_t slots, int64_t repeats);

/// The least runs of F_ck and F_∅ that run `length` uniform stages backward
/// with at most `slots` stored a's, a^0 among them, beside the one that a sweep
/// moves. F_all runs once for each stage, right before its backward, and is not
/// counted. 0 for lengths below 2; slots below 1 count as 1; at most INT64_MAX.
/// Closed form (their Proposition 1), O(64 log length).
int64_t revolveForwardSteps(int64_t length, int64_t slots);

/// Calls `run` with the operations of a schedule with that many runs of F_ck
/// and F_∅. O(operations): with one slot quadratic in the stages. None for
/// stages below 1.
void forEachRevolveOp(int32_t stages, int64_t slots,
                      llvm::function_ref<void(ChainOp)> run);

/// The same as a list.
std::vector<ChainOp> revolveOps(int32_t stages, int64_t slots);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_REVOLVE_H
