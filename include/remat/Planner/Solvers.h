//===- Solvers.h - Strategies, and the choice among them --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver is a free function from a Problem to a Plan. To add one: write it in
// a file of its own and add one line to the table in Solvers.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SOLVERS_H
#define REMAT_PLANNER_SOLVERS_H

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

/// Why there is no plan. `Infeasible` is proved; `NotFound` is not.
enum class Status { Ok, Infeasible, NotFound };

llvm::StringRef stringifyStatus(Status status);

/// The answer that a budget cannot be met.
class RefusalError : public llvm::ErrorInfo<RefusalError> {
public:
  static char ID;
  RefusalError(Status status, int64_t budget, PeakBound bound,
               int64_t smallestPeak, std::string message)
      : status(status), budget(budget), bound(std::move(bound)),
        smallestPeak(smallestPeak), message(std::move(message)) {}

  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override;

  Status status;
  int64_t budget;
  /// What no plan can go below.
  PeakBound bound;
  /// The smallest budget for which a plan was found.
  int64_t smallestPeak;
  /// All of it in words, with what a person can do.
  std::string message;
};

/// The answer that a strategy has nothing to say about this graph, and why.
class NotApplicableError : public llvm::ErrorInfo<NotApplicableError> {
public:
  static char ID;
  explicit NotApplicableError(std::string reason) : reason(std::move(reason)) {}

  void log(llvm::raw_ostream &os) const override { os << reason; }
  std::error_code convertToErrorCode() const override;

  std::string reason;
};

/// A solver returns the fastest plan that it has within the budget (the one
/// with the smallest peak if there is no budget), simulated and verified. If
/// all its plans are over the budget it returns the one with the smallest peak:
/// `solve` turns that into a refusal. Errors: NotApplicableError.
using Solver = llvm::Expected<Plan> (*)(const Problem &problem);

struct Strategy {
  llvm::StringRef name;
  llvm::StringRef summary;
  Solver solver;
};

/// All strategies, in the order in which `auto` asks them.
llvm::ArrayRef<Strategy> strategies();
/// The strategy of that name, or null.
const Strategy *lookupStrategy(llvm::StringRef name);
/// Their names, for a sentence: "a, b" and `last` before the last one.
std::string getStrategyNames(llvm::StringRef last = ", ");

/// Runs every task once, in the base order.
llvm::Expected<Plan> solveNone(const Problem &problem);
/// Chen et al. 2016: √n segments of equal length, the last one kept.
llvm::Expected<Plan> solveChen(const Problem &problem);
/// Equal segments, for every number of segments; the last one is kept.
llvm::Expected<Plan> solvePeriodic(const Problem &problem);
/// Kusumoto et al. 2019, over all pairs of lower sets; exact for every nominal
/// budget where times are small whole numbers. NotApplicableError above 65,536
/// lower sets. O(pairs·columns); docs/strategies.md has the limits.
llvm::Expected<Plan> solveLowerSet(const Problem &problem);
/// Kusumoto et al. 2019 over the pruned family of #V lower sets, and over the
/// prefixes of the base order beside it. O(V²·columns).
llvm::Expected<Plan> solveLowerSetApprox(const Problem &problem);
/// Beaumont et al. 2019, Theorem 4.8, over the chains of stages in the graph:
/// for several numbers of values that may cross from one stage to the next, the
/// optimal persistent schedules for many nominal budgets. Optimal in its model
/// where the graph is a chain. NotApplicableError where there is no chain. A
/// chain of n stages takes O(n³) steps for each unit of memory or as
/// docs/strategies.md says.
llvm::Expected<Plan> solveRotor(const Problem &problem);
/// The same with Theorem 4.7, as corrected: checkpoints may move.
llvm::Expected<Plan> solveRotorFloating(const Problem &problem);
/// The same with the per-layer-cost program (Butt 2019, Algorithm 3.4).
llvm::Expected<Plan> solvePreciseChain(const Problem &problem);
/// The same with binomial checkpointing (Griewank, Walther 2000), for many
/// numbers of slots: optimal where all stages are alike. O(steps of the plans).
llvm::Expected<Plan> solveRevolve(const Problem &problem);
/// Beaumont et al. 2019, "Optimal Memory-aware Backpropagation of Deep Join
/// Networks", Theorem 3: for every number of slots, what is optimal where all
/// stages of all branches are alike. NotApplicableError where no branches meet.
/// O(slots · product of the branches' lengths · their sum).
llvm::Expected<Plan> solveJoin(const Problem &problem);
/// Searches orders and recomputation together: small steps exactly, others from
/// several starts, the other strategies' plans among them. Never slower than
/// these, on up to 2,048 tasks (`lower-set` with smaller limits, those for
/// chains and joins too where the plan is near a proven bound; without
/// reordering, those in base order; with `Reorder::Full`, those for the order
/// that the structure of the graph alone gives, so that base order, ids and the
/// places of tasks and values play no part). docs/strategies.md has the
/// algorithm.
llvm::Expected<Plan> solveAuto(const Problem &problem);

/// Checks the problem, solves it by the strategy of that name, verifies the
/// plan. With an archive, `auto` never answers with a plan that is slower than
/// one that the archive has within the budget (without a budget: a larger
/// peak), and its plan is added to the archive. Errors: what `check` says, an
/// unknown strategy, NotApplicableError, RefusalError (infeasible where the
/// budget is below the proven bound, else not-found).
llvm::Expected<Plan> solve(const Problem &problem, llvm::StringRef strategy);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SOLVERS_H
