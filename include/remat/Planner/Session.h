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

/// Answers asks about one graph, one after another. It owns what depends on the
/// graph alone, computed when first needed, and what later asks may reuse.
class Session {
public:
  /// The graph must outlive the session.
  explicit Session(const Graph &graph);
  explicit Session(const Graph &&) = delete;
  ~Session();

  const Graph &getGraph() const;
  /// The step as it stands: every task once, in the base order. Errors: those
  /// of `simulate`.
  llvm::Expected<Plan> getBase();
  const PeakBound &getPeakBound();
  /// Plans of asks that reuse plans, and those that were added.
  const PlanArchive &getPlans() const;
  /// Adds a plan that was made elsewhere, but not what it proves. Errors: those
  /// of `verify` without a budget, and a name that is no strategy's.
  llvm::Error add(Plan plan);

  /// Solves by the strategy of the ask and verifies the plan. Every answer of a
  /// strategy is an outcome. Errors: those of `Ask::check`, and a plan that is
  /// not valid, which is a defect of the strategy.
  llvm::Expected<Outcome> solve(const Ask &ask);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SESSION_H
