//===- IsolateDestinations.cpp - remat-isolate-destinations ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/IsolateDestinations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATISOLATEDESTINATIONS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

namespace {
struct IsolateDestinations
    : remat::impl::RematIsolateDestinationsBase<IsolateDestinations> {
  void runOnOperation() override {
    const bool isPlanned = getOperation()->hasAttr(remat::kBudgetAttrName);
    if (failed(remat::isolateDestinations(getOperation(), isPlanned)))
      signalPassFailure();
  }
};
} // namespace
