//===- LowerPrints.cpp - Vectors printed one by one -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLOWERPRINTS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// Extends a printed integer to the i64 that the runtime prints: upstream would
/// do so after arithmetic is lowered.
static void extendInteger(vector::PrintOp print) {
  Value source = print.getSource();
  if (!source)
    return;
  Type type = source.getType();
  OpBuilder builder(print);
  Type wide = builder.getI64Type();
  Value extended;
  if (isa<IndexType>(type))
    extended =
        arith::IndexCastOp::create(builder, print.getLoc(), wide, source);
  else if (type.isSignlessInteger(1))
    extended = arith::ExtUIOp::create(builder, print.getLoc(), wide, source);
  else if (type.isSignlessInteger() && type.getIntOrFloatBitWidth() < 64)
    extended = arith::ExtSIOp::create(builder, print.getLoc(), wide, source);
  else
    return;
  print.getSourceMutable().assign(extended);
}

namespace {
struct LowerPrints : remat::impl::RematLowerPrintsBase<LowerPrints> {
  void getDependentDialects(DialectRegistry &registry) const override {
    createConvertVectorToSCFPass()->getDependentDialects(registry);
    registry.insert<arith::ArithDialect>();
  }
  void runOnOperation() override {
    auto printsVector = [](vector::PrintOp print) {
      return print.getSource() && isa<VectorType>(print.getPrintType())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    // The conversion takes apart other vectors too, which kernels need whole.
    if (getOperation().walk(printsVector).wasInterrupted()) {
      OpPassManager passes(func::FuncOp::getOperationName());
      passes.addPass(createConvertVectorToSCFPass());
      if (failed(runPipeline(passes, getOperation())))
        return signalPassFailure();
    }
    getOperation().walk(extendInteger);
  }
};
} // namespace
