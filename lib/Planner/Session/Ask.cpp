//===- Ask.cpp - A question to a session ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Ask.h"

#include "remat/Planner/Outcome.h"
#include "remat/Planner/Strategies.h"

using namespace llvm;
using namespace mlir::remat::planner;

Problem Ask::getProblem(const Graph &graph) const {
  Problem problem(graph, budget);
  problem.host = host;
  problem.objective = objective;
  problem.search = search;
  problem.observer = observer;
  return problem;
}

Error Ask::check() const {
  const Graph none;
  if (Error error = getProblem(none).check())
    return error;
  if (Error error = checkStrategy(strategy))
    return error;
  if (host.isAvailable() && !lookupStrategy(strategy)->isSearch())
    return createStringError("the strategy '" + strategy +
                             "' parks nothing on the host; leave out the host "
                             "budget, or use the strategy auto");
  return Error::success();
}

StringRef mlir::remat::planner::stringifyStatus(Status status) {
  static constexpr StringLiteral names[] = {"ok", "infeasible", "not-found",
                                            "not-applicable"};
  static_assert(std::size(names) == size_t(Status::NotApplicable) + 1);
  return names[static_cast<size_t>(status)];
}
