//===- Join.h - Chains that meet at the loss --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beaumont, Herrmann, Pallez, Shilova, "Optimal Memory-aware Backpropagation of
// Deep Join Networks", 2019. A join has k chains, its branches, that meet in
// the turn, the loss:
//
//   F_i of branch j makes x_{i+1} from x_i, for 0 <= i < l_j;
//   the turn makes x̄_{l_j} of all branches from x_{l_j} of all branches;
//   F̄_i of branch j makes x̄_i from x_i and x̄_{i+1}.
//
// All x and x̄ take one slot of memory. Operations work in place: what they make
// takes the slots of what they read for the last time, and nothing besides.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_JOIN_H
#define REMAT_PLANNER_JOIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::remat::planner {

struct JoinCosts {
  /// u_f, u_b, u_t, in the unit of the graph.
  double forward = 1;
  double backward = 1;
  double turn = 1;
};

/// F that keeps x_i beside x_{i+1}; F that gives the slot of x_i to x_{i+1};
/// the turn; F̄, which gives the slots of x_i and x̄_{i+1} to x̄_i.
enum class JoinOpKind { ForwardKeep, ForwardDrop, Turn, Backward };

struct JoinOp {
  JoinOpKind kind;
  /// From 0; 0 of the turn.
  int32_t branch = 0;
  /// i, from 0; 0 of the turn.
  int32_t index = 0;
};

/// The least slots with which there is a schedule (their Theorem 2): k for the
/// turn, one more for each branch that is not empty, and one more unless a
/// branch has length 1 or all are empty. Lengths must not be negative. O(k).
int64_t leastJoinSlots(llvm::ArrayRef<int32_t> lengths);

/// The optimal schedules of a join for every number of slots (their Theorem 3;
/// Opt_0(l, c) counts all slots: Revolve with c - 2 stored values beside the
/// one that moves and x̄). Their c_min and third base case follow from the
/// others.
class JoinTable {
public:
  /// For up to `slots` slots. Errors: no branch, more than 8; lengths or costs
  /// that are negative, costs that are not finite; a table of more than 2^25
  /// cells or 2^34 steps. With c = min(slots, sum of lengths + k) it has c ·
  /// product of (l_j + 1) cells of 8 bytes and takes sum of l_j steps for each.
  static llvm::Expected<JoinTable> make(llvm::ArrayRef<int32_t> lengths,
                                        int64_t slots,
                                        const JoinCosts &costs = {});

  /// The least makespan with at most that many slots, which the table has; none
  /// where there is no schedule.
  std::optional<double> makespan(int64_t slots) const;
  /// A schedule with it: between the turn and the end it works on one branch at
  /// a time, from the last stored x to the first. O(operations + k · l²).
  std::optional<std::vector<JoinOp>> schedule(int64_t slots) const;

private:
  JoinTable() = default;

  void fillSegments();
  void fill();
  void fillCell(size_t cell, llvm::ArrayRef<int32_t> lengths);
  const double *segment(int32_t count) const {
    return &segmentTimes[count * (maxSlots + 1)];
  }
  double &at(size_t cell, int64_t slots) {
    return times[cell * (maxSlots + 1) + slots];
  }
  double at(size_t cell, int64_t slots) const {
    return times[cell * (maxSlots + 1) + slots];
  }

  std::vector<int32_t> branchLengths;
  /// Of cells: how far apart two are that differ by 1 in that branch.
  std::vector<size_t> strides;
  JoinCosts costs;
  int64_t maxSlots = 0;
  /// By cell (a vector of lengths) and slots: the least time, or infinity.
  std::vector<double> times;
  /// By count of stages and slots: the time of their forwards and, once all
  /// behind them is done, of their backwards, with the first x of them stored.
  std::vector<double> segmentTimes;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_JOIN_H
