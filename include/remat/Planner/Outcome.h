//===- Outcome.h - The answer to an ask -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_OUTCOME_H
#define REMAT_PLANNER_OUTCOME_H

#include "remat/Planner/Optimality.h"

namespace mlir::remat::planner {

/// Whether there is a plan. `Infeasible` is proved; `NotFound` is not.
enum class Status { Ok, Infeasible, NotFound, NotApplicable };

llvm::StringRef stringifyStatus(Status status);

/// What asked a search to end before it was through.
enum class StopReason { None, Interrupt, TimeLimit };

/// The answer to an ask.
struct Outcome {
  Status status = Status::Ok;
  /// Of Ok.
  Plan plan;
  /// The bytes that were asked for; without a budget the peak, at least 1.
  int64_t budget = 0;
  /// Of a refusal, and where the ask is assessed.
  PeakBound bound;
  /// Where the ask is assessed.
  Optimality optimality;
  /// The smallest budget for which a plan was found. Of a refusal.
  int64_t smallestPeak = 0;
  /// The refusal with its remedies, or why the strategy does not apply.
  std::string message;
  /// An interrupt that came too late to matter counts, too.
  StopReason stop = StopReason::None;
  /// The search ended before it was through, and proved nothing of its plan.
  bool isCut = false;

  bool hasPlan() const { return status == Status::Ok; }
  /// The budget cannot be met, as far as is known.
  bool isRefusal() const {
    return status == Status::Infeasible || status == Status::NotFound;
  }
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_OUTCOME_H
