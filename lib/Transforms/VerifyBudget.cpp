//===- VerifyBudget.cpp - Whether a function keeps a budget ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanNotes.h"
#include "PlanningDialects.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Analysis/SilencedDiagnostics.h"
#include "remat/Bufferize/IsolateDestinations.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Planner/Session.h"
#include "remat/Support/Figures.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATVERIFYBUDGET
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static bool hasTensor(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<TensorType>);
}

static bool isBufferized(func::FuncOp function) {
  if (hasTensor(function.getArgumentTypes()) ||
      hasTensor(function.getResultTypes()))
    return false;
  return !function
              .walk([](Operation *op) {
                return hasTensor(op->getOperandTypes()) ||
                               hasTensor(op->getResultTypes())
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

static std::string describeExcess(func::FuncOp function, int64_t budget,
                                  int64_t peak) {
  return "'" + function.getName().str() + "' does not fit its budget of " +
         formatSize(budget) + ": it needs " + formatSize(peak) + ", " +
         formatSize(peak - budget) + " more";
}

/// What this pass would accept.
static std::string adviseOnPass(int64_t peak) {
  return OptionSpelling().spell("budget", Twine(peak)) +
         " for this pass: what the function needs as it is";
}

/// Of the function's `remat.host_budget`; `verb` is for the bytes there.
static LogicalResult verifyHostBudget(func::FuncOp function, int64_t hostPeak,
                                      StringRef verb) {
  auto budget = function->getAttrOfType<IntegerAttr>(kHostBudgetAttrName);
  if (!budget || hostPeak <= budget.getInt())
    return success();
  return emitError(getLineOnly(function.getLoc()))
         << "'" << function.getName() << "' does not fit its host budget of "
         << formatSize(budget.getInt()) << ": it " << verb << " "
         << formatSize(hostPeak) << " at once, "
         << formatSize(hostPeak - budget.getInt()) << " more; set "
         << kHostBudgetAttrName << " to " << hostPeak
         << ", or plan the step again for this host-budget";
}

static LogicalResult verifyBufferBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  FailureOr<BufferProfile> profile = computeBufferProfile(function, target);
  if (failed(profile) ||
      failed(verifyHostBudget(function, profile->hostPeakBytes, "allocates")))
    return failure();
  if (profile->peakBytes <= budget)
    return success();
  InFlightDiagnostic diag =
      emitError(getLineOnly(function.getLoc()))
      << describeExcess(function, budget, profile->peakBytes)
      << " (allocations, and " << formatSize(profile->residentBytes)
      << " of arguments and constants)";
  noteAdvice(
      diag,
      {adviseOnPass(profile->peakBytes) +
       "; or leave out passes behind the plan that merge or copy tensors"});
  return diag;
}

/// With a plan, if one is found.
static std::vector<std::string> adviseOnPlan(func::FuncOp function,
                                             const GraphBuilderOptions &options,
                                             int64_t budget) {
  // A step is planned once.
  if (parksValues(function))
    return {};
  SilencedDiagnostics silenced(function.getContext());
  // Advice names ops of the copy.
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  MLIRContext *context = function.getContext();
  // A check loads no dialects; without linalg, no destination is shared.
  if (options.target->needsIsolatedDestinations() &&
      context->getLoadedDialect<linalg::LinalgDialect>() &&
      context->getLoadedDialect<tensor::TensorDialect>() &&
      context->getLoadedDialect<bufferization::BufferizationDialect>() &&
      failed(isolateDestinations(*copy)))
    return {};
  FailureOr<MemoryProfile> profile = computeMemoryProfile(*copy, options);
  if (failed(profile))
    return {};
  const planner::Graph &graph = profile->functionGraph.graph;
  planner::Ask ask;
  ask.budget = budget;
  ask.isAssessed = false;
  llvm::Expected<planner::Outcome> outcome = planner::Session(graph).solve(ask);
  if (!outcome) {
    llvm::consumeError(outcome.takeError());
    return {};
  }
  const OptionSpelling spelling = {"remat-opt --remat-"};
  planner::Advice advice;
  advice.bytes = budget;
  advice.isRaised = true;
  if (outcome->hasPlan())
    return {planner::describe(advice, spelling, "", "")};
  if (!outcome->isRefusal())
    return {};
  return describeAdvice(profile->functionGraph,
                        planner::advise(graph, ask, *outcome), spelling);
}

LogicalResult mlir::remat::verifyBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  if (isBufferized(function))
    return verifyBufferBudget(function, budget, target);
  GraphBuilderOptions options;
  options.target = &target;
  FailureOr<MemoryProfile> profile = computeMemoryProfile(function, options);
  if (failed(profile))
    return failure();
  if (failed(verifyHostBudget(function, profile->hostPeak, "parks")))
    return failure();
  const planner::Simulation &simulation = profile->simulation;
  if (simulation.peak <= budget)
    return success();
  const FunctionGraph &functionGraph = profile->functionGraph;
  std::vector<std::string> advice = adviseOnPlan(function, options, budget);
  constexpr size_t most = 2;
  if (advice.size() > most)
    advice.resize(most);
  advice.push_back(adviseOnPass(simulation.peak));
  const planner::Graph &graph = functionGraph.graph;
  return emitRefusal(function, functionGraph,
                     planner::findCrowdedPlace(graph, planner::baseSteps(graph),
                                               profile->parkings,
                                               planner::HostLink::getInstant()),
                     describeExcess(function, budget, simulation.peak), advice);
}

namespace {
class VerifyBudget
    : public FunctionPass<remat::impl::RematVerifyBudgetBase<VerifyBudget>> {
public:
  using FunctionPass::FunctionPass;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(chooseFunction()))
      return signalPassFailure();
    FunctionPass::runOnOperation();
  }

private:
  LogicalResult chooseFunction();
  LogicalResult run(func::FuncOp function) override;

  /// What the option's budget is for; null leaves it to the attributes.
  func::FuncOp chosen;
};
} // namespace

/// A budget given to a module is for the functions that were rewritten to one,
/// or, where none was, for the step.
LogicalResult VerifyBudget::chooseFunction() {
  chosen = nullptr;
  bool isPlanned = false;
  getOperation()->walk([&](func::FuncOp function) {
    isPlanned |= function->hasAttr(kBudgetAttrName);
  });
  if (budget.empty() || isPlanned)
    return success();
  FailureOr<func::FuncOp> step =
      findStep(getOperation(), /*name=*/"", /*lossResult=*/-1);
  if (succeeded(step))
    chosen = *step;
  return step;
}

LogicalResult VerifyBudget::run(func::FuncOp function) {
  FailureOr<const Target *> resolved = getTargetOf(function, target);
  if (failed(resolved) || failed(checkModels(function)))
    return failure();
  auto left = function->getAttrOfType<IntegerAttr>(kBudgetAttrName);
  if (!left && function != chosen)
    return success();
  if (!budget.empty()) {
    FailureOr<Budget> parsed = parseBudgetOrEmitError(function, budget);
    if (failed(parsed))
      return failure();
    if (parsed->kind != Budget::Kind::Bytes)
      return function.emitOpError()
             << "'" << budget
             << "' is no budget to verify: it has no meaning without a plan; "
                "give bytes (8GiB, 500MB, a byte count)";
    return verifyBudget(function, parsed->bytes, **resolved);
  }
  return verifyBudget(function, left.getInt(), **resolved);
}
