//===- PrepareForBudget.cpp - The stacks that serve a budget --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenStacks.h"
#include "Loops/ReplaceByCountedLoops.h"
#include "PassSetup.h"
#include "SolveStep.h"
#include "mlir/IR/Remarks.h"
#include "remat/Analysis/SilencedDiagnostics.h"
#include "remat/Analysis/StacksLeftWhole.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Transforms/SavedPlan.h"

#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// Other strategies plan a step as it stands.
static bool mayChooseStacks(const RematerializeOptions &options) {
  return options.strategy == "auto" && options.choosesStacks &&
         (options.budget || options.savedPlan);
}

/// Tells whom `--remarks-filter-missed=remat-loops` asks for it which stacks no
/// pair of loops can trade.
static void tellStacksLeftWhole(func::FuncOp function) {
  if (!function.getContext()->getRemarkEngine())
    return;
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  replaceByCountedLoops(*copy);
  for (const StackLeftWhole &left :
       findStacksLeftWhole(*copy, findLoopPairs(*copy)))
    remark::missed(left.stack.getLoc(),
                   remark::RemarkOpts::name("StackLeftWhole")
                       .category("remat-loops")
                       .function(function.getName()))
        << left.describe();
}

/// Null if there is no choice.
static FailureOr<std::shared_ptr<StepForms>>
findForms(func::FuncOp function, const RematerializeOptions &options,
          const PreparedStep *earlier) {
  if (earlier && earlier->stacks)
    return earlier->stacks->forms;
  tellStacksLeftWhole(function);
  FailureOr<std::unique_ptr<FunctionForms>> forms =
      FunctionForms::create(function, options.graph);
  if (failed(forms))
    return failure();
  return *forms ? std::make_shared<StepForms>(std::move(*forms)) : nullptr;
}

/// The stacks of the saved plan.
static LogicalResult takeSavedStacks(func::FuncOp function,
                                     const RematerializeOptions &options,
                                     ChosenStacks &stacks) {
  const planner::LoopTurns &turns = stacks.forms->ofFunction->getTurns();
  llvm::Expected<std::optional<planner::StackChoice>> saved = readSavedStacks(
      *options.savedPlan, turns, stacks.forms->ofFunction->getGiven());
  if (!saved)
    return function.emitOpError()
           << "cannot apply the saved plan '" << options.savedPlanName
           << "': " << llvm::toString(saved.takeError());
  if (*saved && !(*saved)->isOnHost.empty() &&
      !stacks.forms->ofFunction->mayParkStacks())
    return function.emitOpError()
           << "cannot apply the saved plan '" << options.savedPlanName
           << "': its 'stacks' lie on the host; for the target '"
           << options.graph.target->getName()
           << "' only those of stablehlo.while in steps that are not sharded "
              "may";
  stacks.outcome.stacks =
      *saved ? std::move(*saved) : stacks.forms->ofFunction->getGiven();
  if (stacks.forms->ofFunction->get(stacks.getChoice()))
    return success();
  return function.emitOpError()
         << "cannot apply the saved plan '" << options.savedPlanName
         << "': with its 'stacks', the step cannot be planned";
}

/// The stacks for the budget; none where the strategy does not apply.
static LogicalResult solveForStacks(func::FuncOp function,
                                    const RematerializeOptions &options,
                                    ChosenStacks &stacks) {
  planner::Ask ask = getAsk(options);
  WatchedSearch watched(
      options.monitor, function.getName(),
      stacks.forms->ofFunction->getStep(stacks.forms->ofFunction->getGiven())
          .functionGraph.graph);
  ask.observer = watched.getObserver();
  llvm::Expected<planner::Outcome> outcome =
      planner::solveForBudget(stacks.forms->session, ask, *options.budget);
  if (!outcome)
    return function.emitOpError() << llvm::toString(outcome.takeError());
  stacks.outcome = std::move(*outcome);
  return success();
}

/// Whether the saved plan was made for the step as it stands with its stacks,
/// not prepared any further: it fit its budget.
static bool wasSavedAsItStands(func::FuncOp function,
                               const RematerializeOptions &options) {
  if (!options.savedPlan || !options.graph.target->movesOps())
    return false;
  SilencedDiagnostics silenced(function.getContext());
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  GraphBuilderOptions graph = options.graph;
  if (!graph.symbolScope)
    graph.symbolScope = function;
  FailureOr<PreparedStep> step =
      prepareStep(*copy, graph, std::numeric_limits<int64_t>::max());
  if (failed(step) ||
      !isSavedPlanOf(*options.savedPlan, step->functionGraph.graph))
    return false;
  llvm::Expected<SavedPlan> saved = readSavedPlan(
      *options.savedPlan, step->functionGraph, [](const llvm::Twine &) {});
  if (!saved) {
    llvm::consumeError(saved.takeError());
    return false;
  }
  const bool isBaseOrder =
      saved->plan.parkings.empty() &&
      llvm::equal(saved->plan.steps, step->functionGraph.graph.baseOrder,
                  [](const planner::Step &planned, planner::TaskId task) {
                    return planned.task == task && planned.variant == 0;
                  });
  if (isBaseOrder)
    return true;
  // Prepared further, the step may have the same graph.
  FailureOr<PreparedStep> further = prepareStep(*copy, graph);
  return failed(further) ||
         !isSavedPlanOf(*options.savedPlan, further->functionGraph.graph);
}

/// Gives the function the chosen stacks and prepares it.
static FailureOr<PreparedStep>
prepareWith(std::shared_ptr<ChosenStacks> stacks, func::FuncOp function,
            const RematerializeOptions &options) {
  std::optional<int64_t> enough = options.getEnough();
  if (stacks) {
    if (failed(stacks->forms->ofFunction->apply(function, stacks->getChoice())))
      return failure();
    if (!options.savedPlan && stacks->outcome.hasPlan())
      enough = stacks->outcome.budget;
  }
  if (wasSavedAsItStands(function, options))
    enough = std::numeric_limits<int64_t>::max();
  FailureOr<PreparedStep> step =
      prepareStep(function, options.graph, enough, options.explain);
  if (succeeded(step))
    step->stacks = std::move(stacks);
  return step;
}

FailureOr<PreparedStep>
mlir::remat::prepareStepForBudget(func::FuncOp function,
                                  const RematerializeOptions &options,
                                  const PreparedStep *earlier) {
  if (!mayChooseStacks(options))
    return prepareWith(nullptr, function, options);
  FailureOr<std::shared_ptr<StepForms>> forms =
      findForms(function, options, earlier);
  if (failed(forms))
    return failure();
  if (!*forms)
    return prepareWith(nullptr, function, options);
  auto stacks = std::make_shared<ChosenStacks>();
  stacks->forms = std::move(*forms);
  if (failed(options.savedPlan ? takeSavedStacks(function, options, *stacks)
                               : solveForStacks(function, options, *stacks)))
    return failure();
  if (!stacks->outcome.stacks)
    stacks = nullptr;
  return prepareWith(std::move(stacks), function, options);
}

FailureOr<PreparedStep>
mlir::remat::prepareStepLike(func::FuncOp function,
                             const RematerializeOptions &options,
                             const PreparedStep &step) {
  return prepareWith(step.stacks, function, options);
}
