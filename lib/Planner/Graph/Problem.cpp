//===- Problem.cpp - What a solver reads ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Problem.h"

#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/SearchObserver.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace mlir::remat::planner;

char NotApplicableError::ID = 0;

SearchObserver::~SearchObserver() = default;

Error Problem::check() const {
  if (budget && *budget <= 0)
    return createStringError("the budget of " + Twine(*budget) +
                             " bytes is not positive; give a number of bytes "
                             "of at least 1");
  if (Error error = host.check())
    return error;
  if (search.effort < 0 || search.effort > SearchOptions::maxEffort)
    return createStringError("the effort of " + Twine(search.effort) +
                             " is out of range; give 0 (fastest) to " +
                             Twine(SearchOptions::maxEffort) +
                             " (most thorough)");
  if (search.workLimit && *search.workLimit == 0)
    return createStringError("the work limit of 0 evaluation steps leaves no "
                             "time for a plan; give at least 1, or no limit");
  // A search measures it in nanoseconds of 64 bits.
  if (search.timeLimit && !(*search.timeLimit > 0 && *search.timeLimit <= 1e9))
    return createStringError("the time limit of " +
                             formatv("{0}", *search.timeLimit).str() +
                             " seconds is out of range; give a number above 0 "
                             "and up to 1e9, or no limit");
  return Error::success();
}
