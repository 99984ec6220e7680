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

#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {

/// Passes on what searches do, and remembers whether one was interrupted.
class InterruptWatch : public SearchMonitor {
public:
  explicit InterruptWatch(std::shared_ptr<SearchMonitor> inner)
      : inner(std::move(inner)) {}

  planner::SearchObserver *searchBegins(llvm::StringRef name,
                                        const planner::Graph &graph) override {
    return inner ? inner->searchBegins(name, graph) : nullptr;
  }
  void searchEnds(planner::SearchObserver *observer) override {
    wasInterrupted |= observer && observer->isInterrupted();
    if (inner)
      inner->searchEnds(observer);
  }

  bool wasInterrupted = false;

private:
  std::shared_ptr<SearchMonitor> inner;
};

/// How a function is to be planned and placed.
struct ArenaFitOptions {
  /// Its budget, its saved plan and its search; no files.
  RematRematerializeOptions plan;
  PlacingOptions placing;
};

/// One plan for a function, and the arena of its buffers.
struct ArenaFit {
  FunctionReport report;
  std::string plan;
  /// Live bytes that it was planned for, and how that was asked for.
  int64_t nominal = 0;
  std::string budgetText;
  /// Seconds that it was given; 0 is no limit.
  double timeLimit = 0;
  /// What was kept back; of what `ArenaFitter::fit` returns, the warnings.
  std::vector<Diagnostic> diagnostics;
  /// The rewritten function on tensors, with what it needs; null if the planner
  /// refused, or once another turn is better.
  OwningOpRef<ModuleOp> module;
  ArenaFigures arena;

  bool isRefused() const { return report.status != planner::Status::Ok; }
};

/// Fits one function of `module`, on copies: `module` is what the pass runs on,
/// and stays as it is.
class ArenaFitter {
public:
  /// All but `name` and `options` must live as long as this.
  ArenaFitter(ModuleOp module, StringRef name, const ArenaFitOptions &options,
              std::shared_ptr<InterruptWatch> watch, PassRunner run)
      : module(module), name(name), options(options), watch(std::move(watch)),
        run(run) {}

  /// Makes plans until the arena of one is within the budget, and returns the
  /// fastest that fits, with the rewritten function. Its report says what it
  /// came to. Fails with a diagnostic on what the planner, bufferization or
  /// placement refuse, and where no arena fits; `getRefusal` tells the last
  /// case. At most ten plans.
  FailureOr<ArenaFit> fit();

  /// Emits what `remat-rematerialize` has to say of the values that the options
  /// ask about, in the plan of `fit`, which is made once more for that.
  LogicalResult explain(const ArenaFit &fit);

  /// The report of a budget that was not met; none if it was, or if something
  /// else went wrong.
  const std::optional<FunctionReport> &getRefusal() const { return refusal; }

private:
  FailureOr<ArenaFit> search();
  FailureOr<ArenaFit> applySavedPlan();
  LogicalResult take(StringRef budgetText);
  std::vector<Diagnostic> takeWarnings();
  FailureOr<ArenaFit> choose(size_t best);
  FailureOr<ArenaFit> refuse(std::optional<size_t> best);
  std::vector<std::string> advise(const ArenaFit &turn);
  RematRematerializeOptions getPlanOptions(StringRef budgetText) const;
  void completeReport(ArenaFit &turn) const;
  func::FuncOp getFunction();

  ModuleOp module;
  std::string name;
  ArenaFitOptions options;
  std::shared_ptr<InterruptWatch> watch;
  PassRunner run;
  std::optional<Budget> budget;
  /// What the arena and the resident bytes may have; none is the smallest.
  std::optional<int64_t> budgetBytes;
  std::vector<ArenaFit> turns;
  std::optional<FunctionReport> refusal;
};

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_ARENAFITTER_H
