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
#include "remat/Planner/PlanNeighbors.h"

#include <functional>
#include <optional>
#include <string>

namespace mlir::remat {

/// A plan that is explained.
struct ExplainedPlan {
  const planner::Graph &graph;
  const planner::Plan &plan;
  /// Bytes; what the plan was made for.
  int64_t budget = 0;
  /// "linalg.matmul (step.mlir:12:3)".
  std::function<std::string(planner::TaskId)> nameTask;
  /// Who made it, and what was preferred.
  std::string strategy = "auto";
  planner::Objective objective = planner::Objective::Time;
};

/// A value of it that is explained.
struct ExplainedValue {
  /// How the answer calls it: "%5".
  std::string subject;
  std::string type;
  /// Why its task may not run again, by which rule; empty if it may.
  std::string obstacle;
  planner::Explanation facts;
  /// With the task pinned to the opposite: `save` if it is made again, else
  /// `recompute`. None if not asked for.
  std::optional<planner::Alternative> pinned;
  /// The plan of the nearest budget that treats it otherwise. None if not asked
  /// for.
  std::optional<planner::OtherBudget> otherwise;
};

/// How the plan treats the value and why: a short answer, then an indented line
/// for each detail, without a newline at the end.
std::string formatExplanation(const ExplainedPlan &plan,
                              const ExplainedValue &value);

/// What a byte more or less of budget would change about the plan, on one line
/// for each direction, as above. `below` is what is known with one byte less
/// than its peak, `faster` the next faster plan that is known.
std::string formatNeighbors(const ExplainedPlan &plan,
                            const planner::Alternative &below,
                            const std::optional<planner::Plan> &faster);

} // namespace mlir::remat

#endif // REMAT_REPORT_EXPLANATIONTEXT_H
