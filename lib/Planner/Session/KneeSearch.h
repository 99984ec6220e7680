//===- KneeSearch.h - Finds the knee by few searches ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_KNEESEARCH_H
#define REMAT_LIB_PLANNER_SESSION_KNEESEARCH_H

#include "remat/Planner/Knee.h"
#include "remat/Planner/PlanOracle.h"

namespace mlir::remat::planner {

struct KneeLimits {
  /// Beside those for the ends of the curve. ResNet-50, GoogLeNet, U-Net and
  /// VGG-19 as graphs need 3 to 21 for the resolution below; more would find
  /// half a percent at most, or chase noise.
  int64_t searches = 24;
  /// In percents of memory and time together: what may be left to gain. 0 finds
  /// the knee itself, and its ties.
  double resolution = 0.5;
};

/// What the search for a knee ends with.
struct KneeAnswer {
  /// None unless the status is Ok.
  std::optional<Knee> knee;
  Status status = Status::Ok;
  /// Of a strategy that does not apply, or has no plan.
  std::string message;
  StopReason stop = StopReason::None;
  bool isCut = false;
};

/// Searches for the knee of the curve of the ask's strategy; ignores the ask's
/// budget.
///
/// Begins with the smallest peak and the peak as it stands. More budget never
/// costs time, so that the plans between two known points take at least the
/// time of the upper one and more memory than the lower one has: this bounds
/// their costs. The gap with the least bound is halved, in the part of it that
/// may still hold the knee, until no gap may be better by more than the
/// resolution. So no grid of budgets decides.
///
/// Takes at most the searches of the limits and two; if searches are exact, the
/// knee is so to within its margin; there is none if a search was cut or left
/// out. Under `Reuse::Nothing` each search is one
/// by itself; otherwise they share plans, and those of `auto` begin with the
/// plans of neighbors. A time limit goes to the smallest peak by half, to all
/// others together by half. Percentages are of `givenPeak`, if any, else of the
/// peak of the base order. Errors: those of `PlanOracle::solve`.
llvm::Expected<KneeAnswer> searchKnee(PlanOracle &oracle, const Ask &ask,
                                      const KneeLimits &limits = {},
                                      std::optional<int64_t> givenPeak = {});

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_KNEESEARCH_H
