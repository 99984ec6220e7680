//===- FormSession.h - Asks about a step in many forms ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_FORMSESSION_H
#define REMAT_PLANNER_FORMSESSION_H

#include "remat/Planner/LoopForms.h"
#include "remat/Planner/PlanOracle.h"

namespace mlir::remat::planner {

/// Answers asks about a step whose loops may keep other stacks: by the plan for
/// the form that serves best. An outcome names the stacks of its form, and its
/// plan is one for the graph of that form.
///
/// Takes the corners of the hull of stacks against time, and the step as it was
/// given. For a budget, of those whose bound is within it, each that may still
/// be faster is solved, from the fastest on; what is left of the budget goes
/// into more stacks than the best has. Then loops run in segments, where that
/// takes less time. With a host budget, more stacks are kept, of which the
/// largest lie on the host, and what they leave of it is for values between the
/// loops. A step that fits as it was given stays so, unless another form takes
/// a twentieth less time. Without a budget, from the fewest stacks on, until a
/// bound is no smaller than the smallest peak so far, and in segments; then the
/// fastest form with that peak. So plans are the best of the forms that were
/// tried, and proofs hold for all forms or are not claimed.
class FormSession final : public PlanOracle {
public:
  /// `forms` must outlive this.
  explicit FormSession(LoopForms &forms);
  ~FormSession() override;

  llvm::Expected<Plan> getBase() override;
  /// A time limit is for all searches together. Beside Session's errors, none.
  llvm::Expected<Outcome> solve(const Ask &ask) override;
  std::unique_ptr<PlanOracle> startAnew() const override;

  /// Proven for all forms, with so many bytes on the host; with the ids of the
  /// form with these stacks.
  PeakBound getPeakBound(const StackChoice &choice, int64_t hostBytes = 0);
  /// Takes back what holds for a form alone: bounds and proofs are those of all
  /// forms. `solve` has done so.
  void restate(const Ask &ask, Outcome &outcome);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_FORMSESSION_H
