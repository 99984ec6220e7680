//===- ArenaSearch.h - Which budgets to plan for ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner keeps a sum of live bytes, but an arena has to fit, which can
// come out larger (waste, or safety forbids sharing) or smaller (results are
// written over operands). So the planner is asked for *nominal* budgets until
// the arena of its plan is within the real one. Here is which.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_ARENASEARCH_H
#define REMAT_LIB_PIPELINES_ARENASEARCH_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::remat {

/// What one plan came to, in bytes that include the resident ones.
struct ArenaTurn {
  /// The budget that the planner was asked to keep.
  int64_t nominal = 0;
  /// There was no plan; `smallest` is the smallest budget with one, 0 if not
  /// known.
  bool isRefused = false;
  int64_t smallest = 0;
  /// The plan's peak of live bytes, and the arena with what is resident.
  int64_t planPeak = 0;
  int64_t predictedPeak = 0;
  double time = 0;
  /// Nothing runs twice.
  bool isFastest = false;
};

/// A search for the fastest plan whose arena is within a budget, or for the
/// smallest arena and then the fastest plan that has it. At most `kMaxTurns`
/// turns, each decided by those before it alone.
class ArenaSearch {
public:
  static constexpr size_t kMaxTurns = 10;
  /// Turns after the first plan that fits, spent on faster ones.
  static constexpr size_t kMaxFasterTurns = 3;
  /// Before these, if the smallest arena is sought: turns after the smallest
  /// plan, spent on slightly larger plans.
  static constexpr size_t kMaxSmallerTurns = 5;

  /// `budget` is what the arena and the resident bytes may have; none asks for
  /// the smallest. `peakBefore` is the peak of live bytes of the step as it is.
  ArenaSearch(std::optional<int64_t> budget, int64_t peakBefore)
      : budget(budget), peakBefore(peakBefore) {}

  void add(const ArenaTurn &turn);

  /// After the first turn: returns the nominal budget to plan for next, at
  /// least 1 and not yet tried; none if there is nothing more to try.
  std::optional<int64_t> getNext();

  /// Whether there is a turn that fits; without a budget, one with a plan.
  bool hasFit() const { return firstFit.has_value(); }

  /// Returns the position of the best turn, none if no turn had a plan: the
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
  /// The turn from which on faster plans are sought.
  std::optional<size_t> firstFaster;
  /// The smallest nominal budget for which the planner says it has a plan; 0 if
  /// it never refused.
  int64_t smallest = 0;
};

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_ARENASEARCH_H
