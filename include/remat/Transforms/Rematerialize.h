//===- Rematerialize.h - Prepare, solve, apply, check -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way of one function through the planner:
//
//   prepareStep    IR -> PreparedStep      (the graph, and the way back to ops)
//   solveStep      PreparedStep -> FunctionOutcome
//   applyOutcome   both -> IR              (rewritten, and profiled again)
//   verifyBudget   IR, bytes -> yes or no  (anywhere downstream)
//
// Reports and explanations are made of a step and its outcome, before it is
// applied.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_REMATERIALIZE_H
#define REMAT_TRANSFORMS_REMATERIALIZE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Advice.h"
#include "remat/Planner/Ask.h"
#include "remat/Planner/Outcome.h"
#include "remat/Planner/Simulator.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"
#include "remat/Transforms/ExplainNames.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::remat {

struct RematRematerializeOptions;

struct RematerializeOptions {
  /// None takes the budget of the saved plan.
  std::optional<Budget> budget;
  std::string strategy = "auto";
  planner::Objective objective = planner::Objective::Time;
  /// How hard to search.
  planner::SearchOptions search;
  GraphBuilderOptions graph;
  /// Owns the measured times that `graph` points to; may be null.
  std::shared_ptr<const Profile> profile;
  /// Barriers over all that is alive; none is what the target needs.
  std::optional<int64_t> cuts;
  /// The text of a saved plan to apply instead of solving, and its file's name.
  std::optional<std::string> savedPlan;
  std::string savedPlanName;
  /// The values to explain, as `remat-rematerialize` spells them.
  std::string explain;
  /// Watches the searches; may be null.
  SearchMonitor *monitor = nullptr;

  /// The peak with which a function may stay as it stands; none if not known
  /// before a search.
  std::optional<int64_t> getEnough() const;
  /// No budget bounds the time: the smallest peak is asked for.
  bool isMinimizing() const;
};

/// Looks up the names and reads the files in the options of a pass. Emits a
/// diagnostic for what is unknown, out of range or unreadable, and if neither a
/// budget nor a plan is given.
FailureOr<RematerializeOptions>
resolveOptions(func::FuncOp function, const RematRematerializeOptions &options);

//===----------------------------------------------------------------------===//
// Prepare
//===----------------------------------------------------------------------===//

/// A function that is ready to be planned.
struct PreparedStep {
  func::FuncOp function;
  FunctionGraph functionGraph;
  /// The base order, simulated.
  planner::Simulation before;
  /// The peak of the function as it was given; `before` can need less.
  int64_t peakAsItStands = 0;
  /// The ops that `explain` means.
  SmallVector<NamedOp, 0> named;
};

/// Isolates destinations if the target needs that, reads before loops what
/// these carry unchanged, and, unless the function needs at most `enough` bytes
/// as it stands, keeps a fusing compiler from merging what it would then store.
/// Finds what `explain` means before ops move. Emits a diagnostic on failure:
/// what `buildFunctionGraph` refuses. O(ops) beside the memory model.
FailureOr<PreparedStep>
prepareStep(func::FuncOp function, const GraphBuilderOptions &options,
            std::optional<int64_t> enough = std::nullopt,
            StringRef explain = "");

//===----------------------------------------------------------------------===//
// Solve
//===----------------------------------------------------------------------===//

/// How a plan becomes IR.
struct ApplyOptions {
  /// Passes the value that a group of steps that run again waits for through
  /// the group's barrier, to later readers, instead of naming it by `after`:
  /// for compilers that drop unread operands of a barrier.
  bool passesTies = false;
  /// Before these steps all that is alive passes one barrier, across which a
  /// compiler that schedules by itself moves nothing.
  llvm::DenseSet<size_t> cuts;
};

/// The plan for a step, or why there is none.
struct FunctionOutcome : planner::Outcome {
  ApplyOptions rewrite;
  /// The function fits as it stands, and is left to a compiler that schedules
  /// by itself.
  bool isUnchanged = false;
  /// Seconds spent on the plan.
  double seconds = 0;
  /// What would help where the budget is refused; `completeOutcome` asks.
  std::vector<planner::Advice> advice;
};

/// Plans the step, or reads the saved plan. A refused budget is an outcome.
/// Emits a diagnostic on failure: a strategy that does not apply, options out
/// of range, a plan made for another function (with the first difference); and
/// a warning if the search was ended early. Changes nothing.
FailureOr<FunctionOutcome> solveStep(const PreparedStep &step,
                                     const RematerializeOptions &options);

/// Adds what is proved of the plan, or, by searches, what would help where
/// there is none.
void completeOutcome(const PreparedStep &step,
                     const RematerializeOptions &options,
                     FunctionOutcome &outcome);

/// Returns the ask for further searches, without a budget. It has the rest of
/// the time limit, and a tenth of the limit at least.
planner::Ask getAskBeside(const RematerializeOptions &options,
                          const FunctionOutcome &outcome);

//===----------------------------------------------------------------------===//
// Apply and check
//===----------------------------------------------------------------------===//

/// Rewrites the function to the plan of `outcome` and profiles it again: the
/// peak must be the predicted one. Leaves the budget as `remat.budget`, for
/// `verifyBudget`. The ops of `step` are gone then. An unchanged outcome leaves
/// the function as it is. Emits a diagnostic on failure: an outcome without a
/// plan, another peak.
LogicalResult applyOutcome(const PreparedStep &step,
                           const RematerializeOptions &options,
                           const FunctionOutcome &outcome);

/// Whether `function` as it stands keeps `budget` bytes, arguments and
/// constants included: on tensors by the memory model, on memrefs by the
/// allocations. If not, a diagnostic shows the step at the peak and what is
/// alive there.
LogicalResult verifyBudget(func::FuncOp function, int64_t budget,
                           const Target &target);

//===----------------------------------------------------------------------===//
// What to say of it
//===----------------------------------------------------------------------===//

/// Returns the report of a completed outcome that is not applied yet.
/// O(V + steps).
FunctionReport describeOutcome(const PreparedStep &step,
                               const RematerializeOptions &options,
                               const FunctionOutcome &outcome);

/// Emits the error of a refused budget: the bound or the smallest budget found,
/// the op and the tensors where it binds, the advice.
void emitRefusal(const PreparedStep &step, const FunctionOutcome &outcome);

/// Emits a remark at each op that `options.explain` means: what the plan does
/// with its values, the largest of them; and one with what a byte more or less
/// of budget would change. An interrupt skips the rest, with a warning.
void explainOutcome(const PreparedStep &step,
                    const RematerializeOptions &options,
                    const FunctionOutcome &outcome);

/// Returns the file of `loc` without a line: a remark there is printed without
/// the function's signature, which fills a screen.
Location getFileOnly(Location loc);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZE_H
