//===- SweepBudgets.cpp - What less memory costs a function ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/SweepBudgets.h"
#include "PassSetup.h"
#include "PrepareStep.h"
#include "remat/Planner/NotApplicable.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;
using planner::SweepResult;

static void warnOfStop(func::FuncOp function, bool isInterrupted) {
  emitWarning(getFileOnly(function.getLoc()))
      << "'" << function.getName() << "': "
      << (isInterrupted
              ? "the sweep was interrupted; what was not searched has the best "
                "plan so far, which depends on when that was"
              : "the time limit ended searches of the sweep; their best plans "
                "so far are taken, which depend on the machine");
}

static void emitSweepError(func::FuncOp function, llvm::Error error,
                           const SweepBudgetsOptions &options) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const planner::NotApplicableError &reason) {
        if (options.strategies.size() == 1)
          function.emitOpError() << "strategy '" << options.strategies.front()
                                 << "' does not apply: " << reason.reason;
        else
          function.emitOpError()
              << "none of the strategies applies: " << reason.reason;
      },
      [&](const llvm::ErrorInfoBase &other) {
        function.emitOpError() << other.message();
      });
}

FailureOr<SweptFunction>
mlir::remat::sweepBudgets(func::FuncOp function,
                          const SweepBudgetsOptions &options) {
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  FailureOr<PreparedStep> step =
      prepareStep(*copy, options.graph, [](int64_t) { return false; });
  if (failed(step))
    return failure();
  const planner::Graph &graph = step->functionGraph.graph;
  planner::Ask ask;
  ask.objective = options.objective;
  ask.search = options.search;
  bool isInterrupted = false;
  llvm::Expected<SweepResult> result = [&] {
    WatchedSearch watched(options.monitor, function.getName(), graph);
    ask.observer = watched.getObserver();
    planner::Session session(graph);
    auto swept =
        planner::sweep(session, ask, options.points, options.strategies);
    isInterrupted = ask.isInterrupted();
    return swept;
  }();
  if (!result) {
    emitSweepError(function, result.takeError(), options);
    return failure();
  }
  if (result->wasStopped)
    warnOfStop(function, isInterrupted);
  SweptFunction swept = describeSweep(function.getName(), graph, *result);
  swept.target = options.graph.target->getName().str();
  swept.device = options.graph.costModel.device->name.str();
  if (step->peakAsItStands > 0)
    swept.peakBefore = step->peakAsItStands;
  return swept;
}
