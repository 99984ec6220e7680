//===- LowerPrints.cpp - Vectors printed one by one -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLOWERPRINTS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

namespace {
struct LowerPrints : remat::impl::RematLowerPrintsBase<LowerPrints> {
  void getDependentDialects(DialectRegistry &registry) const override {
    createConvertVectorToSCFPass()->getDependentDialects(registry);
  }
  void runOnOperation() override {
    auto printsVector = [](vector::PrintOp print) {
      return isa_and_nonnull<VectorType>(print.getPrintType())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    // The conversion takes apart other vectors too, which kernels need whole.
    if (!getOperation().walk(printsVector).wasInterrupted())
      return;
    OpPassManager passes(func::FuncOp::getOperationName());
    passes.addPass(createConvertVectorToSCFPass());
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace
