//===- PlanOracle.h - What answers asks -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_PLANORACLE_H
#define REMAT_PLANNER_PLANORACLE_H

#include "remat/Planner/Ask.h"
#include "remat/Planner/Outcome.h"

#include <memory>

namespace mlir::remat::planner {

/// Answers asks about one step, as searches over budgets need it: a session
/// about its graph, or one about the graphs of its forms.
class PlanOracle {
public:
  virtual ~PlanOracle();

  /// The step as it stands: every task once, in the base order. Errors: those
  /// of `simulate`.
  virtual llvm::Expected<Plan> getBase() = 0;
  /// Every answer of a strategy is an outcome. Errors: those of `Ask::check`,
  /// and an invalid plan (a defect of the strategy).
  virtual llvm::Expected<Outcome> solve(const Ask &ask) = 0;
  /// Another for the same step, which knows nothing of the asks so far.
  virtual std::unique_ptr<PlanOracle> startAnew() const = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_PLANORACLE_H
