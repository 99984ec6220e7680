//===- Rematerialize.h - Prepare, solve, apply, check -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way of one function through the planner:
//   prepareStep    IR -> PreparedStep      (the graph, and the way back to ops)
//   prepareStepForBudget  the same, with the stacks of loops that serve best
//   solveStep      PreparedStep -> FunctionOutcome
//   applyOutcome   both -> IR              (rewritten, and profiled again)
//   verifyBudget   IR, bytes -> yes or no  (anywhere downstream)
// Reports and explanations take a step and its outcome before it is applied.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_REMATERIALIZE_H
#define REMAT_TRANSFORMS_REMATERIALIZE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Advice.h"
#include "remat/Planner/Ask.h"
#include "remat/Planner/Outcome.h"
#include "remat/Planner/Refusal.h"
#include "remat/Planner/Simulator.h"
#include "remat/Report/Report.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"
#include "remat/Support/OptionSpelling.h"
#include "remat/Transforms/ApplyOptions.h"
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
  planner::SearchOptions search;
  GraphBuilderOptions graph;
  /// Owns the measured times that `graph` points to; may be null.
  std::shared_ptr<const Profile> profile;
  /// Loops may keep other stacks for their gradients.
  bool choosesStacks = true;
  /// Plans are looked for that fit with the gaps of the target's heap.
  bool fitsHeap = true;
  /// What plans may use of the host.
  planner::HostMemory host;
  /// Barriers over all that is alive; none: as many as the target needs.
  std::optional<int64_t> cuts;
  /// A saved plan to apply instead of solving, and its file's name.
  std::optional<std::string> savedPlan;
  std::string savedPlanName;
  /// The values to explain, as `remat-rematerialize` spells them.
  std::string explain;
  /// Watches the searches; may be null.
  SearchMonitor *monitor = nullptr;
  /// Of advice; none: the budget is not the one that was typed, and warnings
  /// advise none.
  std::optional<OptionSpelling> spelling = OptionSpelling();

  /// The peak at which a function may stay as it is; none if unknown before a
  /// search.
  std::optional<int64_t> getEnough() const;
  /// Asks for the smallest peak: no budget bounds the time.
  bool isMinimizing() const;
};

/// Looks up names and reads files in a pass's options. Emits a diagnostic for
/// names that are unknown, values out of range, unreadable files, and without a
/// budget or plan.
FailureOr<RematerializeOptions>
resolveOptions(func::FuncOp function, const RematRematerializeOptions &options);

/// What was chosen for the loops of a step.
struct ChosenStacks;

struct PreparedStep {
  func::FuncOp function;
  FunctionGraph functionGraph;
  /// The base order, simulated.
  planner::Simulation before;
  /// Peak of the function as given; `before` can need less.
  int64_t peakAsItStands = 0;
  /// Ops that `explain` means.
  SmallVector<NamedOp, 0> named;
  /// Null unless the loops had a choice.
  std::shared_ptr<ChosenStacks> stacks;
};

/// Isolates destinations if the target needs that, reads before loops the
/// values that they carry unchanged, and, unless the function needs at most
/// `enough` bytes as it stands, keeps a fusing compiler from merging ops whose
/// values it would then store. Resolves `explain` before ops move. Fails with a
/// diagnostic as `buildFunctionGraph`. O(ops) beside the memory model.
FailureOr<PreparedStep>
prepareStep(func::FuncOp function, const GraphBuilderOptions &options,
            std::optional<int64_t> enough = std::nullopt,
            StringRef explain = "");

/// As `prepareStep`, but gives the loops of the function the stacks that serve
/// the budget best, or those of the saved plan. Emits the diagnostics of
/// `solveStep`, too. `earlier`, prepared so from an equal function, saves work.
FailureOr<PreparedStep>
prepareStepForBudget(func::FuncOp function, const RematerializeOptions &options,
                     const PreparedStep *earlier = nullptr);

/// Prepares a function as `step` was prepared from an equal one.
FailureOr<PreparedStep> prepareStepLike(func::FuncOp function,
                                        const RematerializeOptions &options,
                                        const PreparedStep &step);

/// The plan for a step, or its refusal.
struct FunctionOutcome : planner::Outcome {
  ApplyOptions rewrite;
  /// The order of the prepared step fits, and is left to a compiler that
  /// schedules by itself.
  bool keepsOrder = false;
  /// So are the loops: the function stays as it was given.
  bool isUnchanged = false;
  /// The bytes with the gaps of the target's heap, where its rule is known.
  std::optional<int64_t> heapPeak;
  /// Planning time.
  double seconds = 0;
  /// Remedies for a refused budget, from `completeOutcome`.
  std::vector<planner::Advice> advice;
};

/// Plans the step, or reads the saved plan. A refused budget is an outcome.
/// Emits a diagnostic for a strategy that does not apply, options out of range,
/// a plan of another function (with the first difference); a warning if the
/// search ended early. Changes nothing.
FailureOr<FunctionOutcome> solveStep(const PreparedStep &step,
                                     const RematerializeOptions &options);

/// Adds proofs for the plan or, by searches, advice for a refusal.
void completeOutcome(const PreparedStep &step,
                     const RematerializeOptions &options,
                     FunctionOutcome &outcome);

/// Rewrites the function to the plan of `outcome`, after which the ops of
/// `step` are gone, and profiles it: the peak must be the predicted one. Leaves
/// the budget as `remat.budget` for `verifyBudget`. Does nothing where the
/// order is kept. Emits a diagnostic for an outcome without a plan or
/// another peak.
LogicalResult applyOutcome(const PreparedStep &step,
                           const RematerializeOptions &options,
                           const FunctionOutcome &outcome);

/// Whether `function` keeps `budget` bytes, arguments and constants included:
/// on tensors by the memory model, on memrefs by the allocations; and its
/// `remat.host_budget`, if it has one. If not, a diagnostic shows
/// the step at the peak and the live values.
LogicalResult verifyBudget(func::FuncOp function, int64_t budget,
                           const Target &target);

/// The report of a completed outcome, before it is applied. O(V + steps).
FunctionReport describeOutcome(const PreparedStep &step,
                               const RematerializeOptions &options,
                               const FunctionOutcome &outcome);

/// Emits the error of a refused budget: bound or smallest budget found, the op
/// at which most is alive, its largest tensors, advice. At most eleven lines as
/// MLIR prints them.
void emitRefusal(const PreparedStep &step, const RematerializeOptions &options,
                 const FunctionOutcome &outcome);

/// The same in other words: `headline` says what, how much and how far; each of
/// `advice`, at most three, takes a line.
InFlightDiagnostic emitRefusal(func::FuncOp function,
                               const FunctionGraph &functionGraph,
                               const planner::CrowdedPlace &place,
                               const llvm::Twine &headline,
                               ArrayRef<std::string> advice);

/// Emits a remark at each op that `options.explain` means (the plan's treatment
/// of the largest of its values), and one on a byte more or less of budget. An
/// interrupt skips the rest, with a warning.
void explainOutcome(const PreparedStep &step,
                    const RematerializeOptions &options,
                    const FunctionOutcome &outcome);

/// `loc`, or none where MLIR would print more than a line of a screen in front
/// of the message: names and fused locations without a file have any length.
Location getShortLocation(Location loc);

/// The file of `loc` without a line: remarks there omit the function's
/// signature, which fills a screen. Else as `getShortLocation`.
Location getFileOnly(Location loc);

/// The file and line of `loc`: MLIR prints no source line for a place without a
/// column, and that of a function, its signature, fills a screen. Else as
/// `getShortLocation`.
Location getLineOnly(Location loc);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZE_H
