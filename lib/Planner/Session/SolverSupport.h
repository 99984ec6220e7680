//===- SolverSupport.h - What solvers share ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SOLVERSUPPORT_H
#define REMAT_LIB_PLANNER_SOLVERSUPPORT_H

#include "LowerSets/CanonicalSchedule.h"
#include "remat/Planner/Solvers.h"

namespace mlir::remat::planner {

/// How far the exact lower-set strategy goes. All are counts, so that a plan is
/// the same on any machine.
struct SearchLimits {
  /// Above that many lower sets the strategy does not apply.
  size_t sets;
  /// Cells of the table of all nominal budgets that are computed, at most.
  uint64_t cells;
  /// Nominal budgets for which the greatest overhead is searched.
  int memorySearches;
  /// Nominal budgets for which the least overhead is searched where the table
  /// is not exact.
  int timeSearches;
  /// Pairs and states after which a search gives up; after the fourfold, none
  /// is begun.
  uint64_t workOfSearch;
};

/// `lower-set` by itself.
inline constexpr SearchLimits fullSearchLimits = {65536, 1'000'000'000, 2, 8,
                                                  30'000'000};
/// As a seed of `auto`.
inline constexpr SearchLimits seedSearchLimits = {4096, 10'000'000, 0, 0, 0};

/// `solveLowerSet` with other limits.
llvm::Expected<Plan> solveLowerSetWithin(const Problem &problem,
                                         const SearchLimits &limits);

/// How far the strategies for chains go. All are counts.
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

/// The strategies by themselves, and as seeds of `auto`.
inline constexpr ChainLimits fullChainLimits = {
    /*exactStages=*/400,
    /*stages=*/200,
    /*widths=*/4,
    /*steps=*/100'000,
    /*runsOfPlan=*/4'000'000,
    /*bins=*/1024,
    /*joinSteps=*/200'000'000,
    /*floatingWork=*/int64_t(1) << 34,
    /*offersSpecialCases=*/true};
inline constexpr ChainLimits seedChainLimits = {
    /*exactStages=*/400,
    /*stages=*/32,
    /*widths=*/2,
    /*steps=*/12'000,
    /*runsOfPlan=*/50'000,
    /*bins=*/256,
    /*joinSteps=*/3'000'000,
    /*floatingWork=*/10'000'000,
    /*offersSpecialCases=*/false};

/// The floating program grows with one power of the stages more.
constexpr ChainLimits forFloating(ChainLimits limits) {
  limits.exactStages = std::min<size_t>(limits.exactStages, 250);
  limits.stages = std::max<size_t>(limits.stages / 4, 16);
  return limits;
}
/// Revolve goes through a chain of any length.
constexpr ChainLimits forRevolve(ChainLimits limits) {
  limits.exactStages = limits.stages = 1'000'000;
  return limits;
}

enum class ChainProgram { Persistent, Floating, Precise };

/// `rotor`, `rotor-floating`, `precise` and `revolve` with other limits.
llvm::Expected<Plan> solveChainWithin(const Problem &problem,
                                      ChainProgram program,
                                      const ChainLimits &limits);
llvm::Expected<Plan> solveRevolveWithin(const Problem &problem,
                                        const ChainLimits &limits);
/// `join` with other limits.
llvm::Expected<Plan> solveJoinWithin(const Problem &problem,
                                     const ChainLimits &limits);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SOLVERSUPPORT_H
