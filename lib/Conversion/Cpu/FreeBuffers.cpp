//===- FreeBuffers.cpp - remat-free-buffers -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFREEBUFFERS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// Whether `function` has an op of that type somewhere.
template <typename OpType> static bool hasAny(func::FuncOp function) {
  return function.walk([](OpType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static void addPasses(OpPassManager &passes) {
  // Frees at the end of each block, then directly after the last use.
  bufferization::buildBufferDeallocationPipeline(passes);
  passes.addNestedPass<func::FuncOp>(createRematFreeAfterLastUse());
}

namespace {
class FreeBuffers : public remat::impl::RematFreeBuffersBase<FreeBuffers> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    addPasses(passes);
    passes.getDependentDialects(registry);
  }
  void runOnOperation() override;
};
} // namespace

void FreeBuffers::runOnOperation() {
  func::FuncOp withWorkspaces, withoutWorkspaces;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (hasAny<WithWorkspaceOp>(function))
      withWorkspaces = function;
    else if (hasAny<memref::AllocOp>(function))
      withoutWorkspaces = function;
  }
  // Workspaces are added once buffers are freed, and upstream knows no op
  // around others that has no terminator.
  if (withWorkspaces && !withoutWorkspaces)
    return;
  if (withWorkspaces) {
    InFlightDiagnostic diag = withoutWorkspaces.emitOpError(
        "allocates buffers and has no workspaces, but another function has "
        "some; lower the two in modules of their own");
    diag.attachNote(withWorkspaces.getLoc()) << "the other is here";
    return signalPassFailure();
  }
  OpPassManager passes(ModuleOp::getOperationName());
  addPasses(passes);
  if (failed(runPipeline(passes, getOperation())))
    signalPassFailure();
}
