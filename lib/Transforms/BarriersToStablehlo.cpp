//===- BarriersToStablehlo.cpp - Barriers as StableHLO spells them --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ReplaceBarriers.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATBARRIERSTOSTABLEHLO
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct BarriersToStablehlo
    : public remat::impl::RematBarriersToStablehloBase<BarriersToStablehlo> {
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override;
};
} // namespace

/// A step without StableHLO has not loaded it. An extension: `registry` does
/// not tell if the context has the real dialect or needs the stub.
void BarriersToStablehlo::getDependentDialects(
    DialectRegistry &registry) const {
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    if (!context->getOrLoadDialect(StablehloStubDialect::getDialectNamespace()))
      context->getOrLoadDialect<StablehloStubDialect>();
  });
}

static FailureOr<SmallVector<Value>>
buildOptimizationBarrier(OpBuilder &builder, BarrierOp barrier) {
  Operation *lowered = builder.create(
      barrier.getLoc(), builder.getStringAttr("stablehlo.optimization_barrier"),
      barrier->getOperands(), TypeRange(barrier->getOperandTypes()));
  return SmallVector<Value>(
      lowered->getResults().take_front(barrier->getNumResults()));
}

static void removeAnnotations(Operation *op) {
  for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
    if (isa_and_present<RematDialect>(attribute.getNameDialect()))
      op->removeDiscardableAttr(attribute.getName());
}

void BarriersToStablehlo::runOnOperation() {
  if (failed(replaceBarriers(getOperation(), buildOptimizationBarrier)))
    return signalPassFailure();
  getOperation()->walk([](Operation *op) {
    if (isa<ReleaseOp>(op))
      op->erase();
    else
      removeAnnotations(op);
  });
  auto range = StringAttr::get(&getContext(), kRangeAttrName);
  auto loss = StringAttr::get(&getContext(), kLossAttrName);
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    for (unsigned index = 0; index != function.getNumArguments(); ++index)
      function.removeArgAttr(index, range);
    for (unsigned index = 0; index != function.getNumResults(); ++index)
      function.removeResultAttr(index, loss);
  }
}
