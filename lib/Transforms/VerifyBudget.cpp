//===- VerifyBudget.cpp - Whether a function keeps a budget ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanNotes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/Rematerialize.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATVERIFYBUDGET
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;
using planner::TaskId;
using planner::ValueId;

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

static LogicalResult verifyBufferBudget(func::FuncOp function, int64_t budget,
                                        const Target &target) {
  FailureOr<BufferProfile> profile = computeBufferProfile(function, target);
  if (failed(profile))
    return failure();
  if (profile->peakBytes <= budget)
    return success();
  return function.emitOpError()
         << "allocates so much that it needs " << profile->peakBytes
         << " bytes, " << profile->peakBytes - budget
         << " more than its budget of " << budget << " bytes ("
         << profile->residentBytes
         << " of them for arguments and constants); something between the "
            "plan and here merged or copied tensors, or the budget is too "
            "small";
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
  const planner::Simulation &simulation = profile->simulation;
  if (simulation.peak <= budget)
    return success();
  const FunctionGraph &functionGraph = profile->functionGraph;
  InFlightDiagnostic diag =
      function.emitOpError()
      << "needs " << simulation.peak << " bytes, " << simulation.peak - budget
      << " more than its budget of " << budget
      << " bytes; run remat-rematerialize with this budget, or raise it";
  if (simulation.liveBytes.empty())
    return diag;
  TaskId task = functionGraph.graph.baseOrder[simulation.peakStep];
  diag.attachNote(functionGraph.tasks[task].op->getLoc())
      << "the peak is here, with " << functionGraph.graph.residentBytes
      << " bytes of arguments and constants";
  SmallVector<ValueId> live;
  for (const planner::Copy &copy : simulation.liveAt(simulation.peakStep))
    live.push_back(copy.value);
  noteLive(diag, functionGraph, live);
  return diag;
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
