//===- Strategies.cpp - The table of strategies ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Strategies.h"

#include "Graph/SolverContext.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

/// Steps of up to so many tasks are asked: all, or those on which a quadratic
/// strategy takes less than a second.
static constexpr size_t kAnySize = std::numeric_limits<size_t>::max();
static constexpr size_t kQuadratic = 16'384;

/// A row: name, summary, solver, and the largest step, in tasks, for which
/// `auto` asks it for a start.
#define REMAT_STRATEGIES(ROW)                                                  \
  ROW("auto", "search for the fastest plan, from all strategies that apply",   \
      solveAuto, 0)                                                            \
  ROW("none", "every task once, in the base order", solveNone, kAnySize)       \
  ROW("chen", "√n segments of equal length (Chen et al. 2016)", solveChen,     \
      kAnySize)                                                                \
  ROW("periodic", "equal segments, for every number of them", solvePeriodic,   \
      kAnySize)                                                                \
  ROW("revolve",                                                               \
      "binomial checkpointing of stages (Griewank and Walther 2000)",          \
      solveRevolve, kAnySize)                                                  \
  ROW("precise", "chains of stages by their costs (Butt 2019, Algorithm 3.4)", \
      solvePreciseChain, kAnySize)                                             \
  ROW("rotor",                                                                 \
      "chains of stages, persistent (Beaumont et al. 2019, Theorem 4.8)",      \
      solveRotor, kAnySize)                                                    \
  ROW("rotor-floating",                                                        \
      "chains of stages, checkpoints may move (the same, Theorem 4.7)",        \
      solveRotorFloating, kAnySize)                                            \
  ROW("join",                                                                  \
      "independent chains that meet at the loss (Beaumont et al. 2019)",       \
      solveJoin, kAnySize)                                                     \
  ROW("lower-set-approx",                                                      \
      "sequences of pruned lower sets (Kusumoto et al. 2019, section 4.3)",    \
      solveLowerSetApprox, kQuadratic)                                         \
  ROW("lower-set",                                                             \
      "sequences of lower sets, exact (Kusumoto et al. 2019, section 4.2)",    \
      solveLowerSet, kQuadratic)

namespace mlir::remat::planner {
#define DECLARE(NAME, SUMMARY, SOLVER, MAX_TASKS)                              \
  llvm::Expected<Plan> SOLVER(const Problem &problem);
REMAT_STRATEGIES(DECLARE)
#undef DECLARE
} // namespace mlir::remat::planner

ArrayRef<Strategy> mlir::remat::planner::strategies() {
#define ROW(NAME, SUMMARY, SOLVER, MAX_TASKS)                                  \
  {NAME, SUMMARY, SOLVER, MAX_TASKS},
  static const Strategy table[] = {REMAT_STRATEGIES(ROW)};
#undef ROW
#undef REMAT_STRATEGIES
  return table;
}

const Strategy *mlir::remat::planner::lookupStrategy(StringRef name) {
  const Strategy *found = find_if(strategies(), [&](const Strategy &strategy) {
    return strategy.name == name;
  });
  return found == strategies().end() ? nullptr : found;
}

std::string mlir::remat::planner::getStrategyNames() {
  return join(
      map_range(strategies(), [](const Strategy &each) { return each.name; }),
      ", ");
}

std::string mlir::remat::planner::describeStrategies() {
  std::string text;
  raw_string_ostream os(text);
  for (const Strategy &strategy : strategies())
    os << left_justify(strategy.name, 20) << strategy.summary << "\n";
  return text;
}

Error mlir::remat::planner::checkStrategy(StringRef name) {
  if (lookupStrategy(name))
    return Error::success();
  return createStringError("unknown strategy '" + name +
                           "'; expected one of: " + getStrategyNames());
}
