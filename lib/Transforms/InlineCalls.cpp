//===- InlineCalls.cpp - remat-inline-calls -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/Inliner.h"
#include "remat/Transforms/FindStep.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATINLINECALLS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Keeps the step and the private functions that it does not call from being
/// removed as dead: they are public meanwhile.
class KeptFunctions {
public:
  KeptFunctions(Operation *module, func::FuncOp step) {
    llvm::SetVector<Operation *> called = getWithCallees(step);
    module->walk([&](func::FuncOp function) {
      if (function.isPublic() ||
          (function != step && called.contains(function)))
        return;
      kept.emplace_back(function, function.getVisibility());
      function.setVisibility(SymbolTable::Visibility::Public);
    });
  }
  ~KeptFunctions() {
    for (auto [function, visibility] : kept)
      function.setVisibility(visibility);
  }
  KeptFunctions(const KeptFunctions &) = delete;
  KeptFunctions &operator=(const KeptFunctions &) = delete;

private:
  SmallVector<std::pair<func::FuncOp, SymbolTable::Visibility>> kept;
};

class InlineCalls : public remat::impl::RematInlineCallsBase<InlineCalls> {
public:
  using RematInlineCallsBase::RematInlineCallsBase;

  void runOnOperation() override {
    FailureOr<func::FuncOp> step = findMarkedStep(getOperation());
    if (failed(step) || (*step && failed(inlineCallsOf(*step))))
      signalPassFailure();
  }

private:
  using FunctionSet = llvm::SetVector<Operation *>;
  LogicalResult inlineInto(Operation *module, const FunctionSet &functions);
  LogicalResult inlineCallsOf(func::FuncOp step);
};
} // namespace

LogicalResult InlineCalls::inlineInto(Operation *module,
                                      const FunctionSet &functions) {
  if (llvm::none_of(functions, [](Operation *function) {
        return function
            ->walk([](func::CallOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
      }))
    return success();
  CallGraph calls(module);
  // No canonicalization (the default): the planner takes the ops as they are.
  InlinerConfig config([](OpPassManager &) {}, /*maxInliningIterations=*/4);
  Inliner inliner(
      module, calls, *this, getAnalysisManager(),
      [this](Pass &, OpPassManager &passes, Operation *op) {
        return runPipeline(passes, op);
      },
      config,
      [&](const Inliner::ResolvedCall &resolved) {
        return functions.contains(
            resolved.call->getParentOfType<func::FuncOp>());
      });
  return inliner.doInlining();
}

LogicalResult InlineCalls::inlineCallsOf(func::FuncOp step) {
  Operation *module = SymbolTable::getNearestSymbolTable(step);
  KeptFunctions kept(module, step);
  FunctionSet functions;
  functions.insert(step);
  if (failed(inlineInto(module, functions)))
    return failure();
  // Functions whose calls stay are lowered with the calls in them inlined.
  functions = getWithCallees(step);
  return success(functions.size() == 1 ||
                 succeeded(inlineInto(module, functions)));
}
