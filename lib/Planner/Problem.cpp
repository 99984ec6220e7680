//===- Problem.cpp - A graph, a budget and what to prefer -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Problem.h"

using namespace llvm;
using namespace mlir::remat::planner;

Error Problem::check() const {
  if (budget && *budget <= 0)
    return createStringError("the budget of " + Twine(*budget) +
                             " bytes is not positive; give a number of bytes "
                             "of at least 1");
  if (search.effort < 0 || search.effort > SearchOptions::maxEffort)
    return createStringError("the effort of " + Twine(search.effort) +
                             " is not from 0 to " +
                             Twine(SearchOptions::maxEffort));
  if (search.timeLimit && !(*search.timeLimit > 0))
    return createStringError("the time limit is not positive; give a number of "
                             "seconds above 0");
  return Error::success();
}
