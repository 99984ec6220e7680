//===- ReplaceBarriers.cpp - Barriers for other compilers -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ReplaceBarriers.h"

using namespace mlir;
using namespace mlir::remat;

static LogicalResult checkReplacement(BarrierOp barrier, ValueRange values) {
  if (values.size() != barrier->getNumResults())
    return barrier.emitOpError()
           << "has " << barrier->getNumResults()
           << " results, but what is to replace it has " << values.size();
  for (auto [index, value] : llvm::enumerate(values)) {
    if (!value)
      return barrier.emitOpError() << "gets no value for result #" << index;
    Type type = barrier->getResult(index).getType();
    if (value.getType() != type)
      return barrier.emitOpError()
             << "has " << type << " as result #" << index
             << ", but what is to replace it has " << value.getType();
  }
  return success();
}

LogicalResult mlir::remat::replaceBarriers(Operation *root,
                                           const BarrierBuilder &build) {
  WalkResult walked = root->walk([&](BarrierOp barrier) {
    OpBuilder builder(barrier);
    FailureOr<SmallVector<Value>> values = build(builder, barrier);
    if (failed(values) || failed(checkReplacement(barrier, *values)))
      return WalkResult::interrupt();
    barrier->replaceAllUsesWith(*values);
    barrier->erase();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

namespace {
class ReplaceBarriers : public PassWrapper<ReplaceBarriers, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReplaceBarriers)

  ReplaceBarriers(BarrierBuilder build,
                  std::function<void(DialectRegistry &)> dependentDialects)
      : build(std::move(build)),
        dependentDialects(std::move(dependentDialects)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    if (dependentDialects)
      dependentDialects(registry);
  }

  void runOnOperation() override {
    if (failed(replaceBarriers(getOperation(), build)))
      signalPassFailure();
  }

private:
  BarrierBuilder build;
  std::function<void(DialectRegistry &)> dependentDialects;
};
} // namespace

std::unique_ptr<Pass> mlir::remat::createReplaceBarriers(
    BarrierBuilder build,
    std::function<void(DialectRegistry &)> dependentDialects) {
  return std::make_unique<ReplaceBarriers>(std::move(build),
                                           std::move(dependentDialects));
}
