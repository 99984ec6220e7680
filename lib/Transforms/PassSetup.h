//===- PassSetup.h - What the options of several passes name ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_PASSSETUP_H
#define REMAT_LIB_TRANSFORMS_PASSSETUP_H

#include "remat/Analysis/MemoryProfile.h"
#include "remat/Support/Budget.h"
#include "remat/Transforms/FindStep.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace mlir::remat {

/// Fails, with a diagnostic, if the context lacks models for upstream
/// operations of `function`: there would be no views, and two storages where a
/// destination is written.
LogicalResult checkModels(func::FuncOp function);

/// Fails, with a diagnostic, if `function` has several blocks. `purpose` is
/// like "tasks are made of".
LogicalResult checkHasOneBlock(func::FuncOp function, StringRef purpose);

/// Fails, with a diagnostic, without a result `lossResult`; -1 is none.
LogicalResult checkLossResult(func::FuncOp function, int64_t lossResult);

/// Returns the options of GraphBuilder from a pass's; `lossResult` -1 is none.
/// Fails, with a diagnostic, on unknown names, and as `checkModels` and
/// `checkIsDense`.
FailureOr<GraphBuilderOptions> getGraphOptions(func::FuncOp function,
                                               StringRef target,
                                               StringRef device,
                                               int64_t lossResult);

FailureOr<Budget> parseBudgetOrEmitError(func::FuncOp function, StringRef text);

/// Reads a file of measured times; returns null if `path` is empty.
FailureOr<std::shared_ptr<const Profile>> readProfile(func::FuncOp function,
                                                      StringRef path);

/// Fails, with a diagnostic, if `op`, on which a pass runs, is `function` alone
/// and calls others: passes on other threads may be rewriting them.
LogicalResult checkMayReadCallees(Operation *op, func::FuncOp function);

/// Calls `run` for each function with a body in `op`, a function or module,
/// callees first, up to the first failure. Calls are errors in a pass nested on
/// functions: others may be rewriting the callees, whose bodies it would read.
LogicalResult
forEachFunction(Operation *op,
                llvm::function_ref<LogicalResult(func::FuncOp)> run);

/// Runs a pass with the generated base `Base` on each function.
template <typename Base> class FunctionPass : public Base {
public:
  using Base::Base;

  void runOnOperation() override {
    if (failed(
            forEachFunction(this->getOperation(), [&](func::FuncOp function) {
              return run(function);
            })))
      this->signalPassFailure();
  }

protected:
  virtual LogicalResult run(func::FuncOp function) = 0;
};

/// Runs a pass that prepares a step on the function marked `remat.step`, and on
/// each function where none is marked.
template <typename Base> class PreparationPass : public FunctionPass<Base> {
public:
  using FunctionPass<Base>::FunctionPass;

  void runOnOperation() final {
    FailureOr<func::FuncOp> marked = findMarkedStep(this->getOperation());
    if (succeeded(marked) && !*marked)
      return FunctionPass<Base>::runOnOperation();
    if (failed(marked) ||
        failed(checkMayReadCallees(this->getOperation(), *marked)) ||
        failed(this->run(*marked)))
      this->signalPassFailure();
  }
};

/// Prints to standard error.
template <typename Base> class PrintPass : public FunctionPass<Base> {
public:
  using FunctionPass<Base>::FunctionPass;

  void runOnOperation() final {
    this->markAllAnalysesPreserved();
    FunctionPass<Base>::runOnOperation();
  }

protected:
  virtual LogicalResult print(func::FuncOp function, llvm::raw_ostream &os) = 0;

private:
  LogicalResult run(func::FuncOp function) final {
    // In one write: several threads may print.
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(print(function, os)))
      return failure();
    llvm::errs() << text;
    return success();
  }
};

/// Whether an op of the function's first block is a loop of any dialect.
bool hasLoops(func::FuncOp function);

/// Returns a copy placed such that its calls resolve.
OwningOpRef<func::FuncOp> cloneForTrial(func::FuncOp function);

/// Returns the profile of a copy of `function`, prepared for planning.
FailureOr<MemoryProfile> getIsolatedProfile(func::FuncOp function,
                                            const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PASSSETUP_H
