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
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace mlir::remat {

/// Gives every destination-passing op in `function` a destination of its own,
/// made directly before it; see the pass `-remat-isolate-destinations` for all
/// that holds afterwards. Idempotent. A function without a body is left alone.
/// Fails, with a diagnostic, on a tensor without a rank. O(ops), and one look
/// at the uses of each carried tensor for each loop.
LogicalResult isolateDestinations(func::FuncOp function);

/// The first step of that: turns ops that can have a destination into linalg
/// ops and insertions: elementwise ops on tensors, selects of tensors by a
/// scalar, concatenations, splats, softmax. Attributes of the remat dialect go
/// along.
LogicalResult convertToDestinationStyle(func::FuncOp function);

/// Fails, with a diagnostic, if the models for the upstream operations of
/// `function` are not in its context. Without them there would be no views, and
/// two storages where a destination is written.
LogicalResult checkModels(func::FuncOp function);

/// Fails, with a diagnostic, if `function` has several blocks. `purpose`:
/// "tasks are made of".
LogicalResult checkHasOneBlock(func::FuncOp function, StringRef purpose);

/// Fails, with a diagnostic, if `function` has no result at `lossResult`; -1 is
/// none.
LogicalResult checkLossResult(func::FuncOp function, int64_t lossResult);

/// The options of GraphBuilder from those of a pass; `lossResult` -1 is none.
/// Fails, with a diagnostic, on unknown names, and as `checkModels`.
FailureOr<GraphBuilderOptions> getGraphOptions(func::FuncOp function,
                                               StringRef target,
                                               StringRef device,
                                               int64_t lossResult);

FailureOr<Budget> parseBudgetOrEmitError(func::FuncOp function, StringRef text);

/// The measured times in a file; null if `path` is empty.
FailureOr<std::shared_ptr<const Profile>> readProfile(func::FuncOp function,
                                                      StringRef path);

/// Calls `run` for each function with a body in `op`, a function or a module,
/// callees first, up to the first failure. A pass nested on functions runs
/// beside others that rewrite the callees, whose bodies it would read: a call
/// is an error there.
LogicalResult
forEachFunction(Operation *op,
                llvm::function_ref<LogicalResult(func::FuncOp)> run);

/// A pass with the generated base `Base` that runs on each function.
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

/// One that prints to standard error.
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
    // At once: several threads may print.
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(print(function, os)))
      return failure();
    llvm::errs() << text;
    return success();
  }
};

/// A copy that stands where its calls can be resolved.
OwningOpRef<func::FuncOp> cloneForTrial(func::FuncOp function);

/// The profile of a copy of `function`, prepared as a plan needs it.
FailureOr<MemoryProfile> getIsolatedProfile(func::FuncOp function,
                                            const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PASSSETUP_H
