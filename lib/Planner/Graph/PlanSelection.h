//===- PlanSelection.h - The best of many plans -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_PLANSELECTION_H
#define REMAT_LIB_PLANNER_PLANSELECTION_H

#include "Graph/SearchControl.h"
#include "remat/Planner/Simulator.h"

#include <limits>

namespace mlir::remat::planner {

/// Keeps the best of many plans of one problem.
class PlanSelection {
public:
  explicit PlanSelection(const Problem &problem);

  /// Simulates the steps and keeps the best: the fastest within the budget,
  /// ties by peak; before there is one, or without a budget, the smallest peak,
  /// ties by time. The first of equals stays. Returns the peak, or none if the
  /// steps are invalid, pins included.
  std::optional<int64_t> offer(llvm::ArrayRef<Step> steps);
  void offer(const Plan &plan);

  /// The strategy's current part; outlives the selection.
  void beginStage(llvm::StringRef name);
  llvm::StringRef getStage() const { return stage; }
  struct Figures {
    int64_t peak;
    double time;
  };
  /// The stage's best plan, if any.
  std::optional<Figures> getBestOfStage() const { return bestOfStage; }

  /// Whether `auto`, which asks for a start, has no time for more plans.
  bool shouldStop();

  /// The smallest peak offered so far.
  int64_t smallestPeak() const { return leastPeak; }
  /// From now on keeps only peaks below this.
  void acceptBelow(int64_t peak) { peakLimit = peak; }
  /// The best plan so far; null if there is none.
  const Plan *peek() const { return any ? &best : nullptr; }
  /// NotApplicableError if no valid plan was offered.
  llvm::Expected<Plan> take(llvm::StringRef strategy);

private:
  bool isBetter(Figures a, Figures b) const;
  /// Notes an offer of the stage; returns whether it is the best of all.
  bool note(Figures figures);
  /// Adds it to the plans on offer, if the problem collects them.
  void collect(llvm::ArrayRef<Step> steps, const ScheduleFigures &figures);

  const Problem &problem;
  SearchControl control;
  PlanEvaluator evaluator;
  const bool hasPins;
  bool any = false;
  Plan best;
  llvm::StringRef stage;
  std::optional<Figures> bestOfStage;
  int64_t leastPeak = std::numeric_limits<int64_t>::max();
  int64_t peakLimit = std::numeric_limits<int64_t>::max();
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_PLANSELECTION_H
