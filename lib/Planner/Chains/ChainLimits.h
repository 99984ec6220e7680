//===- ChainLimits.h - How far strategies for chains go ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CHAINLIMITS_H
#define REMAT_LIB_PLANNER_CHAINLIMITS_H

#include "Graph/SolverContext.h"

#include <algorithm>

namespace mlir::remat::planner {

/// How far the strategies for chains and joins go. All are counts.
struct ChainLimits {
  /// Of more stages than these, neighbors are joined: where the graph is a
  /// chain, and where it is not.
  size_t exactStages;
  size_t stages;
  /// Chains are sought with up to so many values that cross a separator.
  int32_t widths;
  /// Steps of all plans that are simulated, together, about.
  size_t steps;
  /// Runs of forward tasks, beside the first ones, in a plan of Revolve.
  int64_t runsOfPlan;
  /// Units of memory, where the graph is no chain.
  int64_t bins;
  /// Steps of the table for joins, and of the floating program.
  int64_t joinSteps;
  int64_t floatingWork;
  /// On graphs that are no chain, a program's plans are joined by those of the
  /// programs that are special cases of it: the figures are bounds, and the
  /// plans of one program may have more luck with them than another's.
  bool offersSpecialCases;
  /// Only chains that are the whole graph.
  bool exactOnly = false;
};

/// The limits of a strategy at that scale.
constexpr ChainLimits getChainLimits(Scale scale) {
  if (scale == Scale::Start)
    return {/*exactStages=*/400,
            /*stages=*/32,
            /*widths=*/2,
            /*steps=*/12'000,
            /*runsOfPlan=*/50'000,
            /*bins=*/256,
            /*joinSteps=*/3'000'000,
            /*floatingWork=*/10'000'000,
            /*offersSpecialCases=*/false};
  return {/*exactStages=*/400,
          /*stages=*/200,
          /*widths=*/4,
          /*steps=*/100'000,
          /*runsOfPlan=*/4'000'000,
          /*bins=*/1024,
          /*joinSteps=*/200'000'000,
          /*floatingWork=*/int64_t(1) << 34,
          /*offersSpecialCases=*/true};
}

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CHAINLIMITS_H
