//===- Outcome.h - The answer to an ask -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_OUTCOME_H
#define REMAT_PLANNER_OUTCOME_H

#include "remat/Planner/Knee.h"
#include "remat/Planner/LoopStacks.h"
#include "remat/Planner/Optimality.h"

namespace mlir::remat::planner {

/// `Infeasible` is proved; `NotFound` is not.
enum class Status { Ok, Infeasible, NotFound, NotApplicable };

llvm::StringRef stringifyStatus(Status status);

/// Why a search ended early.
enum class StopReason { None, Interrupt, TimeLimit };

struct Outcome {
  Status status = Status::Ok;
  /// If Ok.
  Plan plan;
  /// The bytes asked for; without a budget the peak, at least 1.
  int64_t budget = 0;
  /// As in the ask.
  HostMemory host;
  /// If the ask is assessed, of plans. In refusals, of the step however it runs
  /// (`lowerBoundPeakOfRuns`).
  PeakBound bound;
  /// In refusals: of plans, which keep loops, branches and calls whole.
  int64_t boundOfPlans = 0;
  /// Where the ask is assessed.
  Optimality optimality;
  /// In refusals: the smallest budget with a known plan.
  int64_t smallestPeak = 0;
  /// In refusals: that plan.
  Plan smallest;
  /// The refusal in one line, or why the strategy does not apply.
  std::string message;
  /// Of the budget `knee`, where one was found.
  std::optional<Knee> knee;
  /// What the loops keep, where that is a choice: plans and ids are those of
  /// this form of the step.
  std::optional<StackChoice> stacks;
  /// Also set by an interrupt too late to matter.
  StopReason stop = StopReason::None;
  /// Ended early, without a proof for its plan.
  bool isCut = false;

  bool hasPlan() const { return status == Status::Ok; }
  /// The budget cannot be met, as far as known.
  bool isRefusal() const {
    return status == Status::Infeasible || status == Status::NotFound;
  }
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_OUTCOME_H
