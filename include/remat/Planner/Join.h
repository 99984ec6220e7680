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
//   F_i of branch j makes x_{i+1} from x_i, for 0 <= i < l_j;
//   the turn makes x̄_{l_j} of all branches from x_{l_j} of all branches;
//   F̄_i of branch j makes x̄_i from x_i and x̄_{i+1}.
// All x and x̄ take one slot. Operations work in place: outputs take the slots
// of inputs read for the last time, and nothing besides.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_JOIN_H
#define REMAT_PLANNER_JOIN_H

#include "remat/Planner/ChainStructure.h"

namespace mlir::remat::planner {

struct JoinCosts {
  /// u_f, u_b, u_t, in the unit of the graph.
  double forward = 1;
  double backward = 1;
  double turn = 1;
};

/// F that keeps x_i; F that gives its slot to x_{i+1}; the turn; F̄, which
/// gives the slots of x_i and x̄_{i+1} to x̄_i.
enum class JoinOpKind { ForwardKeep, ForwardDrop, Turn, Backward };

struct JoinOp {
  JoinOpKind kind;
  /// From 0; 0 of the turn.
  int32_t branch = 0;
  /// i, from 0; 0 of the turn.
  int32_t index = 0;
};

/// The least slots with a schedule (Theorem 2): k for the turn, one more for
/// each nonempty branch, and one more unless a branch has length 1 or all are
/// empty. Lengths must not be negative. O(k).
int64_t leastJoinSlots(llvm::ArrayRef<int32_t> lengths);

/// Optimal schedules of a join for every number of slots (Theorem 3; Opt_0(l,
/// c) is Revolve's with c - 2 stored values beside the moving one and x̄).
class JoinTable {
public:
  /// Errors: no branch, more than 8, negative lengths or costs, costs that are
  /// not finite; more than 2^25 cells or 2^34 steps. With c = min(slots, sum of
  /// lengths + k): O(c · product of (l_j + 1) · sum of l_j) steps, 8 bytes for
  /// each of c · product of (l_j + 1) cells.
  static llvm::Expected<JoinTable> make(llvm::ArrayRef<int32_t> lengths,
                                        int64_t slots,
                                        const JoinCosts &costs = {});

  /// The least makespan with `slots`, at most the table's.
  std::optional<double> makespan(int64_t slots) const;
  /// A schedule with it: after the turn it works on one branch at a time, from
  /// the last stored x to the first. O(operations + k · l²).
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
  /// Distance of cells that differ by 1 in that branch.
  std::vector<size_t> strides;
  JoinCosts costs;
  int64_t maxSlots = 0;
  /// By cell (a vector of lengths) and slots: the least time, or infinity.
  std::vector<double> times;
  /// By a count of stages and slots: their forwards, and their backwards once
  /// all behind them is done, if their first x was stored.
  std::vector<double> segmentTimes;
};

/// A step as a join: chains of stages that do not read from each other, and the
/// turn, the rest.
struct JoinStructure {
  /// In a row: a stage for values that several branches read, if any, the
  /// branches, the turn.
  ChainStructure chain;
  /// 1 if there is that first stage.
  int32_t sharedStages = 0;
  /// By branch: the number of its stages, and its last op.
  std::vector<int32_t> lengths;
  std::vector<TaskId> ends;

  /// Number in the row, from 1, of a branch's stage `index`, from 0.
  int32_t stageOf(int32_t branch, int32_t index) const;
  int32_t turn() const { return chain.stages.size(); }
};

/// Branches end at the first op that depends on two parts of the step with only
/// arguments and constants in common, each of at least two ops and a sixteenth
/// of all. A branch is cut where a single value crosses; above `mostStages`
/// stages, neighbors join. Errors: NotApplicableError without two such parts,
/// or if one passes several values to the rest, with the op in the way. O((V +
/// E) log V).
llvm::Expected<JoinStructure> findJoin(const Graph &graph,
                                       const ForwardModel &model,
                                       int32_t mostStages = 64);

/// As `expandChain`. F̄ is F_all and B of its stage, the turn as well.
std::vector<Step> expandJoin(const Graph &graph, const JoinStructure &join,
                             llvm::ArrayRef<JoinOp> ops);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_JOIN_H
