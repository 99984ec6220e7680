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

/// How a function is to be planned and placed.
struct ArenaFitOptions {
  RematerializeOptions plan;
  PlacingOptions placing;
};

/// One plan for a function, and the arena of its buffers.
struct PlacedPlan {
  /// How it was asked for.
  RematerializeOptions options;
  FunctionOutcome outcome;
  /// The rewritten function on tensors, with what it needs; null if the planner
  /// refused, or once another turn is better.
  OwningOpRef<ModuleOp> module;
  ArenaFigures arena;

  bool isRefused() const { return outcome.isRefusal(); }
};

/// The plan that was chosen.
struct ArenaFit {
  PlacedPlan chosen;
  /// What the arena and the resident bytes may have.
  int64_t budget = 0;
  FunctionReport report;
  /// The text of its plan file.
  std::string planFile;
  /// The warnings of all turns.
  std::vector<Diagnostic> warnings;
};

/// Fits one function of `module`, on copies: `module` is what the pass runs on,
/// and stays as it is.
class ArenaFitter {
public:
  /// All but `name` and `options` must live as long as this. An interrupt sets
  /// `wasInterrupted`; where it is set, the first plan that fits is taken.
  ArenaFitter(ModuleOp module, StringRef name, const ArenaFitOptions &options,
              bool &wasInterrupted, PassRunner run)
      : module(module), name(name), options(options),
        wasInterrupted(wasInterrupted), run(run) {}

  /// Makes plans until the arena of one is within the budget, and returns the
  /// fastest that fits, with the rewritten function. Its report says what it
  /// came to. Fails with a diagnostic on what the planner, bufferization or
  /// placement refuse, and where no arena fits; `getRefusal` tells the last
  /// case. At most ten plans.
  FailureOr<ArenaFit> fit();

  /// Emits what `remat-rematerialize` has to say of the values that the options
  /// ask about, in the plan of `fit`.
  void explain(const ArenaFit &fit);

  /// Whether a budget was not met, and why; ok if it was, or if something else
  /// went wrong.
  planner::Status getStatus() const { return status; }
  /// The report of that; none if the status is ok.
  const std::optional<FunctionReport> &getRefusal() const { return refusal; }

private:
  LogicalResult prepare();
  FailureOr<PreparedStep> prepareCopy(ModuleOp copy, StringRef explain = "");
  FailureOr<ArenaFit> search();
  FailureOr<ArenaFit> applySavedPlan();
  LogicalResult take(std::optional<Budget> asked);
  LogicalResult make(PlacedPlan &turn);
  std::vector<Diagnostic> takeWarnings();
  FailureOr<ArenaFit> choose(size_t best);
  FailureOr<ArenaFit> refuse(std::optional<size_t> best);
  std::vector<std::string> advise(const PlacedPlan &turn);
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
  /// The function as it is planned, in a copy that is never rewritten: what all
  /// turns plan, and what reports and explanations tell of.
  OwningOpRef<ModuleOp> reference;
  PreparedStep step;
  /// What the arena and the resident bytes may have; none is the smallest.
  std::optional<int64_t> budgetBytes;
  std::vector<PlacedPlan> turns;
  /// What was kept back.
  std::vector<Diagnostic> diagnostics;
  planner::Status status = planner::Status::Ok;
  std::optional<FunctionReport> refusal;
};

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_ARENAFITTER_H
