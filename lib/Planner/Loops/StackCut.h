//===- StackCut.h - Stacks at a price -------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_LOOPS_STACKCUT_H
#define REMAT_LIB_PLANNER_LOOPS_STACKCUT_H

#include "Bounds/MinCut.h"
#include "remat/Planner/LoopStacks.h"

#include <optional>
#include <vector>

namespace mlir::remat::planner {

/// What a choice costs: a price for each byte and each nanosecond.
struct TradePrices {
  double byte, time;

  double getCost(const StackChoice &choice) const {
    return byte * static_cast<double>(choice.bytes) + time * choice.time;
  }
};

/// The cheapest choice at given prices, with some values fixed.
class StackCut {
public:
  explicit StackCut(const LoopTurns &turns);

  /// A value that is kept costs its bytes even if nothing reads it.
  void fix(TurnValueId value, bool isKept) { fixed[value] = isKept; }
  void unfix(TurnValueId value) { fixed[value] = std::nullopt; }
  bool isFixed(TurnValueId value) const { return fixed[value].has_value(); }

  /// None if there is no choice. One minimum cut; capacities are rounded to
  /// 2^-55 of the cost of all.
  std::optional<StackChoice> solve(const TradePrices &prices);
  /// Prices at which a nanosecond, or a byte, counts before all else.
  TradePrices getFastestFirst() const;
  TradePrices getSmallestFirst() const;
  /// How many cuts so far.
  uint64_t getSolved() const { return solved; }

private:
  const LoopTurns &turns;
  MinCut cut;
  /// By value, by task: nodes and the arcs that cost.
  std::vector<int32_t> needed, remade, stacks, runs;
  std::vector<std::optional<bool>> fixed;
  double allBytes = 0, allTime = 0;
  uint64_t solved = 0;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_LOOPS_STACKCUT_H
