//===- MarkStep.cpp - remat-mark-step and remat-unmark-step ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "mlir/IR/BuiltinOps.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/AdviseTarget.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATMARKSTEP
#define GEN_PASS_DEF_REMATUNMARKSTEP
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class MarkStep : public remat::impl::RematMarkStepBase<MarkStep> {
public:
  using RematMarkStepBase::RematMarkStepBase;

  void runOnOperation() override {
    FailureOr<func::FuncOp> step =
        findStep(getOperation(), functionName, lossResult);
    if (failed(step))
      return signalPassFailure();
    // The passes that plan warn where there is no step.
    if (!*step)
      return;
    if (target.empty())
      adviseTarget(*step);
    (*step)->setAttr(kStepAttrName, UnitAttr::get(&getContext()));
  }
};

class UnmarkStep : public remat::impl::RematUnmarkStepBase<UnmarkStep> {
public:
  using RematUnmarkStepBase::RematUnmarkStepBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    getOperation()->walk(
        [](func::FuncOp function) { function->removeAttr(kStepAttrName); });
  }
};
} // namespace
