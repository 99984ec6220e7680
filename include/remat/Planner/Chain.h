//===- Chain.h - Chains of stages, as the papers have them ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of Beaumont et al. ("Optimal Re-Materialization Strategies for
// Heterogeneous Chains", Table 1): stages 1 to n, the last of which is the
// loss. Stage l makes a^l from a^{l-1}; its backward makes δ^{l-1} from δ^l,
// a^{l-1} and ā^l, all that it needs of its own forward (a^l among it).
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

/// Sizes are bytes; times are in the unit of the graph. The workspace of an
/// operation is all other memory in use while it runs; negative in a chain of a
/// graph where an operation frees before it allocates.
struct ChainStage {
  /// a^l.
  int64_t activationBytes = 0;
  /// ā^l, a^l included.
  int64_t savedBytes = 0;
  /// δ^l: held between the backwards of stages l+1 and l beside activations; in
  /// a graph, with the results made until then.
  int64_t gradientBytes = 0;
  /// In both δ^l and δ^{l-1}: results, for example.
  int64_t passingBytes = 0;
  /// o_f^l of F_all, and of F_ck and F_∅.
  int64_t forwardWorkspace = 0;
  int64_t checkpointWorkspace = 0;
  /// o_b^l, beside δ^l, δ^{l-1} (bytes that pass count once), ā^l and a^{l-1}.
  int64_t backwardWorkspace = 0;
  /// u_f^l of F_all, and of F_ck and F_∅, which may leave out work for the
  /// backward.
  double forwardTime = 0;
  double checkpointTime = 0;
  /// u_b^l.
  double backwardTime = 0;
};

struct Chain {
  /// All sizes together are at most this, as in a Graph.
  static constexpr int64_t maxTotalBytes = int64_t(1) << 60;

  std::string name;
  /// a^0: there until the backward of stage 1, counted in every peak.
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
  /// The bytes that the backward of stage l adds to δ^l.
  int64_t newGradient(size_t l) const {
    return gradient(l - 1) - stages[l - 1].passingBytes;
  }

  /// Validates the chain. Errors, by stage: no stage at all, negative sizes
  /// (workspaces may be), ā smaller than a, more passing bytes than δ^l or
  /// δ^{l-1} has, times that are negative, not finite or over Graph::maxTime, a
  /// F_ck that takes longer than F_all, a sum of sizes over `maxTotalBytes`.
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
  /// By Table 1, a^0 and resident bytes included.
  int64_t peak = 0;
  /// The makespan.
  double time = 0;
};

/// Peak and time of the operations by Table 1: each needs all stored bytes, its
/// outputs and its workspace. Errors: an input is not there, gradients are out
/// of order, δ^0 is not made. O(operations).
llvm::Expected<ChainSchedule> simulateChain(const Chain &chain,
                                            llvm::ArrayRef<ChainOp> ops);

/// F_all of all stages, then all backwards.
std::vector<ChainOp> storeAllOps(const Chain &chain);

/// The answers of a solver to all budgets up to the one that it was asked for.
class ChainTable {
public:
  virtual ~ChainTable() = default;
  /// The bytes, ascending, at which the least time falls; the first is the
  /// smallest budget with a schedule.
  virtual std::vector<int64_t> budgets() const = 0;
  /// The fastest schedule within `budget`, itself at most the capacity.
  virtual std::optional<ChainSchedule> scheduleWithin(int64_t budget) const = 0;
};

struct ChainSolverOptions {
  /// Round sizes up to multiples of the capacity over this: faster and not
  /// exact. 0: exact bytes.
  int64_t bins = 0;
  /// Schedules may take longer than the optimum by this fraction of it.
  /// Feasibility stays exact. 0: optimal.
  double epsilon = 0;
  /// Steps of work after which the floating program gives up: 2^28 to 2^30 are
  /// a second.
  int64_t maxWork = int64_t(1) << 34;

  /// Errors: bins or an epsilon that is negative or not finite.
  llvm::Error check() const;
};

using ChainTableOr = llvm::Expected<std::unique_ptr<ChainTable>>;

/// Theorem 4.8 of Beaumont et al.: the fastest memory-persistent schedules of
/// peaks up to `capacity` bytes. Errors: those of `check`.
/// docs/internals/chains.md has the algorithm and its complexity.
ChainTableOr solvePersistent(const Chain &chain, int64_t capacity,
                             const ChainSolverOptions &options = {});
/// Theorem 4.7 of the same, corrected: a checkpoint may move to a later stage.
/// The fastest weakly persistent schedules; where no δ^l is larger than a^l, as
/// in the paper, the fastest of all. Errors: also a chain of more than 1,000
/// stages, and too much work.
ChainTableOr solveFloating(const Chain &chain, int64_t capacity,
                           const ChainSolverOptions &options = {});
/// The model of the per-layer-cost dynamic program (Butt's Algorithm 3.4):
/// only a's are stored, and F_all runs right before each backward.
ChainTableOr solvePrecise(const Chain &chain, int64_t capacity,
                          const ChainSolverOptions &options = {});

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAIN_H
