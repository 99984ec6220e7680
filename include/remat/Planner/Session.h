//===- Session.h - Asks about one graph -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SESSION_H
#define REMAT_PLANNER_SESSION_H

#include "remat/Planner/Ask.h"
#include "remat/Planner/Outcome.h"
#include "remat/Planner/PlanArchive.h"

#include <memory>

namespace mlir::remat::planner {

/// Answers asks about one graph in turn. Owns data of the graph alone, computed
/// on demand, and results that later asks may reuse.
class Session {
public:
  /// The graph must outlive the session.
  explicit Session(const Graph &graph);
  explicit Session(const Graph &&) = delete;
  ~Session();

  const Graph &getGraph() const;
  /// Every task once, in the base order. Errors: those of `simulate`.
  llvm::Expected<Plan> getBase();
  const PeakBound &getPeakBound();
  /// From asks that reuse plans, and `add`.
  const PlanArchive &getPlans() const;
  /// Adds a plan made elsewhere, without its proofs. Errors: those of `verify`
  /// without a budget, and an unknown strategy.
  llvm::Error add(Plan plan);

  /// Solves by the ask's strategy and verifies the plan. Every answer of a
  /// strategy is an outcome. Errors: those of `Ask::check`, and an invalid plan
  /// (a defect of the strategy).
  llvm::Expected<Outcome> solve(const Ask &ask);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SESSION_H
