//===- Unpark.cpp - Parked values stay on the device ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATUNPARK
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct Unpark : public remat::impl::RematUnparkBase<Unpark> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<ParkOp, FetchOp, AwaitOp>(op))
        return;
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    });
  }
};
} // namespace
