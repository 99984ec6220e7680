//===- ArenaFitter.h - Plan, place, plan again ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_ARENAFITTER_H
#define REMAT_LIB_PIPELINES_ARENAFITTER_H

#include "PlacedCopy.h"

#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {

struct ArenaFitOptions {
  RematerializeOptions plan;
  PlacingOptions placing;
};

/// A plan for a function, and the arena of its buffers.
struct PlacedPlan {
  RematerializeOptions options;
  /// The function as this plan takes it, never rewritten, and its copy; null
  /// for that of all plans, whose loops have no choice.
  PreparedStep step;
  OwningOpRef<ModuleOp> reference;
  FunctionOutcome outcome;
  /// The rewritten tensor function and its callees; null if refused or beaten.
  OwningOpRef<ModuleOp> module;
  ArenaFigures arena;

  bool isRefused() const { return outcome.isRefusal(); }
};

struct ArenaFit {
  PlacedPlan chosen;
  /// For the arena and the resident bytes.
  int64_t budget = 0;
  FunctionReport report;
  std::string planFile;
  /// Of all turns.
  std::vector<Diagnostic> warnings;
};

/// Fits one function of `module`, the pass's operation, on copies.
class ArenaFitter {
public:
  /// All but `name` and `options` must outlive this. An interrupt sets
  /// `wasInterrupted`; then the first plan that fits is taken.
  ArenaFitter(ModuleOp module, StringRef name, const ArenaFitOptions &options,
              bool &wasInterrupted, PassRunner run)
      : module(module), name(name), options(options),
        wasInterrupted(wasInterrupted), run(run) {}

  /// Makes the step as it was given, prepared, if that is not done. Fails with
  /// a diagnostic as `prepareStep`.
  LogicalResult prepare();
  /// Of what is prepared.
  const PreparedStep &getStep() const { return step; }

  /// Makes at most ten plans until an arena is within the budget, and returns
  /// the fastest that fits; with a host, at most ten more without it. Fails
  /// with a diagnostic if the planner, bufferization or placement refuses, or
  /// if no arena fits: `getRefusal`.
  FailureOr<ArenaFit> fit();

  /// Explains the values named in the options, in the plan of `fit`.
  void explain(const ArenaFit &fit);

  /// The report of a budget that was missed.
  const std::optional<FunctionReport> &getRefusal() const { return refusal; }

private:
  LogicalResult keepingBack(llvm::function_ref<LogicalResult()> body);
  LogicalResult prepareTurn(PlacedPlan &turn);
  const PreparedStep &getStep(const PlacedPlan &turn) const {
    return turn.reference ? turn.step : step;
  }
  /// A turn: the one that fits best, the first that fits if `isTrial`; none if
  /// all were refused.
  struct BestTurn {
    std::optional<size_t> index;
    bool fits = false;
  };
  FailureOr<BestTurn> find();
  FailureOr<BestTurn> search();
  FailureOr<BestTurn> applySavedPlan();
  FailureOr<BestTurn> tryWithoutHost(BestTurn best);
  bool isBetter(const PlacedPlan &turn, bool fits, const PlacedPlan &other,
                bool otherFits) const;
  LogicalResult take(std::optional<Budget> asked);
  LogicalResult make(PlacedPlan &turn);
  LogicalResult makeWithHost(PlacedPlan &turn);
  std::vector<Diagnostic> takeWarnings();
  FailureOr<ArenaFit> choose(size_t best);
  FailureOr<ArenaFit> refuse(std::optional<size_t> best);
  std::optional<int64_t> tryWith(ArenaFitOptions changed);
  std::optional<int64_t> findBudgetToMeet();
  std::optional<int64_t> findHostToFit();
  std::vector<std::string> advise(const PlacedPlan *best);
  std::string describeRefusal(const PlacedPlan &turn) const;
  FunctionReport describe(PlacedPlan &turn) const;
  void describeOptimality(const PlacedPlan &turn,
                          FunctionReport &function) const;
  int64_t getBudget(const PlacedPlan &turn) const {
    return budgetBytes.value_or(turn.arena.getPredictedPeak());
  }
  func::FuncOp getFunction() { return module.lookupSymbol<func::FuncOp>(name); }

  ModuleOp module;
  std::string name;
  ArenaFitOptions options;
  bool &wasInterrupted;
  PassRunner run;
  /// Only whether something fits is of interest.
  bool isTrial = false;
  /// Loops may have a choice of stacks; then each turn has a step of its own.
  bool hasForms = true;
  /// The function as it was given, prepared; never rewritten.
  OwningOpRef<ModuleOp> reference;
  PreparedStep step;
  /// For the arena and the resident bytes; none asks for the smallest.
  std::optional<int64_t> budgetBytes;
  std::vector<PlacedPlan> turns;
  std::vector<Diagnostic> diagnostics;
  std::optional<FunctionReport> refusal;
};

/// The value of the option `parallel-safe`.
llvm::StringRef stringifySharing(Sharing sharing);

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_ARENAFITTER_H
