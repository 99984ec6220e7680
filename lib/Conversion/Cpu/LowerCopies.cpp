//===- LowerCopies.cpp - Copies where there is one memory -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/CheckCopies.h"
#include "Buffers/LeaveHostMemory.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLOWERCOPIES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct LowerCopies : remat::impl::RematLowerCopiesBase<LowerCopies> {
  void runOnOperation() override;
};
} // namespace

void LowerCopies::runOnOperation() {
  if (failed(checkHostBuffers(getOperation())))
    return signalPassFailure();
  leaveHostMemory(getOperation());
  getOperation().walk([](Operation *op) {
    if (auto start = dyn_cast<CopyStartOp>(op)) {
      OpBuilder builder(start);
      memref::CopyOp::create(builder, start.getLoc(), start.getSource(),
                             start.getTarget());
    }
    if (isa<CopyStartOp, CopyDoneOp>(op))
      op->erase();
  });
}
