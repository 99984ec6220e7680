//===- ChainExhaustive.h - The best of all sequences of a chain -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLANNER_CHAINEXHAUSTIVE_H
#define REMAT_UNITTESTS_PLANNER_CHAINEXHAUSTIVE_H

#include "RandomGraph.h"

#include "remat/Planner/Chain.h"

namespace mlir::remat::planner::test {

/// Which sequences of operations are tried.
enum class ChainRules {
  /// All that are valid by Table 1 of Beaumont et al.
  Any,
  /// Those that are weakly memory-persistent by their Definition 4.3: from
  /// F_ck^l or F_all^l to B^l or F_∅^l, no forward of earlier stages.
  WeaklyPersistent,
  /// Those that are memory-persistent by their Definition 4.1: from F_ck^l or
  /// F_all^l to B^l, no F_∅^l and nothing of earlier stages.
  Persistent,
  /// Those that store only a's, and run F_all^l right before B^l.
  StoredActivations,
  /// Those of them that are memory-persistent.
  PersistentActivations
};

/// The least time for the smallest peak that allows it.
struct ChainPoint {
  int64_t peak;
  double time;

  bool operator==(const ChainPoint &other) const {
    return peak == other.peak && time == other.time;
  }
};

/// Runs the operations of Table 1 in all orders, and again as often as that
/// helps: for every budget the least time, as the points where it falls, peaks
/// ascending. Shares nothing with the library but the chain. Times must be such
/// that sums of them are exact; chains of up to 12 stages.
std::vector<ChainPoint> exhaustChain(const Chain &chain, ChainRules rules);

/// A chain of 1 to `maxStages` stages. By chance, sizes are small whole numbers
/// or of 40 bits; there are no workspaces, or some, or negative ones among
/// them; δ's are as large as a's, and ā's; F_ck takes less time than F_all;
/// backwards take none.
Chain makeRandomChain(Random &random, int maxStages);

/// All of a chain, for the messages of tests.
std::string describeChain(const Chain &chain);

/// All budgets of the table, and the times of their schedules. Expects that the
/// schedules are what they say: within the budget, as simulated; and that just
/// below the first budget there is none.
std::vector<ChainPoint> pointsOf(const Chain &chain, const ChainTable &table);

/// The toy of Table 2 of Beaumont et al.; sizes in hundredths of a MB, times in
/// ms. ā^4 is raised to a^4, as a part of it.
Chain makeToyChain();
/// The chain of Figure 4, n + 2 stages and the loss, for a memory of 15.
Chain makeFigure4Chain(int n);
/// The smallest chain on which the printed recurrence of Theorem 4.7 is wrong,
/// for a memory of 12.
Chain makeSmallestFloatingChain();

} // namespace mlir::remat::planner::test

#endif // REMAT_UNITTESTS_PLANNER_CHAINEXHAUSTIVE_H
