//===- Chain.h - Chains of stages, as the papers have them ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of Beaumont et al. ("Optimal Re-Materialization Strategies for
// Heterogeneous Chains", Table 1): stages 1 to n, the last being the loss.
// Stage l makes a^l from a^{l-1}; its backward makes δ^{l-1} from δ^l, a^{l-1}
// and ā^l, its own forward's values (a^l among them).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAIN_H
#define REMAT_PLANNER_CHAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::remat::planner {

/// Sizes are bytes; times are in the graph's unit. Workspace is all other
/// memory in use while an operation runs; negative in a graph's chain where an
/// operation frees before it allocates.
struct ChainStage {
  /// a^l.
  int64_t activationBytes = 0;
  /// ā^l, a^l included.
  int64_t savedBytes = 0;
  /// δ^l, held between the backwards of stages l+1 and l beside activations; in
  /// a graph, with the results made until then.
  int64_t gradientBytes = 0;
  /// In both δ^l and δ^{l-1}, such as results.
  int64_t passingBytes = 0;
  /// o_f^l of F_all, and of F_ck and F_∅.
  int64_t forwardWorkspace = 0;
  int64_t checkpointWorkspace = 0;
  /// o_b^l, beside δ^l, δ^{l-1} (passing bytes count once), ā^l and a^{l-1}.
  int64_t backwardWorkspace = 0;
  /// u_f^l of F_all, and of F_ck and F_∅, which may skip work for the backward.
  double forwardTime = 0;
  double checkpointTime = 0;
  /// u_b^l.
  double backwardTime = 0;
};

struct Chain {
  /// Limit for the sum of all sizes, as in a Graph.
  static constexpr int64_t maxTotalBytes = int64_t(1) << 60;

  std::string name;
  /// a^0, until the backward of stage 1; counted in every peak.
  int64_t inputBytes = 0;
  /// δ^0.
  int64_t inputGradientBytes = 0;
  /// Part of every peak, beside a^0.
  int64_t residentBytes = 0;
  std::vector<ChainStage> stages;

  /// a^l, δ^l for l from 0 to n.
  int64_t activation(size_t l) const {
    return l ? stages[l - 1].activationBytes : inputBytes;
  }
  int64_t gradient(size_t l) const {
    return l ? stages[l - 1].gradientBytes : inputGradientBytes;
  }
  /// Bytes that the backward of stage l adds to δ^l.
  int64_t newGradient(size_t l) const {
    return gradient(l - 1) - stages[l - 1].passingBytes;
  }

  /// Errors, by stage: no stage; a negative size (workspaces may be); ā smaller
  /// than a; more passing bytes than δ^l or δ^{l-1}; a time that is negative,
  /// not finite or over Graph::maxTime; F_ck slower than F_all; a sum of sizes
  /// over `maxTotalBytes`.
  llvm::Error check() const;
};

/// Table 1. F_ck keeps its input, F_∅ drops it.
enum class ChainOpKind { ForwardAll, ForwardKeep, ForwardDrop, Backward };

struct ChainOp {
  ChainOpKind kind;
  /// From 1.
  int32_t stage;

  bool operator==(const ChainOp &other) const {
    return kind == other.kind && stage == other.stage;
  }
};

/// "F_all^3", "F_ck^3", "F_∅^3", "B^3".
std::string describe(ChainOp op);

struct ChainSchedule {
  std::vector<ChainOp> ops;
  /// By Table 1, with a^0 and resident bytes.
  int64_t peak = 0;
  /// The makespan.
  double time = 0;
};

/// Peak and time by Table 1: each operation needs all stored bytes, its outputs
/// and its workspace. Errors: a missing input, gradients out of order, no δ^0.
/// O(operations).
llvm::Expected<ChainSchedule> simulateChain(const Chain &chain,
                                            llvm::ArrayRef<ChainOp> ops);

/// F_all of all stages, then all backwards.
std::vector<ChainOp> storeAllOps(const Chain &chain);

/// A solver's answers to all budgets up to the capacity.
class ChainTable {
public:
  virtual ~ChainTable() = default;
  /// Bytes, ascending, at which the least time falls; the first is the smallest
  /// feasible budget.
  virtual std::vector<int64_t> budgets() const = 0;
  /// The fastest schedule within `budget` (at most the capacity).
  virtual std::optional<ChainSchedule> scheduleWithin(int64_t budget) const = 0;
};

struct ChainSolverOptions {
  /// Round sizes up to multiples of capacity / bins: faster, inexact. 0: off.
  int64_t bins = 0;
  /// Schedules may be slower than the optimum by this fraction; feasibility
  /// stays exact. 0: optimal.
  double epsilon = 0;
  /// Steps of work before the floating program gives up: 2^28 to 2^30 a second.
  int64_t maxWork = int64_t(1) << 34;

  /// Errors: bins or an epsilon that is negative or not finite.
  llvm::Error check() const;
};

using ChainTableOr = llvm::Expected<std::unique_ptr<ChainTable>>;

/// Theorem 4.8 of Beaumont et al.: the fastest memory-persistent schedules of
/// peaks up to `capacity` bytes. Errors: those of `check`. Algorithm and
/// complexity: docs/internals/chains.md.
ChainTableOr solvePersistent(const Chain &chain, int64_t capacity,
                             const ChainSolverOptions &options = {});
/// Theorem 4.7, corrected: a checkpoint may move to a later stage. The fastest
/// weakly persistent schedules; the fastest of all if no δ^l is larger than
/// a^l, as in the paper. Errors: also over 1,000 stages, and too much work.
ChainTableOr solveFloating(const Chain &chain, int64_t capacity,
                           const ChainSolverOptions &options = {});
/// The per-layer-cost dynamic program (Butt's Algorithm 3.4): stores only a's
/// and runs F_all right before each backward.
ChainTableOr solvePrecise(const Chain &chain, int64_t capacity,
                          const ChainSolverOptions &options = {});

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAIN_H
