//===- ExplanationText.h - Explanations in words ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_EXPLANATIONTEXT_H
#define REMAT_REPORT_EXPLANATIONTEXT_H

#include "remat/Planner/Explain.h"
#include "remat/Planner/Outcome.h"
#include "remat/Planner/PlanNeighbors.h"

#include <functional>
#include <optional>
#include <string>

namespace mlir::remat {

struct ExplainedPlan {
  const planner::Graph &graph;
  const planner::Plan &plan;
  /// Bytes for which the plan was made.
  int64_t budget = 0;
  /// "linalg.matmul (step.mlir:12:3)".
  std::function<std::string(planner::TaskId)> nameTask;
  std::string strategy = "auto";
  planner::Objective objective = planner::Objective::Time;
  /// Its loops may keep other stacks, which its neighbors do not try.
  bool hasOtherStacks = false;
};

struct ExplainedValue {
  /// "%5", as the answer calls it.
  std::string subject;
  std::string type;
  /// The rule by which its task may not run again; empty if it may.
  std::string obstacle;
  planner::Explanation facts;
  /// With the task pinned to the opposite: `save` if recomputed, else
  /// `recompute`. None if not asked for.
  std::optional<planner::Alternative> pinned;
  /// The plan of the nearest budget that treats it otherwise, if asked for.
  std::optional<planner::OtherBudget> otherwise;
};

/// The plan's treatment of the value: a short answer, then an indented line for
/// each detail, without a newline at the end.
std::string formatExplanation(const ExplainedPlan &plan,
                              const ExplainedValue &value);

/// A value of the forward turns of a loop, whose stack is a choice.
struct ExplainedStack {
  /// "the result of math.exp", as the answer calls it.
  std::string subject;
  std::string type;
  /// "math.exp (step.mlir:12:3)"; empty for what one turn hands to the next.
  std::string maker;
  /// Likewise: the loop that makes it, and the loop of its gradient.
  std::string forward;
  std::string backward;
  int64_t turns = 0;
  /// As in `FunctionReport::Stack`.
  int64_t slices = 1;
  /// Of the stack.
  int64_t bytes = 0;
  /// As in `FunctionReport::Stack`.
  std::vector<int64_t> segments;
  /// With the plan, and in the step as it stands.
  bool isKept = false;
  bool wasKept = false;
  /// The plan's backward turns make it again.
  bool isMadeAgain = false;
  /// Of making it again in all turns, from what it reads.
  double time = 0;
  /// Why there is no other choice; empty if there is one.
  std::string obstacle;
  /// For the plan's budget: with the opposite choice for this value alone. None
  /// if not asked for.
  std::optional<planner::Outcome> otherwise;
};

/// "in segments of 16 turns, in segments of 4"; for lengths, outermost first.
std::string formatSegments(llvm::ArrayRef<int64_t> segments);

/// What the plan does with the stack, in the form of `formatExplanation`.
std::string formatStack(const ExplainedPlan &plan, const ExplainedStack &stack);

/// The effect of a byte more or less of budget, one line each, as above.
/// `below`: known with one byte less than the peak; `faster`: the next faster
/// known plan.
std::string formatNeighbors(const ExplainedPlan &plan,
                            const planner::Alternative &below,
                            const std::optional<planner::Plan> &faster);

} // namespace mlir::remat

#endif // REMAT_REPORT_EXPLANATIONTEXT_H
