//===- Workspaces.cpp - Buffers that ops write while they run -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATADDWORKSPACES
#define GEN_PASS_DEF_REMATUNWRAPWORKSPACES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// Wraps `op` and gives it `bytes` bytes while it runs.
static void addWorkspace(Operation *op, int64_t bytes, int64_t alignment) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto alloc = memref::AllocOp::create(
      builder, loc, MemRefType::get({bytes}, builder.getI8Type()),
      builder.getI64IntegerAttr(alignment));
  auto wrapper = WithWorkspaceOp::create(builder, loc, alloc.getResult());
  memref::DeallocOp::create(builder, loc, alloc);
  Block &body = wrapper.getBody().front();
  op->moveBefore(&body, body.end());
}

/// Whether `op` writes buffers and has no workspace.
static bool isUnwrapped(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureBufferSemantics() &&
         !isa<WithWorkspaceOp>(op->getParentOp());
}

namespace {
struct AddWorkspaces : remat::impl::RematAddWorkspacesBase<AddWorkspaces> {
  using RematAddWorkspacesBase::RematAddWorkspacesBase;
  void runOnOperation() override;
};

struct UnwrapWorkspaces
    : remat::impl::RematUnwrapWorkspacesBase<UnwrapWorkspaces> {
  void runOnOperation() override {
    getOperation().walk([](WithWorkspaceOp wrapper) {
      wrapper.getUser()->moveBefore(wrapper);
      wrapper.erase();
    });
  }
};
} // namespace

void AddWorkspaces::runOnOperation() {
  func::FuncOp function = getOperation();
  FailureOr<const Target *> resolved = getTargetOf(function, target);
  if (failed(resolved))
    return signalPassFailure();
  const Target &model = **resolved;
  SmallVector<std::pair<Operation *, int64_t>> wanted;
  function.walk([&](Operation *op) {
    if (!isUnwrapped(op) || !model.allocatesWorkspaceOf(op))
      return;
    if (const int64_t bytes = model.getWorkspaceBytes(op))
      wanted.emplace_back(op, bytes);
  });
  if (!wanted.empty() && function->hasAttr(kArenaBytesAttrName)) {
    auto [op, bytes] = wanted.front();
    op->emitOpError("needs a workspace of ")
        << bytes << " bytes for the target '" << model.getName()
        << "', for which the arena of its function has no place; plan and "
           "place the step for that target";
    return signalPassFailure();
  }
  for (auto [op, bytes] : wanted)
    addWorkspace(op, bytes, model.getStorageAlignment());
}
