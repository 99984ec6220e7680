//===- ArenaSearch.h - Which budgets to plan for ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner bounds live bytes, but an arena may be larger (waste, sharing
// that safety forbids) or smaller (results overwrite operands). So the search
// asks for *nominal* budgets until the plan's arena is within the real one.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_ARENASEARCH_H
#define REMAT_LIB_PIPELINES_ARENASEARCH_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::remat {

/// The outcome of one plan, in bytes with the resident ones.
struct ArenaTurn {
  /// The budget asked of the planner.
  int64_t nominal = 0;
  /// No plan; `smallest` is the smallest budget with one, 0 if unknown.
  bool isRefused = false;
  int64_t smallest = 0;
  /// The plan's peak of live bytes, and the arena with the resident bytes.
  int64_t planPeak = 0;
  int64_t predictedPeak = 0;
  double time = 0;
  /// Nothing runs twice.
  bool isFastest = false;
};

/// Searches for the fastest plan whose arena is within a budget, or for the
/// smallest arena and then its fastest plan. At most `kMaxTurns` turns, each
/// decided by the earlier ones alone.
class ArenaSearch {
public:
  static constexpr size_t kMaxTurns = 10;
  /// Turns for faster plans, after the first fit.
  static constexpr size_t kMaxFasterTurns = 3;
  /// If the smallest arena is sought: turns for slightly larger plans, after
  /// the smallest plan and before the faster ones.
  static constexpr size_t kMaxSmallerTurns = 5;

  /// `budget` bounds arena plus resident bytes; none asks for the smallest.
  /// `peakBefore` is the original step's peak of live bytes.
  ArenaSearch(std::optional<int64_t> budget, int64_t peakBefore)
      : budget(budget), peakBefore(peakBefore) {}

  void add(const ArenaTurn &turn);

  /// Returns the next nominal budget, at least 1 and not yet tried, or none if
  /// nothing is left to try. Call after the first turn.
  std::optional<int64_t> getNext();

  /// Whether a turn fits; without a budget, whether one has a plan.
  bool hasFit() const { return firstFit.has_value(); }

  /// Returns the position of the best turn, or none if no turn had a plan: the
  /// fastest that fits, then the smaller arena; if none fits, or without a
  /// budget, the smallest arena, then the faster. Ties go to the earlier turn.
  std::optional<size_t> getBest() const;

private:
  bool fits(const ArenaTurn &turn) const;
  int64_t getLimit() const;
  std::optional<int64_t> check(std::optional<int64_t> nominal) const;
  std::optional<int64_t> getNextToFit() const;
  std::optional<int64_t> getNextFaster() const;
  std::optional<int64_t> getNextSmaller() const;

  std::optional<int64_t> budget;
  int64_t peakBefore;
  std::vector<ArenaTurn> turns;
  std::optional<size_t> firstFit;
  /// The turn that starts the search for faster plans.
  std::optional<size_t> firstFaster;
  /// The smallest nominal budget with a plan; 0 if the planner never refused.
  int64_t smallest = 0;
};

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_ARENASEARCH_H
