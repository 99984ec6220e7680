//===- ParkedPlans.h - Plans that use the host ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_PARKEDPLANS_H
#define REMAT_LIB_PLANNER_PARKEDPLANS_H

#include "remat/Planner/Session.h"

namespace mlir::remat::planner {

struct ParkedAnswer {
  /// Simulated, not verified.
  Plan plan;
  /// An interrupt or the time limit ended the search.
  bool isCut = false;
};

/// The fastest plan found within the ask's budget and its host's; where none is
/// found, or without a budget, the one of smallest peak. `session` answers asks
/// without a host. With a budget and without a time limit, the plan is never
/// slower than its answer to this ask.
///
/// Plans for several budgets, from this one to the peak as it stands, park
/// until they fit. Of the fastest, the search then drops recomputations, as
/// long as parking what they made costs less. Steps of up to 16 tasks are
/// solved exactly, where `searchParkingsExactly` applies, its states suffice
/// and the order is open.
///
/// Takes at most 10 asks of `session`, 10^6, 10^7, 10^8 or 10^9 evaluation
/// steps by effort (or the ask's work limit) beside first plans, and exact
/// searches of at most 2^18 states, 2^14 for each budget tried for the smallest
/// peak. Errors: those of `Session::solve`, NotApplicableError.
llvm::Expected<ParkedAnswer> searchParkedPlan(Session &session, const Ask &ask);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_PARKEDPLANS_H
