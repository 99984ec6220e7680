//===- Session.h - Asks about one graph -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SESSION_H
#define REMAT_PLANNER_SESSION_H

#include "remat/Planner/PlanArchive.h"
#include "remat/Planner/PlanOracle.h"

namespace mlir::remat::planner {

/// Answers asks about one graph in turn. Owns data of the graph alone, computed
/// on demand, and results that later asks may reuse.
class Session final : public PlanOracle {
public:
  /// The graph must outlive the session.
  explicit Session(const Graph &graph);
  explicit Session(const Graph &&) = delete;
  ~Session() override;

  const Graph &getGraph() const;
  llvm::Expected<Plan> getBase() override;
  const PeakBound &getPeakBound();
  /// From asks that reuse plans, and `add`.
  const PlanArchive &getPlans() const;
  /// Adds a plan made elsewhere, without its proofs. Errors: those of `verify`
  /// without a budget, and an unknown strategy.
  llvm::Error add(Plan plan);

  /// Solves by the ask's strategy and verifies the plan.
  llvm::Expected<Outcome> solve(const Ask &ask) override;
  std::unique_ptr<PlanOracle> startAnew() const override;

private:
  llvm::Expected<Outcome> solveParked(const Ask &ask);

  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SESSION_H
